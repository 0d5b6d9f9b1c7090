package mutants_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/actionconform/conform"
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/reference/mutants"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// enough is how many mutants there have been; a family that falls out of All shows here.
const enough = 800

func TestMutantsAreWellFormed(t *testing.T) {
	table, err := conform.Table()
	if err != nil {
		t.Fatal(err)
	}
	all := mutants.All()
	if len(all) < enough {
		t.Errorf("%d mutants, want at least %d", len(all), enough)
	}
	id := regexp.MustCompile(`^[a-z0-9+_-]+(/[A-Za-z0-9+_-]+)+$`)
	seen := make(map[string]bool)
	for _, m := range all {
		switch {
		case seen[m.ID]:
			t.Errorf("%s: two mutants have this id", m.ID)
		case !id.MatchString(m.ID):
			t.Errorf("%s: not a well-formed id", m.ID)
		case m.Title == "" || m.Source == "" || strings.HasSuffix(m.Title, "."):
			t.Errorf("%s: title %q and source %q must be there, without a full stop", m.ID, m.Title, m.Source)
		case m.Class != mutants.Verdict && m.Class != mutants.Reason:
			t.Errorf("%s: class %q", m.ID, m.Class)
		case len(m.Requirements) == 0 || len(m.Protocols) == 0 || len(m.Operations) == 0:
			t.Errorf("%s: requirements %v, protocols %v, operations %v", m.ID, m.Requirements, m.Protocols, m.Operations)
		}
		seen[m.ID] = true
		for _, r := range m.Requirements {
			if _, ok := table.Requirement(r); !ok {
				t.Errorf("%s: there is no requirement %s", m.ID, r)
			}
		}
	}
	if !slices.IsSortedFunc(all, func(a, b mutants.Mutant) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("All is not sorted by id")
	}
}

// TestEveryRequirementHasAMutant: a rule that no mutant breaks is a rule whose cases prove nothing. Rules of
// class mcp are held against whole servers, which conformance/mcp does with faulty ones of its own.
func TestEveryRequirementHasAMutant(t *testing.T) {
	table, err := conform.Table()
	if err != nil {
		t.Fatal(err)
	}
	broken := make(map[string]bool)
	for _, m := range mutants.All() {
		for _, r := range m.Requirements {
			broken[r] = true
		}
	}
	for _, r := range table.Requirements {
		if !broken[r.ID] && r.Class != "mcp" {
			t.Errorf("%s: no mutant breaks it", r.ID)
		}
	}
}

func TestByID(t *testing.T) {
	for _, m := range mutants.All() {
		if got, ok := mutants.ByID(m.ID); !ok || got.Title != m.Title {
			t.Errorf("ByID(%q) = %q, %v", m.ID, got.Title, ok)
		}
	}
	if _, ok := mutants.ByID("no/such/mutant"); ok {
		t.Error("ByID found a mutant that is not there")
	}
}

// TestMutantsDiffer: every mutant answers some probe otherwise than the reference does, and by its class:
// a mutant of class reason never changes the decision or the action. Where it says it touches nothing it
// changes nothing, and it leaves the inputs as they are, for they are the harness's.
func TestMutantsDiffer(t *testing.T) {
	probes := allProbes()
	sound := make([]string, len(probes))
	inputs := make([]string, len(probes))
	for i, req := range probes {
		sound[i], inputs[i] = shown(reference.Answer(req, wire.Policies{})), fmt.Sprintf("%#v", req)
	}
	for _, m := range mutants.All() {
		if !slices.ContainsFunc(m.Operations, func(op wire.Operation) bool { return op == wire.OpParse || op == wire.OpDecode || op == wire.OpRoute }) {
			continue // the probes are for parsers; the suite itself kills every other mutant
		}
		faulty := m.New()
		declares := len(m.Policies.Trims)+len(m.Policies.Migrates) > 0 || m.Policies.UnknownFields+m.Policies.AskUserTool+m.Policies.EmptyArguments != ""
		differs := false
		for i, req := range probes {
			touches := m.Touches(req)
			if differs && m.Class == mutants.Verdict || !touches && i%16 > 0 {
				continue
			}
			want := sound[i]
			if declares {
				want = shown(reference.Answer(req, m.Policies))
			}
			got := attempt(faulty, req)
			if got == want && strings.HasPrefix(m.ID, "purity/") {
				got = attempt(faulty, req) // it needs to be asked twice
			}
			switch {
			case got == want:
			case !touches:
				t.Errorf("%s: does not touch the request and answers %.200s for %.200s", m.ID, got, want)
			case m.Class == mutants.Reason && !(strings.HasPrefix(got, "refused") && strings.HasPrefix(want, "refused")):
				t.Errorf("%s: of class reason, but answers %.200s for %.200s", m.ID, got, want)
			default:
				differs = true
			}
		}
		if !differs {
			t.Errorf("%s: answers every probe as the reference does", m.ID)
		}
	}
	for i, req := range probes {
		if after := fmt.Sprintf("%#v", req); after != inputs[i] {
			t.Errorf("a mutant changed %.300s to %.300s", inputs[i], after)
		}
	}
}

// TestInstancesAreIndependent: what one instance remembers no other one knows.
func TestInstancesAreIndependent(t *testing.T) {
	m, ok := mutants.ByID("purity/unique-call-ids")
	if !ok {
		t.Fatal("there is no such mutant")
	}
	req := decode(reference.AgentAction1, toolCall)
	first, second := m.New(), m.New()
	if got := attempt(first, req); !strings.HasPrefix(got, "accepted") {
		t.Errorf("first instance, first time: %s", got)
	}
	if got := attempt(first, req); !strings.HasPrefix(got, "refused") {
		t.Errorf("first instance, second time: %s", got)
	}
	if got := attempt(second, req); !strings.HasPrefix(got, "accepted") {
		t.Errorf("second instance, first time: %s", got)
	}
}

// TestInstancesAreConcurrent is for the race detector.
func TestInstancesAreConcurrent(t *testing.T) {
	for _, id := range []string{"purity/unique-call-ids", "purity/second-time-refused"} {
		m, ok := mutants.ByID(id)
		if !ok {
			t.Fatal("there is no such mutant")
		}
		faulty := m.New()
		var wg sync.WaitGroup
		var mu sync.Mutex
		accepted := 0
		for range 8 {
			wg.Go(func() {
				if strings.HasPrefix(attempt(faulty, decode(reference.AgentAction1, toolCall)), "accepted") {
					mu.Lock()
					accepted++
					mu.Unlock()
				}
			})
		}
		wg.Wait()
		if accepted == 8 || accepted == 0 {
			t.Errorf("%s: %d of 8 accepted", id, accepted)
		}
	}
}

func TestHello(t *testing.T) {
	m, _ := mutants.ByID("policy/migrates-unversioned/silent")
	h := m.Hello()
	if h.Name != "mutant:policy/migrates-unversioned/silent" || !slices.Contains(h.Capabilities.Policies.Migrates, "unversioned") {
		t.Errorf("Hello() = %+v", h)
	}
}

// attempt asks once; a crash is an answer of its own.
func attempt(answer func(wire.Request) wire.Answer, req wire.Request) (got string) {
	defer func() {
		if recover() != nil {
			got = "crashed"
		}
	}()
	return shown(answer(req))
}

// shown is an answer as text: everything of it.
func shown(ans wire.Answer) string {
	switch ans := ans.(type) {
	case wire.Verdict:
		observed := ""
		if ans.Observed.Mutated || ans.Observed.GetterReads > 1 {
			observed = fmt.Sprintf(" observed %+v", ans.Observed)
		}
		if !ans.Accepted {
			return "refused " + ans.Code + " " + ans.Field + " " + ans.Message + " " + ans.Pointer + observed
		}
		return "accepted " + ans.MigratedFrom + " " + string(value.Encode(ans.Action)) + observed
	case wire.Routing:
		return "routed " + ans.Handler + " " + ans.Terminal
	}
	return "nothing"
}
