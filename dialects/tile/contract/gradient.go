package contract

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Gradient is a contraction that computes the gradient of an operand, or a part of it. One of the arrays that it
// multiplies is the gradient of the output.
type Gradient struct {
	Equation *Equation
	Tables   map[string]Table
	// Padded says for each axis of both operands whether an index may be outside, where elements are zero.
	Padded [2][]bool
	// The equation computes the gradient's elements from Start on, in steps of Step along each axis. If the equation
	// scatters, it adds to all elements, which must be zero before.
	Start, Step []int64
}

// GradientB returns the gradient of B: the contraction of A with the gradient of the output. padded says which axes of
// A are padded. The contraction scatters if a term of A has both a letter of B and a letter of the output that B does
// not have.
func (eq *Equation) GradientB(tables map[string]Table, padded []bool) (*Gradient, error) {
	g, err := newGradient([3][]Axis{eq.A, eq.C, eq.B}, tables)
	if err == nil {
		copy(g.Padded[0], padded)
	}
	return g, err
}

// GradientA returns the gradient of A as a list of contractions of the output's gradient with B. Each contraction
// computes a part of the gradient.
//
// If each axis of A is a letter of the output plus an expression of letters that are summed over, as in h+r, the letter
// is replaced: element p of the gradient is a sum over elements p-r of the output's gradient. If the letter has a
// factor, as in 2*h+r, there is one part for each remainder of p. The sum of a part is over the values of r with that
// remainder, which a table lists. Otherwise, the gradient scatters. padded says which axes of B are padded.
func (eq *Equation) GradientA(e *Extents, tables map[string]Table, padded []bool) ([]Gradient, error) {
	s := &solver{Equation: eq, extents: e, tables: tables}
	solvable := true
	for i := 0; i < len(eq.A) && solvable; i++ {
		solvable = s.solve(i, eq.A[i])
	}
	if solvable {
		var out []Gradient
		err := s.eachPart(nil, func(remainders []int64) error {
			g, err := s.part(remainders, padded)
			if err == nil {
				out = append(out, *g)
			}
			return err
		})
		var refused *SyntaxError
		if !errors.As(err, &refused) {
			return out, err
		}
		// The result is not a valid contraction, for example because a table is indexed by a letter of the gradient and
		// by one that is summed over.
	}
	g, err := newGradient([3][]Axis{eq.C, eq.B, eq.A}, tables)
	if err != nil {
		return nil, err
	}
	copy(g.Padded[1], padded)
	return []Gradient{*g}, nil
}

// newGradient returns the contraction with the given axes. A letter that is summed over must not be in one term with a
// letter of the output. newGradient makes such a letter a letter of the output by adding it with factor 0 to an axis of
// the output. An example is the gradient of B of "(t[b,m]+k),bkn->bmn", where t[b,m] would have letters of both kinds:
//
//	(t[b,m]+k),bmn->bkn
//	(t[b,m]+k),bmn->(b+0*m)kn
func newGradient(axes [3][]Axis, tables map[string]Table) (*Gradient, error) {
	axes[2] = slices.Clone(axes[2])
	for l, ok := mixedLetter(axes); ok; l, ok = mixedLetter(axes) {
		at := max(0, slices.IndexFunc(axes[2], func(a Axis) bool { return !saysExtent(a, axes) }))
		axes[2][at].Expr = &Binary{"+", axes[2][at].Expr, &Binary{"*", Const(0), l}}
	}
	eq, err := Parse(spell(axes[0]) + "," + spell(axes[1]) + "->" + spell(axes[2]))
	if err != nil {
		return nil, fmt.Errorf("the gradient cannot be written as a contraction: %w", err)
	}
	n := len(axes[2])
	return &Gradient{Equation: eq, Tables: tables, Start: make([]int64, n), Step: slices.Repeat([]int64{1}, n),
		Padded: [2][]bool{make([]bool, len(axes[0])), make([]bool, len(axes[1]))}}, nil
}

// mixedLetter returns a letter that the output does not have and that is in one term with a letter of the output.
func mixedLetter(axes [3][]Axis) (Letter, bool) {
	outer := func(l Letter) bool {
		return slices.ContainsFunc(axes[2], func(a Axis) bool { return Contains(a.Expr, l) })
	}
	for _, axis := range slices.Concat(axes[0], axes[1]) {
		for _, t := range termsOf(axis.Expr, 1) {
			in := letters(t.expr)
			i := slices.IndexFunc(in, func(l Letter) bool { return !outer(l) })
			if i >= 0 && slices.ContainsFunc(in, outer) {
				return in[i], true
			}
		}
	}
	return 0, false
}

// saysExtent reports whether an axis of the output is needed to determine the extent of a letter: the axis is the
// letter, and no axis of the operands is.
func saysExtent(axis Axis, axes [3][]Axis) bool {
	l, alone := axis.Expr.(Letter)
	return alone && !slices.ContainsFunc(slices.Concat(axes[0], axes[1]), func(a Axis) bool { return a.Expr == Expr(l) })
}

// String returns the equation's text.
func (eq *Equation) String() string { return spell(eq.A) + "," + spell(eq.B) + "->" + spell(eq.C) }

func spell(axes []Axis) string {
	var b strings.Builder
	for _, axis := range axes {
		if l, alone := axis.Expr.(Letter); alone {
			b.WriteByte(byte(l))
		} else {
			fmt.Fprintf(&b, "(%s)", axis.Expr)
		}
	}
	return b.String()
}

// solver solves the axes of A for letters of the output.
type solver struct {
	*Equation
	extents *Extents
	tables  map[string]Table
	axes    []solved
}

// solved is an axis of A of the form factor*letter + rest, where the letters of rest are summed over. Factor 0 stands
// for an axis that is a letter.
type solved struct {
	letter, fresh Letter // the letter that is replaced, and the letter of the gradient's index
	factor        int64
	rest          Expr
	// sums is the letter of rest. It is only set if factor is neither 1 nor -1.
	sums Letter
}

// solve determines the letter of an axis of A that is replaced; ok is false if there is none.
func (s *solver) solve(i int, axis Axis) (ok bool) {
	if _, alone := axis.Expr.(Letter); alone {
		s.axes = append(s.axes, solved{})
		return true
	}
	found := solved{rest: Const(0)}
	for _, t := range termsOf(axis.Expr, 1) {
		l, alone := t.expr.(Letter)
		switch {
		case alone && !slices.Contains(s.K, l) && found.factor == 0 && !s.elsewhere(l, i):
			found.letter, found.factor = l, t.times
		case slices.ContainsFunc(letters(t.expr), func(l Letter) bool { return !slices.Contains(s.K, l) }):
			return false
		default:
			found.rest = plus(found.rest, t)
		}
	}
	if found.factor == 0 {
		return false
	}
	if found.factor != 1 && found.factor != -1 {
		in := letters(found.rest)
		if len(in) > 1 || len(in) == 1 && s.elsewhere(in[0], i) {
			return false
		}
		if len(in) == 1 {
			found.sums = in[0]
		}
	}
	found.fresh, ok = s.unused()
	s.axes = append(s.axes, found)
	return ok
}

// elsewhere reports whether a letter occurs in another axis of A than i.
func (s *solver) elsewhere(l Letter, i int) bool {
	for k, axis := range s.A {
		if k != i && Contains(axis.Expr, l) {
			return true
		}
	}
	return false
}

// unused returns a letter that does not occur in the equation.
func (s *solver) unused() (Letter, bool) {
	used := slices.Concat(s.Batch, s.M, s.N, s.K)
	for _, axis := range s.axes {
		used = append(used, axis.fresh)
	}
	for _, l := range "pqijuvxyzabcdefghklmnorstwABCDEFGHIJKLMNOPQRSTUVWXYZ" {
		if !slices.Contains(used, Letter(l)) {
			return Letter(l), true
		}
	}
	return 0, false
}

// eachPart calls f for all combinations of remainders of the gradient's indices along the axes with factors.
func (s *solver) eachPart(chosen []int64, f func(remainders []int64) error) error {
	if len(chosen) == len(s.axes) {
		return f(chosen)
	}
	for r := range max(1, int64(magnitude(s.axes[len(chosen)].factor))) {
		if err := s.eachPart(append(chosen, r), f); err != nil {
			return err
		}
	}
	return nil
}

// part returns the contraction for the elements of the gradient whose indices have the given remainders.
func (s *solver) part(remainders []int64, padded []bool) (*Gradient, error) {
	tables := maps.Clone(s.tables)
	if tables == nil {
		tables = map[string]Table{}
	}
	replaced := map[Letter]Expr{}
	out := slices.Clone(s.A)
	start, step := make([]int64, len(s.A)), slices.Repeat([]int64{1}, len(s.A))
	for i, axis := range s.axes {
		switch axis.factor {
		case 0:
			continue
		case 1:
			replaced[axis.letter] = &Binary{"-", axis.fresh, axis.rest}
		case -1:
			replaced[axis.letter] = &Binary{"-", axis.rest, axis.fresh}
		default:
			if err := s.divide(i, remainders[i], tables, replaced); err != nil {
				return nil, err
			}
			start[i], step[i] = remainders[i], int64(magnitude(axis.factor))
		}
		out[i].Expr = axis.fresh
	}
	outputs, zeroC := substituted(s.C, replaced, s.axes)
	b, zeroB := substituted(s.B, replaced, s.axes)
	g, err := newGradient([3][]Axis{outputs, b, out}, tables)
	if err != nil {
		return nil, err
	}
	for i := range padded {
		zeroB[i] = zeroB[i] || padded[i]
	}
	g.Start, g.Step, g.Padded = start, step, [2][]bool{zeroC, zeroB}
	return g, nil
}

// divide replaces the letter of axis i, which has a factor, for gradient indices with the given remainder. The sum is
// then over the values of the letter of rest for which factor*letter + rest has this remainder.
func (s *solver) divide(i int, remainder int64, tables map[string]Table, replaced map[Letter]Expr) error {
	axis := s.axes[i]
	size := int64(magnitude(axis.factor))
	var values, moves []int64
	n := int64(1)
	if axis.sums != 0 {
		n = s.extents.Of[axis.sums]
	}
	for v := range n {
		rest, err := Eval(axis.rest, map[Letter]int64{axis.sums: v}, s.tables)
		if err != nil {
			return err
		}
		if left := remainder - rest; left%size == 0 {
			values, moves = append(values, v), append(moves, left/axis.factor)
		}
	}
	index := Expr(axis.fresh)
	if axis.factor < 0 {
		index = &Neg{index}
	}
	if axis.sums == 0 {
		move := Const(s.extents.Of[axis.letter]) // index outside: no element has this remainder
		if len(moves) > 0 {
			move = Const(moves[0])
		} else {
			index = &Binary{"*", Const(0), axis.fresh}
		}
		replaced[axis.letter] = &Binary{"+", index, move}
		return nil
	}
	at, by := unusedTable(tables, "at"), unusedTable(tables, "by")
	tables[at] = Table{Shape: []int64{int64(len(values))}, Data: values}
	tables[by] = Table{Shape: []int64{int64(len(moves))}, Data: moves}
	replaced[axis.letter] = &Binary{"+", index, &Read{by, []Expr{axis.sums}}}
	replaced[axis.sums] = &Read{at, []Expr{axis.sums}}
	return nil
}

// unusedTable returns a name that begins with the given text and that no table has.
func unusedTable(tables map[string]Table, name string) string {
	for i := 0; ; i++ {
		if _, used := tables[fmt.Sprint(name, i)]; !used {
			return fmt.Sprint(name, i)
		}
	}
}

// substituted replaces letters in axes. padded says which axes contain a letter that is replaced by an index that may
// be outside.
func substituted(axes []Axis, by map[Letter]Expr, solved []solved) (out []Axis, padded []bool) {
	padded = make([]bool, len(axes))
	for i, axis := range axes {
		for _, s := range solved {
			padded[i] = padded[i] || s.factor != 0 && Contains(axis.Expr, s.letter)
		}
		out = append(out, Axis{Expr: substitute(axis.Expr, by)})
	}
	return out, padded
}

func substitute(x Expr, by map[Letter]Expr) Expr {
	switch x := x.(type) {
	case Letter:
		if y, ok := by[x]; ok {
			return y
		}
	case *Neg:
		return &Neg{substitute(x.X, by)}
	case *Binary:
		return &Binary{x.Op, substitute(x.X, by), substitute(x.Y, by)}
	case *Read:
		r := &Read{Table: x.Table}
		for _, index := range x.Indices {
			r.Indices = append(r.Indices, substitute(index, by))
		}
		return r
	}
	return x
}
