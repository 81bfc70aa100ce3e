package irgen

// repeatable is an operation that may be written again where its operands are visible.
type repeatable struct {
	text string // without the result's name
	t    typ    // of the result
	at   int    // number of visible values at that time
}

// repeat writes one of the last operations again, if there is one.
func (g *generator) repeat() bool {
	n := len(g.values.written)
	if n == 0 {
		return false
	}
	r := g.values.written[n-1-g.IntN(min(n, 6))]
	result := g.fresh()
	g.line(result, " = ", r.text)
	g.values.add(result, r.t)
	return true
}

// neutral writes a constant that is a neutral or absorbing element of some operation, and returns its name.
func (g *generator) neutral(t typ) string {
	switch {
	case t.isFloat() && (t.elem == "f16" || t.elem == "bf16" || t.elem == "f32" || t.elem == "f64"):
		return g.splat(t, pick(g, "0.0", "-0.0", "1.0", "-1.0", "2.0"))
	case t.width == 1:
		return g.splat(t, pick(g, "0", "1"))
	case t.isIntLike() && t.width >= 4:
		return g.splat(t, pick(g, "0", "0", "1", "1", "-1", "2", "4"))
	case t.isIntLike():
		return g.splat(t, "0")
	}
	return g.constant(t)
}

// dullTest returns a condition that is redundant: one that was used before, a constant, or the negation of another one.
func (g *generator) dullTest() string {
	names := g.values.of(boolType)
	switch {
	case len(names) == 0 || g.chance(15):
		return g.splat(boolType, pick(g, "0", "1"))
	case g.chance(25):
		yes, result := g.splat(boolType, "1"), g.fresh()
		g.line(result, " = arith.xori ", g.recent(names), ", ", yes, " : i1")
		g.values.add(result, boolType)
		return result
	}
	return names[0]
}
