package derive

import (
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// sampleCall is a call that gets a certain outcome.
type sampleCall struct {
	name string
	req  wire.InvokeRequest
}

// everyOutcome is one call for each way the contract may answer: a success, and each code.
func (d *toolDeriver) everyOutcome() []sampleCall {
	out := []sampleCall{{"success", d.request(d.base)}, {"success-full", d.request(d.full)}}
	seen := map[string]bool{}
	add := func(name string, req wire.InvokeRequest) {
		j, err := d.oracle.Judge(req, wire.Policies{})
		if err != nil || !j.Rejects() || len(j.Legal) != 1 || len(j.Legal[0].Reasons[0].Codes) != 1 {
			return
		}
		if code := j.Legal[0].Reasons[0].Codes[0] + " " + j.Rule; !seen[code] {
			seen[code] = true
			out = append(out, sampleCall{strings.ToLower(idOf(j.Legal[0].Reasons[0].Codes[0])) + "-" + name, req})
		}
	}
	for _, w := range d.wrongArgs(d.base.args) {
		add(w.name, d.with(w.value))
	}
	add("no-object", d.with(value.Null{}))
	for _, c := range d.refusedCells() {
		add(strings.ReplaceAll(c.name, "/", "."), d.request(c))
	}
	for _, on := range d.accesses() {
		for _, f := range d.c.Faults {
			r := d.request(d.base)
			r.Store = d.failing(f.Kind, "store failure", on)
			if code := f.Code + " " + f.Kind + on; !seen[code] {
				seen[code] = true
				out = append(out, sampleCall{strings.ToLower(idOf(f.Code)) + "-" + idOf(f.Kind) + "-" + on, r})
			}
		}
		r := d.request(d.base)
		r.Store = d.failing("", "store failure", on)
		out = append(out, sampleCall{"internal-" + on, r})
	}
	if broken, ok := d.breaks(d.base); ok {
		r := d.request(d.base)
		r.Store = broken
		out = append(out, sampleCall{"internal-result", r})
	}
	return out
}

// judged returns the change of a judgement that has one aspect judged, whatever the code or the data.
func judged(aspect oracle.ToolAspect) func(oracle.Judgement) oracle.Judgement {
	return func(j oracle.Judgement) oracle.Judgement {
		for i := range j.Legal {
			t := *j.Legal[i].Tool
			t.Aspect, t.AnyData = aspect, true
			j.Legal[i].Tool = &t
			j.Legal[i].Reasons = nil
		}
		return j
	}
}

// envelopes derives what an answer looks like, apart from what it says.
func (d *toolDeriver) envelopes() {
	for _, o := range d.everyOutcome() {
		d.one("envelope/"+o.name, "", edit{name: "envelope", kind: Metamorphic, rule: d.rule(spec.RoleEnvelope), judge: shaped(judged(oracle.ToolShape)),
			change: wordsf("an answer of each kind: %s", "每种回答各一：%s", o.name), why: words("callers rely on the members of the envelope and on no others", "调用方只依赖信封的固定成员")}, o.req)
		if strings.HasPrefix(o.name, "success") {
			continue
		}
		d.one("retryable/"+o.name, "", edit{name: "retryable", kind: Metamorphic, rule: d.rule(spec.RoleRetryable), judge: judged(oracle.ToolRetryable),
			change: wordsf("a failure of each kind: %s", "每种失败各一：%s", o.name), why: words("whether to repeat a call belongs to the code", "能否重试由错误码决定")}, o.req)
	}
}

// shaped opens a judgement to success and failure alike: either has its envelope.
func shaped(next func(oracle.Judgement) oracle.Judgement) func(oracle.Judgement) oracle.Judgement {
	return func(j oracle.Judgement) oracle.Judgement {
		j = next(j)
		both := j.Legal[0]
		both.Accept = !both.Accept
		if both.Accept && both.Action == nil {
			both.Action = value.Object{}
		}
		j.Legal = append(j.Legal[:1:1], both)
		return j
	}
}

// effects derives what a call leaves behind, for targets that can tell.
func (d *toolDeriver) effects() {
	if len(d.c.Store) == 0 {
		return
	}
	for _, o := range d.everyOutcome() {
		if d.c.Effect && o.name == "internal-result" {
			continue // before or after the effect: either is legal
		}
		// A change that is seen is a change. That none is seen says something only of a target whose store is
		// the one it was given.
		var needs []Need
		if d.c.Effect && strings.HasPrefix(o.name, "success") {
			needs = []Need{{"observes", wire.ObservesStore}}
		}
		d.one("effect/"+o.name, "", edit{name: "effect", kind: Metamorphic, rule: d.rule(spec.RoleEffect), judge: judged(oracle.ToolStore), extra: needs,
			change: wordsf("the store after a call of each kind: %s", "每种调用之后的存储：%s", o.name), why: words("what is refused leaves nothing behind", "被拒绝的调用不留下任何痕迹")}, o.req)
	}
	for _, c := range d.refusedCells() {
		d.one("effect/refused-"+strings.ReplaceAll(c.name, "/", "."), "", edit{name: "effect-refused", kind: Metamorphic, rule: d.rule(spec.RoleEffect), judge: judged(oracle.ToolStore),
			change: words("the store after a call that is refused", "被拒绝的调用之后的存储"), why: words("what is refused leaves nothing behind", "被拒绝的调用不留下任何痕迹")}, d.request(c))
	}
}

// able is a cell that succeeds with the same arguments as a cell that is refused, the base where there is none.
func (d *toolDeriver) able(refused cell) cell {
	for _, c := range d.cells {
		if c.judgement.Accepts() && value.Equal(c.args, refused.args) {
			return c
		}
	}
	return d.base
}

// repeats derives the same call several times, with others in between: nothing is remembered.
func (d *toolDeriver) repeats() {
	base := d.request(d.base)
	why := words("the store is part of the call, and nothing else counts", "存储是调用的一部分，此外什么都不算数")
	for _, o := range d.everyOutcome() {
		d.call("again/"+o.name, "", edit{name: "again", kind: Metamorphic, rule: d.rule(spec.RolePure), why: why, judge: open,
			change: wordsf("the same call three times: %s", "同一调用三次：%s", o.name)}, Again, o.req, o.req, o.req)
	}
	for _, c := range d.refusedCells() {
		r, able := d.request(c), d.request(d.able(c))
		at := "again/" + strings.ReplaceAll(c.name, "/", ".")
		d.call(at+"/after-success", "", edit{name: "again-after-success", kind: Metamorphic, rule: d.rule(spec.RolePure), why: why, judge: open,
			change: words("a call of somebody who may not, again after one of somebody who may", "无权者的调用，在有权者调用之后再次进行")}, Return, r, able, r)
		d.call(at+"/before-success", "", edit{name: "again-before-success", kind: Metamorphic, rule: d.rule(spec.RolePure), why: why, judge: open,
			change: words("a call of somebody who may, again after one of somebody who may not", "有权者的调用，在无权者调用之后再次进行")}, Return, able, r, able)
	}
	d.call("unmutated/success", "", edit{name: "unmutated", kind: Metamorphic, rule: d.rule(spec.RoleUnmutated), judge: open, extra: []Need{{"observes", wire.ObservesMutation}}, watch: true,
		change: words("the arguments and the viewer after the call", "调用之后的参数与查看者"), why: words("defaults and corrections belong in a copy", "默认值与修正只应写进副本")}, Each, base, d.request(d.full))
	for _, w := range d.wrongArgs(d.base.args) {
		d.one("unmutated/"+w.name, "", edit{name: "unmutated-" + w.name, kind: Metamorphic, rule: d.rule(spec.RoleUnmutated), judge: open, extra: []Need{{"observes", wire.ObservesMutation}}, watch: true,
			change: words("the arguments and the viewer after a call that is refused", "被拒绝的调用之后的参数与查看者"), why: words("defaults and corrections belong in a copy", "默认值与修正只应写进副本")}, d.with(w.value))
	}
}
