package main

import (
	"errors"
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// splitWords splits a command into words as a POSIX shell would, with its quotes and backslashes, and
// refuses whatever only a shell could do: no shell ever reads a target's command, so `$HOME` or `a | b`
// would silently mean something else than it says.
func splitWords(command string) ([]string, error) {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangPOSIX)).Parse(strings.NewReader(command), "")
	if err != nil {
		return nil, fmt.Errorf("cannot be split into words: %s", problemOf(err))
	}
	if len(file.Stmts) == 0 {
		return nil, errors.New("is empty")
	}
	if len(file.Stmts) > 1 {
		return nil, shellOnly("several commands")
	}
	stmt := file.Stmts[0]
	switch call, ok := stmt.Cmd.(*syntax.CallExpr); {
	case !ok:
		return nil, shellOnly("a pipe, a list of commands or another construct of the shell")
	case len(stmt.Redirs) > 0:
		return nil, shellOnly("a redirection")
	case stmt.Background || stmt.Negated:
		return nil, shellOnly("& or !")
	case len(call.Assigns) > 0:
		return nil, shellOnly("a variable assignment (use `env NAME=value command` instead)")
	default:
		return literals(call.Args)
	}
}

func literals(args []*syntax.Word) ([]string, error) {
	words := make([]string, 0, len(args))
	for _, w := range args {
		if what := expansion(w); what != "" {
			return nil, shellOnly(what)
		}
		word, err := expand.Literal(nil, w)
		if err != nil {
			return nil, fmt.Errorf("cannot be split into words: %w", err)
		}
		words = append(words, word)
	}
	return words, nil
}

// expansion names the first thing in a word that a shell would replace.
func expansion(w *syntax.Word) (what string) {
	syntax.Walk(w, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.ParamExp:
			what = "a variable ($NAME)"
		case *syntax.CmdSubst:
			what = "a command substitution"
		case *syntax.ArithmExp:
			what = "an arithmetic expansion"
		}
		return what == ""
	})
	return what
}

func shellOnly(what string) error {
	return fmt.Errorf("holds %s, but it is started without a shell; quote it if it is meant literally, or start a shell yourself: --target \"sh -c '...'\"", what)
}

// problemOf is the text of a syntax error without its position, which is always line 1.
func problemOf(err error) string {
	var parse syntax.ParseError
	if errors.As(err, &parse) {
		return parse.Text
	}
	return err.Error()
}
