package conformance_test

import (
	"os/exec"
	"slices"
	"testing"

	"github.com/actionconform/conform/adapters/stdio"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/spec/wire"
)

// TestToolsBehindTheShims holds the example tools in both languages against their contracts: those that
// keep them pass, the naive ones fail where they are marked to.
func TestToolsBehindTheShims(t *testing.T) {
	for _, tt := range []struct {
		name    string
		command []string
		breaks  []string
	}{
		{"node", []string{"node", "../adapters/shims/node/examples/tools.mjs"}, nil},
		{"python", []string{"python3", "../adapters/shims/python/examples/tools.py"}, nil},
		{"naive node", []string{"node", "../adapters/shims/node/examples/naive-tools.mjs"}, []string{"TC-03", "TC-04", "TC-07", "TC-09", "TC-10", "TC-13", "TC-17", "TC-18", "TC-19", "TC-20", "TC-21"}},
		{"naive python", []string{"python3", "../adapters/shims/python/examples/naive_tools.py"}, []string{"TC-03", "TC-04", "TC-05", "TC-06", "TC-07", "TC-09", "TC-10", "TC-13", "TC-17", "TC-18", "TC-19", "TC-20", "TC-21"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := exec.LookPath(tt.command[0]); err != nil {
				t.Skip(tt.command[0] + " is not installed")
			}
			table, suite := builtin(t)
			target := stdio.New(stdio.Options{Command: tt.command})
			defer target.Close()
			r, err := conformance.Run(t.Context(), target, conformance.Options{
				Table: table, Suite: suite, Selection: conformance.Selection{Operations: []string{string(wire.OpInvoke)}},
			})
			if err != nil {
				t.Fatal(err)
			}
			var broken []string
			for i := range r.Results {
				switch res := &r.Results[i]; {
				case res.Status == conformance.Fail && res.Scored:
					broken = append(broken, res.Case.Requirement)
				case res.Status == conformance.Error:
					t.Errorf("%s: %v", res.Case.ID, res.Failure)
				}
			}
			for _, c := range r.Classes {
				if c.Name == "contract" && (c.State == conformance.ClassMet) != (tt.breaks == nil) {
					t.Errorf("class contract is %s", c.State)
				}
			}
			slices.Sort(broken)
			broken = slices.Compact(broken)
			for _, want := range tt.breaks {
				if !slices.Contains(broken, want) {
					t.Errorf("%s is not found; found are %v", want, broken)
				}
			}
			if tt.breaks == nil && (len(broken) > 0 || r.ExitCode() != 0) {
				t.Errorf("broken are %v, exit code %d", broken, r.ExitCode())
			}
		})
	}
}
