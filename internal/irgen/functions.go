package irgen

import (
	"slices"
	"strings"
)

// signature is a function that other functions may call.
type signature struct {
	name    string
	in, out []typ
	body    bool
}

func (s signature) functionType() typ {
	return typ{elem: "(" + list(s.in) + ") -> (" + list(s.out) + ")"}
}

// signatures creates the functions of a module: up to n with a body, and possibly declarations.
func (g *generator) signatures(n int) {
	g.funcs = nil
	for i := range 1 + g.IntN(n) {
		s := signature{name: "@f" + itoa(i), in: g.types(5), out: g.types(3), body: true}
		if !g.opts.Defined {
			s.name = g.symbol("f")
		}
		g.funcs = append(g.funcs, s)
	}
	if g.has(Symbols) && !g.opts.Defined {
		for range g.IntN(3) {
			g.funcs = append(g.funcs, signature{name: g.symbol("d"), in: g.types(3), out: g.types(2)})
		}
	}
}

// function writes the function with the given number.
func (g *generator) function(number int) {
	f := g.funcs[number]
	outer := g.values
	g.values = scope{}
	g.budget, g.calls, g.current = g.opts.Ops, 2, number
	g.begin()
	if !f.body {
		g.write("func.func private ", f.name, "(", g.parameters(nil, f.in), ")", g.resultTypes(f.out), g.functionAttributes())
		g.end()
		g.values = outer
		return
	}
	arguments := g.freshes(len(f.in))
	g.write("func.func ", g.visibility(number), f.name, "(", g.parameters(arguments, f.in), ")")
	signature := len(g.out)
	g.open(g.functionAttributes(), " ")
	depth, inFunc := g.depth, g.inFunc
	g.depth, g.inFunc = 0, true
	g.define(arguments, f.in)
	g.body(&f.out, number == 0 && g.opts.Defined)
	g.depth, g.inFunc = depth, inFunc
	g.close()
	g.end()
	g.out = slices.Insert(g.out, signature, []byte(g.resultTypes(f.out))...)
	g.values = outer
}

// visibility returns the keyword before a function's name. The first function is public.
func (g *generator) visibility(number int) string {
	switch {
	case number == 0 || !g.has(Symbols):
		return ""
	case g.opts.Defined:
		return pick(g, "", "private ")
	}
	return pick(g, "", "", "private ", "public ", "nested ")
}

// parameters returns the arguments of a function with their attributes, named in a definition.
func (g *generator) parameters(names []string, ts []typ) string {
	parts := make([]string, len(ts))
	for i, t := range ts {
		if names != nil {
			parts[i] = names[i] + ": "
		}
		parts[i] += t.String() + g.attributeDictionary()
		if names != nil {
			parts[i] += g.trailingLocation()
		}
	}
	return strings.Join(parts, ", ")
}

// resultTypes returns the results of a function with their attributes, after an arrow.
func (g *generator) resultTypes(ts []typ) string {
	if len(ts) == 0 {
		return ""
	}
	parts := make([]string, len(ts))
	for i, t := range ts {
		parts[i] = t.String() + g.attributeDictionary()
	}
	return " -> (" + strings.Join(parts, ", ") + ")"
}

func (g *generator) functionAttributes() string {
	if d := g.attributeDictionary(); d != "" {
		return " attributes" + d
	}
	return ""
}

// body writes the blocks of a function up to its return. If no other function calls it, its results are replaced by
// values that the body computed.
func (g *generator) body(out *[]typ, free bool) {
	ret := func() {
		if free {
			*out = g.computedTypes()
		}
		names := g.uses(*out)
		text := pick(g, "return", "func.return") + g.attributeDictionary()
		if len(*out) > 0 {
			text += " " + strings.Join(names, ", ") + " : " + list(*out)
		}
		g.line(text)
	}
	if g.has(Branches) && g.chance(50) {
		g.blocks(ret)
		return
	}
	for g.budget > 0 {
		g.statement()
	}
	ret()
}

// computedTypes returns the types of some visible values.
func (g *generator) computedTypes() []typ {
	var ts []typ
	for _, i := range g.Perm(len(g.values.types)) {
		t := g.values.types[i]
		if len(ts) < 4 && len(g.values.of(t)) > 0 {
			ts = append(ts, t)
		}
	}
	return ts
}

// call writes a call of a function of this module, direct or through a function value. In defined programs functions
// only call later ones, and not from a loop, so that every program ends soon.
func (g *generator) call() {
	callees := g.funcs
	if g.opts.Defined {
		callees = g.funcs[g.current+1:]
	}
	if len(callees) == 0 || g.opts.Defined && (g.inLoop || g.calls == 0) {
		g.newConstant()
		return
	}
	g.calls--
	f := pick(g, callees...)
	prefix := "func."
	if g.inFunc && g.chance(50) {
		prefix = ""
	}
	arguments := g.uses(f.in)
	functionType := f.functionType().elem
	callee := f.name
	op := "call "
	if !g.opts.Defined && g.chance(25) {
		callee, op = g.fresh(), "call_indirect "
		g.line(callee, " = ", prefix, "constant", g.attributeDictionary(), " ", f.name, " : ", functionType)
	}
	before, names := g.results(f.out)
	g.line(before, prefix, op, callee, "(", strings.Join(arguments, ", "), ")", g.attributeDictionary(), " : ",
		functionType)
	g.define(names, f.out)
}
