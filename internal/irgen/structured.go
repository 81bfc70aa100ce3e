package irgen

import "strings"

// region writes the contents of a region: operations up to its terminator, in a scope of their own.
func (g *generator) region(arguments []string, types []typ, terminate func()) {
	mark := g.values.mark()
	inFunc := g.inFunc
	g.inFunc = false
	g.define(arguments, types)
	g.statements(1 + g.IntN(6))
	terminate()
	g.inFunc = inFunc
	g.values.release(mark)
}

// yield writes a terminator of scf with values of the types. A scf.yield without values may be left implicit.
func (g *generator) yield(ts []typ) {
	if len(ts) == 0 {
		if g.chance(50) {
			g.line("scf.yield")
		}
		return
	}
	names := g.uses(ts)
	g.line("scf.yield ", strings.Join(names, ", "), " : ", list(ts))
}

// arrow returns the result types of an operation after an arrow, or nothing.
func arrow(ts []typ) string {
	if len(ts) == 0 {
		return ""
	}
	return "-> (" + list(ts) + ") "
}

// assignments returns "%a = %x, %b = %y".
func assignments(arguments, values []string) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = arguments[i] + " = " + v
	}
	return strings.Join(parts, ", ")
}

// freshes returns n new names.
func (g *generator) freshes(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = g.fresh()
	}
	return names
}

func (g *generator) ifOp() {
	ts := g.types(2)
	condition := g.test()
	before, names := g.results(ts)
	g.begin()
	g.open(before, "scf.if ", condition, " ", arrow(ts))
	g.region(nil, nil, func() { g.yield(ts) })
	g.close()
	if len(ts) > 0 || g.chance(50) {
		g.open(" else ")
		g.region(nil, nil, func() { g.yield(ts) })
		g.close()
	}
	g.write(g.attributeDictionary())
	g.end()
	g.define(names, ts)
}

// bounds returns lower bound, upper bound and step of a loop of the type. In defined programs the loop has at most six
// iterations.
func (g *generator) bounds(t typ) (lower, upper, step string) {
	if !g.opts.Defined {
		return g.use(t), g.use(t), g.constantOf(t, itoa(1+g.IntN(3)))
	}
	low := g.IntN(4)
	return g.constantOf(t, itoa(low)), g.constantOf(t, itoa(low+g.IntN(7))), g.constantOf(t, itoa(1+g.IntN(3)))
}

// looping writes the body of a loop. In defined programs it contains no calls.
func (g *generator) looping(body func()) {
	inLoop := g.inLoop
	g.inLoop = true
	body()
	g.inLoop = inLoop
}

func (g *generator) forOp() {
	t := pick(g, indexType, indexType, i32Type, intType(64), intType(8))
	lower, upper, step := g.bounds(t)
	ts := g.types(2)
	values := g.uses(ts)
	before, names := g.results(ts)
	variable, arguments := g.fresh(), g.freshes(len(ts))
	g.begin()
	head := "scf.for "
	if g.has(Flags) && g.chance(15) {
		head += "unsigned "
	}
	head += variable + " = " + lower + " to " + upper + " step " + step + " "
	if len(ts) > 0 {
		head += "iter_args(" + assignments(arguments, values) + ") " + arrow(ts)
	}
	if t.class == integer {
		head += ": " + t.elem + " "
	}
	g.open(before, head)
	g.looping(func() {
		g.region(append([]string{variable}, arguments...), append([]typ{t}, ts...), func() { g.yield(ts) })
	})
	g.close()
	g.write(g.attributeDictionary())
	g.end()
	g.define(names, ts)
}

// whileOp writes a scf.while. A defined one carries an additional counter, which counts down.
func (g *generator) whileOp() {
	in, out := g.types(2), g.types(2)
	values := g.uses(in)
	if g.opts.Defined {
		in, out = append(in, i32Type), append(out, i32Type)
		values = append(values, g.constantOf(i32Type, itoa(g.IntN(6))))
	}
	before, names := g.results(out)
	first, second := g.freshes(len(in)), g.freshes(len(out))
	g.begin()
	head := "scf.while "
	if len(in) > 0 {
		head += "(" + assignments(first, values) + ") "
	}
	g.open(before, head, ": (", list(in), ") -> (", list(out), ") ")
	g.looping(func() { g.region(first, in, func() { g.condition(first, out) }) })
	g.close()
	g.open(" do ")
	if len(second) > 0 {
		g.indent--
		g.begin()
		g.indent++
		g.write("^bb0(", g.blockArguments(second, out), "):\n")
	}
	g.looping(func() { g.region(second, out, func() { g.again(second, in) }) })
	g.close()
	if d := g.attributeDictionary(); d != "" {
		g.write(" attributes", d)
	}
	g.end()
	g.define(names, out)
}

// condition writes the scf.condition that ends the first region of a loop.
func (g *generator) condition(arguments []string, out []typ) {
	var test string
	var passed []string
	if g.opts.Defined {
		counter := arguments[len(arguments)-1]
		zero := g.constantOf(i32Type, "0")
		test = g.fresh()
		g.line(test, " = arith.cmpi sgt, ", counter, ", ", zero, " : i32")
		passed = append(g.uses(out[:len(out)-1]), counter)
	} else {
		test = g.test()
		passed = g.uses(out)
	}
	text := "scf.condition(" + test + ")" + g.attributeDictionary()
	if len(out) > 0 {
		text += " " + strings.Join(passed, ", ") + " : " + list(out)
	}
	g.line(text)
}

// again writes the scf.yield that ends the second region of a while loop.
func (g *generator) again(arguments []string, in []typ) {
	if !g.opts.Defined {
		if len(in) == 0 {
			g.line("scf.yield")
			return
		}
		g.yield(in)
		return
	}
	one := g.constantOf(i32Type, "1")
	next := g.fresh()
	g.line(next, " = arith.subi ", arguments[len(arguments)-1], ", ", one, " : i32")
	values := append(g.uses(in[:len(in)-1]), next)
	g.line("scf.yield ", strings.Join(values, ", "), " : ", list(in))
}

func (g *generator) indexSwitch() {
	ts := g.types(2)
	value := g.use(indexType)
	before, names := g.results(ts)
	g.begin()
	g.write(before, "scf.index_switch ", value, g.attributeDictionary())
	if len(ts) > 0 {
		g.write(" -> ", list(ts))
	}
	g.write("\n")
	terminate := func() {
		if len(ts) == 0 {
			g.line("scf.yield")
			return
		}
		g.yield(ts)
	}
	for i := range g.IntN(4) {
		g.begin()
		g.open("case ", itoa(i*i*7-9), " ")
		g.region(nil, nil, terminate)
		g.close()
		g.write("\n")
	}
	g.begin()
	g.open("default ")
	g.region(nil, nil, terminate)
	g.close()
	g.end()
	g.define(names, ts)
}

// executeRegion writes a scf.execute_region, with several blocks if branches are allowed.
func (g *generator) executeRegion() {
	ts := g.types(2)
	before, names := g.results(ts)
	g.begin()
	head := "scf.execute_region " + arrow(ts)
	if g.has(Flags) && g.chance(20) {
		head += "no_inline "
	}
	g.open(before, head)
	terminate := func() {
		if len(ts) == 0 {
			g.line("scf.yield")
			return
		}
		g.yield(ts)
	}
	if g.has(Branches) && g.chance(50) {
		mark, inFunc := g.values.mark(), g.inFunc
		g.inFunc = false
		g.blocks(terminate)
		g.inFunc = inFunc
		g.values.release(mark)
	} else {
		g.region(nil, nil, terminate)
	}
	g.close()
	g.write(g.attributeDictionary())
	g.end()
	g.define(names, ts)
}
