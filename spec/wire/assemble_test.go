package wire_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/actionconform/conform/spec/wire"
)

func TestAssembleRequest(t *testing.T) {
	for _, row := range []struct {
		req  wire.AssembleRequest
		want string
	}{
		{wire.AssembleRequest{Protocol: "p/1", Events: []string{}}, `{"protocol":"p/1","events":[]}`},
		{wire.AssembleRequest{Protocol: "p/1", Events: []string{`{"a":1}`, "[DONE]", ""}}, `{"protocol":"p/1","events":["{\"a\":1}","[DONE]",""]}`},
		{wire.AssembleRequest{Protocol: "p/1", Pieces: [][]byte{[]byte("d\xe4"), {}, []byte("\xb8\xad")}}, `{"protocol":"p/1","base64":["ZOQ=","","uK0="]}`},
		{wire.AssembleRequest{Protocol: "p/1", Pieces: [][]byte{}}, `{"protocol":"p/1","base64":[]}`},
	} {
		method, params, err := wire.MarshalRequest(row.req)
		if err != nil || method != "assemble" || string(params) != row.want {
			t.Errorf("MarshalRequest(%+v) = %s, %s, %v; want %s", row.req, method, params, err, row.want)
		}
		back, err := wire.UnmarshalRequest(method, params)
		if d := cmp.Diff(wire.Request(row.req), back); err != nil || d != "" {
			t.Errorf("UnmarshalRequest(%s): %v\n%s", params, err, d)
		}
	}
}

func TestAssembleRequestRefused(t *testing.T) {
	for _, params := range []string{`{}`, `{"protocol":"p/1"}`, `{"events":[]}`, `{"protocol":"p/1","events":"x"}`, `{"protocol":"p/1","events":[1]}`,
		`{"protocol":"p/1","events":[],"base64":[]}`, `{"protocol":"p/1","base64":["?"]}`, `{"protocol":"p/1","base64":{}}`} {
		if req, err := wire.UnmarshalRequest("assemble", []byte(params)); err == nil {
			t.Errorf("UnmarshalRequest(%s) = %+v", params, req)
		}
	}
}

func TestReads(t *testing.T) {
	for _, row := range []struct {
		streams       []string
		events, bytes bool
	}{{nil, true, false}, {[]string{"events"}, true, false}, {[]string{"bytes"}, false, true}, {[]string{"events", "bytes"}, true, true}, {[]string{"other"}, false, false}} {
		caps := wire.Capabilities{Streams: row.streams}
		if caps.Reads(wire.StreamEvents) != row.events || caps.Reads(wire.StreamBytes) != row.bytes {
			t.Errorf("%v: events %v, bytes %v", row.streams, caps.Reads(wire.StreamEvents), caps.Reads(wire.StreamBytes))
		}
	}
}
