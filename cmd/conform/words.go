package main

import (
	"errors"
	"fmt"
	"strings"

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

// literals returns the words with their quotes taken off, and refuses what a shell would replace.
func literals(args []*syntax.Word) ([]string, error) {
	words := make([]string, 0, len(args))
	for _, w := range args {
		var out strings.Builder
		for _, part := range w.Parts {
			switch part := part.(type) {
			case *syntax.Lit:
				out.WriteString(unescape(part.Value, ""))
			case *syntax.SglQuoted:
				out.WriteString(part.Value)
			case *syntax.DblQuoted:
				for _, inner := range part.Parts {
					lit, ok := inner.(*syntax.Lit)
					if !ok {
						return nil, shellOnly(expansion(inner))
					}
					out.WriteString(unescape(lit.Value, "$`\"\\\n"))
				}
			default:
				return nil, shellOnly(expansion(part))
			}
		}
		words = append(words, out.String())
	}
	return words, nil
}

// unescape takes the backslashes off that quote the character behind them: any outside of quotes, only
// those of special inside double ones. A quoted newline is none.
func unescape(s, special string) string {
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && (special == "" || strings.IndexByte(special, s[i+1]) >= 0) {
			i++
			if s[i] == '\n' {
				continue
			}
		}
		out.WriteByte(s[i])
	}
	return out.String()
}

// expansion names what a shell would replace.
func expansion(part syntax.WordPart) string {
	switch part.(type) {
	case *syntax.ParamExp:
		return "a variable ($NAME)"
	case *syntax.CmdSubst:
		return "a command substitution"
	case *syntax.ArithmExp:
		return "an arithmetic expansion"
	}
	return "something only a shell expands"
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
