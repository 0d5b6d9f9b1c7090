package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/actionconform/conform/conformance/report"
)

// version is that of the program; CHANGELOG.md says what is in it.
const version = "0.1.0"

const rootLong = `conform is a conformance suite for agent action protocols.

It puts any implementation in any language through the legal and the minimally
illegal states of an action protocol and says, requirement by requirement, what
the implementation does wrong, with the smallest input that shows it.`

const rootExample = `  conform run                                   the built-in reference, in process
  conform run --target 'node adapter.mjs'       an implementation behind an adapter
  conform list --requirement AP-07              the cases of a requirement
  conform explain AP-07                         what the requirement means
  conform gen adapter --lang node --out .       a working adapter to start from`

const exitCodes = `
Exit codes: 0 conforms; 1 does not conform; 2 usage, configuration or table error;
3 incomplete, such as a target that does not start; 4 interrupted.
`

func newRoot(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:           "conform",
		Short:         "a conformance suite for agent action protocols",
		Long:          rootLong,
		Example:       rootExample,
		Version:       version,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetVersionTemplate("conform {{.Version}}\n")
	root.SetUsageTemplate(root.UsageTemplate() + exitCodes)
	root.SetFlagErrorFunc(flagError)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(
		newRun(s), newFuzz(s), newList(s), newShow(s), newExplain(s), newCoverage(s),
		newMutants(s), newServe(s), newGen(s), newCheck(s),
	)
	root.SetHelpCommand(newHelp())
	strict(root)
	return root
}

// newHelp is cobra's help command, but for a command that is not there it fails.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "help about a command",
		RunE: func(c *cobra.Command, args []string) error {
			about, rest, err := c.Root().Find(args)
			if err == nil && len(rest) == 0 {
				return about.Help()
			}
			var names []string
			for _, sub := range c.Root().Commands() {
				names = append(names, sub.Name())
			}
			return fmt.Errorf("there is no command %q%s", strings.Join(args, " "), didYouMean(args[0], names, true))
		},
	}
}

// strict makes a command with subcommands say which of them was meant, where cobra would print its help
// and succeed.
func strict(c *cobra.Command) {
	if !c.HasSubCommands() || c.RunE != nil {
		return
	}
	c.Args = cobra.ArbitraryArgs
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return c.Help()
		}
		var names []string
		for _, sub := range c.Commands() {
			names = append(names, sub.Name())
		}
		return fmt.Errorf("`%s` has no command %q%s", c.CommandPath(), args[0], didYouMean(args[0], names, true))
	}
}

// flagError says which command has no such flag, with the nearest it has.
func flagError(c *cobra.Command, err error) error {
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "unknown flag: --"); ok {
		var names []string
		for _, n := range flagNames(c) {
			names = append(names, "--"+n)
		}
		return fmt.Errorf("`%s` has no flag --%s%s; `%s --help` lists them all", c.CommandPath(), name, didYouMean("--"+name, names, false), c.CommandPath())
	}
	return fmt.Errorf("%s; `%s --help` explains the flags", text, c.CommandPath())
}

// noArgs refuses positional arguments and says what they may have been meant as.
func noArgs(hint string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		return fmt.Errorf("`%s` takes no argument, but got %q; %s", c.CommandPath(), args[0], hint)
	}
}

// oneArg requires exactly one positional argument.
func oneArg(what, example string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return fmt.Errorf("`%s` needs %s, such as `%s`", c.CommandPath(), what, example)
		case len(args) > 1:
			return fmt.Errorf("`%s` takes one argument, but got %d: %s", c.CommandPath(), len(args), report.QuoteAll(args))
		}
		return nil
	}
}

// oneOf checks the value of a flag.
func oneOf(flag, got string, legal ...string) error {
	if slices.Contains(legal, got) {
		return nil
	}
	return fmt.Errorf("--%s is %q; it must be %s", flag, got, orList(legal))
}
