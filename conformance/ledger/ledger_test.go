package ledger_test

import (
	"errors"
	"testing"

	"github.com/actionconform/conform/conformance/ledger"
	"github.com/actionconform/conform/conformance/scenario"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

func execute(name string) wire.Callback {
	return wire.ToolExecute{Call: wire.RuntimeCall{ID: "r", Name: name, Arguments: value.Object{}}}
}

func record(kind wire.RecordKind) wire.Callback {
	return wire.RecordAppend{Entry: wire.RecordEntry{Kind: kind}}
}

func TestCollaboratorsAnswerByTheScript(t *testing.T) {
	p := ledger.New(scenario.Script{
		Response: value.String("said"), Output: "out",
		Decisions: map[scenario.Point]string{scenario.Authorize: wire.DecisionDenied},
		Faults:    map[scenario.Point]wire.FaultReply{scenario.Execute: {Kind: wire.FaultTimeout}},
		Ran:       &wire.RuntimeCall{Name: "other", Arguments: value.Object{}},
	}, false)
	for i, x := range []struct {
		asked wire.Callback
		want  func(wire.Reply) bool
	}{
		{wire.ModelGenerate{}, func(r wire.Reply) bool { return r == wire.Reply(wire.ModelReply{Response: value.String("said")}) }},
		{wire.GuardEvaluate{}, func(r wire.Reply) bool { return r == wire.Reply(wire.Decision{Decision: wire.DecisionAllow}) }},
		{wire.ApprovalAuthorize{}, func(r wire.Reply) bool { return r == wire.Reply(wire.Decision{Decision: wire.DecisionDenied}) }},
		{record(wire.RecordToolCall), func(r wire.Reply) bool { return r == wire.Reply(wire.Recorded{}) }},
		{record("something_else"), func(r wire.Reply) bool { return r == wire.Reply(wire.Recorded{}) }},
		{execute("read"), func(r wire.Reply) bool { f, ok := r.(wire.FaultReply); return ok && f.Kind == wire.FaultTimeout }},
		{execute("read"), func(r wire.Reply) bool { // a retry goes through, so that it is seen
			o, ok := r.(wire.ToolReply)
			return ok && o.Output == "out" && o.Ran.Name == "other" && o.Ran.ID == "r"
		}},
	} {
		got, err := p.Call(t.Context(), x.asked)
		if err != nil || !x.want(got) {
			t.Errorf("%d, %s: %+v, %v", i, x.asked.Method(), got, err)
		}
	}
	entries := p.Entries()
	if len(entries) != 7 || entries[3].Point != scenario.RecordCall || entries[4].Point.Judged() {
		t.Errorf("the ledger is %v", entries)
	}
}

func TestCancellationIsInForceWithTheReply(t *testing.T) {
	p := ledger.New(scenario.Script{Cancel: scenario.RecordCall}, false)
	isCancelled := func() bool {
		select {
		case <-p.Cancelled():
			return true
		default:
			return false
		}
	}
	_, _ = p.Call(t.Context(), wire.ModelGenerate{})
	if isCancelled() {
		t.Fatal("cancelled too early")
	}
	_, _ = p.Call(t.Context(), record(wire.RecordToolCall))
	if !isCancelled() {
		t.Fatal("not cancelled")
	}
	_, _ = p.Call(t.Context(), execute("read"))
	if e := p.Entries(); e[1].AfterCancel || !e[2].AfterCancel {
		t.Errorf("the ledger does not tell what came after the cancellation: %v", e)
	}
	select {
	case <-ledger.New(scenario.Script{}, true).Cancelled():
	default:
		t.Error("a step cancelled before it begins is not cancelled")
	}
}

func TestWhatComesLateIsKeptApart(t *testing.T) {
	p := ledger.New(scenario.Script{}, false)
	p.End()
	if _, err := p.Call(t.Context(), execute("read")); !errors.Is(err, ledger.ErrEnded) {
		t.Errorf("got %v", err)
	}
	if late := p.TooLate(); len(late) != 1 || late[0] != scenario.Execute || len(p.Entries()) != 0 {
		t.Errorf("late %v, entries %v", late, p.Entries())
	}
}

func TestAStepThatNeverStopsAskingIsStopped(t *testing.T) {
	p := ledger.New(scenario.Script{}, false)
	refused := 0
	for range 10 * ledger.MaxCallbacks {
		if _, err := p.Call(t.Context(), execute("read")); errors.Is(err, ledger.ErrTooMany) {
			refused++
		}
	}
	entries := p.Entries()
	if refused != 9*ledger.MaxCallbacks || len(entries) != ledger.MaxCallbacks+1 || !entries[len(entries)-1].Refused {
		t.Errorf("%d refused, %d in the ledger", refused, len(entries))
	}
}
