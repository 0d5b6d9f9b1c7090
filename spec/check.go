package spec

import (
	"fmt"
	"maps"
	"slices"
)

// checkReferences holds every mention of a requirement or a code to its declaration, and every declaration
// to its mentions; the latter only where the whole table could be read.
func (l *loader) checkReferences(t *Table) {
	ids := slices.Sorted(maps.Keys(l.requirements))
	mentioned := map[string]bool{}
	for _, r := range l.requirement {
		mentioned[r.name] = true
		switch {
		case l.requirements[r.name] != nil:
		case l.renamed[r.name] != "":
			mentioned[l.renamed[r.name]] = true
			l.fault(r.at, "write "+quote(l.renamed[r.name]),
				fmt.Sprintf("%s is the old id of %s", quote(r.name), quote(l.renamed[r.name])))
		default:
			l.fault(r.at, nearHint(r.name, ids), fmt.Sprintf("there is no requirement %s", quote(r.name)))
		}
	}
	for _, r := range t.Requirements {
		if !mentioned[r.ID] && !l.partial {
			l.fault(l.requirements[r.ID], "name it in the `rules` of a protocol or the `rule` of a state or field",
				fmt.Sprintf("nothing refers to the requirement %s", quote(r.ID)))
		}
	}
	l.checkCodes(t)
}

// checkCodes does the same for error codes. Codes of the gates behind the protocol stand for what later
// stages report, so that no row of a protocol need mention them.
func (l *loader) checkCodes(t *Table) {
	names := slices.Sorted(maps.Keys(l.codes))
	mentioned := map[string]bool{}
	for _, r := range l.code {
		mentioned[r.name] = true
		if l.codes[r.name] == nil {
			hint := nearHint(r.name, names)
			if hint == "" {
				hint = "declare it in `errors`"
			}
			l.fault(r.at, hint, fmt.Sprintf("there is no error code %s", quote(r.name)))
		}
	}
	for _, c := range t.Errors {
		if c.Layer == "protocol" && !mentioned[c.Code] && !l.partial {
			l.fault(l.codes[c.Code], "name it in the `codes` of a protocol or in a field's `missing`, `invalid` or `blank`",
				fmt.Sprintf("nothing refers to the error code %s", quote(c.Code)))
		}
	}
}

// nearHint suggests the nearest of many names.
func nearHint(name string, legal []string) string {
	if near := nearest(name, legal); near != "" {
		return fmt.Sprintf("did you mean %s?", quote(near))
	}
	return ""
}
