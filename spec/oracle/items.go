package oracle

import (
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// readItems takes calls and text out of a list of typed items. It reports whether the list is one; items of
// other types are counted and otherwise left alone.
func (s *response) readItems() bool {
	shape := s.shape.Items
	s.content = value.Null{}
	v, _ := at(s.root, shape.At)
	if _, isText := v.(value.String); isText {
		s.content, s.open = v, true // a text where the list should be: some gateways send it, and no rule speaks of it
		s.also(s.protocol.Rule(spec.RoleShape), shape.At, nil)
		return true
	}
	list, ok := v.(value.Array)
	if !ok {
		return s.misshapen(shape.At)
	}
	s.evaluate(s.protocol.Rule(spec.RoleCallType))
	var text strings.Builder
	found := false
	for i, e := range list {
		item, ok := e.(value.Object)
		if !ok {
			return s.misshapen(shape.At)
		}
		kind, _ := at(item, shape.Type)
		switch {
		case isWord(kind, shape.Call):
			s.calls = append(s.calls, item)
			s.index = append(s.index, i)
		case isWord(kind, shape.Text):
			part, known := s.itemText(item)
			if !known {
				s.odd = true
			}
			if part != nil {
				found = true
				text.WriteString(*part)
			}
		default:
			s.others++
		}
	}
	if found {
		s.content = value.String(text.String())
	}
	if s.odd && len(s.calls) == 0 {
		return s.misshapen(shape.At)
	}
	s.open = s.open || s.odd // text of another kind beside calls: no rule speaks of it
	return true
}

// itemText is the text of an item, nil where it has none. It reports whether what stands in the place of the
// text is one.
func (s *response) itemText(item value.Object) (*string, bool) {
	shape := s.shape.Items
	if shape.Parts == nil {
		v, _ := at(item, shape.TextAt)
		text, ok := v.(value.String)
		plain := string(text)
		return &plain, ok
	}
	v, _ := at(item, shape.Parts.At)
	list, ok := v.(value.Array)
	if !ok {
		return nil, false
	}
	var out *string
	for _, e := range list {
		part, ok := e.(value.Object)
		if !ok {
			return nil, false
		}
		if kind, _ := at(part, shape.Parts.Type); !isWord(kind, shape.Parts.Text) {
			continue
		}
		v, _ := at(part, shape.Parts.TextAt)
		text, ok := v.(value.String)
		if !ok {
			return nil, false
		}
		if out == nil {
			out = new(string)
		}
		*out += string(text)
	}
	return out, true
}

func isWord(v value.Value, word string) bool {
	text, ok := v.(value.String)
	return ok && string(text) == word
}
