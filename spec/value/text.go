package value

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxDepth is how many arrays, objects and host values may stand inside each other: a scalar has
// depth 0, "[]" has depth 1. A deeper text or value is refused with [CodeTooDeep].
const MaxDepth = 1000

// ParseOptions tightens what [Parse] takes. The zero value is what Parse does.
type ParseOptions struct {
	// MaxDepth is the deepest nesting taken, at most [MaxDepth]; zero means MaxDepth.
	MaxDepth int
}

// Parse reads one JSON document by RFC 8259 and loses nothing:
//
//  1. Numbers keep their literal text.
//  2. Members keep their order, and duplicate names are kept.
//  3. An escaped surrogate that is not half of a pair is kept, as three bytes (see [String]).
//  4. Bytes that are not UTF-8 are refused, and so are a byte order mark, control characters in
//     strings, trailing commas, comments, NaN, and anything but white space after the document.
//  5. Nesting deeper than [MaxDepth] is refused, before memory or stack are spent on it.
//
// The error is an [*Error]. The value may share one copy of the text; data itself is not kept.
func Parse(data []byte) (Value, error) { return ParseOptions{}.Parse(data) }

// Parse is [Parse] with the options applied.
func (o ParseOptions) Parse(data []byte) (Value, error) {
	limit := MaxDepth
	if o.MaxDepth > 0 && o.MaxDepth < limit {
		limit = o.MaxDepth
	}
	v, t := parse(data, limit)
	if t != nil {
		return nil, t.done()
	}
	return v, nil
}

// Parser is [Parse] for many documents, one after the other: it keeps what it needs for reading, so that a
// document costs little but its tree. The zero value is ready; it is not safe for concurrent use.
type Parser struct{ p parser }

// Parse reads one document as [Parse] does.
func (r *Parser) Parse(data []byte) (Value, error) {
	v, t := r.p.parse(data, MaxDepth)
	if t != nil {
		return nil, t.done()
	}
	return v, nil
}

// parse reads one document nested at most limit deep.
func parse(data []byte, limit int) (Value, *trail) {
	var p parser
	return p.parse(data, limit)
}

func (p *parser) parse(data []byte, limit int) (Value, *trail) {
	const kept = 1 << 10 // a larger document's memory is let go
	p.in = *bytes.NewBuffer(data)
	options := []jsontext.Options{
		jsontext.AllowDuplicateNames(true), // kept: the tree has a place for them
		jsontext.AllowInvalidUTF8(true),    // else it would refuse lone surrogates; see text
	}
	if p.dec == nil {
		p.dec = jsontext.NewDecoder(&p.in, options...)
	} else {
		p.dec.Reset(&p.in, options...)
	}
	p.src, p.limit = string(data), limit
	v, t := p.value(0)
	if t == nil {
		t = p.end(v)
	}
	p.src = ""
	if cap(p.members) > kept || cap(p.elems) > kept {
		p.members, p.elems = nil, nil
	}
	p.members, p.elems = p.members[:0], p.elems[:0]
	if t != nil {
		return nil, t
	}
	return v, nil
}

// parser turns tokens into a tree. jsontext knows the grammar; the parser knows the tree, the depth
// and what is in strings, since jsontext would replace lone surrogates.
type parser struct {
	in    bytes.Buffer
	dec   *jsontext.Decoder
	src   string // the text, of which unescaped strings and numbers are substrings
	limit int

	// Children of the containers that are still open, so that each closed container is one exact
	// allocation whatever its size.
	elems   []Value
	members []Member
}

// value reads the next value, which stands inside depth containers.
func (p *parser) value(depth int) (Value, *trail) {
	switch p.dec.PeekKind() {
	case '"':
		s, t := p.text()
		if t != nil {
			return nil, t
		}
		return String(s), nil
	case '0':
		raw, t := p.raw()
		if t != nil {
			return nil, t
		}
		return Number(raw), nil
	case '{':
		return p.object(depth + 1)
	case '[':
		return p.array(depth + 1)
	case 'n':
		_, t := p.raw()
		return Null{}, t
	case 't':
		_, t := p.raw()
		return Bool(true), t
	case 'f':
		_, t := p.raw()
		return Bool(false), t
	default:
		_, t := p.raw()
		if t == nil {
			t = fault(CodeSyntax, p.dec.InputOffset(), "a value is missing")
		}
		return nil, t
	}
}

// array reads an array, itself the depth-th container.
func (p *parser) array(depth int) (Value, *trail) {
	if t := p.open(depth); t != nil {
		return nil, t
	}
	base := len(p.elems)
	for p.dec.PeekKind() != ']' {
		v, t := p.value(depth)
		if t != nil {
			return nil, t.at(len(p.elems) - base)
		}
		p.elems = append(p.elems, v)
	}
	if t := p.token(); t != nil {
		return nil, t
	}
	out := make(Array, len(p.elems)-base)
	copy(out, p.elems[base:])
	p.elems = p.elems[:base]
	return out, nil
}

// object reads an object, itself the depth-th container.
func (p *parser) object(depth int) (Value, *trail) {
	if t := p.open(depth); t != nil {
		return nil, t
	}
	base := len(p.members)
	for p.dec.PeekKind() != '}' {
		name, t := p.text()
		if t != nil {
			return nil, t
		}
		v, t := p.value(depth)
		if t != nil {
			return nil, t.in(name)
		}
		p.members = append(p.members, Member{Name: name, Value: v})
	}
	if t := p.token(); t != nil {
		return nil, t
	}
	out := make(Object, len(p.members)-base)
	copy(out, p.members[base:])
	p.members = p.members[:base]
	return out, nil
}

// open reads the bracket of the depth-th container.
func (p *parser) open(depth int) *trail {
	if t := p.token(); t != nil {
		return t
	}
	if depth > p.limit {
		return fault(CodeTooDeep, p.dec.InputOffset()-1, "nested deeper than "+strconv.Itoa(p.limit)+" levels")
	}
	return nil
}

// token reads one bracket.
func (p *parser) token() *trail {
	if _, err := p.dec.ReadToken(); err != nil {
		return p.refused(err)
	}
	return nil
}

// raw reads one scalar and returns its literal text.
func (p *parser) raw() (string, *trail) {
	raw, err := p.dec.ReadValue()
	if err != nil {
		return "", p.refused(err)
	}
	end := p.dec.InputOffset()
	return p.src[end-int64(len(raw)) : end], nil
}

// text reads one string, or the name of a member, and undoes its escapes.
func (p *parser) text() (string, *trail) {
	raw, t := p.raw()
	if t != nil {
		return "", t
	}
	if len(raw) < 2 || raw[0] != '"' {
		return "", fault(CodeSyntax, p.dec.InputOffset()-int64(len(raw)), "a name must be a string")
	}
	body := raw[1 : len(raw)-1]
	if !utf8.ValidString(body) {
		offset := p.dec.InputOffset() - int64(len(body)) - 1 + int64(validPrefix(body))
		return "", fault(CodeInvalidUTF8, offset, "the bytes are not UTF-8")
	}
	return unescape(body), nil
}

// end checks that nothing but white space follows the document v.
func (p *parser) end(v Value) *trail {
	offset := int(p.dec.InputOffset())
	rest := offset
	for rest < len(p.src) && isJSONSpace(p.src[rest]) {
		rest++
	}
	if rest == len(p.src) {
		return nil
	}
	// "01", "1.2.3" and "nullx" are one bad word, not a good document and more.
	if rest == offset && isWordByte(p.src[rest]) {
		switch v.(type) {
		case Number, Null, Bool:
			return fault(CodeSyntax, int64(rest), unexpected(p.src[rest:]))
		default: // nothing to do for the others
		}
	}
	if !utf8.ValidString(firstRune(p.src[rest:])) {
		return fault(CodeInvalidUTF8, int64(rest), "the bytes are not UTF-8")
	}
	return fault(CodeTrailingData, int64(rest), "more text follows the end of the document")
}

// refused gives an error of the tokenizer our words: its own repeat the text.
func (p *parser) refused(err error) *trail {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fault(CodeSyntax, int64(len(p.src)), "the text ends before the document does")
	}
	var syntax *jsontext.SyntacticError
	if !errors.As(err, &syntax) || syntax.ByteOffset < 0 || syntax.ByteOffset >= int64(len(p.src)) {
		return fault(CodeSyntax, -1, "the text is not JSON")
	}
	rest := p.src[syntax.ByteOffset:]
	if !utf8.ValidString(firstRune(rest)) {
		return fault(CodeInvalidUTF8, syntax.ByteOffset, "the bytes are not UTF-8")
	}
	return fault(CodeSyntax, syntax.ByteOffset, unexpected(rest))
}

// unexpected says what kind of character the text starts with. Only punctuation is named: a letter or
// a digit could be the start of a secret.
func unexpected(text string) string {
	r, _ := utf8.DecodeRuneInString(text)
	switch {
	case r == '\uFEFF':
		return "unexpected byte order mark"
	case r == '\\':
		return "unexpected backslash, or an escape that JSON does not have"
	case r < ' ':
		return "unexpected control character"
	case r == '"':
		return "unexpected double quote"
	case r == '`':
		return "unexpected backquote, as of a code fence"
	case bytes.ContainsRune([]byte("{}[]:,'/#<"), r):
		return "unexpected '" + string(r) + "'"
	default:
		return "unexpected character"
	}
}

// firstRune is the first character of s, or its first byte if that starts none.
func firstRune(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}

func isJSONSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func isWordByte(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' ||
		c == '.' || c == '+' || c == '-' || c == '_'
}
