package derive

import (
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// identities derives identity smuggled in among the arguments: of a caller who may, and of callers who
// may not, whom it would help.
func (d *toolDeriver) identities() {
	if d.c.Unknown != spec.Reject || len(d.c.Viewer) == 0 {
		return
	}
	why := words("identity comes from the host alone", "身份只来自宿主")
	able := d.base.viewer
	for _, c := range append([]cell{d.base}, d.refusedCells()...) {
		at := "identity/" + strings.ReplaceAll(c.name, "/", ".") + "/"
		done := map[string]bool{}
		smuggle := func(name string, v value.Value) {
			if _, known := d.c.Argument(name); known || done[name] {
				return
			}
			done[name] = true
			r := d.request(c)
			r.Args = c.args.With(name, v)
			d.one(at+idOf(name), name, edit{name: "smuggles-" + idOf(name), kind: Invalid, rule: d.rule(spec.RoleIdentity), why: why,
				change: wordsf("the arguments claim an identity: %s", "参数自称某身份：%s", name)}, r)
		}
		for _, m := range able {
			for _, n := range []string{m.Name, "viewer" + strings.ToUpper(m.Name[:1]) + m.Name[1:], "viewer_" + m.Name, "user" + strings.ToUpper(m.Name[:1]) + m.Name[1:]} {
				if n == "id" { // too common a name of a record to say anything about identity
					continue
				}
				smuggle(n, m.Value)
			}
		}
		for _, n := range []string{"viewer", "user", "currentUser", "caller", "actor", "context", "identity", "session", "auth", "_meta"} {
			smuggle(n, able)
		}
		for _, n := range []string{"isAdmin", "admin", "sudo", "authorized", "internal", "skipAuth", "bypass"} {
			smuggle(n, value.Bool(true))
		}
		smuggle("permissions", value.Array{str("*")})
		smuggle("onBehalfOf", str("admin"))
	}
}

// viewers derives identities close to those that may: rights are not a matter of spelling.
func (d *toolDeriver) viewers() {
	for _, c := range []cell{d.base, d.full} {
		for _, a := range d.c.Viewer {
			v, _ := c.viewer.Get(a.Name)
			text, _ := v.(value.String)
			for _, w := range nearWords([]string{string(text)}) {
				r := d.request(c)
				r.Viewer = c.viewer.With(a.Name, w.value)
				j, err := d.oracle.Judge(r, wire.Policies{})
				if err != nil || !j.Rejects() {
					continue // the attribute decides nothing here
				}
				d.one("viewer/"+strings.ReplaceAll(c.name, "/", ".")+"/"+idOf(a.Name)+"-"+w.name, a.Name, edit{name: "viewer-" + w.name, kind: Invalid, rule: j.Rule, tentative: true,
					change: wordsf("the viewer's %s is almost one that may: %s", "查看者的 %s 与有权者只差一点：%s", a.Name, w.name),
					why:    words("rights are compared exactly", "权限逐字比较")}, r)
			}
			r := d.request(c)
			r.Viewer = c.viewer.Without(a.Name)
			if j, err := d.oracle.Judge(r, wire.Policies{}); err != nil || !j.Rejects() {
				continue
			}
			d.one("viewer/"+strings.ReplaceAll(c.name, "/", ".")+"/"+idOf(a.Name)+"-missing", a.Name, edit{name: "viewer-missing", kind: Invalid, rule: d.rule(spec.RoleIdentity), tentative: true,
				change: wordsf("the host gives no %s", "宿主没有给出 %s", a.Name), why: words("an identity that is not known has no rights", "身份不明者没有权限")}, r)
		}
		if c.name == d.full.name && c.options == d.base.options {
			break
		}
	}
}

// unseen are the cells in which the record exists and is hidden from the viewer.
func (d *toolDeriver) unseen() []cell {
	var out []cell
	for _, c := range d.cells {
		if _, there := d.recordOf(c.args); there && c.code() == d.c.Missing {
			out = append(out, c)
		}
	}
	return out
}

// without is the store without the record a call is about.
func (d *toolDeriver) without(args value.Object) value.Object {
	look := d.c.Lookup
	key, _ := args.Get(look.Arg)
	store := d.store()
	list, _ := store.Get(look.Collection)
	var rest value.Array
	for _, r := range list.(value.Array) {
		record, _ := r.(value.Object)
		if k, _ := record.Get(look.Key); !value.Equal(k, key) {
			rest = append(rest, r)
		}
	}
	if rest == nil {
		rest = value.Array{}
	}
	return store.With(look.Collection, rest)
}

// tells derives what may tell a hidden record from a missing one: the same call with and without the
// record, and two calls about different ones.
func (d *toolDeriver) tells() {
	hidden := d.unseen()
	if d.c.Lookup == nil || len(hidden) == 0 {
		return
	}
	why := words("two answers that differ say that the record exists", "两个不同的回答等于说记录存在")
	for _, c := range hidden {
		there, gone := d.request(c), d.request(c)
		gone.Store = d.without(c.args)
		id := strings.ReplaceAll(c.name, "/", ".")
		d.call("tells/"+id, "", edit{name: "tells", kind: Metamorphic, rule: d.rule(spec.RoleSameAnswer), why: why, judge: open,
			change: words("the same call, with the record hidden and without any record", "同一调用，记录被隐藏以及没有记录")}, Identical, there, gone)
		d.call("tells/"+id+"/swapped", "", edit{name: "tells-swapped", kind: Metamorphic, rule: d.rule(spec.RoleSameAnswer), why: why, judge: open,
			change: words("the same call, without any record and then with the record hidden", "同一调用，先没有记录，再记录被隐藏")}, Identical, gone, there)
	}
	d.words(hidden)
}

// words derives two calls of one viewer about different records neither of which he may know of.
func (d *toolDeriver) words(hidden []cell) {
	why := words("the words for \"not found\" are always the same", "“不存在”的措辞永远相同")
	byViewer := map[string]cell{}
	for _, c := range append(hidden, d.absent()...) {
		key := string(value.Encode(c.viewer))
		first, ok := byViewer[key]
		if !ok {
			byViewer[key] = c
			continue
		}
		if x, _ := first.args.Get(d.c.Lookup.Arg); x != nil {
			if y, _ := c.args.Get(d.c.Lookup.Arg); value.Equal(x, y) {
				continue
			}
		}
		d.call("words/"+strings.ReplaceAll(first.name, "/", ".")+"/"+strings.ReplaceAll(c.name, "/", "."), "", edit{name: "words", kind: Metamorphic, rule: d.rule(spec.RoleSameWords), why: why, judge: open,
			change: words("two records the viewer may not know of", "查看者无权知道的两条记录")}, Identical, d.request(first), d.request(c))
	}
}

// absent are the cells in which there is no record.
func (d *toolDeriver) absent() []cell {
	var out []cell
	for _, c := range d.cells {
		if _, there := d.recordOf(c.args); !there && c.code() == d.c.Missing {
			out = append(out, c)
		}
	}
	return out
}

// layers derives calls with faults in two layers: the earlier one is reported.
func (d *toolDeriver) layers() {
	rule := d.rule(spec.RoleLayers)
	why := words("the layers are judged in order", "各层按顺序判定")
	later := d.refusedCells()
	later = append(later, d.base)
	for _, c := range later {
		at := "layers/" + strings.ReplaceAll(c.name, "/", ".") + "/"
		stores := []struct {
			name  string
			store value.Object
		}{{"", d.store()}}
		if len(d.c.Store) > 0 {
			stores = append(stores, struct {
				name  string
				store value.Object
			}{"store-fails-", d.failing("", "connection lost", wire.OnRead)})
			if d.c.Effect {
				stores = append(stores, struct {
					name  string
					store value.Object
				}{"write-fails-", d.failing("", "disk full", wire.OnWrite)})
			}
			if broken, ok := d.breaks(c); ok {
				stores = append(stores, struct {
					name  string
					store value.Object
				}{"broken-record-", broken})
			}
		}
		for _, s := range stores {
			if s.name == "" && c.judgement.Accepts() {
				continue // one fault alone
			}
			for _, w := range d.wrongArgs(c.args) {
				r := d.request(c)
				r.Args, r.Store = w.value, s.store
				d.one(at+s.name+w.name, "", edit{name: "layers-" + s.name + w.name, kind: Pair, rule: rule, why: why,
					change: wordsf("an invalid argument (%s) of a call that would fail later", "参数不合法（%s），而调用之后也会失败", w.name)}, r)
			}
			if s.name == "" || s.name == "store-fails-" || c.judgement.Accepts() {
				continue
			}
			r := d.request(c)
			r.Store = s.store
			d.one(at+s.name+"valid", "", edit{name: "layers-" + s.name + "valid", kind: Pair, rule: rule, why: why,
				change: words("a call that is refused and whose result would be wrong or fail", "被拒绝的调用，而其结果本来也会出错或失败")}, r)
		}
	}
}

// wrongArgs are arguments with one fault each that leave the record they name in place where they can.
func (d *toolDeriver) wrongArgs(args value.Object) []sample {
	var out []sample
	if d.c.Unknown == spec.Reject {
		out = append(out, sample{"unknown", args.With("extra", value.Bool(true))})
	}
	for i := range d.c.Input {
		f := &d.c.Input[i]
		if d.c.Lookup != nil && f.Name == d.c.Lookup.Arg {
			if v, ok := args.Get(f.Name); ok {
				out = append(out, sample{"key-in-array", args.With(f.Name, value.Array{v})})
				if text, isText := v.(value.String); isText && f.Shape.Pattern != nil && !f.Shape.Admits(text+"\n") {
					out = append(out, sample{"key-with-newline", args.With(f.Name, text+"\n")})
				}
			}
			continue
		}
		for _, k := range kindSamples() {
			if !f.Shape.Admits(k.value) && f.Shape.Kind != spec.ShapeAny && (k.name == "null" || k.name == "number" || k.name == "array") {
				out = append(out, sample{idOf(f.Name) + "-is-" + k.name, args.With(f.Name, k.value)})
			}
		}
	}
	return out
}
