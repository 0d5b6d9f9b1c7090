// Package reference is the specification as readable Go: a small parser for each protocol.
//
// It is the first of the four gates between a model's output and a side effect. A parser takes a value
// of which nothing is known and returns an action of which everything is, or an [*Error] that says why
// not. In between it repairs nothing, fills in nothing, looks nothing up and remembers nothing:
//
//   - a value goes through [Parse], a text through [Decode], which is a strict reading of JSON and then
//     the same as Parse;
//   - what comes back is one of the types of the closed union [Action], holding exactly the fields of
//     its row and nothing else that was in the input;
//   - [Route] names who handles an action, by a switch that leaves no action out.
//
// The package is written by hand and never reads the table of legal states. The table has its own
// interpreter; the two are independent readings of the same rules, and are held against each other.
// Where the rules leave a choice, the zero [Options] make the stricter one.
package reference
