package wire

import (
	"errors"
	"strconv"

	"github.com/actionconform/conform/spec/value"
)

// MarshalAnswer returns the JSON-RPC result of an answer. The error is a [*ShapeError]: a nil answer,
// or an accepting verdict without an action.
func MarshalAnswer(a Answer) ([]byte, error) { return AppendAnswer(nil, a) }

// AppendAnswer appends the JSON-RPC result of an answer. Empty members are left out, except that a
// verdict says accepted and a refusal with a code also names its field.
func AppendAnswer(dst []byte, a Answer) ([]byte, error) {
	switch a := a.(type) {
	case Verdict:
		if a.Accepted {
			return appendAccepted(dst, a)
		}
		return appendRefused(dst, a), nil
	case Routing:
		dst = append(dst, `{"handler":`...)
		dst = value.Append(dst, value.String(a.Handler))
		dst = append(dst, `,"terminal":`...)
		dst = value.Append(dst, value.String(a.Terminal))
		return append(dst, '}'), nil
	case Envelope:
		return appendEnvelope(dst, a)
	case StepReport:
		return value.Append(dst, ReportResult(a)), nil
	case Preview:
		return appendPreview(dst, a)
	case ChatObservation:
		return value.Append(dst, a.Value()), nil
	case nil:
		return dst, &ShapeError{Reason: "is a nil answer"}
	}
	return dst, &ShapeError{Reason: "is an answer of an unknown kind"}
}

func appendAccepted(dst []byte, v Verdict) ([]byte, error) {
	if v.Action == nil {
		return dst, &ShapeError{Member: "action", Reason: "is missing from an accepting verdict"}
	}
	dst = append(dst, `{"accepted":true,"action":`...)
	dst = value.Append(dst, v.Action)
	dst = appendText(dst, "migratedFrom", v.MigratedFrom)
	dst = appendObserved(dst, v.Observed)
	return append(dst, '}'), nil
}

func appendRefused(dst []byte, v Verdict) []byte {
	dst = append(dst, `{"accepted":false`...)
	if v.Code != "" || v.Field != "" {
		dst = appendText(dst, "code", v.Code)
		dst = append(dst, `,"field":`...)
		dst = value.Append(dst, value.String(v.Field))
	}
	dst = appendText(dst, "message", v.Message)
	dst = appendText(dst, "pointer", v.Pointer)
	if v.Offset >= 0 {
		dst = append(dst, `,"offset":`...)
		dst = strconv.AppendInt(dst, v.Offset, 10)
	}
	dst = appendObserved(dst, v.Observed)
	return append(dst, '}')
}

func appendText(dst []byte, name, text string) []byte {
	if text == "" {
		return dst
	}
	dst = append(dst, ',', '"')
	dst = append(dst, name...)
	dst = append(dst, '"', ':')
	return value.Append(dst, value.String(text))
}

func appendObserved(dst []byte, o Observed) []byte {
	if o == (Observed{}) {
		return dst
	}
	dst = append(dst, `,"observed":`...)
	before := len(dst)
	if o.Mutated {
		dst = append(dst, `,"mutated":true`...)
	}
	if o.GetterReads != 0 {
		dst = append(dst, `,"getterReads":`...)
		dst = strconv.AppendInt(dst, int64(o.GetterReads), 10)
	}
	if o.StoreChanged {
		dst = append(dst, `,"storeChanged":true`...)
	}
	dst[before] = '{' // in the place of the first comma
	return append(dst, '}')
}

// UnmarshalAnswer decodes the JSON-RPC result of an operation. It is strict about the types of the
// members it knows, and ignores the others; the error is a [*ShapeError] that names the member.
//
// Empty strings and absent members are the same. Members of the other outcome (a code beside
// accepted:true, an action beside accepted:false) must be JSON and are ignored.
func UnmarshalAnswer(op Operation, result []byte) (Answer, error) {
	switch op {
	case OpParse, OpDecode, OpAssemble:
		return verdictOf(result)
	case OpRoute:
		return routeAnswer(result)
	case OpInvoke:
		return envelopeOf(result)
	case OpStep:
		return stepReport(result)
	case OpPreview:
		return previewAnswer(result)
	default: // nothing to do for the others
	}
	return nil, &ShapeError{Member: "method", Reason: "is not an operation of " + Version}
}

// routeAnswer decodes a routing, or the verdict that refuses to route.
func routeAnswer(result []byte) (Answer, error) {
	o, err := readMembers("result", "", result, "accepted", "handler", "terminal")
	if err != nil {
		return nil, err
	}
	if o.has("accepted") {
		accepted, err := o.boolean("accepted", true)
		if err != nil {
			return nil, err
		}
		if accepted {
			return nil, &ShapeError{Member: "accepted", Reason: "must not be true in an answer to route, which names handler and terminal"}
		}
		return verdictOf(result)
	}
	handler, err := o.text("handler", true)
	if err != nil {
		return nil, err
	}
	terminal, err := o.text("terminal", true)
	if err != nil {
		return nil, err
	}
	return Routing{Handler: handler, Terminal: terminal}, nil
}

func verdictOf(result []byte) (Answer, error) {
	o, err := readMembers("result", "", result,
		"accepted", "action", "code", "field", "message", "observed", "pointer", "offset", "migratedFrom")
	if err != nil {
		return nil, err
	}
	accepted, err := o.boolean("accepted", true)
	if err != nil {
		return nil, err
	}
	v := Verdict{Accepted: accepted, Offset: -1}
	if v.Observed, err = observedOf(o.raw("observed")); err != nil {
		return nil, err
	}
	if accepted {
		action, ok, err := o.value("action")
		if isTooDeep(err) {
			// An accepted text may be nested deeper than an encoding may. Such an action equals none that fits.
			action, ok, err = value.Undefined{}, true, nil
		}
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, &ShapeError{Member: "action", Reason: "is missing although accepted is true"}
		}
		v.Action = action
		if v.MigratedFrom, err = o.text("migratedFrom", false); err != nil {
			return nil, err
		}
		if err := o.checkIgnored("code", "field", "message", "pointer", "offset"); err != nil {
			return nil, err
		}
		return v, nil
	}
	if err := o.checkIgnored("action", "migratedFrom"); err != nil {
		return nil, err
	}
	for _, m := range [...]struct {
		name string
		into *string
	}{{"code", &v.Code}, {"field", &v.Field}, {"message", &v.Message}, {"pointer", &v.Pointer}} {
		if *m.into, err = o.text(m.name, false); err != nil {
			return nil, err
		}
	}
	if v.Offset, err = o.integer("offset", -1); err != nil {
		return nil, err
	}
	return v, nil
}

func isTooDeep(err error) bool {
	var fault *value.Error
	return errors.As(err, &fault) && fault.Code == value.CodeTooDeep
}

func observedOf(text []byte) (Observed, error) {
	if text == nil {
		return Observed{}, nil
	}
	seen, err := readMembers("observed", "observed.", text, "mutated", "getterReads", "storeChanged")
	if err != nil {
		return Observed{}, err
	}
	mutated, err := seen.boolean("mutated", false)
	if err != nil {
		return Observed{}, err
	}
	reads, err := seen.integer("getterReads", 0)
	if err != nil {
		return Observed{}, err
	}
	if reads < 0 || reads > 1<<31-1 {
		return Observed{}, &ShapeError{Member: "observed.getterReads", Reason: "is out of range"}
	}
	changed, err := seen.boolean("storeChanged", false)
	if err != nil {
		return Observed{}, err
	}
	return Observed{Mutated: mutated, GetterReads: int(reads), StoreChanged: changed}, nil
}
