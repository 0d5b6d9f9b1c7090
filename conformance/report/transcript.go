package report

import (
	"fmt"
	"strings"

	"github.com/actionconform/conform/conformance/scenario"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// transcriptWords are the words of a transcript.
type transcriptWords struct {
	Step, Begins, GoesOn, Tools, Visible, Approval, Harness, Target, Cancels, Cancelled, Fails, Optional, Ends, Evidence, Limit, Budget, Supports, Context, Nothing, Recorded, Retryable, Ran string
}

func transcriptWordsOf(lang string) transcriptWords {
	if lang == "zh" {
		return transcriptWords{
			Step: "第 %d 步，共 %d 步", Begins: "开始一步：%s", GoesOn: "从上一步的 nextMessages 继续", Tools: "工具", Visible: "可见", Approval: "需审批",
			Harness: "测试台", Target: "目标", Cancels: "取消该步骤；", Cancelled: "开始前已取消", Fails: "出错", Optional: "（可有可无）", Ends: "报告", Evidence: "附调用证据",
			Limit: "输出上限 %d 字节", Budget: "预算：模型 %d 次，工具 %d 次", Supports: "模型：原生 %s，JSON %s", Context: "选项里带着步骤 %s 的上下文", Nothing: "无",
			Recorded: "已记录", Retryable: "，可重试", Ran: "实际执行 %s %s",
		}
	}
	return transcriptWords{
		Step: "step %d of %d", Begins: "begins a step of %s", GoesOn: "goes on from the next messages of the step before", Tools: "tools", Visible: "visible", Approval: "needs approval",
		Harness: "harness", Target: "target", Cancels: "cancels the step; ", Cancelled: "cancelled before it begins", Fails: "fails", Optional: " (optional)", Ends: "reports", Evidence: "with the evidence of the call",
		Limit: "output limit %d bytes", Budget: "budget: %d model calls, %d tool calls", Supports: "model: native %s, JSON %s", Context: "the options hold the context of step %s", Nothing: "none",
		Recorded: "recorded", Retryable: ", retryable", Ran: "ran %s %s",
	}
}

// Transcript is a scenario as a play: who calls whom, with what, in the order that is expected. max is how many
// characters of a value show.
func Transcript(s *scenario.Scenario, lang string, max int) []string {
	t := transcript{say: transcriptWordsOf(lang), max: max}
	for i := range s.Steps {
		if len(s.Steps) > 1 {
			t.lines = append(t.lines, fmt.Sprintf(t.say.Step, i+1, len(s.Steps)))
		}
		t.step(s.Protocol, &s.Steps[i])
	}
	return t.lines
}

type transcript struct {
	say   transcriptWords
	max   int
	lines []string
}

func (t *transcript) harness(format string, args ...any) {
	t.lines = append(t.lines, Pad(t.say.Harness, 8)+" "+fmt.Sprintf(format, args...))
}

func (t *transcript) target(format string, args ...any) {
	t.lines = append(t.lines, Pad(t.say.Target, 8)+" "+fmt.Sprintf(format, args...))
}

// step writes one step.
func (t *transcript) step(protocol string, s *scenario.Step) {
	begins := fmt.Sprintf(t.say.Begins, protocol)
	if s.Request.Cancelled {
		begins += ", " + t.say.Cancelled
	}
	t.harness("%s", begins)
	t.request(s)
	for _, i := range s.Expect.Calls {
		optional := ""
		if i.Optional {
			optional = t.say.Optional
		}
		t.target("%s%s%s", i.Point, t.about(i.Point, s), optional)
		t.harness("  %s%s", t.cancels(i.Point, s), t.reply(i.Point, s))
	}
	var ends []string
	for _, e := range s.Expect.Ends {
		ends = append(ends, e.String())
	}
	end := t.say.Ends + " " + strings.Join(ends, " | ")
	if s.Expect.Text != "" && s.Expect.Call == nil {
		end += "  " + value.Show(value.String(s.Expect.Text), t.max)
	}
	if s.Expect.Recorded {
		end += ", " + t.say.Evidence
	}
	t.target("%s", end)
}

// request writes what the target is given.
func (t *transcript) request(s *scenario.Step) {
	r := s.Request
	if s.Continues {
		t.harness("  %s", t.say.GoesOn)
	}
	for _, m := range r.Messages {
		t.harness("  %s", value.Show(m, t.max))
	}
	var tools []string
	for _, tool := range r.Tools {
		name := value.Show(value.String(tool.Name), t.max)
		if tool.Approval {
			name += " (" + t.say.Approval + ")"
		}
		tools = append(tools, name)
	}
	if len(tools) == 0 {
		tools = []string{t.say.Nothing}
	}
	t.harness("  %s: %s", t.say.Tools, strings.Join(tools, ", "))
	if r.Visible != nil {
		visible := strings.Join(r.Visible, ", ")
		if visible == "" {
			visible = t.say.Nothing
		}
		t.harness("  %s: %s", t.say.Visible, visible)
	}
	if r.Model != (wire.StepModel{Native: wire.Supported, JSON: wire.Supported}) {
		t.harness("  "+t.say.Supports, r.Model.Native, r.Model.JSON)
	}
	if r.Options.Context != nil {
		t.harness("  "+t.say.Context, r.Options.Context.StepID)
	}
	if r.Options.OutputLimit > 0 {
		t.harness("  "+t.say.Limit, r.Options.OutputLimit)
	}
	if b := r.Options.Budget; b != nil {
		t.harness("  "+t.say.Budget, b.ModelCalls, b.ToolCalls)
	}
}

// about shows what a callback is about.
func (t *transcript) about(p scenario.Point, s *scenario.Step) string {
	c := s.Expect.Call
	switch p {
	case scenario.RecordCall, scenario.Guard, scenario.Authorize, scenario.Execute, scenario.RecordResult:
		if c != nil {
			return "  " + c.Name + " " + value.Show(c.Arguments, t.max)
		}
	case scenario.RecordRequest, scenario.Generate, scenario.RecordResponse:
	}
	return ""
}

func (t *transcript) cancels(p scenario.Point, s *scenario.Step) string {
	if s.Script.Cancel == p {
		return t.say.Cancels
	}
	return ""
}

// reply shows what a collaborator answers.
func (t *transcript) reply(p scenario.Point, s *scenario.Step) string {
	if f, ok := s.Script.Faults[p]; ok {
		out := t.say.Fails + ": " + string(f.Kind)
		if f.Retryable {
			out += t.say.Retryable
		}
		return out
	}
	switch p {
	case scenario.Generate:
		return value.Show(s.Script.Response, t.max)
	case scenario.Execute:
		out := value.Show(value.String(s.Script.Output), t.max)
		if r := s.Script.Ran; r != nil {
			out += "  (" + fmt.Sprintf(t.say.Ran, r.Name, value.Show(r.Arguments, t.max)) + ")"
		}
		return out
	case scenario.Guard:
		return orElse(s.Script.Decisions[p], wire.DecisionAllow)
	case scenario.Authorize:
		return orElse(s.Script.Decisions[p], wire.DecisionGranted)
	case scenario.RecordRequest, scenario.RecordResponse, scenario.RecordCall, scenario.RecordResult:
	}
	return t.say.Recorded
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// stepAsked shows a request for a step in one line.
func stepAsked(r wire.StepRequest, format string) string {
	return fmt.Sprintf(format, r.Protocol, len(r.Messages), len(r.Tools))
}

// stepEnded shows how a step ended.
func stepEnded(r wire.StepReport) string {
	if e := r.Error; e != nil {
		out := "error  " + value.ShowText(e.Code, shownRemark)
		if e.Barrier != "" {
			out += "  (" + value.ShowText(e.Barrier, shownRemark) + ")"
		}
		return out
	}
	out := string(r.Outcome)
	if x := r.Execution; x != nil && x.Category != "" {
		out += "  (" + value.ShowText(x.Category, shownRemark) + ")"
	}
	return out
}
