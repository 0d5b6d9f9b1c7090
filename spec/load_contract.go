package spec

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/actionconform/conform/spec/value"
)

// The bounds of a contract. The authorisation matrix is enumerated completely, so its sides are short.
const (
	maxMatrix = 4096
	maxShape  = 8 // nesting of shapes
)

// readContracts reads the section `contracts`.
func (l *loader) readContracts(table *section) []Contract {
	n := table.get("contracts")
	if n == nil {
		return nil
	}
	entries := l.rows(n, "`contracts`")
	out := make([]Contract, 0, len(entries))
	for _, e := range entries {
		switch {
		case !protocolID.MatchString(e.key.text):
			l.fault(e.key, "a name, a slash and a version, as in `read_ticket/1`",
				fmt.Sprintf("%s is not an id of a contract", quote(e.key.text)))
		case l.protocols[e.key.text] != nil:
			l.fault(e.key, "", fmt.Sprintf("%s is the id of a protocol already", quote(e.key.text)))
		}
		if c, ok := l.readContract(e, out); ok {
			out = append(out, c)
		}
	}
	return out
}

// contractReader reads one contract.
type contractReader struct {
	*loader
	c *Contract
}

// readContract reads one contract, which may take its rules from one of the earlier ones.
func (l *loader) readContract(e entry, earlier []Contract) (Contract, bool) {
	s := l.open(e.value, "the contract "+quote(e.key.text), "title", "rules", "same_rules_as", "codes", "unknown_fields", "input",
		"output", "viewer", "store", "lookup", "checks", "effect", "faults").under(e.key)
	if s == nil {
		return Contract{}, false
	}
	c := Contract{ID: e.key.text, Pos: e.key.pos, Invalid: "INVALID_ARGUMENT", Missing: "NOT_FOUND", Internal: "INTERNAL"}
	r := contractReader{l, &c}
	c.Title = l.languages(s.get("title"), "`title`")
	base := l.earlierContract(s, earlier)
	c.Rules = l.roles(s, contractRoles(), base)
	r.codes(s)
	if c.Unknown = word(l, s.get("unknown_fields"), "`unknown_fields`", unknownFieldTreatments()); c.Unknown == "" {
		c.Unknown = Reject
	}
	if n := s.need("input"); n != nil {
		c.Input = r.slots(n, "`input`", false, 0)
	}
	r.viewer(s)
	r.store(s)
	r.lookup(s)
	if n := s.need("output"); n != nil {
		c.Output = r.slots(n, "`output`", true, 0)
	}
	r.checks(s)
	c.Effect = l.flag(s.get("effect"), "`effect`")
	r.faults(s)
	r.size(e.key)
	return c, true
}

// earlierContract returns the rules of the contract `same_rules_as` names.
func (l *loader) earlierContract(s *section, earlier []Contract) map[Role]string {
	n := s.get("same_rules_as")
	id := l.text(n, "`same_rules_as`")
	if id == "" {
		return nil
	}
	var ids []string
	for i := range earlier {
		if earlier[i].ID == id {
			return earlier[i].Rules
		}
		ids = append(ids, earlier[i].ID)
	}
	l.fault(n, suggest(id, ids), fmt.Sprintf("no contract before this one has the id %s", quote(id)))
	return nil
}

// roles reads `rules` with roles of the given list, on top of a base that may be nil.
func (l *loader) roles(s *section, legal []Role, base map[Role]string) map[Role]string {
	out := map[Role]string{}
	maps.Copy(out, base)
	n := s.get("rules")
	if n == nil && (base != nil || s.has("same_rules_as")) {
		return out
	}
	if n = s.need("rules"); n == nil {
		return out
	}
	for _, e := range l.rows(n, "`rules`") {
		id := l.rule(e.value, "a rule")
		if !contains(legal, Role(e.key.text)) {
			l.fault(e.key, suggest(e.key.text, legal), fmt.Sprintf("unknown role %s", quote(e.key.text)))
			continue
		}
		out[Role(e.key.text)] = id
	}
	if out[RoleDefault] == "" {
		l.fault(s.key("rules"), "name the requirement every role falls back to: `rules: {default: XX-01}`",
			s.name+" needs `rules` with `default`")
	}
	return out
}

// codeName reads one error code and notes that it is mentioned.
func (l *loader) codeName(n *node, what string) string {
	code := l.text(n, what)
	if code != "" {
		l.code = append(l.code, reference{code, n})
	}
	return code
}

func (r contractReader) codes(s *section) {
	given := map[string]*node{}
	if n := s.get("codes"); n != nil {
		codes := r.open(n, "`codes`", "invalid", "missing", "internal")
		for _, key := range []string{"invalid", "missing", "internal"} {
			if codes != nil && codes.get(key) != nil {
				given[key] = codes.get(key)
			}
		}
	}
	for key, into := range map[string]*string{"invalid": &r.c.Invalid, "missing": &r.c.Missing, "internal": &r.c.Internal} {
		if n := given[key]; n != nil {
			*into = r.codeName(n, "a code")
			continue
		}
		if key != "missing" || s.has("lookup") {
			r.code = append(r.code, reference{*into, s.at})
		}
	}
}

// slots reads the members of an object: arguments, a result, or an object in them.
func (r contractReader) slots(n *node, what string, output bool, depth int) []Slot {
	if n.kind == nodeMapping && len(n.entries) == 0 {
		return nil // a tool without arguments
	}
	entries := r.rows(n, what)
	out := make([]Slot, 0, len(entries))
	for _, e := range entries {
		if f, ok := r.slot(e, output, depth); ok {
			out = append(out, f)
		}
	}
	return out
}

func (r contractReader) slot(e entry, output bool, depth int) (Slot, bool) {
	f := Slot{Name: e.key.text, Pos: e.key.pos}
	name := "the member " + quote(e.key.text)
	if value.IsBlank(e.key.text) {
		r.fault(e.key, "", "the name of a member is blank")
	}
	if e.value.kind == nodeString {
		f.Shape = bare(word(r.loader, e.value, "kind of member", ShapeKinds()))
	} else {
		keys := append(shapeKeys(), "optional", "example")
		if output {
			keys = append(keys, "from", "value", "when")
		}
		s := r.open(e.value, name, keys...).under(e.key)
		if s == nil {
			return f, false
		}
		f.Shape = r.shape(s, depth)
		f.Optional = r.flag(s.get("optional"), "`optional`")
		if n := s.get("example"); n != nil {
			f.Example = r.decode(n)
			if !f.Shape.Admits(f.Example) {
				r.fault(n, "", "the example is not legal for its own member")
			}
		}
		if n := s.get("from"); n != nil {
			f.From = r.path(n)
		}
		if n := s.get("value"); n != nil {
			f.Value = r.decode(n)
			if !f.Shape.Admits(f.Value) {
				r.fault(n, "", "the value is not legal for its own member")
			}
			if f.From != "" {
				r.fault(n, "keep one of them", "a member has `from` or `value`, not both")
			}
		}
		if n := s.get("when"); n != nil {
			f.When = r.condition(n)
		}
	}
	if f.Example == nil && !output {
		if f.Example = f.Shape.Sample(); f.Example == nil {
			r.fault(e.key, "add `example`", name+" needs an example: none can be made up for its pattern or bounds")
		}
	}
	if f.Example == nil {
		f.Example = f.Shape.Sample()
	}
	return f, true
}

func shapeKeys() []string {
	return []string{"kind", "nullable", "min_length", "max_length", "pattern", "min", "max", "values", "fields", "of"}
}

func bare(kind ShapeKind) Shape { return Shape{Kind: kind, MinLength: -1, MaxLength: -1} }

// shapeUses says which keys go with which kinds.
var shapeUses = map[string][]ShapeKind{
	"min_length": {ShapeString, ShapeArray}, "max_length": {ShapeString, ShapeArray}, "pattern": {ShapeString},
	"min": {ShapeInteger, ShapeNumber}, "max": {ShapeInteger, ShapeNumber}, "values": {ShapeEnum},
	"fields": {ShapeObject}, "of": {ShapeArray},
}

func (r contractReader) shape(s *section, depth int) Shape {
	out := bare(word(r.loader, s.need("kind"), "kind of member", ShapeKinds()))
	if depth > maxShape {
		r.fault(s.at, "", fmt.Sprintf("shapes are nested more than %d deep", maxShape))
		return out
	}
	for _, key := range slices.Sorted(maps.Keys(shapeUses)) {
		if s.has(key) && out.Kind != "" && !contains(shapeUses[key], out.Kind) {
			r.fault(s.key(key), "", fmt.Sprintf("a member of kind %s has no %s", quote(string(out.Kind)), quote(key)))
		}
	}
	out.Nullable = r.flag(s.get("nullable"), "`nullable`")
	out.MinLength = r.count(s.get("min_length"), "`min_length`")
	out.MaxLength = r.count(s.get("max_length"), "`max_length`")
	out.Min = r.number(s.get("min"), "`min`")
	out.Max = r.number(s.get("max"), "`max`")
	if n := s.get("pattern"); n != nil {
		if p, err := regexp.Compile(r.text(n, "`pattern`")); err != nil {
			r.fault(n, "patterns are those of RE2: no look-around, no back-references", "the pattern is not a regular expression")
		} else {
			out.Pattern = p
		}
	}
	if out.Kind == ShapeEnum {
		out.Values = plain(r.names(s.need("values"), "`values`"))
	}
	if out.Kind == ShapeObject {
		if n := s.need("fields"); n != nil {
			out.Fields = r.slots(n, "`fields`", false, depth+1)
		}
	}
	if n := s.get("of"); n != nil {
		item := bare("")
		if n.kind == nodeString {
			item.Kind = word(r.loader, n, "kind of member", ShapeKinds())
		} else if of := r.open(n, "`of`", shapeKeys()...); of != nil {
			item = r.shape(of, depth+1)
		}
		out.Of = &item
	}
	return out
}

func (l *loader) count(n *node, what string) int {
	if n == nil {
		return -1
	}
	var count int
	if _, err := fmt.Sscanf(n.text, "%d", &count); n.kind != nodeNumber || err != nil || count < 0 || fmt.Sprint(count) != n.text {
		l.fault(n, "", fmt.Sprintf("%s is a count, not %s", what, n.describe()))
		return -1
	}
	return count
}

func (l *loader) number(n *node, what string) value.Number {
	if n == nil {
		return ""
	}
	if n.kind != nodeNumber || !value.Number(n.text).IsJSON() {
		l.fault(n, "", fmt.Sprintf("%s is a number, not %s", what, n.describe()))
		return ""
	}
	return value.Number(n.text)
}

func (r contractReader) viewer(s *section) {
	n := s.get("viewer")
	if n == nil {
		return
	}
	for _, e := range r.rows(n, "`viewer`") {
		refs := r.names(e.value, "the values of "+quote(e.key.text))
		if len(refs) == 0 {
			r.fault(e.key, "list the values cases are to give it", fmt.Sprintf("%s has no values", quote(e.key.text)))
		}
		r.c.Viewer = append(r.c.Viewer, Attribute{Name: e.key.text, Values: plain(refs), Pos: e.key.pos})
	}
}

func (r contractReader) store(s *section) {
	n := s.get("store")
	if n == nil {
		return
	}
	for _, e := range r.rows(n, "`store`") {
		c := Collection{Name: e.key.text, Pos: e.key.pos}
		if contains([]string{"throws", "kind", "on"}, e.key.text) {
			r.fault(e.key, "give it another name", fmt.Sprintf("%s is how a store is told to fail", quote(e.key.text)))
		}
		if e.value.kind != nodeList || len(e.value.items) == 0 {
			r.fault(e.value, "", fmt.Sprintf("%s is a list of records", quote(e.key.text)))
			continue
		}
		for _, item := range e.value.items {
			if item.kind != nodeMapping {
				r.fault(item, "", "a record is a mapping, not "+item.describe())
				continue
			}
			c.Records = append(c.Records, r.decodeObject(item))
		}
		r.c.Store = append(r.c.Store, c)
	}
}

func (r contractReader) lookup(s *section) {
	n := s.get("lookup")
	if n == nil {
		return
	}
	look := r.open(n, "`lookup`", "in", "by", "arg")
	if look == nil {
		return
	}
	out := &Lookup{Collection: r.text(look.need("in"), "`in`"), Key: r.text(look.need("by"), "`by`"), Arg: r.text(look.need("arg"), "`arg`")}
	arg, ok := r.c.Argument(out.Arg)
	switch {
	case out.Arg != "" && !ok:
		r.fault(look.get("arg"), "", fmt.Sprintf("there is no argument %s", quote(out.Arg)))
	case ok && arg.Optional:
		r.fault(look.get("arg"), "", fmt.Sprintf("the argument %s is optional; a look-up needs one that is always there", quote(out.Arg)))
	case out.Collection != "" && r.c.Records(out.Collection) == nil:
		r.fault(look.get("in"), "", fmt.Sprintf("the store has no records %s", quote(out.Collection)))
	}
	for _, record := range r.c.Records(out.Collection) {
		key, has := record.Get(out.Key)
		if ok && (!has || !arg.Shape.Admits(key)) {
			r.fault(look.get("by"), "every record needs a key that is a legal argument",
				fmt.Sprintf("a record of %s has no legal %s", quote(out.Collection), quote(out.Key)))
		}
	}
	if out.Arg != "" && out.Key != "" {
		r.c.Lookup = out
	}
}

// path reads "args/x", "record/x" or "viewer/x".
func (r contractReader) path(n *node) string {
	text := r.text(n, "a path")
	if text == "" {
		return ""
	}
	root, name, _ := strings.Cut(text, "/")
	known := false
	switch root {
	case "args":
		_, known = r.c.Argument(name)
	case "record":
		known = r.c.Lookup != nil && slices.ContainsFunc(r.c.Records(r.c.Lookup.Collection), func(o value.Object) bool { return o.Has(name) })
	case "viewer":
		known = slices.ContainsFunc(r.c.Viewer, func(a Attribute) bool { return a.Name == name })
	}
	if !known {
		r.fault(n, "a path is `args/NAME`, `record/NAME` or `viewer/NAME`", fmt.Sprintf("nothing is at the path %s", quote(text)))
	}
	return text
}

func (r contractReader) condition(n *node) *Condition {
	s := r.open(n, "a condition", "of", "is", "same_as", "over")
	if s == nil {
		return nil
	}
	c := &Condition{}
	if of := s.need("of"); of != nil {
		c.Of = r.path(of)
	}
	given := 0
	if is := s.get("is"); is != nil {
		given++
		items := []*node{is}
		if is.kind == nodeList {
			items = is.items
		}
		c.Is = []value.Value{}
		for _, item := range items {
			c.Is = append(c.Is, r.decode(item))
		}
	}
	if same := s.get("same_as"); same != nil {
		given++
		c.SameAs = r.path(same)
	}
	if over := s.get("over"); over != nil {
		given++
		c.Over = r.path(over)
	}
	if given != 1 {
		r.fault(n, "", "a condition has one of `is`, `same_as` and `over`")
	}
	return c
}

func (r contractReader) checks(s *section) {
	n := s.get("checks")
	if n == nil {
		return
	}
	if n.kind != nodeList {
		r.fault(n, "", "`checks` is a list, not "+n.describe())
		return
	}
	for _, item := range n.items {
		k := r.open(item, "a check", "code", "when", "unless", "hides", "rule")
		if k == nil {
			continue
		}
		check := Check{Code: r.codeName(k.need("code"), "`code`"), Hides: r.flag(k.get("hides"), "`hides`"), Rule: r.rule(k.get("rule"), "`rule`"), Pos: item.pos}
		if w := k.get("when"); w != nil {
			check.When = r.condition(w)
		}
		if u := k.get("unless"); u != nil {
			check.Unless = r.condition(u)
		}
		if check.When == nil && check.Unless == nil {
			r.fault(item, "", "a check needs `when`, `unless` or both")
		}
		if check.Hides && check.Code != r.c.Missing {
			r.fault(item, "", fmt.Sprintf("a check that hides a record answers %s, as for one that is not there", quote(r.c.Missing)))
		}
		if check.Rule == "" {
			check.Rule = r.c.Rule(RoleBusiness)
			if check.Hides {
				check.Rule = r.c.Rule(RoleHides)
			}
		}
		r.c.Checks = append(r.c.Checks, check)
	}
}

func (r contractReader) faults(s *section) {
	n := s.get("faults")
	if n == nil {
		return
	}
	if len(r.c.Store) == 0 {
		r.fault(s.key("faults"), "", "`faults` are those of a `store`")
	}
	for _, e := range r.rows(n, "`faults`") {
		r.c.Faults = append(r.c.Faults, StoreFault{Kind: e.key.text, Code: r.codeName(e.value, "a code"), Pos: e.key.pos})
	}
}

// size bounds the authorisation matrix.
func (r contractReader) size(at *node) {
	cells := 1
	for _, a := range r.c.Viewer {
		cells *= max(1, len(a.Values))
	}
	if r.c.Lookup != nil {
		cells *= len(r.c.Records(r.c.Lookup.Collection)) + 1
	}
	for i := range r.c.Input {
		switch f := &r.c.Input[i]; f.Shape.Kind {
		case ShapeBool:
			cells *= 3
		case ShapeEnum:
			cells *= len(f.Shape.Values) + 1
		default:
		}
		if cells > maxMatrix {
			break
		}
	}
	if cells > maxMatrix {
		r.fault(at, "use fewer values, records or enumerations", fmt.Sprintf("the authorisation matrix of the contract has more than %d cells", maxMatrix))
	}
}
