package einsums

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/girih-ir/girih/dialects/tile/contract"
)

// Generate returns a random contraction: letters of all classes, axes that are letters or sums with factors, signs,
// quotients, remainders and tables, and sometimes indices outside of A.
func Generate(r *rand.Rand) Case {
	g := &generator{r: r, c: Case{Tables: map[string]contract.Table{}, Padded: r.IntN(3) == 0},
		of: map[contract.Letter]int64{}}
	batch, m, n, k := g.letters("bg", 1), g.letters("mhw", 3), g.letters("nop", 2), g.letters("krs", 3)
	for len(m)+len(n)+len(batch) == 0 {
		m = g.letters("mhw", 3)
	}
	a, shapeA := g.operand(slices.Concat(batch, m), k)
	b, shapeB := g.bare(slices.Concat(batch, n, k))
	c, shapeC := g.bare(slices.Concat(batch, m, n))
	g.c.Equation, g.c.A, g.c.B, g.c.C = a+","+b+"->"+c, shapeA, shapeB, shapeC
	return g.c
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

// bare makes an operand of letters alone, in some order.
func (g *generator) bare(letters []contract.Letter) (text string, shape []int64) {
	for _, i := range g.r.Perm(len(letters)) {
		text += letters[i].String()
		shape = append(shape, g.of[letters[i]])
	}
	return text, shape
}

// operand makes an operand of letters of the output and of letters that are summed over, some of them in one axis.
func (g *generator) operand(outer, reduced []contract.Letter) (text string, shape []int64) {
	outer, reduced = slices.Clone(outer), slices.Clone(reduced)
	var axes []string
	for len(outer)+len(reduced) > 0 {
		var parts []string
		mixed := g.r.IntN(2) == 0
		if len(outer) > 0 && (mixed || len(reduced) == 0) {
			parts = append(parts, g.term(outer[0], mixed))
			outer = outer[1:]
		}
		if len(reduced) > 0 && (mixed || parts == nil) {
			parts = append(parts, g.term(reduced[0], mixed))
			reduced = reduced[1:]
		}
		if len(parts) == 1 && len(parts[0]) == 1 {
			axes, shape = append(axes, parts[0]), append(shape, g.of[contract.Letter(parts[0][0])])
			continue
		}
		axis, size := g.fitted(strings.Join(parts, "+"))
		axes, shape = append(axes, axis), append(shape, size)
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

// term makes an expression of a letter: the letter alone unless it may be more.
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
		name := fmt.Sprintf("t%d", len(g.c.Tables))
		t := contract.Table{Shape: []int64{g.of[l]}}
		for range g.of[l] {
			t.Data = append(t.Data, g.r.Int64N(7)-2)
		}
		g.c.Tables[name] = t
		return fmt.Sprintf("%s[%s]", name, l)
	}
	return l.String()
}

// fitted returns an axis for an expression and a size of its dimension. Without padding the expression is moved so that
// it begins at the start.
func (g *generator) fitted(text string) (axis string, size int64) {
	eq, err := contract.Parse("(" + text + "),->" + lettersIn(text))
	if err != nil {
		panic(err) // the text is made above
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
			panic(err) // small numbers, and tables as long as the letters run
		}
		if first {
			low, high, first = v, v, false
		}
		low, high = min(low, v), max(high, v)
	}
	visit(letters)
	return low, high
}
