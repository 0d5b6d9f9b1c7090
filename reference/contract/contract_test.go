package contract_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/actionconform/conform/reference/contract"
	"github.com/actionconform/conform/spec/value"
)

func str(s string) value.Value { return value.String(s) }

func member(name string, v value.Value) value.Member { return value.Member{Name: name, Value: v} }

// spy is a store that counts what is asked of it.
type spy struct {
	*contract.Memory
	reads, writes int
}

func (s *spy) Get(collection, by, key string) (value.Object, error) {
	s.reads++
	return s.Memory.Get(collection, by, key)
}

func (s *spy) Set(collection, by, key, name string, v value.Value) error {
	s.writes++
	return s.Memory.Set(collection, by, key, name, v)
}

func ticketID(t *rapid.T, label string) string {
	return "TCK-" + rapid.StringMatching(`[0-9]{3}`).Draw(t, label)
}

func ticket(t *rapid.T, id, team string) value.Object {
	return value.Object{
		member("id", str(id)), member("title", str(rapid.StringN(1, 20, -1).Draw(t, "title"))),
		member("status", str(rapid.SampledFrom([]string{"open", "closed", "odd"}).Draw(t, "status"))), member("team", str(team)),
		member("comments", value.Array{}), member("internal", value.Array{str(rapid.String().Draw(t, "note"))}),
	}
}

func tickets(records ...value.Value) *spy {
	return &spy{Memory: contract.NewMemory(value.Object{member("tickets", value.Array(records))})}
}

// args are arguments of read_ticket that are valid.
func args(t *rapid.T, id string) value.Object {
	o := value.Object{member("id", str(id))}
	if rapid.Bool().Draw(t, "asks") {
		o = append(o, member("includeInternal", value.Bool(rapid.Bool().Draw(t, "internal"))))
	}
	return o
}

func viewer(t *rapid.T, team string) contract.Viewer {
	return contract.Viewer{"id": "u-1", "role": rapid.SampledFrom([]string{"lead", "agent", ""}).Draw(t, "role"), "team": team}
}

func TestTwoHiddenTicketsAndNoneAreTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id, other := ticketID(t, "id"), ticketID(t, "other")
		who := viewer(t, "platform")
		a := args(t, id)
		hidden := contract.Call(contract.ReadTicket, who, a, tickets(ticket(t, id, "billing")))
		elsewhere := contract.Call(contract.ReadTicket, who, a.With("id", str(other)), tickets(ticket(t, other, "legal")))
		missing := contract.Call(contract.ReadTicket, who, a, tickets())
		if !value.Equal(hidden, missing) || !value.Equal(hidden, elsewhere) {
			t.Fatalf("they can be told apart: %v, %v, %v", hidden, elsewhere, missing)
		}
	})
}

func TestIdentityAmongTheArgumentsGivesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := ticketID(t, "id")
		name := rapid.SampledFrom([]string{"viewer", "viewerId", "role", "team", "user", "isAdmin"}).Draw(t, "name")
		claim := rapid.SampledFrom([]value.Value{str("lead"), str("billing"), value.Bool(true), value.Object{member("role", str("lead"))}}).Draw(t, "claim")
		store := tickets(ticket(t, id, rapid.SampledFrom([]string{"platform", "billing"}).Draw(t, "team")))
		got := contract.Call(contract.ReadTicket, viewer(t, "platform"), args(t, id).With(name, claim), store)
		inner, _ := got.Get("error")
		e, _ := inner.(value.Object)
		if code, _ := e.Get("code"); code != value.String("INVALID_ARGUMENT") || store.reads != 0 {
			t.Fatalf("%s was not an unknown argument: %v after %d reads", name, got, store.reads)
		}
	})
}

func TestNothingInvalidReachesTheStore(t *testing.T) {
	kinds := []value.Value{value.Null{}, value.Undefined{}, value.Bool(true), value.Number("1"), str("x"), str("TCK-101\n"), value.Array{}, value.Array{str("TCK-101")}, value.Object{}}
	rapid.Check(t, func(t *rapid.T) {
		odd := rapid.SampledFrom(kinds)
		var a value.Value = odd.Draw(t, "whole")
		name := rapid.SampledFrom([]string{"id", "paymentId", "amountCents", "reason", "note", "lines", "includeInternal", "x"}).Draw(t, "name")
		if rapid.Bool().Draw(t, "object") {
			a = value.Object{member("paymentId", str("pay_9f2c41ab")), member("amountCents", value.Number("5")), member("reason", str("fraud"))}.With(name, odd.Draw(t, "value"))
		}
		for id, tool := range contract.Tools() {
			store := &spy{Memory: contract.NewMemory(value.Object{})}
			got := contract.Call(tool, contract.Viewer{"role": "admin", "team": "platform", "tenant": "acme"}, a, store)
			inner, _ := got.Get("error")
			e, _ := inner.(value.Object)
			code, _ := e.Get("code")
			if code == value.String("INVALID_ARGUMENT") && store.reads+store.writes != 0 {
				t.Fatalf("%s: invalid arguments reached the store: %v", id, a)
			}
			if code != value.String("INVALID_ARGUMENT") && store.reads == 0 {
				t.Fatalf("%s: %v without a look at the store", id, got)
			}
		}
	})
}

func TestARefusalWritesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		role := rapid.SampledFrom([]string{"finance", "admin", "support", ""}).Draw(t, "role")
		tenant := rapid.SampledFrom([]string{"acme", "globex", ""}).Draw(t, "tenant")
		state := rapid.SampledFrom([]string{"settled", "refunded"}).Draw(t, "state")
		currency := rapid.SampledFrom([]value.Value{str("EUR"), str("GBP"), value.Number("7")}).Draw(t, "currency")
		record := value.Object{member("id", str("pay_9f2c41ab")), member("tenant", str("acme")), member("state", str(state)),
			member("capturedCents", value.Number("100")), member("currency", currency), member("receiptUrl", value.Null{}), member("tags", value.Array{})}
		store := &spy{Memory: contract.NewMemory(value.Object{member("payments", value.Array{record})})}
		a := value.Object{member("paymentId", str("pay_9f2c41ab")), member("amountCents", value.Number(rapid.SampledFrom([]string{"1", "100", "101"}).Draw(t, "amount"))), member("reason", str("fraud"))}
		got := contract.Call(contract.RefundPayment, contract.Viewer{"role": role, "tenant": tenant}, a, store)
		ok, _ := got.Get("ok")
		if (ok == value.Bool(true)) != store.Changed() {
			t.Fatalf("%v, and the store changed: %v", got, store.Changed())
		}
	})
}
