package derive_test

import (
	"strings"
	"testing"

	"github.com/actionconform/conform"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// TestChunkingsComeToTheUnchunked: what the oracle makes of a stream of a legal response is what it reads in
// that response itself, however it was cut. The two ways share nothing but the table.
func TestChunkingsComeToTheUnchunked(t *testing.T) {
	table, err := conform.Table()
	if err != nil {
		t.Fatal(err)
	}
	suite, err := derive.Suite(table)
	if err != nil {
		t.Fatal(err)
	}
	byID := make(map[string]*derive.Case, len(suite))
	for _, c := range suite {
		byID[c.ID] = c
	}
	held := map[string]int{}
	for _, c := range suite {
		head, rest, ok := strings.Cut(c.ID, "/assemble/")
		if !ok || c.Field == "stream" || c.Operation != wire.OpAssemble {
			continue
		}
		i := strings.LastIndexByte(rest, '/')
		if i < 0 || byID[head+"/"+rest[:i]] == nil {
			continue
		}
		parse := byID[head+"/"+rest[:i]].Requests[0].(wire.ParseRequest)
		p, _ := table.Protocol(c.Protocol)
		want, ok := oracle.Parts(p.Response, parse.Value)
		if !ok || len(c.Judgement(0).Legal) != 1 || c.Judgement(0).Legal[0].Assembled == nil {
			t.Errorf("%s: no single response to be held to", c.ID)
			continue
		}
		got := c.Judgement(0).Legal[0].Assembled.Value()
		if expected := want.Value(); !value.Equal(normal(got), normal(expected)) {
			t.Errorf("%s:\n got %s\nwant %s", c.ID, value.Show(got, 400), value.Show(expected, 400))
		}
		held[c.Protocol]++
	}
	for _, p := range []string{"openai-chat/1", "openai-responses/1", "anthropic-messages/1"} {
		if held[p] < 100 {
			t.Errorf("%s: %d streams were held against their response", p, held[p])
		}
	}
}

// normal makes one of what the rules do not tell apart: no text and an empty one.
func normal(o value.Object) value.Object {
	if v, _ := o.Get("content"); value.Equal(v, value.String("")) {
		return o.With("content", value.Null{})
	}
	return o
}

// TestStreamCells: every wire that is streamed has its streams, in both forms, of every rule.
func TestStreamCells(t *testing.T) {
	table, err := conform.Table()
	if err != nil {
		t.Fatal(err)
	}
	suite, err := derive.Suite(table)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range suite {
		req, ok := c.Requests[0].(wire.AssembleRequest)
		if !ok {
			continue
		}
		form := wire.StreamEvents
		if req.Pieces != nil {
			form = wire.StreamBytes
		}
		seen[c.Protocol+" "+form] = true
		seen[c.Protocol+" "+c.Requirement] = true
	}
	for i := range table.Protocols {
		p := &table.Protocols[i]
		if p.Response == nil || p.Response.Stream == "" {
			continue
		}
		for _, want := range []string{"events", "bytes", "AS-01", "AS-02", "AS-03", "AS-07", "AS-08", "AS-09", "AS-11", "AS-12", "AS-13", "AS-14", "AS-17"} {
			if !seen[p.ID+" "+want] {
				t.Errorf("%s has no case of %s", p.ID, want)
			}
		}
	}
}
