package main

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/actionconform/conform/adapters/shims"
	"github.com/actionconform/conform/conformance/report"
)

//go:embed templates
var templates embed.FS

// adapterKit is what a new adapter in a language consists of.
type adapterKit struct {
	adapter string   // its file
	shims   []string // files of package shims it needs beside it
	command string   // what runs it
}

func adapterKits() map[string]adapterKit {
	return map[string]adapterKit{
		"node":   {"adapter.mjs", []string{"node/conform.mjs", "node/conform.d.mts"}, "node adapter.mjs"},
		"python": {"adapter.py", []string{"python/conform.py"}, "python3 adapter.py"},
	}
}

// launcherKits are the launchers of agent runtimes behind a scripted model.
func launcherKits() map[string]adapterKit {
	return map[string]adapterKit{
		"node":   {adapter: "launcher.mjs", command: "chat:node launcher.mjs"},
		"python": {adapter: "launcher.py", command: "chat:python3 launcher.py"},
		"go":     {adapter: "launcher.go", command: "chat:go run launcher.go"},
	}
}

// template returns the text of a kit's file.
func (k adapterKit) template() ([]byte, error) {
	if strings.HasPrefix(k.command, "chat:") {
		name := k.adapter
		if strings.HasSuffix(name, ".go") {
			name += ".txt" // or the compiler would take it for a part of conform
		}
		return templates.ReadFile("templates/chat/" + name)
	}
	return templates.ReadFile("templates/" + k.adapter)
}

func newGenAdapter(s streams) *cobra.Command {
	var lang, out string
	var chat bool
	c := &cobra.Command{
		Use:   "adapter",
		Short: "a working adapter to start from",
		Long: `Print a working adapter, or write it with the shim it needs into a folder. It runs as it is: it
accepts messages and refuses the rest, so that the first run shows what is left to do.

With --chat it is a launcher instead: an agent of a popular SDK, whose model and tools conform plays.`,
		Example: `  conform gen adapter --lang node --out .
  conform run --target 'node adapter.mjs'
  conform gen adapter --chat --lang python --out .`,
		Args: noArgs("the language is given as --lang node or --lang python"),
		RunE: func(*cobra.Command, []string) error {
			kits, langs := adapterKits(), []string{"node", "python"}
			if chat {
				kits, langs = launcherKits(), append(langs, "go")
			}
			kit, ok := kits[lang]
			if !ok {
				return oneOf("lang", lang, langs...)
			}
			if out == "" {
				text, err := kit.template()
				if err != nil {
					return err
				}
				_, err = s.out.Write(text)
				return err
			}
			written, err := writeKit(kit, out)
			if err != nil {
				return err
			}
			for _, path := range written {
				fmt.Fprintf(s.out, "wrote %s\n", path)
			}
			where := ""
			if filepath.Clean(out) != "." {
				where = "cd " + report.Quote(out) + " && "
			}
			fmt.Fprintf(s.out, "next:  %sconform run --target %s\n", where, report.Quote(kit.command))
			return nil
		},
	}
	c.Flags().StringVar(&lang, "lang", "node", "language: node or python, with --chat go too (`LANG`)")
	c.Flags().BoolVar(&chat, "chat", false, "a launcher of an agent runtime, for --target chat:COMMAND")
	c.Flags().StringVar(&out, "out", "", "folder to write the adapter and its shim to; without it the adapter is printed (`DIR`)")
	return c
}

// writeKit writes an adapter and its shim. An adapter that exists is somebody's work and is never
// overwritten; the shim is ours and is.
func writeKit(kit adapterKit, dir string) ([]string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, kit.adapter)
	text, err := kit.template()
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s exists already and is left as it is; choose another folder with --out, or remove it first", path)
	}
	if err != nil {
		return nil, err
	}
	if _, err := f.Write(text); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	written := []string{path}
	for _, name := range kit.shims {
		text, err := shims.Files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		path := filepath.Join(dir, filepath.Base(name))
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return nil, err
		}
		written = append(written, path)
	}
	return written, nil
}
