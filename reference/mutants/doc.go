// Package mutants holds the reference with one seeded defect each.
//
// A suite is as good as the defects it finds. Each [Mutant] stands for a fault that real parsers have:
// those the lessons warn of, those of popular libraries and runtimes, and for every rule its plain
// omission and its exaggeration. Every mutant must be found by some case of the suite, and every case
// must find some mutant; otherwise a mutant or a case is missing.
//
// The reference itself is not touched. A defect stands around it as a repair of what goes in, a change
// of what comes out, or both: [defect] composes them, and a mutant is one line of the small vocabulary
// in defect.go, place.go, edit.go and repair.go. [All] lists the mutants, family by family.
package mutants
