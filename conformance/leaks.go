package conformance

import (
	"fmt"

	"github.com/actionconform/conform/conformance/canary"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// leaks looks for a planted secret in an answer, of whatever operation, and at what a preview shows beside
// it. What an accepting verdict gives back is the action, which holds what was sent; in everything else a
// target says, a secret has no place.
func (e *examiner) leaks(c *derive.Case, secrets []canary.Secret, got wire.Answer, found func(judge.Finding)) {
	verdict, isVerdict := got.(wire.Verdict)
	if len(secrets) > 0 && !(isVerdict && verdict.Accepted) {
		if text, err := wire.MarshalAnswer(got); err == nil {
			if s, leaked := canary.NewFinder(secrets...).Find(text); leaked {
				f := judge.Finding{Aspect: judge.Leak, Level: c.Level, Detail: written(s.Encoding)}
				if isVerdict && c.Operation != wire.OpPreview {
					f.Level, f.Requirement = spec.Must, e.rule(c, spec.RoleSilent)
				}
				found(f)
			}
		}
	}
	preview, ok := got.(wire.Preview)
	if !ok {
		return
	}
	if preview.Observed.Mutated {
		found(judge.Finding{Aspect: judge.Mutation, Level: spec.Must, Requirement: e.redaction(spec.RedactIntact)})
	}
	e.exposed(c, preview.Value, found)
}

func (e *examiner) redaction(role spec.RedactionRole) string {
	if e.table.Redaction == nil {
		return ""
	}
	return e.table.Redaction.Rule(role)
}

func (e *examiner) exposed(c *derive.Case, shown value.Value, found func(judge.Finding)) {
	x := c.Exposure
	if x == nil {
		return
	}
	if x.Bare != nil {
		if f := judge.Bare(shown, *x.Bare); f != nil {
			found(*f)
		}
	}
	if x.Harmless != nil {
		if f := judge.Overredacts(shown, *x.Control, *x.Harmless); f != nil {
			found(*f)
		}
	}
}

// written says in which encoding a secret was found; nothing where it is word for word.
func written(e canary.Encoding) string {
	if e == canary.Verbatim {
		return ""
	}
	return "in another form: " + string(e)
}

// heard returns how one of the secrets was written beside the answers, if any was.
func (e *examiner) heard(secrets []canary.Secret) (canary.Encoding, bool) {
	for _, s := range secrets {
		if encoding, seen := e.watch.Seen(s); seen {
			return encoding, true
		}
	}
	return "", false
}

// emitted looks through what the target wrote beside its answers, once it has written all of it. A preview
// is made for logs, so that there a secret in the log is a failure of the case; elsewhere it is a remark,
// since nothing says who may read the log.
func (r *Report) emitted(e *examiner) {
	if e.watch == nil {
		return
	}
	remarked, first := 0, ""
	for i := range r.Results {
		res := &r.Results[i]
		encoding, seen := e.heard(res.Secrets)
		if !seen {
			continue
		}
		if res.Case.Operation != wire.OpPreview {
			if remarked++; first == "" {
				first = res.Case.ID
			}
			continue
		}
		if res.Status == Pass || res.Status == Fail {
			detail := "on standard error"
			if w := written(encoding); w != "" {
				detail += ", " + w
			}
			res.Findings = append(res.Findings, judge.Finding{Aspect: judge.Leak, Level: res.Case.Level, Detail: detail})
			e.conclude(res)
		}
	}
	if remarked > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("standard error repeats the secrets planted in %d cases, such as %s: what a model sent does not belong in logs", remarked, first))
	}
}
