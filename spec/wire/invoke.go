package wire

import "github.com/actionconform/conform/spec/value"

type (
	// InvokeRequest asks a tool of a contract to run for a viewer.
	InvokeRequest struct {
		Contract string
		// Viewer is the identity the host has authenticated: the attributes the contract names.
		Viewer value.Object
		// Args are what the model gave; nothing is known of them.
		Args value.Value
		// Store is the data behind the tool: for each collection its records. A member "throws" makes it
		// fail with that text, a member "kind" says with which kind of failure, and "on" when: at the
		// first "read" (the default) or at the first "write".
		Store value.Object
	}
	// Envelope answers invoke with whatever the tool returned: what it should be is for the judge to say.
	Envelope struct {
		// Value is what came back; nil where the tool threw.
		Value value.Value
		// Threw is the text of what the tool threw; "" where it returned.
		Threw    string
		Observed Observed
	}
)

// Operation implements [Request].
func (InvokeRequest) Operation() Operation { return OpInvoke }

func (InvokeRequest) request() {}
func (Envelope) answer()       {}

// The members of [InvokeRequest].Store that make it fail.
const (
	StoreThrows = "throws"
	StoreKind   = "kind"
	StoreOn     = "on"

	OnRead  = "read"
	OnWrite = "write"
)

func appendInvocation(dst []byte, req InvokeRequest) ([]byte, error) {
	if req.Args == nil {
		return dst, &ShapeError{Member: "args", Reason: "is nil"}
	}
	dst = appendQuoted(append(dst, `{"contract":`...), req.Contract)
	dst = value.Append(append(dst, `,"viewer":`...), req.Viewer)
	dst = value.Append(append(dst, `,"args":`...), req.Args)
	dst = value.Append(append(dst, `,"store":`...), req.Store)
	return append(dst, '}'), nil
}

func invocationOf(params []byte) (Request, error) {
	o, err := readMembers("params", "", params, "contract", "viewer", "args", "store")
	if err != nil {
		return nil, err
	}
	var req InvokeRequest
	if req.Contract, err = o.text("contract", true); err != nil {
		return nil, err
	}
	if req.Viewer, err = o.object("viewer"); err != nil {
		return nil, err
	}
	if req.Store, err = o.object("store"); err != nil {
		return nil, err
	}
	args, ok, err := o.value("args")
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, &ShapeError{Member: "args", Reason: "is missing"}
	}
	req.Args = args
	return req, nil
}

// object returns a member that must be there and be an object.
func (o *members) object(name string) (value.Object, error) {
	v, ok, err := o.value(name)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, o.absent(name, true)
	}
	out, ok := v.(value.Object)
	if !ok {
		return nil, wrongType(o.path+name, "an object", v)
	}
	return out, nil
}

func appendEnvelope(dst []byte, e Envelope) ([]byte, error) {
	switch {
	case e.Threw != "":
		dst = value.Append(append(dst, `{"threw":`...), value.String(e.Threw))
	case e.Value == nil:
		return dst, &ShapeError{Member: "envelope", Reason: "is missing from an answer to invoke"}
	default:
		dst = value.Append(append(dst, `{"envelope":`...), e.Value)
	}
	return append(appendObserved(dst, e.Observed), '}'), nil
}

func envelopeOf(result []byte) (Answer, error) {
	o, err := readMembers("result", "", result, "envelope", "threw", "observed")
	if err != nil {
		return nil, err
	}
	var e Envelope
	if e.Observed, err = observedOf(o.raw("observed")); err != nil {
		return nil, err
	}
	if o.has("threw") {
		if o.has("envelope") {
			return nil, &ShapeError{Member: "threw", Reason: "must not stand beside envelope"}
		}
		if e.Threw, err = o.text("threw", true); err != nil {
			return nil, err
		}
		if e.Threw == "" {
			e.Threw = "(no text)"
		}
		return e, nil
	}
	v, ok, err := o.value("envelope")
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, &ShapeError{Member: "envelope", Reason: "is missing"}
	}
	e.Value = v
	return e, nil
}
