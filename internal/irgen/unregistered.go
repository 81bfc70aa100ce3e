package irgen

import "strings"

// unregistered writes an operation that no dialect registers, possibly with properties and regions.
func (g *generator) unregistered() {
	in, out := g.types(3), g.types(3)
	operands := g.uses(in)
	before, names := g.results(out)
	g.begin()
	g.write(before, `"`, pick(g, "gen.op", "gen.nested.op", "other.x", "gen.with blank", "gen.é"), `"(`,
		strings.Join(operands, ", "), ")")
	if g.has(Attributes) && g.chance(20) {
		g.write(" <{", g.namedAttributes(), "}>")
	}
	if g.depth < g.opts.Depth && g.budget > 0 && g.chance(25) {
		g.regions()
	}
	g.write(g.attributeDictionary(), " : (", list(in), ") -> ", unregisteredResults(out))
	g.end()
	g.define(names, out)
}

func unregisteredResults(ts []typ) string {
	if len(ts) == 1 {
		return ts[0].asResult()
	}
	return "(" + list(ts) + ")"
}

// regions writes a list of regions. They contain no calls, since MLIR cannot resolve a symbol through an unregistered
// operation.
func (g *generator) regions() {
	features := g.opts.Features
	g.opts.Features &^= Calls
	g.write(" (")
	for i := range 1 + g.IntN(2) {
		if i > 0 {
			g.write(", ")
		}
		g.open()
		g.unregisteredRegion()
		g.close()
	}
	g.write(")")
	g.opts.Features = features
}

// unregisteredRegion writes the contents of a region of an unregistered operation: nothing, operations, or operations
// that use values defined after them.
func (g *generator) unregisteredRegion() {
	switch g.IntN(5) {
	case 0:
	case 1:
		g.graph()
	case 2:
		ts := g.types(2)
		arguments := g.freshes(len(ts))
		g.indent--
		g.begin()
		g.indent++
		g.write("^bb0(", g.blockArguments(arguments, ts), "):\n")
		g.region(arguments, ts, func() { g.line(`"gen.end"() : () -> ()`) })
	default:
		g.region(nil, nil, func() { g.line(`"gen.end"() : () -> ()`) })
	}
}

// graph writes operations that use each other's results in any order. Other operations do not use them.
func (g *generator) graph() {
	ts := make([]typ, 2+g.IntN(3))
	for i := range ts {
		ts[i] = g.typ()
	}
	names := g.freshes(len(ts))
	for i, t := range ts {
		j := g.IntN(len(ts))
		g.line(names[i], ` = "gen.graph"(`, names[j], ")", g.attributeDictionary(), " : (", ts[j].String(), ") -> ",
			t.asResult())
	}
}
