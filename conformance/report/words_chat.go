package report

import (
	"fmt"
	"strings"

	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// conversation shows a scenario: what the model says, and under which circumstances.
func conversation(r wire.ChatRequest, max int) string {
	var with []string
	if r.Stream != wire.Plain {
		with = append(with, "stream "+string(r.Stream))
	}
	if r.Tool != wire.ToolWorks {
		with = append(with, "tool "+string(r.Tool))
	}
	if r.Endless {
		with = append(with, "for ever")
	}
	if r.Follow {
		with = append(with, "then a second prompt")
	}
	var said []string
	for _, c := range r.Choices {
		said = append(said, value.Show(c, max))
	}
	out := "chat  " + strings.Join(said, "  then  ")
	if len(with) > 0 {
		out += "  (" + strings.Join(with, ", ") + ")"
	}
	return out
}

// talk shows what was seen of a conversation: its class, what was executed, how it ended.
func (s speaker) talk(r wire.ChatRequest, o wire.ChatObservation) string {
	class := o.Class(r, r.Calls())
	name, ok := s.say.Outcome[class]
	if !ok {
		name = string(class)
	}
	var ran []string
	for _, e := range o.Executions {
		ran = append(ran, e.Tool+value.Show(e.Arguments, s.max))
	}
	if len(ran) == 0 {
		ran = []string{s.say.NothingRan}
	}
	var ends []string
	for _, e := range o.Ends {
		ends = append(ends, string(e.Kind)+" "+value.Show(value.String(e.Text), s.max))
	}
	return fmt.Sprintf("%s: %s; %d %s; %s", name, strings.Join(ran, ", "), len(o.Requests), s.say.RequestsSeen, strings.Join(ends, ", then "))
}

// outcomes are the classes of conversations in a language.
func outcomes(zh bool) map[wire.Class]string {
	if !zh {
		out := map[wire.Class]string{}
		for _, c := range wire.Classes() {
			out[c] = string(c)
		}
		return out
	}
	return map[wire.Class]string{
		wire.Answered: "已回答", wire.ExecutedAnswered: "已执行并回答", wire.ExecutedDied: "已执行，随后出错",
		wire.ExecutedSilent: "已执行，但没有回答就结束", wire.ResultLost: "结果丢失或配给了别的调用",
		wire.RefusedResult: "拒绝，并给出结果", wire.Aborted: "以错误中止", wire.EndedSilently: "无声结束",
		wire.Ignored: "忽略调用，会话继续", wire.Looped: "无休止地询问模型", wire.Unended: "没有结束",
	}
}

// legalTalk says what is legal after the first thing the model said.
func (s speaker) legalTalk(j oracle.Judgement) []string {
	if j.Rejects() {
		return s.say.RefusedTalk
	}
	return s.say.LegalTalk
}
