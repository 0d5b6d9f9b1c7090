// Package generate makes inputs for fuzzing out of the table of legal states: legal values of every row
// of any table, near-legal ones that are one edit away, chains of edits, hostile texts and numbers, broken
// documents, and whole tables.
//
// Every generator takes its choices from a [Source] and nothing else, so that one generator serves
// random testing, shrinking and coverage-guided fuzzing alike: a source may be a random number
// generator, the bytes of a fuzzer, or a record of earlier choices. The same choices always make the same
// input. The generators bound what they make: depth, length and count never depend on the source alone.
//
// The package knows no library for property tests, so that programs may use it too.
package generate

import "math/rand/v2"

// Source is where a generator's choices come from.
type Source interface {
	// Intn returns a number from 0 to n-1; n is at least 1. By convention 0 is the plainest choice, so
	// that whoever makes choices smaller makes inputs simpler.
	Intn(n int) int
}

// Random is a source of pseudo-random choices: equal seeds make equal choices. It must not be shared by
// goroutines.
type Random struct{ r *rand.Rand }

// NewRandom makes the source of a seed.
func NewRandom(seed uint64) *Random {
	return &Random{rand.New(rand.NewPCG(seed, seed^0x9e3779b97f4a7c15))}
}

// Intn implements [Source].
func (r *Random) Intn(n int) int { return r.r.IntN(n) }

// Recorder passes the choices of another source on and keeps them. It must not be shared by goroutines.
type Recorder struct {
	From    Source
	Choices []Choice
}

// Choice is one choice made: which of how many.
type Choice struct{ Chosen, Of int }

// Intn implements [Source].
func (r *Recorder) Intn(n int) int {
	chosen := r.From.Intn(n)
	r.Choices = append(r.Choices, Choice{chosen, n})
	return chosen
}

// Replay is a source that makes given choices, and the plainest ones when they have run out. A choice
// that is out of range is reduced into it. It must not be shared by goroutines.
type Replay struct {
	choices []int
	at      int
}

// NewReplay makes the source of given choices.
func NewReplay(choices ...int) *Replay { return &Replay{choices: choices} }

// Intn implements [Source].
func (r *Replay) Intn(n int) int {
	if r.at >= len(r.choices) {
		return 0
	}
	chosen := r.choices[r.at] % n
	r.at++
	if chosen < 0 {
		chosen += n
	}
	return chosen
}

// pick chooses one of a list that is not empty.
func pick[T any](s Source, list []T) T { return list[s.Intn(len(list))] }

// chance is true once in n times.
func chance(s Source, n int) bool { return s.Intn(n) == n-1 }

// weighted chooses an index by its weight.
func weighted(s Source, weights ...int) int {
	total := 0
	for _, w := range weights {
		total += w
	}
	at := s.Intn(total)
	for i, w := range weights {
		if at < w {
			return i
		}
		at -= w
	}
	return 0
}
