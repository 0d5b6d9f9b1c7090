package main

import (
	"bufio"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/report"
	"github.com/actionconform/conform/conformance/report/vector"
	"github.com/actionconform/conform/spec"
)

const listExample = `  conform list
  conform list --protocol agent-action/1 --operation decode
  conform list --requirement AP-07 --level must
  conform list --case '*/input/*' --format json`

func newList(s streams) *cobra.Command {
	var f filter
	var format, level, lang string
	c := &cobra.Command{
		Use:   "list",
		Short: "list cases",
		Long: `List the cases that the same filters would make ` + "`conform run`" + ` run: id, requirement, level,
operation and what was done to the input. --format json writes each case as a vector,
one a line.`,
		Example: listExample,
		Args:    noArgs("filter with --case GLOB, or see one case with `conform show CASE`"),
		RunE: func(*cobra.Command, []string) error {
			if err := oneOf("format", format, "text", "json"); err != nil {
				return err
			}
			if err := oneOf("lang", lang, report.Languages()...); err != nil {
				return err
			}
			su, err := loadSuite(f.table)
			if err != nil {
				return err
			}
			_, cases, err := f.selection(su)
			if err != nil {
				return err
			}
			if cases, err = ofLevel(cases, level); err != nil {
				return err
			}
			if format == "json" {
				return listJSON(s.out, cases)
			}
			return listText(s.out, cases, lang)
		},
	}
	f.register(c.Flags())
	c.Flags().StringVar(&format, "format", "text", "text or json (`FORMAT`)")
	c.Flags().StringVar(&level, "level", "", "only cases of this level or a stricter one: must, should or may (`LEVEL`)")
	c.Flags().StringVar(&lang, "lang", "en", "language of the text: en or zh (`LANG`)")
	return c
}

// ofLevel keeps the cases of a level and of stricter ones.
func ofLevel(cases []*derive.Case, level string) ([]*derive.Case, error) {
	if level == "" {
		return cases, nil
	}
	weakest, err := parseLevel(level)
	if err != nil {
		return nil, err
	}
	var out []*derive.Case
	for _, c := range cases {
		for _, l := range spec.Levels() {
			if l == c.Level {
				out = append(out, c)
			}
			if l == weakest {
				break
			}
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("nothing matched: none of the %d selected cases is of level %s", len(cases), weakest)
	}
	return out, nil
}

func listText(w io.Writer, cases []*derive.Case, lang string) error {
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range cases {
		fmt.Fprintf(tab, "%s\t%s\t%s\t%s\t%s\n", c.ID, c.Requirement, c.Level, c.Operation, c.Change.In(lang))
	}
	return tab.Flush()
}

// listJSON writes an array with one vector a line.
func listJSON(w io.Writer, cases []*derive.Case) error {
	out := bufio.NewWriter(w)
	out.WriteString("[")
	for i, c := range cases {
		if i > 0 {
			out.WriteString(",")
		}
		line, err := vector.Line(vector.Of(c))
		if err != nil {
			return err
		}
		out.WriteString("\n")
		out.Write(line)
	}
	out.WriteString("\n]\n")
	return out.Flush()
}
