package arrays

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// sum is a polynomial in scalars of the program and in the indices of a tensor's elements. The program computes its
// value modulo 2^32 or 2^64. The keys of the map name the factors of the terms (numbers.key).
type sum map[string]product

// product is a term of a sum: a coefficient times factors.
type product struct {
	coefficient int64
	factors     []factor // in order
}

// factor is a scalar of the program, or, without one, the index of an element along a dimension of its tensor.
type factor struct {
	scalar *ir.Value
	index  int
}

// numbers numbers the factors in the order in which they are met. Keys of terms are made of these numbers instead of
// machine addresses, so that results are the same in every run.
type numbers map[factor]int

func (n numbers) of(f factor) int {
	if _, ok := n[f]; !ok {
		n[f] = len(n)
	}
	return n[f]
}

// key returns a string that identifies the factors of a term, such as "*0*3".
func (n numbers) key(factors []factor) string {
	var b strings.Builder
	for _, f := range factors {
		b.WriteByte('*')
		b.WriteString(itoa(n.of(f)))
	}
	return b.String()
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

// constant returns a sum that is a number.
func (n numbers) constant(c int64) sum { return n.make(c) }

// make returns a sum with one term.
func (n numbers) make(coefficient int64, factors ...factor) sum {
	if coefficient == 0 {
		return sum{}
	}
	factors = slices.SortedFunc(slices.Values(factors), func(a, b factor) int { return cmp.Compare(n.of(a), n.of(b)) })
	return sum{n.key(factors): {coefficient, factors}}
}

// plus returns s + c*t.
func (s sum) plus(t sum, c int64) sum {
	out := maps.Clone(s)
	if out == nil {
		out = sum{}
	}
	for key, p := range t {
		p.coefficient = out[key].coefficient + c*p.coefficient
		if out[key] = p; p.coefficient == 0 {
			delete(out, key)
		}
	}
	return out
}

// times returns the product of sums.
func (n numbers) times(s, t sum) sum {
	out := sum{}
	for _, p := range s {
		for _, q := range t {
			out = out.plus(n.make(p.coefficient*q.coefficient, slices.Concat(p.factors, q.factors)...), 1)
		}
	}
	return out
}

// list returns the terms in the order of their keys.
func (s sum) list() []product {
	out := make([]product, 0, len(s))
	for _, key := range slices.Sorted(maps.Keys(s)) {
		out = append(out, s[key])
	}
	return out
}

// number returns the value of a sum without factors.
func (s sum) number() (n int64, ok bool) {
	for key, p := range s {
		if key != "" {
			return 0, false
		}
		n = p.coefficient
	}
	return n, true
}

// equal reports whether two sums are equal modulo 2^bits for all values of the factors.
func (s sum) equal(t sum, bits int) bool {
	for _, p := range s.plus(t, -1) {
		if bits == 64 || p.coefficient<<(64-bits) != 0 {
			return false
		}
	}
	return true
}

// shift adds by to the numbers of the dimensions from the given one on. It is used where dimensions are inserted.
func (n numbers) shift(s sum, from, by int) sum {
	out := sum{}
	for _, p := range s {
		factors := slices.Clone(p.factors)
		for i, f := range factors {
			if f.scalar == nil && f.index >= from {
				factors[i].index += by
			}
		}
		out = out.plus(n.make(p.coefficient, factors...), 1)
	}
	return out
}

// split writes a sum as with * index + rest, where index is the index along a dimension. It is not ok if a term has the
// index as a factor twice.
func (n numbers) split(s sum, dimension int) (with, rest sum, ok bool) {
	with, rest = sum{}, sum{}
	for _, p := range s {
		at := slices.Index(p.factors, factor{index: dimension})
		if at < 0 {
			rest = rest.plus(n.make(p.coefficient, p.factors...), 1)
			continue
		}
		left := slices.Delete(slices.Clone(p.factors), at, at+1)
		if slices.Contains(left, factor{index: dimension}) {
			return nil, nil, false
		}
		with = with.plus(n.make(p.coefficient, left...), 1)
	}
	return with, rest, true
}

// isUniform reports whether a sum is the same for all elements.
func (s sum) isUniform() bool {
	for _, p := range s {
		for _, f := range p.factors {
			if f.scalar == nil {
				return false
			}
		}
	}
	return true
}

// over returns the sum divided by a number. It is not ok if the number does not divide all coefficients.
func (s sum) over(divisor int64) (out sum, ok bool) {
	out = sum{}
	for key, p := range s {
		if p.coefficient%divisor != 0 {
			return nil, false
		}
		out[key] = product{p.coefficient / divisor, p.factors}
	}
	return out, true
}
