package overlap

import "slices"

// condition is a part of a mask. It says that low + gap <= high, where low and high are signed integers whose width is
// bits, which wrap around, and gap is 0 or 1. If bits is 0, it says that low, a bool of which nothing more is known, is
// true.
type condition struct {
	low, high poly
	gap       int64
	bits      int
}

// implies reports whether some conditions imply all of the others.
func (s *space) implies(given, wanted []condition) bool {
	for _, w := range wanted {
		if !w.always() && !slices.ContainsFunc(given, func(g condition) bool { return s.follows(w, g, given) }) {
			return false
		}
	}
	return true
}

// always reports whether a condition compares constants, and holds.
func (c condition) always() bool {
	low, ok1 := c.low.constant()
	high, ok2 := c.high.constant()
	return ok1 && ok2 && c.bits > 0 && low+c.gap <= high
}

// follows reports whether w follows from g. The conditions in given hold, too, among them g. They serve to show that
// numbers at a distance from those of g have not wrapped around: i-1 < n follows from i < n only if i is not the least
// number, for example because i > 0.
func (s *space) follows(w, g condition, given []condition) bool {
	if w.bits != g.bits {
		return false
	}
	down, ok1 := s.plus(w.low, g.low, -1).constant()
	up, ok2 := s.plus(w.high, g.high, -1).constant()
	return ok1 && ok2 && down+w.gap <= up+g.gap && fits(g.low, down, g.bits, given) && fits(g.high, up, g.bits, given)
}

// fits reports whether the sum of an integer and a distance does not wrap around.
func fits(p poly, distance int64, bits int, given []condition) bool {
	if distance == 0 {
		return true
	}
	most := int64(1)<<(bits-1) - 1
	if n, ok := p.constant(); ok {
		return between(n, distance, most)
	}
	return slices.ContainsFunc(given, func(c condition) bool {
		bound, other := c.high, c.low
		if distance < 0 {
			bound, other = c.low, c.high
		}
		if c.bits != bits || !slices.Equal(other, p) {
			return false
		}
		if n, ok := bound.constant(); ok { // p is at most n - gap, or at least n + gap
			return distance > 0 && between(n-c.gap, distance, most) || distance < 0 && between(n+c.gap, distance, most)
		}
		return max(distance, -distance) <= c.gap
	})
}

// between reports whether a number and its sum with a distance are at most most, and at least -most - 1.
func between(n, distance, most int64) bool {
	if n > most || n < -most-1 {
		return false
	}
	if distance > 0 {
		return n <= most-distance
	}
	return n >= -most-1-distance
}
