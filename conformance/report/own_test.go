package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/spec"
)

// TestNoFormatShowsASecretOfTheUser puts secrets into what a user gives: the command of the target, the reasons of
// known failures; and into what a target says when it cannot be started.
func TestNoFormatShowsASecretOfTheUser(t *testing.T) {
	const secret = "Zq7mK2xW9pLr4TnV8bYc"
	for _, command := range [][]string{
		{"node", "a.mjs", "--api-key", secret}, {"node", "a.mjs", "--token=" + secret}, {"./run", "-password", secret, "x"},
		{"http://user:" + secret + "@127.0.0.1/mcp"}, {"env", "OPENAI_API_KEY=" + secret, "node", "a.mjs"},
	} {
		r := &conformance.Report{
			Level: spec.Must, Target: conformance.TargetInfo{Spec: strings.Join(command, " ")},
			Problems: []string{"reason: password=" + secret}, Notes: []string{"Authorization: Bearer " + secret},
			NotStarted: &adapters.Failure{Kind: adapters.NotStarted, Detail: "api_key=" + secret, Stderr: "Authorization: Bearer " + secret},
			Results: []conformance.Result{
				{Case: missing("p/1/x", object("type", text16("x"))), Status: conformance.XFail, Reason: "with token=" + secret + " it works"},
				{Case: missing("p/1/y", object("type", text16("y"))), Status: conformance.Error, Scored: true, Failure: &adapters.Failure{Kind: adapters.Crashed, Stderr: `{"token":"` + secret + `"}`}},
			},
		}
		for _, f := range Formats() {
			o := options("en")
			o.Command, o.Verbose = command, true
			var out bytes.Buffer
			if err := Write(&out, f, r, o); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(out.String(), secret[:8]) {
				t.Errorf("%s shows it for %q:\n%s", f.Name(), command, out.String())
			}
		}
	}
}
