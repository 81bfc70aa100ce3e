package affine

import "slices"

// A Constraint says that an expression is zero or, if Eq is unset, that it is
// not negative.
type Constraint struct {
	Expr Expr
	Eq   bool
}

// A Set is an immutable integer set (d0, ...)[s0, ...] : (constraints), the
// points that satisfy all constraints.
type Set struct {
	dims, symbols int
	constraints   []Constraint
}

// NewSet returns the set with the given constraints. They must not use
// dimensions or symbols beyond the numbers given. Without constraints it is
// the set 0 == 0 of all points, as in MLIR.
func NewSet(dims, symbols int, constraints ...Constraint) Set {
	if len(constraints) == 0 {
		return Set{dims, symbols, []Constraint{{Constant(0), true}}}
	}
	return Set{dims, symbols, slices.Clone(constraints)}
}

// Equal reports whether two sets have the same dimensions, symbols and
// constraint trees.
func (s Set) Equal(o Set) bool {
	return s.dims == o.dims && s.symbols == o.symbols &&
		slices.EqualFunc(s.constraints, o.constraints, func(a, b Constraint) bool {
			return a.Eq == b.Eq && a.Expr.Equal(b.Expr)
		})
}

// AppendText appends s as mlir-opt prints it, as in (d0) : (d0 - 4 >= 0).
func (s Set) AppendText(dst []byte) []byte {
	dst = append(appendSpace(dst, s.dims, s.symbols), " : ("...)
	for i, c := range s.constraints {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = c.Expr.appendText(dst)
		if c.Eq {
			dst = append(dst, " == 0"...)
		} else {
			dst = append(dst, " >= 0"...)
		}
	}
	return append(dst, ')')
}

// String returns what [Set.AppendText] appends.
func (s Set) String() string { return string(s.AppendText(nil)) }

// Contains reports whether a point satisfies all constraints. ok is false if
// one of them is undefined there (see [Expr.Eval]).
func (s Set) Contains(dims, symbols []int64) (contains, ok bool) {
	contains = true
	for _, c := range s.constraints {
		v, ok := c.Expr.Eval(dims, symbols)
		if !ok {
			return false, false
		}
		if v < 0 || c.Eq && v != 0 {
			contains = false
		}
	}
	return contains, true
}
