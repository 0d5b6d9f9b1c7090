package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/report"
	"github.com/actionconform/conform/spec"
)

const explainExample = `  conform explain AP-07
  conform explain ACTION_INPUT_MISSING
  conform explain agent-action/1/tool_call/input/missing
  conform explain AP-07 --lang zh`

func newExplain(s streams) *cobra.Command {
	var table, lang string
	c := &cobra.Command{
		Use:   "explain ID",
		Short: "a requirement, an error code or a case id, in words, with its source",
		Long: `Explain a requirement (its sentence, what breaking it leads to, where it comes from and its
cases), an error code (what it means and what to do), or a case.`,
		Example: explainExample,
		Args:    oneArg("an id of a requirement, an error code or a case", "conform explain AP-07"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := oneOf("lang", lang, report.Languages()...); err != nil {
				return err
			}
			su, err := loadSuite(table)
			if err != nil {
				return err
			}
			return explain(s.out, su, args[0], lang)
		},
	}
	c.Flags().StringVar(&table, "table", "", "legal-state table instead of the built-in one (`FILE`)")
	c.Flags().StringVar(&lang, "lang", "en", "language of the text: en or zh (`LANG`)")
	return c
}

func explain(w io.Writer, su *suite, id, lang string) error {
	if r, ok := su.table.Requirement(strings.ToUpper(id)); ok {
		explainRequirement(w, su, r, lang)
		return nil
	}
	if e, ok := su.table.ErrorCode(strings.ToUpper(id)); ok {
		explainCode(w, su, e, lang)
		return nil
	}
	for _, c := range su.cases {
		if c.ID == id {
			return showText(w, su, c, lang)
		}
	}
	names := requirementIDs(su.table)
	for _, e := range su.table.Errors {
		names = append(names, e.Code)
	}
	names = append(names, nearestIDs(id, su.cases)...)
	return fmt.Errorf("there is no requirement, error code or case %q%s", id, didYouMean(id, names, false))
}

func explainRequirement(w io.Writer, su *suite, r *spec.Requirement, lang string) {
	say := wordsOf(lang)
	fmt.Fprintf(w, "%s %s  %s\n", r.ID, r.Level, r.Text.In(lang))
	writeRow(w, say.Means, r.Consequence.In(lang))
	writeRow(w, say.Source, r.Source)
	writeRow(w, say.Class, strings.Join(conformance.ClassesOf(su.table, r.Class), ", "))
	var cases []*derive.Case
	var protocols []string
	for _, c := range su.cases {
		if c.Requirement == r.ID {
			cases = append(cases, c)
			if !slices.Contains(protocols, c.Protocol) {
				protocols = append(protocols, c.Protocol)
			}
		}
	}
	writeRow(w, say.Protocols, strings.Join(protocols, "\n"))
	writeCases(w, say, say.Cases, cases)
}

// writeCases writes how many cases there are, and the first few, of scenarios all.
func writeCases(w io.Writer, say showWords, label string, cases []*derive.Case) {
	few := 5
	if len(cases) > 0 && cases[0].Scenario != nil {
		few = 40
	}
	if len(cases) == 0 {
		writeRow(w, label, say.None)
		return
	}
	var ids []string
	for _, c := range cases {
		ids = append(ids, c.ID)
	}
	// The shortest ids are those of the plainest cases.
	slices.SortStableFunc(ids, func(a, b string) int { return len(a) - len(b) })
	ids = ids[:min(few, len(ids))]
	writeRow(w, label, fmt.Sprint(len(cases)))
	writeRow(w, say.First, strings.Join(ids, "\n"))
}

func explainCode(w io.Writer, su *suite, e *spec.ErrorCode, lang string) {
	say := wordsOf(lang)
	fmt.Fprintf(w, "%s  %s\n", e.Code, e.Message.In(lang))
	writeRow(w, say.Advice, e.Advice.In(lang))
	writeRow(w, say.Layer, e.Layer)
	retry := say.No
	if e.Retryable {
		retry = say.Yes
	}
	writeRow(w, say.Retryable, retry)
	var cases []*derive.Case
	for _, c := range su.cases {
		if expects(c, e.Code) {
			cases = append(cases, c)
		}
	}
	writeCases(w, say, say.Cases, cases)
}

// expects reports whether a refusal with the code is one of the legal answers to a case.
func expects(c *derive.Case, code string) bool {
	if c.Scenario != nil {
		for i := range c.Scenario.Steps {
			for _, e := range c.Scenario.Steps[i].Expect.Ends {
				if slices.Contains(e.Codes, code) {
					return true
				}
			}
		}
	}
	for i := range c.Requests {
		j := c.Judgement(i)
		for _, o := range j.Legal {
			for _, r := range o.Reasons {
				if slices.Contains(r.Codes, code) {
					return true
				}
			}
		}
	}
	return false
}
