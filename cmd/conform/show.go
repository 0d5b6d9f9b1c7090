package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/report"
	"github.com/actionconform/conform/conformance/report/vector"
)

const showExample = `  conform show agent-action/1/tool_call/input/missing
  conform show agent-action/1/tool_call/input/missing --as json
  conform show agent-action/1/tool_call/input/missing --as request | node adapter.mjs
  conform show agent-action/1/tool_call/input/missing --as js > test.mjs`

// showForms are the values of --as.
func showForms() []string { return []string{"text", "json", "request", "js", "python"} }

func newShow(s streams) *cobra.Command {
	var table, as, lang string
	var files []string
	c := &cobra.Command{
		Use:   "show CASE",
		Short: "one case: input, expected verdict, requirement, why",
		Long: `Show one case. --as chooses the form: text for people, json (the case as a vector), request
(the JSON-RPC lines a target reads), js or python (the input as the shim's decodeValue or
decode_value builds it).`,
		Example: showExample,
		Args:    oneArg("the id of a case", "conform show agent-action/1/tool_call/input/missing"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := oneOf("as", as, showForms()...); err != nil {
				return err
			}
			if err := oneOf("lang", lang, report.Languages()...); err != nil {
				return err
			}
			su, err := loadCases(table, files)
			if err != nil {
				return err
			}
			one, err := su.caseByID(args[0])
			if err != nil {
				return err
			}
			return show(s.out, su, one, as, lang)
		},
	}
	c.Flags().StringVar(&table, "table", "", "legal-state table instead of the built-in one (`FILE`)")
	c.Flags().StringArrayVar(&files, "case-file", nil, "look for the case in this file, such as fuzzing wrote it, instead of the suite (`FILE`, repeatable)")
	c.Flags().StringVar(&as, "as", "text", orList(showForms())+" (`FORM`)")
	c.Flags().StringVar(&lang, "lang", "en", "language of the text: en or zh (`LANG`)")
	return c
}

func show(w io.Writer, su *suite, c *derive.Case, as, lang string) error {
	if c.Scenario != nil && (as == "js" || as == "python") {
		return fmt.Errorf("%s is a scenario, which no single input stands for; --as %s has text and json", c.ID, as)
	}
	switch as {
	case "json":
		return showJSON(w, c)
	case "request":
		lines, err := report.Lines(c)
		if err != nil {
			return err
		}
		for _, l := range lines {
			fmt.Fprintln(w, l)
		}
		return nil
	case "js":
		return showCode(w, c, "// ", "import { decodeValue } from \"./conform.mjs\";\n", "const input%d = decodeValue(JSON.parse(%s));\n", "const text%d = JSON.parse(%s);\n")
	case "python":
		return showCode(w, c, "# ", "import json\nfrom conform import decode_value\n", "input%d = decode_value(json.loads(%s))\n", "text%d = json.loads(%s)\n")
	}
	return showText(w, su, c, lang)
}

func showJSON(w io.Writer, c *derive.Case) error {
	line, err := vector.Line(vector.Of(c))
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, line, "", "  "); err != nil {
		return err
	}
	out.WriteByte('\n')
	_, err = w.Write(out.Bytes())
	return err
}

// showCode writes the inputs in a language that reads a JSON string in ASCII as a literal of its own, as
// JavaScript and Python do. Each input is JSON inside such a literal, because Python does not read an
// escaped pair of surrogates as one character.
func showCode(w io.Writer, c *derive.Case, comment, head, value, text string) error {
	fmt.Fprintf(w, "%s%s\n%s%s\n%s", comment, c.ID, comment, c.Change.EN, head)
	for i, r := range c.Requests {
		q := vector.RequestOf(r)
		if q.Params == nil {
			return fmt.Errorf("the input of %s is too large to write out (%s); use --as request", c.ID, q.Omitted)
		}
		var params struct {
			Value  json.RawMessage `json:"value"`
			Text   json.RawMessage `json:"text"`
			Base64 json.RawMessage `json:"base64"`
		}
		if err := json.Unmarshal(q.Params, &params); err != nil {
			return err
		}
		form, literal := text, params.Text
		switch {
		case params.Value != nil:
			form, literal = value, params.Value
		case params.Text == nil:
			literal = params.Base64
			fmt.Fprintf(w, "%sbytes that are not UTF-8, in base64:\n", comment)
		}
		quoted, err := json.Marshal(string(literal))
		if err != nil {
			return err
		}
		fmt.Fprintf(w, form, i+1, quoted)
	}
	return nil
}

// words of `show` and `explain` in a language.
type showWords struct {
	Requirement, Level, Source, Means, Protocol, Operation, Edit, Why, Needs, Sent, Expected, Preferred, Relation string
	Cases, First, Code, Layer, Retryable, Advice, Yes, No, Class, Refused, Protocols, None, Transcript            string
}

func wordsOf(lang string) showWords {
	if lang == "zh" {
		return showWords{
			Requirement: "要求", Level: "级别", Source: "出处", Means: "后果", Protocol: "协议", Operation: "操作", Edit: "改动",
			Why: "缘由", Needs: "需要", Sent: "发送", Expected: "应为", Preferred: "最好", Relation: "关系", Cases: "用例",
			First: "例如", Code: "错误码", Layer: "所属层", Retryable: "可重试", Advice: "建议", Yes: "是（仅供诊断，不是重试许可）", No: "否",
			Class: "等级", Refused: "用例", Protocols: "协议", None: "无", Transcript: "过程",
		}
	}
	return showWords{
		Requirement: "requirement", Level: "level", Source: "source", Means: "means", Protocol: "protocol", Operation: "operation",
		Edit: "edit", Why: "why", Needs: "needs", Sent: "sent", Expected: "expected", Preferred: "preferred", Relation: "relation",
		Cases: "cases", First: "first", Code: "code", Layer: "layer", Retryable: "retryable", Advice: "advice",
		Yes: "yes (a diagnostic, not a licence to retry)", No: "no", Class: "class", Refused: "cases", Protocols: "protocols", None: "none", Transcript: "transcript",
	}
}

// maxShown is how many characters of an input `conform show` prints.
const maxShown = 4000

// shownInPlay is how many characters of a value show in a transcript.
const shownInPlay = 200

func showText(w io.Writer, su *suite, c *derive.Case, lang string) error {
	say, speak := wordsOf(lang), report.NewSpeaker(lang, maxShown)
	fmt.Fprintln(w, c.ID)
	row := func(label, text string) { writeRow(w, label, text) }
	if r, ok := su.table.Requirement(c.Requirement); ok {
		row(say.Requirement, c.Requirement+" "+string(c.Level)+"  "+r.Text.In(lang))
		row(say.Means, r.Consequence.In(lang))
	}
	row(say.Operation, string(c.Operation)+"  "+c.Protocol)
	row(say.Edit, c.Change.In(lang))
	row(say.Why, c.Why.In(lang))
	var needs []string
	for _, n := range c.Needs {
		needs = append(needs, n.Capability+":"+n.Value)
	}
	row(say.Needs, strings.Join(needs, ", "))
	row(say.Relation, string(c.Relation))
	if c.Scenario != nil {
		row(say.Transcript, strings.Join(report.Transcript(c.Scenario, lang, shownInPlay), "\n"))
		return nil
	}
	for i, r := range c.Requests {
		row(say.Sent, speak.Request(r))
		j := c.Judgement(i)
		row(say.Expected, speak.Expected(j.Legal))
		if len(j.Preferred) > 0 {
			row(say.Preferred, speak.Expected(j.Preferred))
		}
	}
	return nil
}

// writeRow writes a label and the lines of a text beside it; an empty text is left out.
func writeRow(w io.Writer, label, text string) {
	if text == "" {
		return
	}
	for i, l := range strings.Split(text, "\n") {
		if i > 0 {
			label = ""
		}
		fmt.Fprintf(w, "  %s%s\n", report.Pad(label, 13), l)
	}
}
