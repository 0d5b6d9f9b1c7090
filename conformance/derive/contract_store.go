package derive

import (
	"strings"

	secrets "github.com/actionconform/conform/conformance/canary"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// failing is the store of the contract, failing with a text and a kind ("" is one nobody foresaw).
func (d *toolDeriver) failing(kind, text, on string) value.Object {
	s := append(d.store(), member(wire.StoreThrows, str(text)))
	if kind != "" {
		s = append(s, member(wire.StoreKind, str(kind)))
	}
	return append(s, member(wire.StoreOn, str(on)))
}

// accesses are the moments at which the store can be seen to fail.
func (d *toolDeriver) accesses() []string {
	var out []string
	if d.c.Lookup != nil {
		out = append(out, wire.OnRead)
	}
	if d.c.Effect {
		out = append(out, wire.OnWrite)
	}
	return out
}

// texts of failures, as libraries write them. The canary is where the planted text stands.
func failureTexts() []sample {
	return []sample{
		{"javascript", str("TypeError: Cannot read properties of undefined (reading '" + planted + "')\n    at Store.get (/srv/app/src/" + planted + ".js:42:17)\n    at async readTicket (/srv/app/src/tool.js:12:5)")},
		{"python", str("Traceback (most recent call last):\n  File \"/srv/app/" + planted + ".py\", line 12, in get\n    return self.rows[key]\nKeyError: '" + planted + "'")},
		{"java", str("java.sql.SQLException: " + planted + "\n\tat com.acme." + planted + ".Store.get(Store.java:31)\nCaused by: java.net.ConnectException: Connection refused")},
		{"go", str("panic: runtime error: invalid memory address\n\ngoroutine 17 [running]:\nmain.(*" + planted + ").Get(0x0)\n\t/srv/app/" + planted + ".go:31 +0x1d")},
		{"sql", str("SQLSTATE[42P01]: relation \"" + planted + "\" does not exist: SELECT * FROM " + planted + " WHERE tenant = 'acme' AND id = 'x'")},
		{"path", str("ENOENT: no such file or directory, open '/var/lib/app/" + planted + "/records.db'")},
		{"windows-path", str(`Could not open C:\inetpub\app\` + planted + `\records.mdb`)},
		{"secret", str("401 from https://svc:" + planted + "@db.internal:5432/app?password=" + planted)},
		{"html", str("<html><body><h1>502 Bad Gateway</h1><p>" + planted + "</p></body></html>")},
		{"one-line", str(planted)},
	}
}

// disguises are texts of failures that a tool guessing from texts takes for something else.
func disguises() []sample {
	return []sample{
		{"not-found", str("NOT_FOUND: no such row")},
		{"forbidden", str("permission denied (FORBIDDEN)")},
		{"invalid", str("INVALID_ARGUMENT")},
		{"retry", str("timeout, please retry later; retryable=true")},
		{"rate", str("429 Too Many Requests")},
		{"envelope", str(`{"ok":true,"data":{}}`)},
		{"empty", str("")},
	}
}

// faults derives a store that fails: each kind the contract names, and whatever it does not.
func (d *toolDeriver) faults() {
	if len(d.c.Store) == 0 {
		return
	}
	for _, on := range d.accesses() {
		at := "fault/" + on + "/"
		fail := func(id, kind, text string, e edit) {
			r := d.request(d.base)
			r.Store = d.failing(kind, text, on)
			e.kind = Invalid
			d.one(at+id, "", e, r)
		}
		for _, f := range d.c.Faults {
			for _, text := range []sample{{"", str("store failure")}, {"-misleading", str("NOT_FOUND")}} {
				words, _ := text.value.(value.String)
				fail("kind-"+idOf(f.Kind)+text.name, f.Kind, string(words), edit{name: "kind-" + idOf(f.Kind), rule: d.rule(spec.RoleFault),
					change: wordsf("the store fails at the first %s: %s", "存储在首次 %s 时失败：%s", on, f.Kind), why: wordsf("the contract says %s", "契约规定为 %s", f.Code)})
			}
		}
		for _, kind := range []string{"", "no_such_kind", "constructor"} {
			fail("unforeseen-"+idOf(kind)+"kind", kind, "store failure", edit{name: "unforeseen", rule: d.rule(spec.RoleInternal),
				change: wordsf("the store fails at the first %s in a way the contract does not name", "存储在首次 %s 时以契约未列出的方式失败", on), why: words("what nobody foresaw is internal", "未预料的故障属于内部错误")})
		}
		for _, t := range disguises() {
			text, _ := t.value.(value.String)
			fail("says-"+t.name, "", string(text), edit{name: "says-" + t.name, rule: d.rule(spec.RoleInternal),
				change: wordsf("the text of the failure looks like something else: %s", "故障文本看起来像别的东西：%s", t.name), why: words("codes are not guessed from texts", "错误码不由文本猜出")})
		}
		for _, t := range failureTexts() {
			secret := contractSecret.Text
			text, _ := fill(t.value, secret).(value.String)
			fail("leak-"+t.name, "", string(text), edit{name: "leak-" + t.name, rule: d.rule(spec.RoleInternals), canary: secret, form: contractSecret.Form, internals: true, judge: open,
				change: wordsf("the text of the failure has what nobody outside may see: %s", "故障文本含有外人不得看到的内容：%s", t.name), why: words("details go to the log", "细节只进日志")})
			for _, f := range d.c.Faults {
				if t.name == "javascript" || t.name == "sql" {
					fail("leak-"+t.name+"-"+idOf(f.Kind), f.Kind, string(text), edit{name: "leak-" + t.name, rule: d.rule(spec.RoleInternals), canary: secret, form: contractSecret.Form, internals: true, judge: open,
						change: wordsf("a failure of kind %s has what nobody outside may see: %s", "类型为 %s 的故障含有外人不得看到的内容：%s", f.Kind, t.name), why: words("details go to the log", "细节只进日志")})
				}
			}
		}
	}
	d.internals()
}

// open leaves a judgement open: the case is about what an answer says, whatever it answers.
func open(oracle.Judgement) oracle.Judgement { return oracle.Judgement{} }

// internals derives odd arguments that make careless tools fail in the open.
func (d *toolDeriver) internals() {
	for _, k := range append(kindSamples(), sample{"throwing-proxy", host("throwing_proxy")}, sample{"null-prototype", host("null_prototype", member("own", obj()))}) {
		d.one("internals/args-"+k.name, "", edit{name: "internals-" + k.name, kind: Free, rule: d.rule(spec.RoleInternals), internals: true, judge: open,
			change: wordsf("the arguments are %s", "参数是 %s", k.name), why: words("an exception of the tool's own is as bad as one of its store", "工具自身的异常与存储的异常一样糟")}, d.with(k.value))
		for i := range d.c.Input {
			f := &d.c.Input[i]
			d.one("internals/"+idOf(f.Name)+"-"+k.name, f.Name, edit{name: "internals-" + k.name, kind: Free, rule: d.rule(spec.RoleInternals), internals: true, judge: open,
				change: wordsf("%s is %s", "%s 是 %s", f.Name, k.name), why: words("an exception of the tool's own is as bad as one of its store", "工具自身的异常与存储的异常一样糟")}, d.with(d.full.args.With(f.Name, k.value)))
		}
	}
}

// fromRecord lists the members of the result that come from the record as it is.
func (d *toolDeriver) fromRecord() []*spec.Slot {
	var out []*spec.Slot
	for i := range d.c.Output {
		f := &d.c.Output[i]
		name, ok := strings.CutPrefix(f.From, "record/")
		if !ok || d.decides(name) || d.c.Lookup == nil || name == d.c.Lookup.Key {
			continue // changing it would change who may, or which record it is
		}
		out = append(out, f)
	}
	return out
}

// decides reports whether a check looks at a member of the record.
func (d *toolDeriver) decides(name string) bool {
	looks := func(c *spec.Condition) bool {
		return c != nil && (c.Of == "record/"+name || c.SameAs == "record/"+name || c.Over == "record/"+name)
	}
	for i := range d.c.Checks {
		if looks(d.c.Checks[i].When) || looks(d.c.Checks[i].Unless) {
			return true
		}
	}
	return false
}

// altered is the store with the record of a call changed.
func (d *toolDeriver) altered(args value.Object, change func(value.Object) value.Object) value.Object {
	look := d.c.Lookup
	key, _ := args.Get(look.Arg)
	store := d.store()
	list, _ := store.Get(look.Collection)
	records, _ := list.(value.Array)
	out := make(value.Array, len(records))
	for i, r := range records {
		record, _ := r.(value.Object)
		if k, _ := record.Get(look.Key); value.Equal(k, key) {
			record = change(record)
		}
		out[i] = record
	}
	return store.With(look.Collection, out)
}

// breaks is the store with a result of the call that breaks the contract.
func (d *toolDeriver) breaks(c cell) (value.Object, bool) {
	for _, f := range d.fromRecord() {
		if f.When == nil && !f.Shape.Admits(num("42")) {
			name := strings.TrimPrefix(f.From, "record/")
			return d.altered(c.args, func(o value.Object) value.Object { return o.With(name, num("42")) }), true
		}
	}
	return nil, false
}

// contractSecret and contractNumber stand in for the secrets of contract cases.
var (
	contractSecret = secrets.StandIn(secrets.Plain())
	contractNumber = secrets.StandIn(secrets.Number())
)

// results derives the last layer: what the store holds against what the contract promises.
func (d *toolDeriver) results() {
	for _, f := range d.fromRecord() {
		name := strings.TrimPrefix(f.From, "record/")
		id := "result/" + idOf(f.Name) + "/"
		c := d.full
		record, ok := d.recordOf(c.args)
		if !ok {
			continue
		}
		v, there := record.Get(name)
		if !there {
			continue
		}
		stored := func(id string, e edit, change func(value.Object) value.Object) {
			r := d.request(c)
			r.Store = d.altered(c.args, change)
			d.one(id, f.Name, e, r)
		}
		sample := v
		if v.Kind() == value.KindNull || emptyList(v) {
			if s := f.Shape.Sample(); s != nil {
				sample = s
			}
		}
		why := words("a broken result is a failure of the tool, not something for the model to make sense of", "坏结果是工具的故障，不该让模型自己判断")
		for _, w := range wrongValues(&f.Shape, sample) {
			stored(id+w.name, edit{name: "result-" + w.name, kind: Invalid, rule: d.rule(spec.RoleOutput), why: why, tentative: true,
				change: wordsf("the store has a wrong %s: %s", "存储中的 %s 有误：%s", f.Name, w.name)}, func(o value.Object) value.Object { return o.With(name, w.value) })
		}
		stored(id+"missing", edit{name: "result-missing", kind: Invalid, rule: d.rule(spec.RoleOutput), why: why, tentative: true,
			change: wordsf("the store has no %s", "存储中没有 %s", f.Name)}, func(o value.Object) value.Object { return o.Without(name) })
		for _, l := range legalValues(&f.Shape, v) {
			rule := d.rule(spec.RoleAccept)
			if strings.HasPrefix(l.name, "empty") || l.name == "null" || l.name == "item-empty" {
				rule = d.rule(spec.RoleEmptiness)
			}
			stored(id+"keeps-"+l.name, edit{name: "result-keeps-" + l.name, kind: Valid, rule: rule, tentative: true,
				change: wordsf("the %s in the store is %s", "存储中的 %s 为 %s", f.Name, l.name), why: words("it is legal, and comes through unchanged", "它是合法的，应原样给出")}, func(o value.Object) value.Object { return o.With(name, l.value) })
		}
		secret := contractSecret.Text
		for _, s := range []struct {
			name   string
			secret secrets.Secret
			value  value.Value
		}{
			{"raw-object", contractSecret, obj(member("hash", str(secret)))}, {"raw-array", contractSecret, value.Array{obj(member("hash", str(secret)))}},
			{"raw-text", contractSecret, str(secret)}, {"raw-number", contractNumber, num(contractNumber.Text)},
			{"raw-item", contractSecret, value.Array{sampleItem(sample), obj(member(secret, num("1")))}},
		} {
			if f.Shape.Admits(s.value) {
				continue
			}
			stored(id+s.name, edit{name: "result-" + s.name, kind: Free, rule: d.rule(spec.RoleRawValue), canary: s.secret.Text, form: s.secret.Form, judge: open,
				change: wordsf("the store has a wrong %s with a secret in it: %s", "存储中的 %s 有误且含有秘密：%s", f.Name, s.name), why: words("what the check keeps out must not come in through the message", "被检查挡住的内容不得从消息溜进来")}, func(o value.Object) value.Object { return o.With(name, s.value) })
		}
	}
	d.unasked()
}

func emptyList(v value.Value) bool {
	a, ok := v.(value.Array)
	return ok && len(a) == 0
}

func sampleItem(v value.Value) value.Value {
	if a, ok := v.(value.Array); ok && len(a) > 0 {
		return a[0]
	}
	return str("x")
}

func (d *toolDeriver) recordOf(args value.Object) (value.Object, bool) {
	if d.c.Lookup == nil {
		return nil, false
	}
	key, _ := args.Get(d.c.Lookup.Arg)
	for _, r := range d.c.Records(d.c.Lookup.Collection) {
		if k, _ := r.Get(d.c.Lookup.Key); value.Equal(k, key) {
			return r, true
		}
	}
	return nil, false
}

// unasked derives members of a record that are none of the result's, and results that were not asked for.
func (d *toolDeriver) unasked() {
	why := words("a result is built from what the contract names, not cut from the record", "结果按契约逐项构造，而不是从记录裁剪")
	for _, c := range d.cells {
		if !c.judgement.Accepts() {
			continue
		}
		d.one("result/only/"+strings.ReplaceAll(c.name, "/", "."), "", edit{name: "result-only", kind: Valid, rule: d.rule(spec.RoleResult), why: why,
			change: words("the record has more than the result", "记录中的成员多于结果")}, d.request(c))
		if _, ok := d.recordOf(c.args); !ok {
			continue
		}
		secret := contractSecret.Text
		for _, n := range []string{"passwordHash", "internalNotes", "_rev", "owner", "toJSON", "data", "error"} {
			if d.named(n) {
				continue
			}
			r := d.request(c)
			r.Store = d.altered(c.args, func(o value.Object) value.Object { return o.With(n, str(secret)) })
			d.one("result/hidden/"+strings.ReplaceAll(c.name, "/", ".")+"/"+idOf(n), n, edit{name: "result-hidden-" + idOf(n), kind: Valid, rule: d.rule(spec.RoleResult), why: why, canary: secret, form: contractSecret.Form,
				change: wordsf("the record has a member %s nobody named", "记录中有未列出的成员 %s", n)}, r)
		}
	}
}

func (d *toolDeriver) named(name string) bool {
	for i := range d.c.Output {
		if d.c.Output[i].Name == name || d.c.Output[i].From == "record/"+name {
			return true
		}
	}
	return d.decides(name)
}
