package wire

import "github.com/actionconform/conform/spec/value"

// appendPreview appends the result of a preview; a refusal to preview is a [Verdict].
func appendPreview(dst []byte, p Preview) ([]byte, error) {
	if p.Value == nil {
		return dst, &ShapeError{Member: "preview", Reason: "is missing from an accepting answer"}
	}
	dst = append(dst, `{"accepted":true,"preview":`...)
	dst = value.Append(dst, p.Value)
	dst = appendObserved(dst, p.Observed)
	return append(dst, '}'), nil
}

// previewAnswer decodes a preview, or the verdict that refuses to preview.
func previewAnswer(result []byte) (Answer, error) {
	o, err := readMembers("result", "", result, "accepted", "preview", "observed")
	if err != nil {
		return nil, err
	}
	accepted, err := o.boolean("accepted", true)
	if err != nil {
		return nil, err
	}
	if !accepted {
		return verdictOf(result)
	}
	p := Preview{}
	if p.Observed, err = observedOf(o.raw("observed")); err != nil {
		return nil, err
	}
	v, ok, err := o.value("preview")
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, &ShapeError{Member: "preview", Reason: "is missing although accepted is true"}
	}
	p.Value = v
	return p, nil
}
