package internals_test

import (
	"testing"

	"github.com/actionconform/conform/conformance/internals"
	"github.com/actionconform/conform/spec/value"
)

func TestInsidesAreFound(t *testing.T) {
	for _, s := range []string{
		"TypeError: x\n    at get (/srv/app/store.js:12:7)", "Traceback (most recent call last):", "goroutine 17 [running]:",
		"\tat com.acme.Store.get(Store.java:31)", "relation does not exist: SELECT * FROM users WHERE id = 1", "open '/var/lib/app/x.db'",
		`C:\inetpub\app\x.mdb`, "Cannot read properties of undefined (reading 'id')", "https://svc:pw@db.internal/app", "x.py\", line 3\n  File \"/a/b.py\", line 12",
	} {
		if _, found := internals.Find(s); !found {
			t.Errorf("not found in %q", s)
		}
	}
}

func TestHonestMessagesAreNotAccused(t *testing.T) {
	for _, s := range []string{
		"not found", "id must match ^TCK-[0-9]{3}$", "unknown field: include_internal", "path must be a string", "select one of: open, closed",
		"Invalid arguments for tool read: [\n  {\n    \"path\": [\"/id\"],\n    \"message\": \"Required\"\n  }\n]", "at least 1 character(s)",
		"update failed; set the status first", "select one of the words from the list", "Input validation error: 'x' is not of type 'integer'", "use a path such as docs/readme", "see https://example.com/docs/errors",
		"1 validation error for read_ticketArguments\nid\n  Field required [type=missing]\n    For further information visit https://errors.pydantic.dev/2.11/v/missing",
	} {
		if what, found := internals.Find(s); found {
			t.Errorf("%s found in %q", what, s)
		}
	}
}

func TestEveryTextOfAValueIsLookedAt(t *testing.T) {
	const stack = "goroutine 17 [running]:"
	for name, v := range map[string]value.Value{
		"text": value.String(stack), "name": value.Object{{Name: stack, Value: value.Null{}}},
		"deep": value.Object{{Name: "a", Value: value.Array{value.Number("1"), value.Host{Name: "error", Args: value.Object{{Name: "stack", Value: value.String(stack)}}}}}},
	} {
		if what, found := internals.FindIn(v); !found || what != "stack trace" {
			t.Errorf("%s: %q, %v", name, what, found)
		}
	}
	if what, found := internals.FindIn(value.Object{{Name: "a", Value: value.Array{value.String("not found")}}}); found {
		t.Errorf("%s found in an honest value", what)
	}
}
