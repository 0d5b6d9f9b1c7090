package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/adapters/chat"
	"github.com/actionconform/conform/adapters/inprocess"
	"github.com/actionconform/conform/adapters/stdio"
	"github.com/actionconform/conform/reference/mutants"
	"github.com/actionconform/conform/reference/target"
	"github.com/actionconform/conform/spec/wire"
)

// limits are how long a target may take, and who reads its standard error.
type limits struct {
	start, call time.Duration
	onStderr    func([]byte)
}

// opened is a target that has been named but not started.
type opened struct {
	target adapters.Target
	// command are the words of a target that is a process, nil for one in process.
	command []string
}

// openTarget makes the target a --target flag names. Nothing is started yet.
func openTarget(spec string, l limits) (*opened, error) {
	switch kind, rest, _ := strings.Cut(spec, ":"); {
	case spec == "" || spec == "reference":
		return &opened{target: inprocess.New(target.Hello(), referenceAnswer)}, nil
	case kind == "mutant":
		m, err := mutantByID(rest)
		if err != nil {
			return nil, err
		}
		return &opened{target: inprocess.New(m.Hello(), m.Answer())}, nil
	case kind == "http" || kind == "https":
		return nil, notBuilt(spec, "over HTTP", "run the adapter as a command that speaks conform/1 on standard input and output")
	case kind == "mcp" || strings.HasPrefix(kind, "mcp+"):
		return openMCP(spec, l)
	case kind == "chat" && strings.TrimSpace(rest) == "":
		return nil, errors.New("--target chat: needs the command of a launcher, as in --target 'chat:node launcher.mjs' (`conform gen adapter --chat` prints one)")
	case kind == "chat":
		words, err := splitWords(rest)
		if err != nil {
			return nil, fmt.Errorf("the command of --target chat: %w", err)
		}
		return &opened{target: chat.New(chat.Options{Command: words, StartTimeout: l.start, TurnTimeout: l.call}), command: words}, nil
	}
	words, err := splitWords(spec)
	if err != nil {
		return nil, fmt.Errorf("the command of --target %w", err)
	}
	target := stdio.New(stdio.Options{Command: words, StartTimeout: l.start, CallTimeout: l.call, OnStderr: l.onStderr, OnNoise: l.onStderr})
	return &opened{target: target, command: words}, nil
}

func referenceAnswer(ctx context.Context, req wire.Request) wire.Answer {
	return target.Answer(ctx, req, wire.Policies{})
}

func notBuilt(spec, kind, instead string) error {
	return fmt.Errorf("--target %s: targets %s are not built yet; %s", spec, kind, instead)
}

func mutantByID(id string) (mutants.Mutant, error) {
	if m, ok := mutants.ByID(id); ok {
		return m, nil
	}
	var ids []string
	for _, m := range mutants.All() {
		ids = append(ids, m.ID)
	}
	return mutants.Mutant{}, fmt.Errorf("there is no mutant %q%s; `conform mutants list` lists them all", id, didYouMean(id, ids, false))
}
