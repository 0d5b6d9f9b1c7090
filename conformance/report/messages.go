package report

import (
	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/spec/wire"
)

// messages are the words of the text format in one language. Sentences of requirements come from the
// table. A test holds that no language lacks any.
type messages struct {
	// Labels in front of what they name.
	Edit, Sent, Then, Expected, Got, Means, Replay, Errors, Advice, Classes, Skipped, Problem, Note string
	Asked, StepAsked, Stderr, KnownFailures, NotStarted, NotRun                                     string

	// Verdicts.
	Accepted, Rejected, AnyAnswer, NoAnswer, Or, AtPlace, MigratedFrom, Handler, Terminal, Unless, Preview, With string

	// Sentences with values: number of failures and of cases, and the like.
	Header, FailedOf, More, MoreErrors, AdviceIntro, ErrorsIntro, Shared, NeedsCount, MoreNeeds string
	Interrupted, StartHint, XPass, ClassCount                                                   string

	// The closing line.
	Passed, Failed, SkippedCount, ErrorCount, AdviceCount, NotApplicable, Untested, XFailed, XPassed string

	// Words of conversations.
	NothingRan, RequestsSeen string
	LegalTalk, RefusedTalk   []string
	Outcome                  map[wire.Class]string

	Change  map[judge.Change]string
	Aspect  map[judge.Aspect]string
	Failure map[adapters.FailureKind]string
	Class   map[conformance.ClassState]string
	// Comma is the separator of the closing line.
	Comma string
}

// Languages returns the languages there are.
func Languages() []string { return []string{"en", "zh"} }

func catalogue(lang string) *messages {
	if lang == "zh" {
		return chinese()
	}
	return english()
}

func english() *messages {
	return &messages{
		Edit: "edit", Sent: "sent", Then: "then", Expected: "expected", Got: "got", Means: "means", Replay: "replay",
		Errors: "errors", Advice: "advice", Classes: "classes", Skipped: "skipped", Problem: "problem", Note: "note",
		Asked: "asked", StepAsked: "step  %s, %d messages, %d tools", Stderr: "stderr", KnownFailures: "known", NotStarted: "not started", NotRun: "untested",

		Accepted: "accepted", Rejected: "rejected", AnyAnswer: "any answer, as long as there is one",
		NoAnswer: "no answer", Or: "or", AtPlace: "field", MigratedFrom: "migrated from",
		Handler: "handler", Terminal: "terminal", Unless: "the same answer as to the first",
		Preview: "preview", With: "with",

		Header:      "conform %s - suite %s, %s cases, %s requirements - target: %s",
		FailedOf:    "%d of %d failed",
		More:        "%d more: %s",
		MoreErrors:  "%d more like this: %s",
		AdviceIntro: "SHOULD that was not followed; not counted (--level should counts it, --verbose shows all)",
		ErrorsIntro: "cases the target did not answer: %d (this is never taken for a refusal)",
		Shared:      "other requests were open at the time",
		NeedsCount:  "%d need %s",
		MoreNeeds:   "%d need something else",
		Interrupted: "interrupted: %d of %d cases were run; this report is partial",
		StartHint:   "check that the command runs by itself; arguments are split without a shell",
		XPass:       "passed, although %s is listed as a known failure (%s): remove the entry",
		ClassCount:  "%d of %d MUST",

		Passed: "%d passed", Failed: "%d failed", SkippedCount: "%d skipped", ErrorCount: "%d errors",
		AdviceCount: "%d advice", NotApplicable: "%d not applicable", Untested: "%d untested",
		XFailed: "%d known failures", XPassed: "%d unexpected passes",
		Comma: ", ",

		NothingRan: "nothing executed", RequestsSeen: "requests",
		LegalTalk:   []string{"each legal call executed once, with its own arguments, its result in the next request, then the model's final text", "bad calls beside it executed zero times: a result with an error, or an error for the caller"},
		RefusedTalk: []string{"nothing executed; then any of: a result with an error for the model, an error for the caller, another try", "every call that stays in the history has its one result"},
		Outcome:     outcomes(false),

		Change: map[judge.Change]string{
			judge.Invented: "%s was invented", judge.Lost: "%s was lost", judge.Kept: "%s was let through",
			judge.Trimmed: "%s was trimmed", judge.Coerced: "%s was turned into another kind",
			judge.Replaced: "%s had characters replaced", judge.Recased: "%s changed case",
			judge.Rounded: "%s is another number", judge.Changed: "%s was changed",
			judge.Anyway: "%s was executed although it must not be", judge.Twice: "%s was executed once more", judge.Otherwise: "%s was executed with other arguments",
			judge.NotExecuted: "%s was not executed", judge.NoResult: "the call %s has no result in the history", judge.TwoResults: "the call %s has more than one result",
			judge.Orphan: "the result %s has no call in the history", judge.BlankID: "a call stands in the history under the id %s", judge.LostResult: "the result of %s never reached the model",
			judge.WrongCall: "a result reached the model as that of another call, %s", judge.AsSystem: "a result reached the model as an instruction (%s)",
			judge.Endless: "the %s were used up", judge.NoEnd: "the %s did not end in time", judge.Died: "the %s ended",
			judge.NoFinal: "%s: an error in the place of the answer", judge.OtherFinal: "%s: another text in the place of the answer", judge.Silent: "%s: neither a text nor an error",
			judge.Disclosed: "a secret or a stack went to the model in a message of %s", judge.TwiceSaid: "the same instruction stands twice (%s)",
		},
		Aspect: map[judge.Aspect]string{
			judge.Decision: "another decision", judge.Action: "another action", judge.Routing: "sent elsewhere",
			judge.Migration: "the old version is not named", judge.Code: "another code", judge.Field: "another field is blamed",
			judge.Relation: "the answers differ", judge.Leak: "a secret it was sent shows in the answer",
			judge.Identity: "the preview does not say which action it is of", judge.Overredaction: "a harmless member is hidden",
			judge.Execution: "executed otherwise", judge.History: "the history does not fit together", judge.Ending: "ended otherwise",
			judge.Envelope: "not the envelope of a tool", judge.Retryable: "another answer to whether it may be retried",
			judge.Store: "the store is not what it should be", judge.Promise: "a promise is not kept",
			judge.Mutation: "the input was changed while it was judged", judge.Reads: "a getter was read more than once",
		},
		Failure: map[adapters.FailureKind]string{
			adapters.NotStarted: "did not start", adapters.BadHello: "no usable hello", adapters.Crashed: "crashed",
			adapters.Hung: "hung", adapters.Garbage: "answered garbage", adapters.ShimError: "the shim failed",
			adapters.Exhausted: "given up", adapters.Interrupted: "interrupted", adapters.NoRequest: "never asked the model",
		},
		Class: map[conformance.ClassState]string{
			conformance.ClassMet: "met", conformance.ClassFailed: "FAILED",
			conformance.ClassNotClaimed: "not claimed", conformance.ClassPartial: "partly run",
		},
	}
}

func chinese() *messages {
	return &messages{
		Edit: "改动", Sent: "发送", Then: "再发送", Expected: "应为", Got: "实得", Means: "后果", Replay: "重放",
		Errors: "错误", Advice: "建议", Classes: "等级", Skipped: "跳过", Problem: "问题", Note: "备注",
		Asked: "所问", StepAsked: "step  %s，%d 条消息，%d 个工具", Stderr: "stderr", KnownFailures: "已知", NotStarted: "未能启动", NotRun: "未测",

		Accepted: "接受", Rejected: "拒绝", AnyAnswer: "任何回答都可以，只要有回答",
		NoAnswer: "没有回答", Or: "或", AtPlace: "字段", MigratedFrom: "迁移自",
		Handler: "处理者", Terminal: "终态", Unless: "与第一个回答相同",
		Preview: "预览", With: "含",

		Header:      "conform %s - 套件 %s，%s 个用例，%s 条要求 - 目标：%s",
		FailedOf:    "%[2]d 个中 %[1]d 个失败",
		More:        "另有 %d 个：%s",
		MoreErrors:  "另有 %d 个类似的：%s",
		AdviceIntro: "未遵守的 SHOULD；不计入结果（--level should 计入，--verbose 全部显示）",
		ErrorsIntro: "目标对 %d 个用例没有作答；这绝不等于拒绝",
		Shared:      "当时还有其他请求未答",
		NeedsCount:  "%d 个需要 %s",
		MoreNeeds:   "%d 个需要其他能力",
		Interrupted: "已中断：%[2]d 个用例中运行了 %[1]d 个；这份报告不完整",
		StartHint:   "请确认该命令能单独运行；参数按词切分，不经过 shell",
		XPass:       "通过了，但 %s 被列为已知失败（%s）：请删除该条目",
		ClassCount:  "%[2]d 条 MUST 用例中通过 %[1]d 条",

		Passed: "%d 通过", Failed: "%d 失败", SkippedCount: "%d 跳过", ErrorCount: "%d 错误",
		AdviceCount: "%d 建议", NotApplicable: "%d 不适用", Untested: "%d 未测",
		XFailed: "%d 已知失败", XPassed: "%d 意外通过",
		Comma: "，",

		NothingRan: "未执行任何工具", RequestsSeen: "次请求",
		LegalTalk:   []string{"每个合法调用以其自身参数执行一次，结果在下一次请求中，随后是模型的最终文本", "旁边的坏调用一次也不执行：给出带错误的结果，或给调用方错误"},
		RefusedTalk: []string{"什么都不执行；随后可以：给模型带错误的结果、给调用方错误、再试一次", "留在历史里的每个调用恰有一个结果"},
		Outcome:     outcomes(true),

		Change: map[judge.Change]string{
			judge.Invented: "%s 是编造的", judge.Lost: "%s 丢失了", judge.Kept: "%s 被放过了",
			judge.Trimmed: "%s 被去掉首尾空白", judge.Coerced: "%s 变成了别的类型",
			judge.Replaced: "%s 有字符被替换", judge.Recased: "%s 大小写变了",
			judge.Rounded: "%s 变成了另一个数", judge.Changed: "%s 被改动",
			judge.Anyway: "%s 不该执行却执行了", judge.Twice: "%s 多执行了一次", judge.Otherwise: "%s 以别的参数执行",
			judge.NotExecuted: "%s 没有执行", judge.NoResult: "历史里的调用 %s 没有结果", judge.TwoResults: "调用 %s 有不止一个结果",
			judge.Orphan: "结果 %s 在历史里没有对应的调用", judge.BlankID: "历史里有 id 为 %s 的调用", judge.LostResult: "%s 的结果没有到达模型",
			judge.WrongCall: "结果被当作另一个调用 %s 的结果交给模型", judge.AsSystem: "结果被当作指令交给模型（%s）",
			judge.Endless: "%s 用尽（请求数）", judge.NoEnd: "%s 没有按时结束", judge.Died: "%s 已结束",
			judge.NoFinal: "%s：应有回答之处是错误", judge.OtherFinal: "%s：应有回答之处是别的文本", judge.Silent: "%s：既无文本也无错误",
			judge.Disclosed: "秘密或堆栈经 %s 消息交给了模型", judge.TwiceSaid: "同一指令出现两次（%s）",
		},
		Aspect: map[judge.Aspect]string{
			judge.Decision: "裁决不同", judge.Action: "动作不同", judge.Routing: "去向不同",
			judge.Migration: "没有说明旧版本", judge.Code: "错误码不同", judge.Field: "归咎于别的字段",
			judge.Relation: "几个回答不一致", judge.Leak: "回答里出现了收到的秘密",
			judge.Identity: "预览没有说明属于哪个动作", judge.Overredaction: "无害的成员被隐藏",
			judge.Execution: "执行情况不同", judge.History: "历史不自洽", judge.Ending: "结束方式不同",
			judge.Envelope: "不是工具的信封", judge.Retryable: "能否重试的说法不同",
			judge.Store: "存储的状态不对", judge.Promise: "没有兑现所声明的",
			judge.Mutation: "判定过程中输入被修改", judge.Reads: "getter 被读取多次",
		},
		Failure: map[adapters.FailureKind]string{
			adapters.NotStarted: "未能启动", adapters.BadHello: "没有可用的 hello", adapters.Crashed: "崩溃",
			adapters.Hung: "无响应", adapters.Garbage: "回答无法识别", adapters.ShimError: "shim 自身失败",
			adapters.Exhausted: "已放弃", adapters.Interrupted: "被中断", adapters.NoRequest: "从未询问模型",
		},
		Class: map[conformance.ClassState]string{
			conformance.ClassMet: "达成", conformance.ClassFailed: "未达成",
			conformance.ClassNotClaimed: "未声明", conformance.ClassPartial: "只运行了一部分",
		},
	}
}
