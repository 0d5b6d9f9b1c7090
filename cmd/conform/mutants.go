package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/actionconform/conform/conformance/report/vector"
	"github.com/actionconform/conform/reference/mutants"
)

func newMutants(s streams) *cobra.Command {
	c := &cobra.Command{
		Use:   "mutants",
		Short: "the seeded defects of the reference: list",
		Long: `A mutant is the reference with one seeded defect. Each is a target, mutant:ID, that the suite
must find something wrong with.`,
		Example: "  conform mutants list\n  conform run --target mutant:ID",
	}
	c.AddCommand(newMutantsList(s))
	strict(c)
	return c
}

func newMutantsList(s streams) *cobra.Command {
	var format, requirement string
	c := &cobra.Command{
		Use:     "list",
		Short:   "list the mutants with the requirements they break",
		Example: "  conform mutants list\n  conform mutants list --requirement AP-07",
		Args:    noArgs("filter with --requirement ID"),
		RunE: func(*cobra.Command, []string) error {
			if err := oneOf("format", format, "text", "json"); err != nil {
				return err
			}
			list, err := mutantsOf(requirement)
			if err != nil {
				return err
			}
			if format == "json" {
				return mutantsJSON(s, list)
			}
			tab := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
			for _, m := range list {
				fmt.Fprintf(tab, "%s\t%s\t%s\n", m.ID, strings.Join(m.Requirements, " "), m.Title)
			}
			return tab.Flush()
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text or json (`FORMAT`)")
	c.Flags().StringVar(&requirement, "requirement", "", "only mutants that break this requirement (`ID`)")
	return c
}

func mutantsOf(requirement string) ([]mutants.Mutant, error) {
	all := mutants.All()
	if requirement == "" {
		return all, nil
	}
	var out []mutants.Mutant
	known := map[string]bool{}
	var names []string
	for _, m := range all {
		for _, r := range m.Requirements {
			if r == requirement {
				out = append(out, m)
			}
			if !known[r] {
				known[r] = true
				names = append(names, r)
			}
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("--requirement %s matches nothing: no mutant breaks it%s", requirement, didYouMean(requirement, names, false))
	}
	return out, nil
}

func mutantsJSON(s streams, list []mutants.Mutant) error {
	fmt.Fprint(s.out, "[")
	for i, m := range list {
		line, err := vector.Line(struct {
			ID           string        `json:"id"`
			Title        string        `json:"title"`
			Requirements []string      `json:"requirements"`
			Class        mutants.Class `json:"class"`
			Source       string        `json:"source"`
			Protocols    []string      `json:"protocols"`
		}{m.ID, m.Title, m.Requirements, m.Class, m.Source, m.Protocols})
		if err != nil {
			return err
		}
		if i > 0 {
			fmt.Fprint(s.out, ",")
		}
		fmt.Fprintf(s.out, "\n%s", line)
	}
	fmt.Fprint(s.out, "\n]\n")
	return nil
}
