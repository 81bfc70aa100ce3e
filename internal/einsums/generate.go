package einsums

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/girih-ir/girih/dialects/tile/contract"
)

// Generate returns a random contraction with letters of all classes. Axes are letters, numbers, or sums with factors,
// signs, products, quotients, remainders and tables of one or two indices, in A and sometimes in B. Sometimes indices
// are outside. In rare cases an array is empty.
func Generate(r *rand.Rand) Case {
	g := &generator{r: r, c: Case{Tables: map[string]contract.Table{}, Padded: r.IntN(3) == 0},
		of: map[contract.Letter]int64{}}
	batch, m, n, k := g.letters("bg", 1), g.letters("mhw", 3), g.letters("nop", 2), g.letters("krs", 3)
	for len(m)+len(n)+len(batch) == 0 {
		m = g.letters("mhw", 3)
	}
	if all := slices.Concat(batch, m, n, k); r.IntN(40) == 0 {
		g.of[all[r.IntN(len(all))]] = 0
	}
	a, shapeA := g.operand(slices.Concat(batch, m), k)
	c, shapeC := g.bare(slices.Concat(batch, m, n))
	if r.IntN(3) == 0 {
		b, shapeB := g.operand(slices.Concat(batch, n), k)
		g.c.Equation, g.c.A, g.c.B, g.c.C = a+","+b+"->"+c, shapeA, shapeB, shapeC
		if g.says() {
			return g.c
		}
	}
	b, shapeB := g.bare(slices.Concat(batch, n, k))
	g.c.Equation, g.c.A, g.c.B, g.c.C = a+","+b+"->"+c, shapeA, shapeB, shapeC
	return g.c
}

// says reports whether each letter that is summed over is an axis by itself. Otherwise its extent is not known.
func (g *generator) says() bool {
	eq, err := contract.Parse(g.c.Equation)
	if err != nil {
		panic(fmt.Sprintf("einsums: generated equations are valid, but not %s: %v", g.c.Equation, err))
	}
	alone := func(l contract.Letter) func(contract.Axis) bool {
		return func(a contract.Axis) bool { return a.Expr == contract.Expr(l) }
	}
	return !slices.ContainsFunc(eq.K, func(l contract.Letter) bool {
		return !slices.ContainsFunc(slices.Concat(eq.A, eq.B), alone(l))
	})
}

type generator struct {
	r  *rand.Rand
	c  Case
	of map[contract.Letter]int64
}

// letters returns some of the letters of a text, and chooses their extents.
func (g *generator) letters(text string, most int) (out []contract.Letter) {
	for i := range g.r.IntN(most + 1) {
		l := contract.Letter(text[i])
		g.of[l] = 1 + g.r.Int64N(5)
		out = append(out, l)
	}
	return out
}

// bare returns an operand whose axes are single letters, in some order.
func (g *generator) bare(letters []contract.Letter) (text string, shape []int64) {
	for _, i := range g.r.Perm(len(letters)) {
		text += letters[i].String()
		shape = append(shape, g.of[letters[i]])
	}
	return text, shape
}

// operand returns an operand whose axes combine letters of the output and letters that are summed over. Sometimes it
// has an axis that is a number.
func (g *generator) operand(outer, reduced []contract.Letter) (text string, shape []int64) {
	outer, reduced = slices.Clone(outer), slices.Clone(reduced)
	var axes []string
	for len(outer)+len(reduced) > 0 {
		var parts []string
		mixed := g.r.IntN(2) == 0
		if len(outer) > 0 && (mixed || len(reduced) == 0) {
			parts = append(parts, g.part(&outer, mixed))
		}
		if len(reduced) > 0 && (mixed || parts == nil) {
			parts = append(parts, g.part(&reduced, mixed))
		}
		if len(parts) == 1 && len(parts[0]) == 1 {
			axes, shape = append(axes, parts[0]), append(shape, g.of[contract.Letter(parts[0][0])])
			continue
		}
		axis, size := g.fitted(strings.Join(parts, "+"))
		axes, shape = append(axes, axis), append(shape, size)
	}
	if g.r.IntN(8) == 0 {
		at := g.r.Int64N(3)
		axes, shape = append(axes, fmt.Sprintf("(%d)", at)), append(shape, at+1+g.r.Int64N(2))
	}
	order := g.r.Perm(len(axes))
	var b strings.Builder
	permuted := make([]int64, len(axes))
	for i, from := range order {
		b.WriteString(axes[from])
		permuted[i] = shape[from]
	}
	return b.String(), permuted
}

// part takes one or two letters from a list, and returns a part of an axis: a single letter or, if more is set,
// possibly an expression.
func (g *generator) part(letters *[]contract.Letter, more bool) string {
	list := *letters
	if more && len(list) > 1 && g.r.IntN(3) == 0 {
		*letters = list[2:]
		return g.pair(list[0], list[1])
	}
	*letters = list[1:]
	return g.term(list[0], more)
}

// pair returns an expression of two letters.
func (g *generator) pair(l, other contract.Letter) string {
	switch g.r.IntN(6) {
	case 0:
		return fmt.Sprintf("%s*%s", l, other)
	case 1:
		return fmt.Sprintf("(%s-%s)//%d", l, other, 2+g.r.IntN(2))
	case 2:
		return fmt.Sprintf("(%s*%s-2)%%%d", l, other, 2+g.r.IntN(3))
	case 3:
		return g.table(g.of[l], g.of[other]) + fmt.Sprintf("[%s,%s]", l, other)
	case 4:
		return g.table(2*g.of[l]) + fmt.Sprintf("[2*%s]-%s", l, other)
	}
	return fmt.Sprintf("%d*%s+%s", g.of[other], l, other)
}

// table adds a table of a shape, and returns its name.
func (g *generator) table(shape ...int64) string {
	name, t := fmt.Sprintf("t%d", len(g.c.Tables)), contract.Table{Shape: shape}
	for range Count(shape) {
		t.Data = append(t.Data, g.r.Int64N(7)-2)
	}
	g.c.Tables[name] = t
	return name
}

// term returns the letter itself or, if more is set, possibly an expression of it.
func (g *generator) term(l contract.Letter, more bool) string {
	if !more {
		return l.String()
	}
	switch g.r.IntN(8) {
	case 0:
		return fmt.Sprintf("%d*%s", 2+g.r.IntN(2), l)
	case 1:
		return fmt.Sprintf("-%s", l)
	case 2:
		return fmt.Sprintf("(%s+%d)//2", l, g.r.IntN(3))
	case 3:
		return fmt.Sprintf("(3*%s-1)%%%d", l, 2+g.r.IntN(3))
	case 4:
		return g.table(g.of[l]) + fmt.Sprintf("[%s]", l)
	}
	return l.String()
}

// fitted returns an axis for an expression and the size of its dimension. Without padding, a constant is added so that
// the least index is 0.
func (g *generator) fitted(text string) (axis string, size int64) {
	eq, err := contract.Parse("(" + text + "),->" + lettersIn(text))
	if err != nil {
		panic(fmt.Sprintf("einsums: generated axes are valid, but not %s: %v", text, err))
	}
	low, high := g.span(eq.A[0].Expr, eq.Out)
	if g.c.Padded {
		return "(" + text + ")", 1 + g.r.Int64N(high-low+2)
	}
	if low != 0 {
		text = fmt.Sprintf("%s+%d", text, -low)
	}
	return "(" + text + ")", high - low + 1 + g.r.Int64N(2)
}

// lettersIn returns the letters of an expression whose tables have names of two characters.
func lettersIn(text string) (out string) {
	for i := range text {
		one := 'a' <= text[i] && text[i] <= 'z' && (i+1 == len(text) || text[i+1] < '0' || text[i+1] > '9')
		if one && !strings.Contains(out, text[i:i+1]) {
			out += text[i : i+1]
		}
	}
	return out
}

// span returns the least and the greatest value of an expression.
func (g *generator) span(x contract.Expr, letters []contract.Letter) (low, high int64) {
	values, first := map[contract.Letter]int64{}, true
	var visit func(rest []contract.Letter)
	visit = func(rest []contract.Letter) {
		if len(rest) > 0 {
			for v := range g.of[rest[0]] {
				values[rest[0]] = v
				visit(rest[1:])
			}
			return
		}
		v, err := contract.Eval(x, values, g.c.Tables)
		if err != nil {
			panic(fmt.Sprintf("einsums: numbers are small, and tables cover the letters, but %v", err))
		}
		if first {
			low, high, first = v, v, false
		}
		low, high = min(low, v), max(high, v)
	}
	visit(letters)
	return low, high
}
