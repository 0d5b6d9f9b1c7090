package trace

import "github.com/actionconform/conform/spec"

// words are the words of a summary in one language.
type words struct {
	Advice, More, See, By                   string
	Problem, Note                           string
	Forgotten, Unmatched, Older, Sum, Speed string
	RateTest, RateFailed                    string
	Head, CodeHead, GroupHead               string
	CutShort, Early                         string
}

func wordsOf(lang string) words {
	if lang == "zh" {
		return words{
			Advice: "（建议）", More: "另有 %d 处", See: "（见第 %d 行）", By: "按 %s 分组",
			Problem: "问题", Note: "提示",
			Forgotten: "有 %d 个未完成的调用被遗忘，因为使用中的 id 超过 %d 个", Unmatched: "%d 个调用所在的文件没有任何结果或被截断，未与结果核对", Older: "%d 行早于 --since",
			Sum: "%d 条记录，%d 条有问题，错误率 %s（允许 %s）", Speed: "用 %.1f 秒读取 %.1f MB，%.0f MB/s",
			RateTest: "%[2]d 条记录的错误率 %[1]s，允许 %[3]s", RateFailed: "%[2]d 条记录中有 %[1]d 条有问题",
			Head: "%d 条记录，%d 条有问题，错误率 **%s**（允许 %s）", CodeHead: "| 代码 | 要求 | 级别 | 次数 | 含义 | 首次出现 |", GroupHead: "| %s | 有问题 | 记录 | 比率 |",
			CutShort: "在第 %d 行之后中断：%s", Early: "数据提前结束，可能被截断",
		}
	}
	return words{
		Advice: " (advice)", More: "%d more", See: " (see line %d)", By: "by %s",
		Problem: "problem", Note: "note",
		Forgotten: "%d open calls were forgotten, because more than %d ids were in use", Unmatched: "%d calls stand in files without any result, or in files that are cut short, and were not held against results", Older: "%d lines are older than --since",
		Sum: "%d records, %d faulty, error rate %s (allowed %s)", Speed: "read in %.1f s: %.1f MB, %.0f MB/s",
		RateTest: "error rate %s of %d records, allowed %s", RateFailed: "%d of %d records are faulty",
		Head: "%d records, %d faulty, error rate **%s** (allowed %s)", CodeHead: "| code | requirement | level | count | meaning | first at |", GroupHead: "| %s | faulty | records | rate |",
		CutShort: "cut short after line %d: %s", Early: "the data ends too early, as of a file that was truncated",
	}
}

// meanings are those of the codes the table does not have.
func meanings() map[string]spec.Text {
	return map[string]spec.Text{
		NotJSON:        {EN: "the line is not one JSON document", ZH: "该行不是一个 JSON 文档"},
		TooLong:        {EN: "the line is longer than the cap (--max-line)", ZH: "该行超过上限（--max-line）"},
		UnknownShape:   {EN: "the line has none of the known shapes; see docs/traces.md", ZH: "该行不属于任何已知形状；见 docs/traces.md"},
		ResultWithout:  {EN: "a result belongs to no call of its run", ZH: "结果不属于本次运行的任何调用"},
		ResultBefore:   {EN: "a call comes after its result", ZH: "调用出现在其结果之后"},
		Unanswered:     {EN: "a call has no result", ZH: "调用没有结果"},
		AnsweredTwice:  {EN: "a call is answered a second time", ZH: "调用被第二次回答"},
		IDReused:       {EN: "the id of an earlier call is used again: a replay", ZH: "先前调用的 id 再次使用：重放"},
		Misattributed:  {EN: "a result names another tool or run than its call", ZH: "结果所指的工具或运行与其调用不同"},
		IDMissing:      {EN: "a call or a result has no id", ZH: "调用或结果没有 id"},
		SecretRecorded: {EN: "a secret is recorded here", ZH: "此处记录了秘密"},
		CallRefused:    {EN: "the call must be refused", ZH: "该调用必须拒绝"},
		Refused:        {EN: "the value must be refused", ZH: "该值必须拒绝"},
	}
}
