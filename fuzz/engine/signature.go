package engine

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// signature is what is seen of an exchange from outside: the rules by which it was judged, what was
// expected, what came back, and how large the request was, in powers of two. Times are no part of it.
func signature(req wire.Request, want oracle.Judgement, got wire.Answer) string {
	return fmt.Sprintf("%s %s|%s|%s|%s|%d", req.Operation(), protocolOf(req), strings.Join(want.Trace, " "), expected(want), answered(got), bits.Len(uint(size(req))))
}

// expected is a judgement in one word.
func expected(j oracle.Judgement) string {
	switch {
	case j.Open():
		return "any"
	case j.Accepts():
		return "accept"
	case j.Rejects():
		return "refuse"
	}
	return "either"
}

// answered is an answer in a few words.
func answered(a wire.Answer) string {
	switch a := a.(type) {
	case wire.Verdict:
		if a.Accepted {
			return "accept"
		}
		return "refuse " + value.ShowText(a.Code, 60) + " " + value.ShowText(a.Field, 60)
	case wire.Routing:
		return "route " + value.ShowText(a.Handler, 60) + " " + value.ShowText(a.Terminal, 60)
	default:
		return "other"
	}
}

// size is the length of a request's parameters.
func size(req wire.Request) int {
	_, params, err := wire.MarshalRequest(req)
	if err != nil {
		return 0
	}
	return len(params)
}

// keep adds a request to the corpus where its signature is new, or puts it in the place of a larger one.
func (f *fuzzer) keep(x exchange, want oracle.Judgement) error {
	sig := signature(x.request, want, x.answer)
	at, known := f.signatures[sig]
	switch {
	case known && size(x.request) >= size(f.corpus[at]):
		return nil
	case known:
		f.corpus[at] = x.request
	case len(f.corpus) < maxCorpus:
		f.signatures[sig] = len(f.corpus)
		f.corpus = append(f.corpus, x.request)
		f.result.SinceNew = 0
		f.result.Signatures++
	default:
		return nil
	}
	if f.opts.Kept != nil {
		return f.opts.Kept(x.request)
	}
	return nil
}
