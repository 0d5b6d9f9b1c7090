package spec

import (
	"fmt"
	"maps"
	"slices"
)

// readSteps reads the section `steps`, which a table need not have.
func (l *loader) readSteps(table *section) *Steps {
	n := table.get("steps")
	if n == nil {
		return nil
	}
	s := l.open(n, "`steps`", "rules", "protocols", "stages").under(table.key("steps"))
	if s == nil {
		return nil
	}
	steps := &Steps{Pos: table.key("steps").pos, Rules: l.readStepRules(s.need("rules"))}
	for _, role := range StepRoles() {
		if s.has("rules") && steps.Rules[role] == "" {
			l.fault(s.key("rules"), "", fmt.Sprintf("`rules` of `steps` needs %s", quote(string(role))))
		}
	}
	for _, e := range l.rows(s.need("protocols"), "`protocols` of `steps`") {
		steps.Protocols = append(steps.Protocols, l.readStepProtocol(e))
	}
	names := map[string]bool{}
	for _, e := range l.rows(s.need("stages"), "`stages`") {
		names[e.key.text] = true
	}
	for _, e := range l.rows(s.get("stages"), "`stages`") {
		if stage, ok := l.readStage(e, steps, names); ok {
			steps.Stages = append(steps.Stages, stage)
		}
	}
	return steps
}

// readStepRules reads `rules` of the steps or of one of their protocols.
func (l *loader) readStepRules(n *node) map[StepRole]string {
	if n == nil {
		return nil
	}
	out := map[StepRole]string{}
	for _, e := range l.rows(n, "`rules`") {
		id := l.rule(e.value, "a rule")
		if !contains(StepRoles(), StepRole(e.key.text)) {
			l.fault(e.key, suggest(e.key.text, StepRoles()), fmt.Sprintf("unknown role %s of a step", quote(e.key.text)))
			continue
		}
		out[StepRole(e.key.text)] = id
	}
	return out
}

// readStepProtocol reads one protocol a step can be run with; it must be one of the table's.
func (l *loader) readStepProtocol(e entry) StepProtocol {
	p := StepProtocol{ID: e.key.text}
	if l.protocols[p.ID] == nil && !l.partial {
		l.fault(e.key, suggest(p.ID, slices.Sorted(maps.Keys(l.protocols))), fmt.Sprintf("there is no protocol %s", quote(p.ID)))
	}
	s := l.open(e.value, "the protocol "+quote(p.ID)+" of `steps`", "capability", "rules").under(e.key)
	if s == nil {
		return p
	}
	p.Capability = word(l, s.need("capability"), "capability of a step", []string{"native", "json"})
	p.Rules = l.readStepRules(s.get("rules"))
	return p
}

// readStage reads one stage. names are those of all stages.
func (l *loader) readStage(e entry, steps *Steps, names map[string]bool) (Stage, bool) {
	stage := Stage{Name: e.key.text, Pos: e.key.pos}
	known := StepFaults()
	if known[stage.Name] == nil {
		l.fault(e.key, suggest(stage.Name, slices.Sorted(maps.Keys(known))), fmt.Sprintf("unknown stage %s", quote(stage.Name)))
		return stage, false
	}
	s := l.open(e.value, "the stage "+quote(stage.Name), "title", "callback", "needs", "faults").under(e.key)
	if s == nil {
		return stage, false
	}
	stage.Title = l.languages(s.need("title"), "`title`")
	stage.Callback = word(l, s.get("callback"), "callback", StepCallbacks())
	stage.Needs = words(l, s.get("needs"), "`needs`", "capability of a step", stepCapabilities())
	for _, f := range l.rows(s.need("faults"), "`faults`") {
		if fault, ok := l.readStepFault(f, known[stage.Name], steps, names); ok {
			stage.Faults = append(stage.Faults, fault)
		}
	}
	return stage, true
}

// readStepFault reads one fault of a stage.
func (l *loader) readStepFault(e entry, known []string, steps *Steps, names map[string]bool) (StepFault, bool) {
	f := StepFault{Name: e.key.text, Pos: e.key.pos}
	if !contains(known, f.Name) {
		l.fault(e.key, suggest(f.Name, known), fmt.Sprintf("nobody knows how to bring about %s here", quote(f.Name)))
		return f, false
	}
	s := l.open(e.value, "the fault "+quote(f.Name),
		"rule", "protocols", "needs", "error", "outcome", "category", "passes", "skips", "then", "may", "change", "why").under(e.key)
	if s == nil {
		return f, false
	}
	var protocols []string
	for _, p := range steps.Protocols {
		protocols = append(protocols, p.ID)
	}
	f.Rule = l.rule(s.need("rule"), "`rule`")
	f.Protocols = words(l, s.get("protocols"), "`protocols`", "protocol of the steps", protocols)
	f.Needs = words(l, s.get("needs"), "`needs`", "capability of a step", stepCapabilities())
	f.Error = l.codeList(s.get("error"), "`error`")
	f.Outcome = words(l, s.get("outcome"), "`outcome`", "outcome", stepOutcomes())
	f.Category = words(l, s.get("category"), "`category`", "category", stepCategories())
	f.Passes = l.flag(s.get("passes"), "`passes`")
	f.Change = l.languages(s.need("change"), "`change`")
	f.Why = l.languages(s.need("why"), "`why`")
	for key, into := range map[string]*[]string{"skips": &f.Skips, "then": &f.Then, "may": &f.May} {
		for _, r := range l.names(s.get(key), quote(key)) {
			if !names[r.name] {
				l.fault(r.at, suggest(r.name, slices.Sorted(maps.Keys(names))), fmt.Sprintf("there is no stage %s", quote(r.name)))
			}
			*into = append(*into, r.name)
		}
	}
	switch {
	case len(f.Error) == 0 && len(f.Outcome) == 0 && s.has("rule"):
		l.fault(e.key, "say what has to come of it: `error`, `outcome`, or both", s.name+" has no end")
	case contains(f.Outcome, "halted") != s.has("category"):
		l.fault(e.key, "", s.name+" has `halted` without `category`, or the other way round")
	}
	return f, true
}

func (d digester) steps(s *Steps) {
	roles := func(m map[StepRole]string) {
		for _, r := range slices.Sorted(maps.Keys(m)) {
			d.texts(string(r), m[r])
		}
	}
	roles(s.Rules)
	each(d, s.Protocols, func(d digester, p *StepProtocol) {
		d.texts(p.ID, p.Capability)
		roles(p.Rules)
	})
	each(d, s.Stages, func(d digester, g *Stage) {
		d.texts(g.Name, g.Callback)
		d.languages(g.Title)
		d.list(g.Needs)
		each(d, g.Faults, func(d digester, f *StepFault) {
			d.texts(f.Name, f.Rule)
			d.flag(f.Passes)
			for _, list := range [][]string{f.Protocols, f.Needs, f.Error, f.Outcome, f.Category, f.Skips, f.Then, f.May} {
				d.list(list)
			}
			d.languages(f.Change)
			d.languages(f.Why)
		})
	})
}
