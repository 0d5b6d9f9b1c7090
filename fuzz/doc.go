// Package fuzz holds the properties of the project against inputs nobody wrote down.
//
// Its tests come in pairs that share generators and statements: a property test that draws inputs at
// random and shrinks what fails (TestX), and a native fuzz target guided by coverage (FuzzX), with seeds in
// testdata/fuzz that are made from the suite's own cases. Run the first with go test, the second with
// make fuzz, for as long as you like: make fuzz TIME=1h.
//
//   - package generate makes inputs: legal values of any row of any table, edits of them, broken texts,
//     whole tables;
//   - package property states what must hold for the answers of any implementation;
//   - the tests here hold the reference, the table's interpreter, the loader, the derivation and the codecs
//     to these statements, and show for each statement a mutant of the reference that breaks it.
//
// Package engine fuzzes other people's implementations, on the same two packages; package shrink makes what it
// finds small, and package casefile keeps it.
package fuzz
