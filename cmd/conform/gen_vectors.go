package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/actionconform/conform/conformance/report/vector"
)

// vectorSchema is the schema of a file of vectors, relative to spec/vectors.
const vectorSchema = "../schema/vectors.schema.json"

func newGenVectors(s streams) *cobra.Command {
	var table, out string
	c := &cobra.Command{
		Use:   "vectors",
		Short: "write every case as JSON, one file for each protocol and operation",
		Long: `Write every case as JSON, for people who do not use this program: what is asked, which answers
are legal, which requirement decides, and why. One case a line, always in the same order;
the same table gives the same bytes. The schema is spec/schema/vectors.schema.json.

Files of protocols or operations that no longer exist are removed from the folder; anything
that is not a file of vectors is left alone.`,
		Example: "  conform gen vectors\n  conform gen vectors --table mine.yaml --out vectors",
		Args:    noArgs("the folder is given as --out DIR"),
		RunE: func(*cobra.Command, []string) error {
			su, err := loadSuite(table)
			if err != nil {
				return err
			}
			files, err := vector.Files(su.cases, vectorSchema)
			if err != nil {
				return err
			}
			changed, err := writeVectors(out, files)
			if err != nil {
				return fmt.Errorf("the vectors cannot be written: %w", err)
			}
			fmt.Fprintf(s.out, "%d cases in %d files in %s, %d changed\n", len(su.cases), len(files), out, changed)
			return nil
		},
	}
	c.Flags().StringVar(&table, "table", "", "legal-state table instead of the built-in one (`FILE`)")
	c.Flags().StringVar(&out, "out", filepath.Join("spec", "vectors"), "folder to write to (`DIR`)")
	return c
}

// writeVectors writes the files that differ and removes stale ones; it returns how many it touched.
func writeVectors(dir string, files []vector.File) (changed int, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, err
	}
	current := map[string]bool{}
	for _, f := range files {
		current[f.Name] = true
		path := filepath.Join(dir, f.Name)
		old, err := os.ReadFile(path)
		if err == nil && bytes.Equal(old, f.Data) {
			continue
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return changed, err
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			return changed, err
		}
		changed++
	}
	existing, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return changed, err
	}
	for _, path := range existing {
		if current[filepath.Base(path)] || !isVectors(path) {
			continue
		}
		if err := os.Remove(path); err != nil {
			return changed, err
		}
		changed++
	}
	return changed, nil
}

// isVectors reports whether a file was written by `conform gen vectors`.
func isVectors(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 256)
	n, err := f.Read(head)
	return err == nil && bytes.Contains(head[:n], []byte(`"format":"`+vector.Format+`"`))
}
