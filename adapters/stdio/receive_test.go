package stdio

import "testing"

// An answer to a request that has an id but has not been written yet can only be a guess.
func TestAnswersToWhatWasNotWrittenAreNotTaken(t *testing.T) {
	c := new(call)
	s := &session{open: map[uint64]*call{5: c, 6: nil}, lastID: 6}
	if got, how := s.claim(5); got != nil || how != neverAsked || s.open[5] != c {
		t.Errorf("not written: %v, %v", got, how)
	}
	if got := s.claimOnly(); got != nil {
		t.Errorf("not written, without an id: %v", got)
	}
	c.taken.Store(true)
	if got, how := s.claim(5); got != c || how != claimedNow {
		t.Errorf("written: %v, %v", got, how)
	}
	for id, want := range map[uint64]claimed{0: neverAsked, 5: answeredTwice, 6: callerGone, 7: neverAsked} {
		if got, how := s.claim(id); got != nil || how != want {
			t.Errorf("%d: %v, %v", id, got, how)
		}
	}
}
