package preview

import "slices"

// signs finds which of a set of texts stand in a text, ASCII letters in either case, in one pass over it. It
// saves the search for every form in texts that hold the sign of none. It is immutable.
type signs struct {
	known []string // at most 64, in small letters
	one   [256]uint64
	two   [1 << 16]uint8 // by the first two characters, the number of the list of candidates
	lists [][]uint8
}

// set is a set of signs.
type set uint64

// newSigns makes the search for the texts of the forms, and gives each form its sets.
func newSigns(forms []form) *signs {
	s := &signs{lists: [][]uint8{nil}}
	for i := range forms {
		f := &forms[i]
		f.needs, f.needsOne = s.add(f.all), s.add(f.any)
	}
	return s
}

func (s *signs) add(texts []string) (out set) {
	for _, t := range texts {
		n := slices.Index(s.known, t)
		if n < 0 {
			n = len(s.known)
			s.known = append(s.known, t)
			if len(t) == 1 {
				s.one[t[0]] |= 1 << n
			} else {
				list := &s.two[pair(t[0], t[1])]
				if *list == 0 {
					s.lists = append(s.lists, nil)
					*list = uint8(len(s.lists) - 1)
				}
				s.lists[*list] = append(s.lists[*list], uint8(n))
			}
		}
		out |= 1 << n
	}
	return out
}

// fold makes a capital letter small. It makes other characters of some, which is why candidates are compared.
func fold(c byte) byte { return c | 0x20 }

func pair(a, b byte) int { return int(fold(a))<<8 | int(fold(b)) }

// in returns the signs that stand in a text.
func (s *signs) in(text string) set {
	var found uint64
	for i := range len(text) {
		found |= s.one[text[i]]
		if i+1 == len(text) {
			break
		}
		list := s.two[pair(text[i], text[i+1])]
		if list == 0 {
			continue
		}
		for _, n := range s.lists[list] {
			if begins(text[i:], s.known[n]) {
				found |= 1 << n
			}
		}
	}
	return set(found)
}

// begins reports whether a text begins with a sign.
func begins(text, sign string) bool {
	if len(text) < len(sign) {
		return false
	}
	for i := range len(sign) {
		c := text[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != sign[i] {
			return false
		}
	}
	return true
}
