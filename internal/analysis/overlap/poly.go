package overlap

import "slices"

// poly is a polynomial: a sum of monomials with nonzero factors, sorted by the numbers of the monomials. nil is 0.
type poly []term

type term struct {
	monomial int
	factor   int64
}

func constant(n int64) poly {
	if n == 0 {
		return nil
	}
	return poly{{0, n}}
}

// constant returns the value of a constant polynomial; ok is false for others.
func (p poly) constant() (n int64, ok bool) {
	switch {
	case len(p) == 0:
		return 0, true
	case len(p) == 1 && p[0].monomial == 0:
		return p[0].factor, true
	}
	return 0, false
}

// plus returns p + factor*q.
func (s *space) plus(p, q poly, factor int64) poly {
	out := make(poly, 0, len(p)+len(q))
	for len(p) > 0 || len(q) > 0 {
		switch {
		case len(q) == 0 || len(p) > 0 && p[0].monomial < q[0].monomial:
			out, p = append(out, p[0]), p[1:]
		case len(p) == 0 || q[0].monomial < p[0].monomial:
			out, q = append(out, term{q[0].monomial, factor * q[0].factor}), q[1:]
		default:
			if n := p[0].factor + factor*q[0].factor; n != 0 {
				out = append(out, term{p[0].monomial, n})
			}
			p, q = p[1:], q[1:]
		}
	}
	return out
}

// times returns the product of polynomials.
func (s *space) times(p, q poly) (sum poly) {
	for _, x := range p {
		for _, y := range q {
			unknowns := slices.Concat(s.products[x.monomial], s.products[y.monomial])
			slices.Sort(unknowns)
			sum = s.plus(sum, poly{{s.product(unknowns), x.factor * y.factor}}, 1)
		}
	}
	return sum
}

// shifted returns a polynomial at indices that are larger by a shift.
func (s *space) shifted(p poly, shift []int) (out poly) {
	if !slices.ContainsFunc(p, func(t term) bool { return s.moves(t, shift) }) {
		return p
	}
	for _, t := range p {
		product := poly{t}
		if s.moves(t, shift) {
			product = constant(t.factor)
			for _, n := range s.products[t.monomial] {
				product = s.times(product, s.shiftedUnknown(n, shift))
			}
		}
		out = s.plus(out, product, 1)
	}
	return out
}

// moves reports whether a term depends on an index that a shift changes.
func (s *space) moves(t term, shift []int) bool {
	for _, n := range s.products[t.monomial] {
		u := &s.unknowns[n]
		if u.axis >= 0 && shift[u.axis] != 0 {
			return true
		}
		for _, p := range u.operands {
			if slices.ContainsFunc(p, func(t term) bool { return s.moves(t, shift) }) {
				return true
			}
		}
	}
	return false
}

func (s *space) shiftedUnknown(n int, shift []int) poly {
	u := s.unknowns[n]
	same := poly{{s.product([]int{n}), 1}}
	if u.axis >= 0 {
		return s.plus(same, constant(int64(shift[u.axis])), 1)
	}
	if len(u.operands) == 0 {
		return same
	}
	operands := make([]poly, len(u.operands))
	for i, p := range u.operands {
		operands[i] = s.shifted(p, shift)
	}
	return s.unknown(unknown{axis: -1, key: u.key, operands: operands})
}
