package contract

import (
	"fmt"
	"slices"
)

// classify assigns each letter to Batch, M, N or K. It returns an error for letters that belong to none of them.
func (eq *Equation) classify(text string) error {
	a, err := lettersOf(eq.A, text)
	if err != nil {
		return err
	}
	b, err := lettersOf(eq.B, text)
	if err != nil {
		return err
	}
	for _, l := range eq.Out {
		if !slices.Contains(a, l) && !slices.Contains(b, l) {
			return &SyntaxError{text, lastPos(text, l), fmt.Sprintf("letter '%s' is only in the output", l)}
		}
	}
	for _, l := range append(slices.Clone(a), b...) {
		inA, inB, inOut := slices.Contains(a, l), slices.Contains(b, l), slices.Contains(eq.Out, l)
		var class *[]Letter
		switch {
		case inA && inB && inOut:
			class = &eq.Batch
		case inA && inB:
			class = &eq.K
		case inA && inOut:
			class = &eq.M
		case inB && inOut:
			class = &eq.N
		default:
			operand, axes := "A", eq.A
			if inB {
				operand, axes = "B", eq.B
			}
			return &SyntaxError{text, posOf(axes, l), fmt.Sprintf("letter '%s' is only in operand %s: a letter must be in "+
				"both operands or in the output", l, operand)}
		}
		if !slices.Contains(*class, l) {
			*class = append(*class, l)
		}
	}
	return nil
}

// lettersOf returns the letters of an operand, each once. A letter may be a whole axis only once.
func lettersOf(axes []Axis, text string) (out []Letter, err error) {
	alone := map[Letter]bool{}
	for _, axis := range axes {
		if l, ok := axis.Expr.(Letter); ok {
			if alone[l] {
				return nil, &SyntaxError{text, axis.pos, fmt.Sprintf("letter '%s' is an axis of the operand twice", l)}
			}
			alone[l] = true
		}
		for _, l := range letters(axis.Expr) {
			if !slices.Contains(out, l) {
				out = append(out, l)
			}
		}
	}
	return out, nil
}

func posOf(axes []Axis, l Letter) int {
	i := slices.IndexFunc(axes, func(a Axis) bool { return slices.Contains(letters(a.Expr), l) })
	return axes[i].pos
}

func lastPos(text string, l Letter) int {
	for i := len(text) - 1; i > 0; i-- {
		if text[i] == byte(l) {
			return i
		}
	}
	return 0
}

// split splits each axis into its outer and its reduced part.
func (eq *Equation) split(text string) error {
	for n, axes := range [][]Axis{eq.A, eq.B, eq.C} {
		for i := range axes {
			axis := &axes[i]
			axis.Outer, axis.Reduced = Const(0), Const(0)
			for _, t := range termsOf(axis.Expr, 1) {
				reduced, outer := 0, 0
				for _, l := range letters(t.expr) {
					if slices.Contains(eq.K, l) {
						reduced++
					} else {
						outer++
					}
				}
				switch {
				case reduced > 0 && outer > 0:
					return &SyntaxError{text, axis.pos, fmt.Sprintf("axis %d of operand %s does not split into a part of "+
						"letters of the output and a part of those summed over: '%s' has letters of both", i, "ABC"[n:n+1],
						t.expr)}
				case reduced > 0:
					axis.Reduced = plus(axis.Reduced, t)
				default:
					axis.Outer = plus(axis.Outer, t)
				}
			}
		}
	}
	return nil
}

// term is a term of a sum: an expression times an integer.
type term struct {
	times int64
	expr  Expr
}

// termsOf writes a multiple of an expression as a sum. Products with a number are distributed over sums.
func termsOf(x Expr, times int64) []term {
	switch x := x.(type) {
	case *Neg:
		if n, err := multiply(times, -1); err == nil {
			return termsOf(x.X, n)
		}
	case *Binary:
		switch x.Op {
		case "+":
			return append(termsOf(x.X, times), termsOf(x.Y, times)...)
		case "-":
			if n, err := multiply(times, -1); err == nil {
				return append(termsOf(x.X, times), termsOf(x.Y, n)...)
			}
		case "*":
			for _, sides := range [][2]Expr{{x.X, x.Y}, {x.Y, x.X}} {
				if c, ok := sides[0].(Const); ok {
					if n, err := multiply(times, int64(c)); err == nil {
						return termsOf(sides[1], n)
					}
				}
			}
		}
	}
	return []term{{times, x}}
}

// plus adds a term to a sum.
func plus(sum Expr, t term) Expr {
	next := t.expr
	if c, ok := next.(Const); ok {
		if v, err := multiply(int64(c), t.times); err == nil {
			next, t.times = Const(v), 1
		}
	}
	negative := t.times < 0 && sum != Expr(Const(0))
	if negative {
		t.times = -t.times
	}
	switch t.times {
	case 1:
	case -1:
		next = &Neg{next}
	default:
		next = &Binary{"*", Const(t.times), next}
	}
	switch {
	case sum == Expr(Const(0)):
		return next
	case negative:
		return &Binary{"-", sum, next}
	}
	return &Binary{"+", sum, next}
}
