package irgen

// floatMath writes a floating-point operation of the math dialect.
func (g *generator) floatMath() {
	t := g.floatLike()
	clause, property := g.fastMath()
	switch g.IntN(10) {
	case 0, 1:
		op := pick(g, "atan2", "copysign", "powf")
		g.elementwise("math."+op, []string{g.use(t), g.use(t)}, t, clause, property)
	case 2:
		g.elementwise("math.fma", []string{g.use(t), g.use(t), g.use(t)}, t, clause, property)
	case 3:
		x, lo, hi, result := g.use(t), g.use(t), g.use(t), g.fresh()
		g.line(result, " = math.clampf ", x, " to [", lo, ", ", hi, "]", clause, g.attributeDictionary(), " : ", t.String())
		g.values.add(result, t)
	case 4:
		x := g.use(t)
		before, names := g.results([]typ{t, t})
		g.line(before, "math.sincos ", x, clause, g.attributeDictionary(), " : ", t.String())
		g.define(names, []typ{t, t})
	case 5:
		e := t.like(g.integerOrIndex())
		x, y, result := g.use(t), g.use(e), g.fresh()
		g.line(result, " = math.fpowi ", x, ", ", y, clause, g.attributeDictionary(), " : ", t.String(), ", ", e.String())
		g.values.add(result, t)
	default:
		op := pick(g, "absf", "acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "ceil", "cos", "cosh", "erf", "erfc",
			"exp", "exp2", "expm1", "floor", "log", "log10", "log1p", "log2", "round", "roundeven", "rsqrt", "sin", "sinh",
			"sqrt", "tan", "tanh", "trunc")
		g.elementwise("math."+op, []string{g.use(t)}, t, clause, property)
	}
}

// intMath writes an integer operation of the math dialect. Defined programs have no math.ipowi, since a negative power
// of zero is undefined.
func (g *generator) intMath() {
	t := g.intLike()
	if !g.opts.Defined && g.chance(25) {
		g.elementwise("math.ipowi", []string{g.use(t), g.use(t)}, t, "", "")
		return
	}
	g.elementwise("math."+pick(g, "absi", "ctlz", "cttz", "ctpop"), []string{g.use(t)}, t, "", "")
}

// classify writes a test of a float, for example for a NaN.
func (g *generator) classify() {
	t := g.floatLike()
	x, result := g.use(t), g.fresh()
	g.line(result, " = math.", pick(g, "isfinite", "isinf", "isnan", "isnormal"), " ", x, g.attributeDictionary(), " : ",
		t.String())
	g.values.add(result, t.boolean())
}
