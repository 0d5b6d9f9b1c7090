package derive

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// tag derives the faults of the discriminator of one state.
func (d *deriver) tag(s *spec.State) {
	t := d.protocol.Tagged
	name := t.Discriminator
	at := place{state: s.Name, field: name}
	put := func(edit edit, v value.Value) {
		edit.value = s.Example.With(name, v)
		d.emit(at, edit)
	}
	d.emit(at, edit{name: "missing", kind: Invalid, rule: d.rule(spec.RoleDiscriminator), value: s.Example.Without(name),
		change: wordsf("%s is left out", "去掉 %s", name),
		why:    words("the kind of an action is never guessed from its other members", "动作的种类绝不从其他成员猜测")})
	d.emit(at, edit{name: "inherited", kind: Invalid, rule: d.rule(spec.RoleInherited), valueOnly: true,
		value:  host("inherited", member("own", s.Example.Without(name)), member("proto", obj(member(name, str(s.Name))))),
		change: wordsf("%s is on the prototype only", "%s 只在原型上", name),
		why:    words("a polluted prototype must not turn objects into actions", "被污染的原型不得把对象变成动作")})
	for _, alias := range distinct([]string{"kind", "_type", "type", "action", "event", "name", "role"}, spellings(name)) {
		if isLegalName(t, s, alias) {
			continue
		}
		d.emit(at, edit{name: "alias-" + idOf(alias), kind: Invalid, rule: d.rule(spec.RoleNames), value: s.Example.Renamed(name, alias), tentative: true,
			change: wordsf("%s is spelt %q", "%s 写成了 %q", name, alias),
			why:    words("names are exact; guessing is how two runtimes come to disagree", "名字必须精确；猜测会让两个运行时产生分歧")})
	}
	for _, k := range kindSamples() {
		put(edit{name: "kind-" + k.name, kind: Invalid, rule: d.rule(spec.RoleDiscriminator),
			change: wordsf("%s is %s", "%s 为 %s", name, k.name),
			why:    words("only a string names a kind of action", "只有字符串能指明动作种类")}, k.value)
	}
	put(edit{name: "array-wrapped", kind: Invalid, rule: d.rule(spec.RoleDiscriminator),
		change: wordsf("%s is wrapped in an array", "%s 被包进数组", name),
		why:    words("a one-element array compares equal to its text in loose comparisons", "宽松比较中单元素数组与其文本相等")}, value.Array{str(s.Name)})
	put(edit{name: "object-wrapped", kind: Invalid, rule: d.rule(spec.RoleDiscriminator),
		change: wordsf("%s is wrapped in an object", "%s 被包进对象", name),
		why:    words("an object that names the kind is not the kind", "写着种类的对象不是种类本身")}, obj(member("name", str(s.Name))))
	for _, h := range hostSamples(s.Name) {
		role := spec.RoleDiscriminator
		if h.name == "boxed" {
			role = spec.RoleBoxed
		}
		put(edit{name: "host-" + h.name, kind: Invalid, rule: d.rule(role), valueOnly: true,
			change: wordsf("%s is a %s", "%s 是一个 %s", name, h.name),
			why:    words("only a string names a kind of action", "只有字符串能指明动作种类")}, h.value)
	}
	for _, b := range blankSamples() {
		role := spec.RoleDiscriminator
		if strings.HasPrefix(b.name, "unicode-") {
			role = spec.RoleLiteral // blank or unknown: refused either way
		}
		put(edit{name: b.name, kind: Invalid, rule: d.rule(role),
			change: wordsf("%s is blank: %s", "%s 为空白：%s", name, b.name),
			why:    words("a blank kind is no kind", "空白的种类不是种类")}, b.value)
	}
	for _, l := range d.literals(s) {
		put(edit{name: "literal-" + l.name, kind: Invalid, rule: d.rule(spec.RoleLiteral), tentative: true,
			change: wordsf("%s is %q", "%s 为 %q", name, string(l.value.(value.String))),
			why:    words("literals compare exactly and an unknown one is never downgraded", "字面量逐字比较，未知字面量绝不降级")}, l.value)
	}
}

// literals are texts close to the literal of a state, and ones that are plausible elsewhere.
func (d *deriver) literals(s *spec.State) []sample {
	n := s.Name
	first, size := utf8.DecodeRuneInString(n)
	_, lastSize := utf8.DecodeLastRuneInString(n)
	all := []sample{
		{"upper", str(strings.ToUpper(n))},
		{"capital", str(capital(n))},
		{"camel", str(camel(n))},
		{"kebab", str(strings.ReplaceAll(n, "_", "-"))},
		{"spaced", str(strings.ReplaceAll(n, "_", " "))},
		{"joined", str(strings.ReplaceAll(n, "_", ""))},
		{"leading-space", str(" " + n)},
		{"trailing-space", str(n + " ")},
		{"trailing-newline", str(n + "\n")},
		{"leading-tab", str("\t" + n)},
		{"leading-nbsp", str("\u00a0" + n)},
		{"trailing-nul", str(n + "\x00")},
		{"inner-zero-width", str(n[:size] + "\u200b" + n[size:])},
		{"full-width", str(fullWidth(n))},
		{"plural", str(n + "s")},
		{"cut", str(n[:len(n)-lastSize])},
		{"prefix", str(string(first))},
		{"suffixed", str(n + "_v2")},
		{"versioned", str(n + "/1")},
		{"quoted", str(`"` + n + `"`)},
		{"twice", str(n + n)},
		{"two-literals", str(n + "," + n)},
		{"null-text", str("null")},
		{"undefined-text", str("undefined")},
		{"prototype", str("__proto__")},
		{"constructor", str("constructor")},
		{"to-string", str("toString")},
		{"has-own-property", str("hasOwnProperty")},
		{"wildcard", str("*")},
		{"regex", str(".*")},
		{"default", str("default")},
		{"text", str("text")},
		{"function", str("function")},
	}
	seen := map[string]bool{n: true}
	for _, f := range d.protocol.Future {
		all = append(all, sample{"future-" + idOf(f), str(f)})
	}
	for i := range d.table.Protocols {
		if other := d.table.Protocols[i].Tagged; other != nil {
			for k := range other.States {
				all = append(all, sample{"other-" + idOf(other.States[k].Name), str(other.States[k].Name)})
			}
		}
	}
	out := all[:0:0]
	for _, l := range all {
		text := string(l.value.(value.String))
		if _, legal := d.protocol.Tagged.State(text); legal || seen[text] {
			continue
		}
		seen[text] = true
		out = append(out, l)
	}
	return out
}

// spellings are other ways a name is often written.
func spellings(name string) []string {
	all := []string{strings.ToUpper(name), strings.ToLower(name), capital(name), camel(name), snake(name),
		strings.ReplaceAll(snake(name), "_", "-"), " " + name, name + " ", name + "\x00", name + "s", "_" + name, "$" + name}
	return slices.DeleteFunc(distinct(all), func(s string) bool { return s == name })
}

// distinct joins lists and drops repeats, keeping the order.
func distinct(lists ...[]string) []string {
	var out []string
	for _, s := range slices.Concat(lists...) {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

func camel(s string) string {
	parts := strings.Split(s, "_")
	for i := range parts[1:] {
		if parts[i+1] != "" {
			parts[i+1] = capital(parts[i+1])
		}
	}
	return strings.Join(parts, "")
}

func snake(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsUpper(r) {
			b.WriteByte('_')
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return strings.TrimPrefix(b.String(), "_")
}

func fullWidth(s string) string {
	return strings.Map(func(r rune) rune {
		if r > ' ' && r < 0x7f {
			return r + 0xfee0
		}
		return r
	}, s)
}

// idOf spells a name with characters that need no quoting in a shell or a glob: letters and digits of any
// script stay, so that a table written in Chinese has ids its author can read. Two names never have the
// same spelling: one that could be taken for another is followed by a digest of it.
func idOf(name string) string {
	plain := spelling(name)
	if !ambiguous(name) {
		return plain
	}
	sum := sha256.Sum256([]byte(name))
	return plain + "~" + hex.EncodeToString(sum[:3])
}

// ambiguous reports whether another name may have the spelling of a name: it holds what a spelling puts in
// the place of a character, or a character that is spelt as others are.
func ambiguous(name string) bool {
	for i, r := range name {
		switch {
		case r == '/', r >= 0x10000, r == unicode.ReplacementChar, r == 'u' && fourHex(name[i+1:]):
			return true
		}
	}
	return strings.Contains(name, "space-") || strings.Contains(name, "-nul") || strings.Contains(name, "dollar-")
}

func fourHex(s string) bool {
	if len(s) < 4 {
		return false
	}
	for i := range 4 {
		if !strings.ContainsRune("0123456789abcdef", rune(s[i])) {
			return false
		}
	}
	return true
}

func spelling(name string) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case r == ' ':
			b.WriteString("space-")
		case r == 0:
			b.WriteString("-nul")
		case r == '$':
			b.WriteString("dollar-")
		case r == '/':
			b.WriteByte('.')
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '_', r == '-', r == '.':
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "u%04x", r)
		}
	}
	return b.String()
}
