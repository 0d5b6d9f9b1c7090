package main

import "github.com/spf13/cobra"

func newGen(s streams) *cobra.Command {
	c := &cobra.Command{
		Use:   "gen",
		Short: "generate files: vectors, adapter, schema",
		Long:  "Generate what is derived from the table, or what an adapter's author starts from.",
		Example: `  conform gen adapter --lang node --out .
  conform gen vectors --out spec/vectors
  conform gen schema agent-action/1`,
	}
	c.AddCommand(newGenVectors(s), newGenAdapter(s), newGenSchema(s))
	strict(c)
	return c
}
