package contract

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/actionconform/conform/spec/value"
)

// RefundPayment refunds a payment of the viewer's tenant, once, up to what was captured. It is for finance
// and administrators.
func RefundPayment(viewer Viewer, args value.Value, store Store) (value.Object, error) {
	known := map[string]Code{"conflict": Conflict, "rate_limited": RateLimited, "unavailable": Unavailable}
	r, ok := refundArgs(args)
	if !ok {
		return nil, fail(InvalidArgument)
	}
	payment, err := store.Get("payments", "id", r.payment)
	if err != nil {
		return nil, code(err, known)
	}
	tenant, _ := textMember(payment, "tenant", anyText)
	if payment == nil || tenant == "" || tenant != viewer["tenant"] {
		return nil, fail(NotFound)
	}
	if role := viewer["role"]; role != "finance" && role != "admin" {
		return nil, fail(Forbidden)
	}
	state, _ := textMember(payment, "state", anyText)
	captured, isAmount := payment.Get("capturedCents")
	limit, isAmount2 := integer(captured, 0, 1<<53)
	if state == "refunded" || isAmount && isAmount2 && r.amount > limit {
		return nil, fail(Conflict)
	}
	data := refundResult(r, payment)
	if data == nil { // before anything is written: the result is known already
		return nil, fail(Internal)
	}
	if err := store.Set("payments", "id", r.payment, "state", value.String("refunded")); err != nil {
		return nil, code(err, known)
	}
	return data, nil
}

func paymentID(s string) bool {
	rest, ok := strings.CutPrefix(s, "pay_")
	return ok && len(rest) == 8 && each(rest, letterOrDigit)
}

type refund struct {
	payment string
	amount  int64
	note    *string
}

func refundArgs(args value.Value) (refund, bool) {
	var r refund
	o, ok := own(args, "paymentId", "amountCents", "reason", "note", "lines")
	if !ok {
		return r, false
	}
	amount, _ := o.Get("amountCents")
	var isAmount, isID bool
	r.amount, isAmount = integer(amount, 1, 1_000_000)
	r.payment, isID = textMember(o, "paymentId", paymentID)
	_, isReason := textMember(o, "reason", oneOf("duplicate", "fraud", "requested"))
	if v, given := o.Get("note"); given {
		note, isNote := text(v, short(200))
		if !isNote {
			return r, false
		}
		r.note = &note
	}
	if v, given := o.Get("lines"); given && !refundLines(v) {
		return r, false
	}
	return r, isAmount && isID && isReason
}

func refundLines(v value.Value) bool {
	lines, ok := v.(value.Array)
	return ok && len(lines) <= 3 && list(lines, func(v value.Value) bool {
		o, ok := own(v, "sku", "quantity")
		quantity, _ := o.Get("quantity")
		_, isQuantity := integer(quantity, 1, 99)
		_, isSKU := textMember(o, "sku", func(s string) bool { return nonEmpty(s) && short(20)(s) })
		return ok && isQuantity && isSKU
	})
}

func short(max int) func(string) bool {
	return func(s string) bool { return utf8.RuneCountInString(s) <= max }
}

// refundResult is the result of a refund, nil where the payment breaks the contract.
func refundResult(r refund, payment value.Object) value.Object {
	_, currency := textMember(payment, "currency", oneOf("EUR", "USD"))
	receipt, _ := payment.Get("receiptUrl")
	_, none := receipt.(value.Null)
	tags, _ := payment.Get("tags")
	isTag := func(v value.Value) bool { _, ok := text(v, nonEmpty); return ok }
	if a, ok := tags.(value.Array); !ok || len(a) > 5 || !list(tags, isTag) || !currency || !none && !isReceipt(receipt) {
		return nil
	}
	data := value.Object{
		{Name: "refundId", Value: value.String("rf_" + strings.TrimPrefix(r.payment, "pay_"))},
		{Name: "paymentId", Value: value.String(r.payment)},
		{Name: "amountCents", Value: value.Number(strconv.FormatInt(r.amount, 10))},
		{Name: "status", Value: value.String("refunded")},
	}
	data = append(data, pick(payment, "currency", "receiptUrl", "tags")...)
	if r.note != nil {
		data = append(data, value.Member{Name: "note", Value: value.String(*r.note)})
	}
	return data
}

func isReceipt(v value.Value) bool { return v != nil && isText(v) }
