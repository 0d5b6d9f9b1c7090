package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	conform "github.com/actionconform/conform"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/fuzz/casefile"
	"github.com/actionconform/conform/spec"
)

// loadTable reads the table of --table, the built-in one if path is empty.
func loadTable(path string) (*spec.Table, error) {
	if path == "" {
		return conform.Table()
	}
	f, err := os.Open(path)
	if err != nil {
		var pathErr *fs.PathError
		if errors.As(err, &pathErr) {
			err = pathErr.Err
		}
		return nil, fmt.Errorf("the table %s cannot be read: %w", path, err)
	}
	defer f.Close()
	return spec.LoadNamed(path, f)
}

// suite is a table with the cases derived from it.
type suite struct {
	table *spec.Table
	cases []*derive.Case
}

func loadSuite(path string) (*suite, error) {
	if path != "" {
		return proveSuite(path)
	}
	return deriveSuite(path, derive.Trusted) // conform coverage and the tests of the project prove the built-in table
}

// proveSuite derives the suite and holds every case against what its edit is for.
func proveSuite(path string) (*suite, error) { return deriveSuite(path, derive.Suite) }

func deriveSuite(path string, derived func(*spec.Table) ([]*derive.Case, error)) (*suite, error) {
	t, err := loadTable(path)
	if err != nil {
		return nil, err
	}
	cases, err := derived(t)
	if err != nil {
		return nil, err
	}
	return &suite{t, cases}, nil
}

// loadCases derives the suite, or makes one of the case files that are named.
func loadCases(table string, files []string) (*suite, error) {
	if len(files) == 0 {
		return loadSuite(table)
	}
	t, err := loadTable(table)
	if err != nil {
		return nil, err
	}
	su := &suite{table: t}
	for _, path := range files {
		file, err := casefile.Read(path)
		if err != nil {
			return nil, err
		}
		c, err := file.Case(t)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if slices.ContainsFunc(su.cases, func(other *derive.Case) bool { return other.ID == c.ID }) {
			return nil, fmt.Errorf("--case-file %s: another file has the same case", path)
		}
		su.cases = append(su.cases, c)
	}
	return su, nil
}

// caseByID returns a case; the error names those with the most similar ids.
func (s *suite) caseByID(id string) (*derive.Case, error) {
	for _, c := range s.cases {
		if c.ID == id {
			return c, nil
		}
	}
	return nil, fmt.Errorf("there is no case %q%s; `conform list` lists them all", id, s.similarCases(id))
}

// similarCases ends a sentence about a case id or pattern that matches nothing.
func (s *suite) similarCases(id string) string {
	return didYouMean(id, nearestIDs(id, s.cases), false)
}
