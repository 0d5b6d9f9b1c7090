package mutants_test

import (
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/actionconform/conform"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/reference/mutants"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

func TestZZKill(t *testing.T) {
	table, err := conform.Table()
	if err != nil {
		t.Fatal(err)
	}
	cases, err := derive.Suite(table)
	if err != nil {
		t.Fatal(err)
	}
	orc := oracle.New(table)
	f, _ := os.Create("/tmp/k/out.txt")
	defer f.Close()
	start := time.Now()
	ids := map[string]int{}
	only := os.Getenv("ONLY")
	for _, m := range mutants.All() {
		if !strings.HasPrefix(m.ID, only) {
			continue
		}
		jd := judge.New(m.Hello().Capabilities)
		began := time.Now()
		n, ex := 0, ""
		ans := m.New()
		one := func(c *derive.Case) (bad bool) {
			defer func() {
				if recover() != nil {
					bad = true
				}
			}()
			var answers []wire.Answer
			touched := false
			for _, req := range c.Requests {
				touched = touched || m.Touches(req)
			}
			if !touched {
				return false
			}
			for i, req := range c.Requests {
				a := ans(req)
				answers = append(answers, a)
				want := c.Judgements[i]
				if strings.HasPrefix(m.ID, "policy/") {
					want, _ = orc.Judge(req, m.Policies)
				}
				if c.Relation != derive.Decision && jd.Answer(want, a) != nil {
					return true
				}
				if v, ok := a.(wire.Verdict); ok {
					if v.Observed.Mutated || v.Observed.GetterReads > 1 {
						return true
					}
					if c.Canary != "" && !v.Accepted && strings.Contains(v.Message+v.Pointer+v.Field, c.Canary) {
						return true
					}
				}
			}
			if c.Relation == derive.Alone {
				return false
			}
			if c.Relation == derive.Stable {
				if v, ok := answers[0].(wire.Verdict); ok && v.Accepted {
					answers = append(answers, ans(wire.ParseRequest{Protocol: c.Protocol, Value: v.Action}))
				}
			}
			for _, a := range answers[1:] {
				x, _ := answers[0].(wire.Verdict)
				y, _ := a.(wire.Verdict)
				if x.Accepted != y.Accepted {
					return true
				}
				if c.Relation != derive.Decision && (x.Code != y.Code || x.Field != y.Field || x.Accepted && !value.Equal(x.Action, y.Action)) {
					return true
				}
			}
			return false
		}
		for _, c := range cases {
			if one(c) {
				n++
				ids[c.ID]++
				ex = c.ID
			}
		}
		word := "killed"
		if n == 0 {
			word = "SURVIVES"
		}
		fmt.Fprintf(f, "%s %s %d %s %v\n", word, m.ID, n, ex, time.Since(began))
	}
	fmt.Fprintf(f, "MUTANTS %d in %v\n", len(mutants.All()), time.Since(start))
	var dead []string
	for _, c := range cases {
		if ids[c.ID] == 0 {
			dead = append(dead, c.ID)
		}
	}
	sort.Strings(dead)
	for _, d := range dead {
		fmt.Fprintf(f, "DEAD %s\n", d)
	}
}
