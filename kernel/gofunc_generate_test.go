package kernel_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// generateFunction returns the source of a random function f(x, y int32) int32, in a small part of Go, without arrays,
// calls and other types. Without loops, conditions may differ between the elements of a tile.
func generateFunction(r *rand.Rand, loops bool) string {
	g := &functionGenerator{r: r, loops: 4}
	if !loops {
		g.loops = 0
	}
	g.line("func f(x, y int32) int32 {")
	g.block([]string{"x", "y"}, []string{"x", "y"}, place{depth: 4})
	g.line("return x*31 + y")
	g.line("}")
	return g.b.String()
}

type functionGenerator struct {
	r     *rand.Rand
	b     strings.Builder
	names int
	loops int // number of loops that may still be generated
}

// place says where a statement is generated.
type place struct {
	depth          int // how much deeper blocks may be nested
	loop, breakage bool
}

func (p place) inner() place { p.depth--; return p }

func (g *functionGenerator) line(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }

func (g *functionGenerator) fresh() string {
	g.names++
	return fmt.Sprint("v", g.names)
}

func pick[T any](g *functionGenerator, list ...T) T { return list[g.r.IntN(len(list))] }

// block writes statements that read the variables vars and assign those in to.
func (g *functionGenerator) block(vars, to []string, p place) {
	vars, to = slices.Clone(vars), slices.Clone(to)
	for range 1 + g.r.IntN(4) {
		switch n := g.r.IntN(100); {
		case n < 18:
			v := g.fresh()
			g.line("%s := %s + int32(0)\n_ = %s", v, g.expr(vars, 2), v)
			vars, to = append(vars, v), append(to, v)
		case n < 45:
			g.line("%s %s %s", pick(g, to...), pick(g, "=", "+=", "-=", "^=", "*="), g.expr(vars, 2))
		case n < 51:
			g.line("%s%s", pick(g, to...), pick(g, "++", "--"))
		case n < 70 && p.depth > 0:
			g.line("if %s {", g.condition(vars))
			g.block(vars, to, p.inner())
			if g.r.IntN(2) == 0 {
				g.line("} else {")
				g.block(vars, to, p.inner())
			}
			g.line("}")
		case n < 82 && p.depth > 0 && g.loops > 0:
			g.loop(vars, to, p)
		case n < 87 && p.depth > 0:
			g.choice(vars, to, p)
		case n < 92 && p.loop:
			g.line("if %s {\ncontinue\n}", g.condition(vars))
		case n < 95 && p.breakage:
			g.line("if %s {\nbreak\n}", g.condition(vars))
		default:
			g.line("if %s {\nreturn %s\n}", g.condition(vars), g.expr(vars, 2))
		}
	}
}

func (g *functionGenerator) loop(vars, to []string, p place) {
	g.loops--
	i, n := g.fresh(), fmt.Sprintf("(%s & 15)", pick(g, vars...))
	if g.r.IntN(2) == 0 {
		n = fmt.Sprintf("int32(%d)", g.r.IntN(20))
	}
	inner := place{depth: p.depth - 1, loop: true, breakage: true}
	switch g.r.IntN(4) {
	case 0:
		g.line("for %s := int32(%d); %s < %s; %s%s {", i, g.r.IntN(5)-2, i, n, i, pick(g, "++", " += 2", " += 3"))
	case 1:
		g.line("for %s := range %s {", i, n)
	case 2:
		g.line("for %s := %s; %s > 0; %s-- {", i, n, i, i)
	default:
		g.line("%s := int32(0)\nfor %s < %s {\n%s++", i, i, n, i)
	}
	g.line("_ = %s", i)
	g.block(append(slices.Clone(vars), i), to, inner)
	g.line("}")
}

// choice writes a switch. A break in it ends the switch.
func (g *functionGenerator) choice(vars, to []string, p place) {
	inner := p.inner()
	inner.breakage = true
	g.line("switch %s & 3 {", pick(g, vars...))
	for n := range 1 + g.r.IntN(3) {
		g.line("case %d:", n)
		g.block(vars, to, inner)
	}
	if g.r.IntN(2) == 0 {
		g.line("default:")
		g.block(vars, to, inner)
	}
	g.line("}")
}

func (g *functionGenerator) condition(vars []string) string {
	c := fmt.Sprintf("%s %s %s", pick(g, vars...), pick(g, "<", "<=", ">", "==", "!="), g.expr(vars, 1))
	switch g.r.IntN(6) {
	case 0:
		c += fmt.Sprintf(" && %s > %d", pick(g, vars...), g.r.IntN(11)-5)
	case 1:
		c += fmt.Sprintf(" || %s&3 == %d", pick(g, vars...), g.r.IntN(4))
	}
	return c
}

func (g *functionGenerator) expr(vars []string, depth int) string {
	if depth <= 0 || g.r.IntN(4) == 0 {
		if g.r.IntN(3) == 0 {
			return fmt.Sprintf("int32(%d)", g.r.IntN(30)-9)
		}
		return pick(g, vars...)
	}
	a, b := g.expr(vars, depth-1), g.expr(vars, depth-1)
	switch n := g.r.IntN(9); {
	case n < 5:
		return fmt.Sprintf("(%s %s %s)", a, pick(g, "+", "-", "*", "&", "|", "^"), b)
	case n == 5:
		return fmt.Sprintf("(%s / (%s&7 + 1))", a, b)
	case n == 6:
		return fmt.Sprintf("min(%s, %s)", a, b)
	case n == 7:
		return fmt.Sprintf("(%s << (%s & 7))", a, b)
	}
	return fmt.Sprintf("int32(int8(%s))", pick(g, vars...))
}
