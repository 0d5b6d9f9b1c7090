package main

import (
	"bytes"
	"fmt"
	"slices"
	"sync"

	"github.com/actionconform/conform/conformance/derive"
)

// leakSearch looks for planted secrets in what a target writes to standard error. A refusal that repeats
// one is judged by the suite; a log that does is a remark, since nothing says who may read the log.
type leakSearch struct {
	cases   map[string]string // by secret, the case it was planted in
	prefix  []byte            // what all secrets begin with
	longest int

	mu    sync.Mutex
	tail  []byte // the end of what was read, shorter than a secret
	found map[string]bool
}

func newLeakSearch(cases []*derive.Case) *leakSearch {
	s := &leakSearch{cases: map[string]string{}, found: map[string]bool{}}
	for _, c := range cases {
		if c.Canary == "" {
			continue
		}
		if len(s.cases) == 0 {
			s.prefix = []byte(c.Canary)
		}
		n := 0
		for n < len(s.prefix) && n < len(c.Canary) && s.prefix[n] == c.Canary[n] {
			n++
		}
		s.prefix, s.longest = s.prefix[:n], max(s.longest, len(c.Canary))
		s.cases[c.Canary] = c.ID
	}
	return s
}

// read is given the stream piece by piece.
func (s *leakSearch) read(piece []byte) {
	if len(s.prefix) == 0 { // nothing planted, or nothing in common to look for
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	text := append(s.tail, piece...)
	for at := 0; ; at++ {
		n := bytes.Index(text[at:], s.prefix)
		if n < 0 {
			break
		}
		at += n
		for secret, id := range s.cases {
			if bytes.HasPrefix(text[at:], []byte(secret)) {
				s.found[id] = true
			}
		}
	}
	s.tail = append([]byte(nil), text[max(0, len(text)-s.longest+1):]...)
}

// note is a remark on what was found, "" if nothing was.
func (s *leakSearch) note() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	ids := make([]string, 0, len(s.found))
	for id := range s.found {
		ids = append(ids, id)
	}
	if len(ids) == 0 {
		return ""
	}
	return fmt.Sprintf("standard error repeats the secrets planted in %d cases, such as %s: what a model sent does not belong in logs", len(ids), slices.Min(ids))
}
