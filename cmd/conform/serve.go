package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/actionconform/conform/adapters/stdio"
)

func newServe(s streams) *cobra.Command {
	var target string
	c := &cobra.Command{
		Use:   "serve",
		Short: "the reference, or a mutant of it, as a target",
		Long: `Answer conform/1 on standard input and output as the reference does, or a mutant of it, until the
input ends. It is what an adapter is expected to look like from outside.`,
		Example: `  conform serve
  conform serve --target mutant:ID
  conform run --target 'conform serve'`,
		Args: noArgs("it serves on standard input and output"),
		RunE: func(c *cobra.Command, _ []string) error {
			o, err := openTarget(target, limits{})
			if err != nil {
				return err
			}
			defer o.target.Close()
			if o.command != nil {
				return fmt.Errorf("--target %s is a command; only the reference and mutant:ID can be served", target)
			}
			err = stdio.Serve(c.Context(), s.in, s.out, o.target)
			if c.Context().Err() != nil {
				return &exit{exitInterrupted, nil}
			}
			if err != nil {
				return &exit{exitFailed, fmt.Errorf("serving on standard input and output: %w", err)}
			}
			return nil
		},
	}
	c.Flags().Bool("stdio", true, "serve on standard input and output, the only way there is")
	c.Flags().StringVarP(&target, "target", "t", "", "reference or mutant:ID (`SPEC`)")
	return c
}
