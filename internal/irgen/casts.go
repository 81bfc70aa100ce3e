package irgen

// cast writes one of the casts of arith.
func (g *generator) cast() {
	from := g.typeWhere(func(t typ) bool { return t.class != opaque && t.castable() }, g.element)
	switch from.class {
	case index:
		to := from.like(g.integerType())
		g.castTo(pick(g, "index_cast", "index_castui"), from, to, "")
	case integer:
		g.castInteger(from)
	default:
		g.castFloat(from)
	}
}

func (g *generator) castTo(op string, from, to typ, clause string) {
	x, result := g.use(from), g.fresh()
	g.line(result, " = arith.", op, " ", x, clause, g.attributeDictionary(), " : ", from.String(), " to ", to.String())
	g.values.add(result, to)
}

func (g *generator) castInteger(from typ) {
	switch g.IntN(5) {
	case 0:
		g.castTo(pick(g, "index_cast", "index_castui"), from, from.like(indexType), "")
	case 1:
		g.castTo(pick(g, "sitofp", "uitofp"), from, from.like(g.floatingType()), "")
	case 2:
		if e, ok := g.floatOfWidth(from.width); ok {
			g.castTo("bitcast", from, from.like(e), "")
			return
		}
		fallthrough
	default:
		to := g.integerType()
		switch {
		case to.width > from.width:
			g.castTo(pick(g, "extsi", "extui"), from, from.like(to), "")
		case to.width < from.width:
			clause := ""
			if g.has(Flags) && !g.opts.Defined && g.chance(30) {
				clause = " overflow<" + pick(g, "nsw", "nuw", "nsw, nuw") + ">"
			}
			g.castTo("trunci", from, from.like(to), clause)
		default:
			g.castTo("bitcast", from, from.like(to), "")
		}
	}
}

// castFloat writes a cast from a float. Casts to integers are left out of defined programs: a float outside the range
// is poison, and the bits of a NaN are not specified.
func (g *generator) castFloat(from typ) {
	switch n := g.IntN(5); {
	case n == 0 && !g.opts.Defined:
		g.castTo(pick(g, "fptosi", "fptoui"), from, from.like(g.integerType()), "")
	case n == 1 && !g.opts.Defined:
		g.castTo("bitcast", from, from.like(intType(from.width)), "")
	default:
		to := g.floatingType()
		clause, _ := g.fastMath()
		switch {
		case to.width > from.width:
			g.castTo("extf", from, from.like(to), clause)
		case to.width < from.width:
			if g.has(Flags) && g.chance(40) {
				clause = pick(g, " to_nearest_even", " downward", " upward", " toward_zero", " to_nearest_away") + clause
			}
			g.castTo("truncf", from, from.like(to), clause)
		case !g.opts.Defined:
			g.castTo("bitcast", from, from.like(to), "")
		}
	}
}

// floatOfWidth returns a float type that the options allow and that has the given width.
func (g *generator) floatOfWidth(width int) (typ, bool) {
	all := mainFloats
	if g.has(SmallFloats) {
		all = append(append([]typ{}, mainFloats...), otherFloats...)
	}
	var found []typ
	for _, t := range all {
		if t.width == width {
			found = append(found, t)
		}
	}
	if len(found) == 0 {
		return typ{}, false
	}
	return pick(g, found...), true
}

// scaling writes a cast from or to a microscaling format.
func (g *generator) scaling() {
	wide := pick(g, mainFloats...)
	narrow := pick(g, otherFloats[:11]...)
	shape := g.shaped(wide)
	if !shape.castable() {
		shape = wide
	}
	from, to, op := shape.like(narrow), shape.like(wide), "scaling_extf"
	if g.chance(50) {
		from, to, op = to, from, "scaling_truncf"
	}
	scale := shape.like(floatType("f8E8M0FNU", 8))
	clause, _ := g.fastMath()
	if op == "scaling_truncf" && g.has(Flags) && g.chance(40) {
		clause = pick(g, " downward", " toward_zero") + clause
	}
	x, s, result := g.use(from), g.use(scale), g.fresh()
	g.line(result, " = arith.", op, " ", x, ", ", s, clause, g.attributeDictionary(), " : ", from.String(), ", ",
		scale.String(), " to ", to.String())
	g.values.add(result, to)
}
