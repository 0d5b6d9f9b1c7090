package derive

import (
	"strings"
	"unicode"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// with is the base call with other arguments.
func (d *toolDeriver) with(args value.Value) wire.InvokeRequest {
	r := d.request(d.full)
	r.Args = args
	return r
}

// arguments derives the first layer: what arguments are taken and which are refused.
func (d *toolDeriver) arguments() {
	d.containers()
	d.unknown()
	for i := range d.c.Input {
		f := &d.c.Input[i]
		d.argument(f)
	}
	if len(d.c.Input) > 0 {
		d.invalid("args/nothing", "", edit{name: "nothing", rule: d.rule(spec.RoleMissingArg), tentative: true, change: words("no argument at all", "没有任何参数"),
			why: words("required arguments are not there", "缺少必填参数")}, obj())
	}
	d.inherited()
	d.boundaries()
}

// boundaries derives arguments that just meet, and just miss, what a record allows.
func (d *toolDeriver) boundaries() {
	record, ok := d.recordOf(d.full.args)
	if !ok {
		return
	}
	for i := range d.c.Checks {
		w := d.c.Checks[i].When
		if w == nil || w.Over == "" {
			continue
		}
		arg, isArg := strings.CutPrefix(w.Of, "args/")
		name, isRecord := strings.CutPrefix(w.Over, "record/")
		limit, _ := record.Get(name)
		n, isNumber := limit.(value.Number)
		if !isArg || !isRecord || !isNumber {
			continue
		}
		d.one("business/"+idOf(arg)+"/at-limit", arg, edit{name: "at-limit", kind: Valid, rule: d.rule(spec.RoleAccept), tentative: true,
			change: wordsf("%s is exactly what the record allows", "%s 恰好是记录允许的值", arg), why: words("the limit itself is allowed", "上限本身是允许的")}, d.with(d.full.args.With(arg, n)))
		if more, ok := shift(n, 1); ok {
			d.one("business/"+idOf(arg)+"/over-limit", arg, edit{name: "over-limit", kind: Invalid, rule: d.c.Checks[i].Rule, tentative: true,
				change: wordsf("%s is just more than the record allows", "%s 刚好超过记录允许的值", arg), why: words("a business rule has its own code", "业务规则有自己的错误码")}, d.with(d.full.args.With(arg, num(more))))
		}
	}
}

// invalid is a case that is refused for its arguments.
func (d *toolDeriver) invalid(id, field string, e edit, args value.Value) {
	e.kind = Invalid
	d.one(id, field, e, d.with(args))
}

// containers derives arguments that are no plain object.
func (d *toolDeriver) containers() {
	why := words("only a plain object holds arguments", "只有普通对象才是参数")
	args := d.full.args
	text, err := value.Print(args)
	list := append(kindSamples(), sample{"list-of-arguments", value.Array{args}}, sample{"list-of-values", value.Array{firstValue(args)}}, sample{"empty-text", str("")})
	if err == nil {
		list = append(list, sample{"json-text", str(string(text))})
	}
	list = append(list, sample{"pairs", pairsOf(args)})
	for _, k := range list {
		if _, isObject := k.value.(value.Object); isObject {
			continue
		}
		d.invalid("args/is-"+k.name, "", edit{name: "is-" + k.name, rule: d.rule(spec.RoleContainer), why: why,
			change: wordsf("the arguments are %s", "参数是 %s", k.name)}, k.value)
	}
	why = words("an exotic value is judged without a crash", "异类值的判定不得崩溃")
	for _, h := range hostSamples("x") {
		d.invalid("args/host-"+h.name, "", edit{name: "host-" + h.name, rule: d.rule(spec.RoleExotic), why: why,
			change: wordsf("the arguments are a host value: %s", "参数是宿主值：%s", h.name)}, h.value)
	}
	for _, h := range []sample{
		{"null-prototype", host("null_prototype", member("own", args))},
		{"class-instance", host("class_instance", member("own", args))},
		{"transparent-proxy", host("transparent_proxy", member("own", args))},
		{"frozen", host("frozen", member("own", args))},
	} {
		d.one("args/host-"+h.name, "", edit{name: "host-" + h.name, kind: Metamorphic, rule: d.rule(spec.RoleExotic), why: why,
			change: wordsf("the arguments are an object of another make: %s", "参数是另一种对象：%s", h.name)}, d.with(h.value))
	}
}

func firstValue(o value.Object) value.Value {
	if len(o) == 0 {
		return str("x")
	}
	return o[0].Value
}

func pairsOf(o value.Object) value.Value {
	out := value.Array{}
	for _, m := range o {
		out = append(out, value.Array{str(m.Name), m.Value})
	}
	return out
}

// inherited derives arguments that only a prototype has.
func (d *toolDeriver) inherited() {
	for i := range d.c.Input {
		f := &d.c.Input[i]
		v, ok := d.full.args.Get(f.Name)
		if !ok {
			continue
		}
		inherits := host("inherited", member("own", d.full.args.Without(f.Name)), member("proto", obj(member(f.Name, v))))
		d.one("args/"+idOf(f.Name)+"/inherited", f.Name, edit{name: "inherited", kind: Metamorphic, rule: d.rule(spec.RoleInherited),
			change: wordsf("%s is only inherited", "%s 仅从原型继承", f.Name), why: words("a prototype is no argument", "原型不是参数")}, d.with(inherits))
	}
}

// unknown derives arguments the contract does not name.
func (d *toolDeriver) unknown() {
	if d.c.Unknown != spec.Reject {
		for _, n := range []string{"extra", "__proto__"} {
			d.call("args/ignores-"+idOf(n), "", edit{name: "ignores-" + idOf(n), kind: Metamorphic, rule: d.rule(spec.RoleUnknown),
				change: wordsf("with an unknown argument %s, and without it", "带有未知参数 %s，以及不带", n),
				why:    words("the contract ignores unknown arguments", "契约忽略未知参数")}, Same, d.with(d.full.args), d.with(d.full.args.With(n, obj(member("role", str("x"))))))
		}
		return
	}
	why := words("an argument nobody named is a mistake of the caller", "没有列出的参数是调用方的错误")
	names := []sample{
		{"extra", value.Bool(true)}, {"null", value.Null{}}, {"undefined", value.Undefined{}},
	}
	for _, n := range names {
		d.invalid("args/extra-"+n.name, "", edit{name: "extra-" + n.name, rule: d.rule(spec.RoleUnknown), why: why,
			change: wordsf("with an unknown argument that is %s", "带有未知参数，值为 %s", n.name)}, d.full.args.With("extra", n.value))
	}
	for _, n := range []string{"__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "", "$where", "_", "args", "arguments", "input", "format", "limit", "debug", "verbose", "dryRun", "force"} {
		if _, known := d.c.Argument(n); known {
			continue
		}
		d.invalid("args/extra/"+idOf(n)+"-", "", edit{name: "extra-" + idOf(n), rule: d.rule(spec.RoleUnknown), why: why,
			change: wordsf("with an unknown argument named %q", "带有名为 %q 的未知参数", n)}, d.full.args.With(n, obj(member("polluted", value.Bool(true)))))
	}
	secret := contractSecret.Text
	for _, e := range []struct {
		name  string
		value value.Value
	}{{"text", str(secret)}, {"object", obj(member("password", str(secret)))}, {"array", value.Array{str(secret)}}} {
		d.invalid("args/extra-secret-"+e.name, "", edit{name: "extra-secret-" + e.name, rule: d.rule(spec.RoleUnknownValue), why: words("a refusal ends in logs and in the next prompt", "拒绝信息会进入日志和下一个提示词"),
			change: wordsf("an unknown argument holds a secret, as %s", "未知参数含有秘密，形式为 %s", e.name), canary: secret, form: contractSecret.Form, judge: open}, d.full.args.With("extra", e.value))
	}
	for i := range d.c.Input {
		f := &d.c.Input[i]
		v, ok := d.full.args.Get(f.Name)
		if !ok {
			continue
		}
		for _, n := range misspellings(f.Name) {
			if _, known := d.c.Argument(n); known {
				continue
			}
			e := edit{name: "misspelt-" + idOf(n), rule: d.rule(spec.RoleUnknown), why: words("what is ignored is believed to have taken effect", "被忽略的参数会被误以为已经生效"),
				change: wordsf("%s is written %q", "%s 写成了 %q", f.Name, n)}
			d.invalid("args/"+idOf(f.Name)+"/misspelt-"+idOf(n)+"-", f.Name, e, d.full.args.Renamed(f.Name, n))
			e.name, e.change = "beside-"+idOf(n), wordsf("beside %s there is %q", "除 %s 外还有 %q", f.Name, n)
			d.invalid("args/"+idOf(f.Name)+"/beside-"+idOf(n)+"-", f.Name, e, d.full.args.With(n, v))
		}
	}
}

// misspellings are the ways a name is written by those who guess it.
func misspellings(name string) []string {
	snake := separated(name, '_')
	list := []string{
		snake, separated(name, '-'), strings.ToLower(name), strings.ToUpper(name), strings.ToUpper(name[:1]) + name[1:],
		camel(name), name + " ", " " + name, name + "s", "_" + name, name + "\u200b", name[:len(name)-1], strings.ReplaceAll(snake, "_", " "),
	}
	var out []string
	seen := map[string]bool{name: true, "": true}
	for _, n := range list {
		if !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	return out
}

func separated(name string, by rune) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case unicode.IsUpper(r) && i > 0:
			b.WriteRune(by)
			b.WriteRune(unicode.ToLower(r))
		case r == '_' || r == '-':
			b.WriteRune(by)
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// argument derives the edits of one argument.
func (d *toolDeriver) argument(f *spec.Slot) {
	args := d.full.args
	v, there := args.Get(f.Name)
	if !there {
		if v = f.Example; v == nil {
			return
		}
		args = args.With(f.Name, v)
	}
	id := "args/" + idOf(f.Name) + "/"
	if !f.Optional {
		d.invalid(id+"missing", f.Name, edit{name: "missing", rule: d.rule(spec.RoleMissingArg), change: wordsf("%s is left out", "缺少 %s", f.Name),
			why: words("nothing is filled in for the caller", "不替调用方补全任何内容")}, args.Without(f.Name))
	} else {
		d.one(id+"absent", f.Name, edit{name: "absent", kind: Metamorphic, rule: d.rule(spec.RoleAccept), change: wordsf("%s is left out", "省略 %s", f.Name),
			why: words("it is optional", "它是可选的")}, d.with(args.Without(f.Name)))
	}
	for _, w := range wrongValues(&f.Shape, v) {
		why := words("nothing is coerced", "不做任何强制转换")
		switch w.role {
		case spec.RoleConstraint:
			why = words("the whole value meets the contract", "整个值都必须符合契约")
		case spec.RoleUnknown:
			why = words("objects among the arguments are closed as well", "参数中的对象同样不接受多余成员")
		default:
		}
		d.invalid(id+w.name, f.Name, edit{name: w.name, rule: d.rule(w.role), why: why, change: wordsf("%s is wrong: %s", "%s 有误：%s", f.Name, w.name)}, args.With(f.Name, w.value))
	}
	for _, l := range legalValues(&f.Shape, v) {
		req := d.with(args.With(f.Name, l.value))
		j, err := d.oracle.Judge(req, wire.Policies{})
		if err != nil || !j.Accepts() {
			continue // legal by itself, but refused by another layer
		}
		rule := d.rule(spec.RoleAccept)
		if strings.HasPrefix(l.name, "empty") || l.name == "null" {
			rule = d.rule(spec.RoleEmptiness)
		}
		d.one(id+"takes-"+l.name, f.Name, edit{name: "takes-" + l.name, kind: Valid, rule: rule, change: wordsf("%s is %s", "%s 为 %s", f.Name, l.name),
			why: words("it is legal", "它是合法的")}, req)
	}
	if f.Shape.Kind == spec.ShapeString || f.Shape.Kind == spec.ShapeEnum {
		secret := contractSecret.Text
		for _, s := range []sample{{"secret", str(secret + "\x00\n" + strings.Repeat(secret, 12))}, {"secret-object", obj(member("secret", str(secret)))}} {
			if f.Shape.Admits(s.value) {
				continue
			}
			d.invalid(id+s.name, f.Name, edit{name: s.name, rule: d.rule(spec.RoleArgumentEcho), canary: secret, form: contractSecret.Form, judge: open, tentative: true,
				change: wordsf("%s holds a secret that is no legal value", "%s 含有秘密且不合法", f.Name), why: words("a refusal ends in logs and in the next prompt", "拒绝信息会进入日志和下一个提示词")}, args.With(f.Name, s.value))
		}
	}
}
