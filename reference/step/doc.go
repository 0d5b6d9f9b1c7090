// Package step is the reference of the single-step runner: one decision of a model is turned into one
// action, and at most one execution of a tool.
//
// It is not a loop, not a permission system and not a store of tasks. A [Runner] goes through the stages
// in order: cancelled, catalogue, visible tools, schemas, request, capability; record the request, ask the
// model, record the response; read it, look the tool up, check the arguments; record the call, ask the
// guards, ask for approval, execute once, record the result; compare the evidence, continue. Whatever
// fails stops the step where it is. Nothing is retried.
//
// Collaborators are small interfaces ([Model], [Tools], [Guard], [Approver], [Recorder]), and protocols
// implement [Protocol]. Neither can get around a check: what a protocol made of a response is looked up and
// validated by the runner.
//
// Texts of errors, reports, calls and executions hold no prompt, argument or output, and none of a
// collaborator's words; the values themselves are in their fields.
package step
