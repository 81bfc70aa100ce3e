package contract

import (
	"errors"
	"fmt"
	"slices"
)

// ErrExtents is wrapped by errors about the sizes of arrays and tables.
var ErrExtents = errors.New("wrong extents")

// Span has the least and the greatest value of an index. Empty says that the index has no values.
type Span struct {
	Min, Max int64
	Empty    bool
}

// Extents has the extents of the letters of an equation, for arrays of the given sizes.
type Extents struct {
	Of map[Letter]int64
	// A, B and C are the spans of the axes of the operands and of the output. A span that exceeds the dimension is an
	// access outside of the array; the user of the equation decides what that means.
	A, B, C []Span
}

// maxPoints bounds the number of combinations of letter values that are tried to find the span of an index.
const maxPoints = 1 << 20

// Extents computes the extent of each letter. If the letter is an axis of an operand or of the output, its extent is
// the size of that dimension; out may be nil if the sizes of the output are not known. If the letter is an index of a
// table, its extent is the size of that dimension of the table. Otherwise its extent is the greatest number for which
// no index exceeds its dimension, if the axes determine this number.
func (eq *Equation) Extents(a, b, out []int64, tables map[string]Table) (*Extents, error) {
	e := &extents{Equation: eq, of: map[Letter]int64{}, tables: tables}
	for i, shape := range [][]int64{a, b} {
		e.alone("AB"[i:i+1], [][]Axis{eq.A, eq.B}[i], shape)
	}
	if out != nil {
		e.alone("the output", eq.C, out)
	}
	e.fromTables()
	for _, operand := range []struct {
		name  string
		axes  []Axis
		shape []int64
	}{{"A", eq.A, a}, {"B", eq.B, b}} {
		for i, axis := range operand.axes {
			e.infer(operand.name, i, axis, operand.shape)
		}
	}
	found := &Extents{Of: e.of, A: e.spans("A", eq.A), B: e.spans("B", eq.B), C: e.spans("the output", eq.C)}
	return found, e.err
}

// extents collects the extents that are known so far. After an error it ignores all calls.
type extents struct {
	*Equation
	of     map[Letter]int64
	tables map[string]Table
	err    error
}

func (e *extents) fail(format string, args ...any) {
	if e.err == nil {
		e.err = fmt.Errorf("%w: "+format, append([]any{ErrExtents}, args...)...)
	}
}

// set records the extent of a letter. It is an error if another extent is known already.
func (e *extents) set(l Letter, n int64, where string) {
	if known, ok := e.of[l]; ok && known != n {
		e.fail("letter '%s' has extent %d by %s, but %d elsewhere", l, n, where, known)
	}
	e.of[l] = n
}

// alone sets the extents of letters that are an axis by themselves.
func (e *extents) alone(name string, axes []Axis, shape []int64) {
	if len(shape) != len(axes) {
		e.fail("%s has %d dimensions, but %d in the equation", name, len(shape), len(axes))
		return
	}
	for i, axis := range axes {
		if shape[i] < 0 {
			e.fail("dimension %d of %s is %d", i, name, shape[i])
		}
		if l, ok := axis.Expr.(Letter); ok {
			e.set(l, shape[i], fmt.Sprintf("dimension %d of %s", i, name))
		}
	}
}

// fromTables sets the extents of letters that index a table and whose extents are not known otherwise.
func (e *extents) fromTables() {
	for _, axes := range [][]Axis{e.A, e.B, e.C} {
		for _, axis := range axes {
			e.reads(axis.Expr)
		}
	}
}

func (e *extents) reads(x Expr) {
	switch x := x.(type) {
	case *Neg:
		e.reads(x.X)
	case *Binary:
		e.reads(x.X)
		e.reads(x.Y)
	case *Read:
		t, ok := e.tables[x.Table]
		if !ok || len(t.Shape) != len(x.Indices) {
			e.fail("table '%s' has %d dimensions, but is read with %d indices", x.Table, len(t.Shape), len(x.Indices))
			return
		}
		for i, index := range x.Indices {
			e.reads(index)
			if l, ok := index.(Letter); ok {
				if _, known := e.of[l]; !known {
					e.of[l] = t.Shape[i]
				}
			}
		}
	}
}

// infer computes the extent of a letter if all other letters of an axis are known. The extent is the greatest one for
// which the index stays below the size of the dimension.
func (e *extents) infer(operand string, i int, axis Axis, shape []int64) {
	var unknown []Letter
	for _, l := range letters(axis.Expr) {
		if _, ok := e.of[l]; !ok {
			unknown = append(unknown, l)
		}
	}
	if len(unknown) == 0 || e.err != nil {
		return
	}
	l := unknown[0]
	var rest Expr = Const(0)
	step := int64(0)
	for _, t := range termsOf(axis.Expr, 1) {
		switch {
		case t.expr == Expr(l):
			step += t.times
		case slices.Contains(letters(t.expr), l):
			e.fail("axis %d of %s does not give the extent of '%s': give the sizes of the output", i, operand, l)
			return
		default:
			rest = plus(rest, t)
		}
	}
	if len(unknown) > 1 || step <= 0 {
		e.fail("axis %d of %s does not give the extent of '%s': give the sizes of the output", i, operand, l)
		return
	}
	span := e.span(operand, i, rest)
	if span.Empty || span.Min < 0 {
		e.fail("axis %d of %s reads outside, so it does not give the extent of '%s': give the sizes of the output", i,
			operand, l)
		return
	}
	e.of[l] = max(0, (shape[i]-1-span.Max)/step+1)
	if span.Max > shape[i]-1 {
		e.of[l] = 0
	}
}

func (e *extents) spans(operand string, axes []Axis) []Span {
	if e.err != nil {
		return nil
	}
	out := make([]Span, len(axes))
	for i, axis := range axes {
		outer, reduced := e.span(operand, i, axis.Outer), e.span(operand, i, axis.Reduced)
		if e.err != nil {
			return nil
		}
		low, err := apply("+", outer.Min, reduced.Min)
		if err == nil {
			out[i].Max, err = apply("+", outer.Max, reduced.Max)
		}
		if err != nil {
			e.fail("axis %d of %s: %v", i, operand, err)
		}
		out[i].Min, out[i].Empty = low, outer.Empty || reduced.Empty
	}
	return out
}

// span returns the least and the greatest value of an expression whose letters are known. Terms that share no letters
// are evaluated separately.
func (e *extents) span(operand string, i int, x Expr) Span {
	groups := apart(termsOf(x, 1))
	var sum Span
	for _, g := range groups {
		s, err := e.spanOf(g)
		if err == nil {
			sum.Min, err = apply("+", sum.Min, s.Min)
		}
		if err == nil {
			sum.Max, err = apply("+", sum.Max, s.Max)
		}
		if err != nil {
			e.fail("axis %d of %s, (%s): %v", i, operand, x, err)
			return Span{}
		}
		sum.Empty = sum.Empty || s.Empty
	}
	return sum
}

// apart groups terms into sums that share no letters with each other.
func apart(terms []term) (groups []Expr) {
	for _, t := range terms {
		joined := plus(Const(0), t)
		var rest []Expr
		for _, g := range groups {
			shared := slices.ContainsFunc(letters(g), func(l Letter) bool { return slices.Contains(letters(joined), l) })
			if shared {
				joined = &Binary{"+", g, joined}
			} else {
				rest = append(rest, g)
			}
		}
		groups = append(rest, joined)
	}
	return groups
}

// spanOf evaluates an expression for all values of its letters.
func (e *extents) spanOf(x Expr) (s Span, err error) {
	names := letters(x)
	points := int64(1)
	for _, l := range names {
		n, ok := e.of[l]
		if !ok {
			return s, fmt.Errorf("the extent of '%s' is not known: give the sizes of the output", l)
		}
		if n == 0 {
			return Span{Empty: true}, nil
		}
		if points, err = multiply(points, n); err != nil || points > maxPoints {
			if len(names) == 1 { // a letter, perhaps a multiple of one
				return e.ends(x, names[0], n)
			}
			return s, fmt.Errorf("'%s' has more than %d values", x, maxPoints)
		}
	}
	first := true
	err = e.eachPoint(names, func(values *Values) error {
		v, err := values.Eval(x, e.tables)
		if first || v < s.Min {
			s.Min = v
		}
		if first || v > s.Max {
			s.Max = v
		}
		first = false
		return err
	})
	return s, err
}

// ends returns the span of a multiple of a letter that has too many values to try all of them.
func (e *extents) ends(x Expr, l Letter, n int64) (s Span, err error) {
	for _, t := range termsOf(x, 1) {
		if _, constant := t.expr.(Const); !constant && t.expr != Expr(l) {
			return s, fmt.Errorf("'%s' has more than %d values", x, maxPoints)
		}
	}
	first, err := Eval(x, map[Letter]int64{l: 0}, e.tables)
	if err != nil {
		return s, err
	}
	last, err := Eval(x, map[Letter]int64{l: n - 1}, e.tables)
	return Span{Min: min(first, last), Max: max(first, last)}, err
}

// eachPoint calls f for all values of some letters. The last letter varies fastest.
func (e *extents) eachPoint(names []Letter, f func(values *Values) error) error {
	var values Values
	var visit func(i int) error
	visit = func(i int) error {
		if i == len(names) {
			return f(&values)
		}
		for v := range e.of[names[i]] {
			values[names[i]] = v
			if err := visit(i + 1); err != nil {
				return err
			}
		}
		return nil
	}
	return visit(0)
}
