package irgen

import "strings"

// parallelOp writes a scf.parallel, perhaps with reductions.
func (g *generator) parallelOp() {
	n := 1 + g.IntN(3)
	var lower, upper, step []string
	for range n {
		l, u, s := g.bounds(indexType)
		lower, upper, step = append(lower, l), append(upper, u), append(step, s)
	}
	ts := make([]typ, g.IntN(3))
	for i := range ts {
		ts[i] = g.typeWhere(func(t typ) bool { return t.class != opaque }, g.element)
	}
	initial := g.uses(ts)
	before, names := g.results(ts)
	variables := g.freshes(n)
	head := "scf.parallel (" + strings.Join(variables, ", ") + ") = (" + strings.Join(lower, ", ") + ") to (" +
		strings.Join(upper, ", ") + ") step (" + strings.Join(step, ", ") + ") "
	if len(ts) > 0 {
		head += "init (" + strings.Join(initial, ", ") + ") " + arrow(ts)
	}
	g.begin()
	g.open(before, head)
	g.looping(func() { g.region(variables, sameTypes(n, indexType), func() { g.reduce(ts) }) })
	g.close()
	g.write(g.attributeDictionary())
	g.end()
	g.define(names, ts)
}

// sameTypes returns n times the type.
func sameTypes(n int, t typ) []typ {
	ts := make([]typ, n)
	for i := range ts {
		ts[i] = t
	}
	return ts
}

// reduce writes the scf.reduce that ends a parallel loop. The order of a reduction is undefined, so in defined programs
// it is a maximum.
func (g *generator) reduce(ts []typ) {
	if len(ts) == 0 {
		if g.chance(40) {
			g.line("scf.reduce")
		}
		return
	}
	values := g.uses(ts)
	g.begin()
	g.write("scf.reduce(", strings.Join(values, ", "), " : ", list(ts), ") ")
	for i, t := range ts {
		if i > 0 {
			g.write(", ")
		}
		g.open()
		arguments := g.freshes(2)
		g.indent--
		g.begin()
		g.indent++
		g.write("^bb0(", g.blockArguments(arguments, []typ{t, t}), "):\n")
		g.combine(arguments, t)
		g.close()
	}
	g.end()
}

// combine writes the body of a reduction.
func (g *generator) combine(arguments []string, t typ) {
	op := "arith.maxsi"
	if t.isFloat() {
		op = "arith.maximumf"
	}
	if !g.opts.Defined {
		op = pick(g, "arith.addi", "arith.muli", "arith.xori", "arith.minui")
		if t.isFloat() {
			op = pick(g, "arith.addf", "arith.mulf", "arith.minnumf")
		}
	}
	result := g.fresh()
	g.line(result, " = ", op, " ", strings.Join(arguments, ", "), " : ", t.String())
	g.line("scf.reduce.return ", result, " : ", t.String())
}

// forallOp writes a scf.forall. Nothing inserts into its shared outputs, since the operations for that are in dialects
// that this package does not write.
func (g *generator) forallOp() {
	n := 1 + g.IntN(3)
	var ts []typ
	if g.has(Tensors | DynamicTensors) {
		for range g.IntN(3) {
			t := g.typeWhere(typ.isRanked, func() typ { return g.tensorOf(g.element(), g.has(DynamicTensors)) })
			if t.isRanked() {
				ts = append(ts, t)
			}
		}
	}
	values := g.uses(ts)
	head := g.forallRange(n)
	before, names := g.results(ts)
	variables, arguments := g.freshes(n), g.freshes(len(ts))
	g.begin()
	text := "scf.forall (" + strings.Join(variables, ", ") + ") " + head + " "
	if len(ts) > 0 {
		text += "shared_outs(" + assignments(arguments, values) + ") " + arrow(ts)
	}
	g.open(before, text)
	g.looping(func() {
		g.region(append(variables, arguments...), append(sameTypes(n, indexType), ts...), func() {
			if len(ts) > 0 || g.chance(40) {
				g.begin()
				g.open("scf.forall.in_parallel ")
				g.close()
				g.end()
			}
		})
	})
	g.close()
	g.write(g.attributeDictionary())
	g.end()
	g.define(names, ts)
}

// forallRange returns the bounds of n dimensions: from zero, or as ranges.
func (g *generator) forallRange(n int) string {
	bound := func(low int) string {
		if g.chance(30) && !g.opts.Defined {
			return g.use(indexType)
		}
		return itoa(low + g.IntN(4))
	}
	bounds := func(low int) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = bound(low)
		}
		return "(" + strings.Join(parts, ", ") + ")"
	}
	if g.chance(50) {
		return "in " + bounds(1)
	}
	return "= " + bounds(0) + " to " + bounds(4) + " step " + bounds(1)
}
