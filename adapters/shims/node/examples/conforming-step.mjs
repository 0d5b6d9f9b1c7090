// A target that conforms: one step of an agent, written by hand in step/.
//   conform run --operation step --target 'node adapters/shims/node/examples/conforming-step.mjs'
import { serve } from "../conform.mjs";
import { Step } from "./step/runner.mjs";

serve({
  name: "conforming-step-example",
  version: "1.0.0",
  capabilities: {
    protocols: ["native-tool/1", "jingwei-json/1"],
    errors: "fields",
    step: ["native", "json", "records", "guard", "approval", "cancel", "budget"],
  },
  step: (protocol, request, collaborators) => new Step(protocol, request, collaborators).run(),
});
