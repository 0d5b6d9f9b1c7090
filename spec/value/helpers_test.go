package value

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// obj builds an object from names and values by turns.
func obj(pairs ...any) Object {
	out := make(Object, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		v, _ := pairs[i+1].(Value)
		out = append(out, Member{Name: pairs[i].(string), Value: v})
	}
	return out
}

// nested is depth arrays inside each other.
func nested(depth int) Value {
	var v Value = Null{}
	for range depth {
		v = Array{v}
	}
	return v
}

// wantError fails unless err is an *Error with the code and the pointer.
func wantError(t *testing.T, err error, code ErrorCode, pointer string) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v of type %T, want an *Error with code %q", err, err, code)
	}
	if e.Code != code || e.Pointer != pointer {
		t.Errorf("error %q at %q (%v), want %q at %q", e.Code, e.Pointer, e, code, pointer)
	}
}

// wantSame fails unless the trees are identical, text of numbers and order included.
func wantSame(t *testing.T, got, want Value) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
