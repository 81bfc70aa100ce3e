package irgen

import "strings"

// statement writes one operation of a random kind, possibly with regions and their contents.
func (g *generator) statement() {
	kinds := []func(){
		g.intBinary, g.intBinary, g.floatBinary, g.floatBinary, g.compare, g.selectOp, g.cast, g.cast, g.newConstant}
	if !g.opts.Defined {
		kinds = append(kinds, g.extended, g.negate, g.conversionCast)
		if g.has(SmallFloats) {
			kinds = append(kinds, g.scaling)
		}
	} else {
		kinds = append(kinds, g.extended, g.negate)
	}
	if g.has(Math) {
		kinds = append(kinds, g.floatMath, g.floatMath, g.intMath, g.classify)
	}
	if g.has(Calls) {
		kinds = append(kinds, g.call)
	}
	if g.has(Unregistered) {
		kinds = append(kinds, g.unregistered, g.unregistered)
	}
	if g.depth < g.opts.Depth {
		if g.has(Structured) {
			kinds = append(kinds, g.ifOp, g.forOp, g.whileOp, g.indexSwitch, g.executeRegion)
		}
		if g.has(Parallel) {
			kinds = append(kinds, g.parallelOp, g.forallOp)
		}
	}
	pick(g, kinds...)()
}

// statements writes up to n operations, as long as the budget lasts.
func (g *generator) statements(n int) {
	for range n {
		if g.budget <= 0 {
			return
		}
		g.statement()
	}
}

// elementwise writes an operation whose operands and result have one type and whose custom form lists the operands.
func (g *generator) elementwise(name string, operands []string, t typ, clause, property string) {
	if g.has(Redundant) {
		if g.chance(20) && g.repeat() {
			return
		}
		text := name + " " + strings.Join(operands, ", ") + clause + " : " + t.String()
		g.values.written = append(g.values.written, repeatable{text, t, g.values.mark()})
	}
	args := strings.Join(operands, ", ")
	result := g.fresh()
	if g.has(GenericForm) && g.chance(12) {
		types := strings.TrimSuffix(strings.Repeat(t.String()+", ", len(operands)), ", ")
		g.line(result, ` = "`, name, `"(`, args, ")", property, g.attributeDictionary(), " : (", types, ") -> ", t.String())
	} else {
		g.line(result, " = ", name, " ", args, clause, g.attributeDictionary(), " : ", t.String())
	}
	g.values.add(result, t)
}

func (g *generator) intLike() typ {
	return g.typeWhere(typ.isIntLike, func() typ { return g.shaped(g.integerOrIndex()) })
}

func (g *generator) floatLike() typ {
	return g.typeWhere(typ.isFloat, func() typ { return g.shaped(g.floatingType()) })
}

// intBinary writes an integer operation on two operands.
func (g *generator) intBinary() {
	t := g.intLike()
	op := pick(g, "addi", "subi", "muli", "addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "maxui", "minsi",
		"minui",
		"shli", "shrui", "shrsi", "divui", "divsi", "ceildivui", "ceildivsi", "floordivsi", "remui", "remsi")
	lhs, rhs := g.use(t), g.use(t)
	if g.opts.Defined {
		op, rhs = g.guarded(op, rhs, t)
	}
	clause, property := g.integerFlags(op)
	g.elementwise("arith."+op, []string{lhs, rhs}, t, clause, property)
}

// guarded returns an operation that is defined for any left operand, and a right operand for it: shift amounts are less
// than the width, divisors are positive.
func (g *generator) guarded(op, rhs string, t typ) (string, string) {
	mask, bits := 0, ""
	switch op {
	case "shli", "shrui", "shrsi":
		mask, bits = shiftMask(t.width), "0"
	case "divui", "ceildivui", "remui":
		mask, bits = divisorMask(t.width), "1"
	case "divsi", "ceildivsi", "floordivsi", "remsi":
		if t.width == 1 { // the only divisor is -1, and -1 divided by it overflows
			return "xori", rhs
		}
		mask, bits = divisorMask(t.width), "1"
	default:
		return op, rhs
	}
	if !t.hasConstants() { // a mask cannot be written
		return "xori", rhs
	}
	return op, g.masked(rhs, t, mask, bits)
}

// shiftMask is the largest mask of low bits that is less than the width.
func shiftMask(width int) int {
	m := 0
	for 2*m+1 < width {
		m = 2*m + 1
	}
	return m
}

// divisorMask is a mask that keeps a divisor small and, read as signed, positive.
func divisorMask(width int) int {
	if width >= 4 {
		return 7
	}
	return max(1<<(width-1)-1, 0)
}

// masked writes value & mask | bits and returns its name.
func (g *generator) masked(value string, t typ, mask int, bits string) string {
	for _, step := range []struct{ op, operand string }{{"andi", itoa(mask)}, {"ori", bits}} {
		operand := g.splat(t, step.operand)
		result := g.fresh()
		g.line(result, " = arith.", step.op, " ", value, ", ", operand, " : ", t.String())
		value = result
	}
	return value
}

// splat writes a constant of the type whose elements all have one value, and returns its name.
func (g *generator) splat(t typ, value string) string {
	if t.elem == "i1" {
		value = map[string]string{"0": "false", "1": "true"}[value]
	}
	if t.container != scalar {
		value = "dense<" + value + ">"
	}
	return g.constantOf(t, value)
}

// integerFlags returns the flags of an operation, in custom and in generic form.
func (g *generator) integerFlags(op string) (clause, property string) {
	if !g.has(Flags) || g.opts.Defined || g.chance(60) {
		return "", ""
	}
	switch op {
	case "addi", "subi", "muli", "shli":
		f := pick(g, "nsw", "nuw", "nsw, nuw", "none")
		return " overflow<" + f + ">", " <{overflowFlags = #arith.overflow<" + f + ">}>"
	case "divui", "divsi", "shrui", "shrsi":
		return " exact", " <{isExact}>"
	}
	return "", ""
}

// fastMath returns a fast-math clause, in custom and in generic form.
func (g *generator) fastMath() (clause, property string) {
	if !g.has(Flags) || g.opts.Defined || g.chance(60) {
		return "", ""
	}
	f := pick(g, "none", "fast", "nnan", "nnan,ninf", "reassoc, contract", "nsz,arcp,afn", "contract")
	return " fastmath<" + f + ">", " <{fastmath = #arith.fastmath<" + f + ">}>"
}

// floatBinary writes a floating-point operation on two operands.
func (g *generator) floatBinary() {
	t := g.floatLike()
	op := pick(g, "addf", "subf", "mulf", "divf", "addf", "mulf", "maximumf", "minimumf", "maxnumf", "minnumf", "remf")
	clause, property := g.fastMath()
	g.elementwise("arith."+op, []string{g.use(t), g.use(t)}, t, clause, property)
}

func (g *generator) negate() {
	t := g.floatLike()
	clause, property := g.fastMath()
	g.elementwise("arith.negf", []string{g.use(t)}, t, clause, property)
}

// compare writes an arith.cmpi or arith.cmpf.
func (g *generator) compare() {
	if g.chance(50) {
		t := g.intLike()
		p := pick(g, "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
		g.predicate("arith.cmpi "+p, t, "")
		return
	}
	t := g.floatLike()
	p := pick(g, "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une",
		"uno", "true")
	clause, _ := g.fastMath()
	g.predicate("arith.cmpf "+p, t, clause)
}

func (g *generator) predicate(op string, t typ, clause string) {
	lhs, rhs, result := g.use(t), g.use(t), g.fresh()
	g.line(result, " = ", op, ", ", lhs, ", ", rhs, clause, g.attributeDictionary(), " : ", t.String())
	g.values.add(result, t.boolean())
}

// test returns a boolean scalar to branch on: an existing one, or a comparison that it writes.
func (g *generator) test() string {
	if g.has(Redundant) && g.chance(40) {
		return g.dullTest()
	}
	if names := g.values.of(boolType); len(names) > 0 && g.chance(60) {
		return g.recent(names)
	}
	t := g.typeWhere(func(t typ) bool { return t.isScalar() && t.isIntLike() && t.width > 1 }, g.integerOrIndex)
	lhs, rhs, result := g.use(t), g.use(t), g.fresh()
	g.line(result, " = arith.cmpi ", pick(g, "slt", "ugt", "ne", "sle"), ", ", lhs, ", ", rhs, " : ", t.String())
	g.values.add(result, boolType)
	return result
}

// selectOp writes an arith.select on any type, by a scalar or by a condition of its shape.
func (g *generator) selectOp() {
	t := g.anyType()
	condition, types := boolType, t.String()
	if t.class != opaque && t.container != scalar && g.chance(50) {
		condition = t.boolean()
		types = condition.String() + ", " + types
	}
	c, x, y, result := "", g.use(t), g.use(t), g.fresh()
	if condition.isScalar() {
		c = g.test()
	} else {
		c = g.use(condition)
	}
	g.line(result, " = arith.select ", c, ", ", x, ", ", y, g.attributeDictionary(), " : ", types)
	g.values.add(result, t)
}

// extended writes an operation with two results: the low and the high half, or the sum and the carry.
func (g *generator) extended() {
	t := g.intLike()
	op := pick(g, "addui_extended", "mulsi_extended", "mului_extended")
	second, types := t, t.String()
	if op == "addui_extended" {
		second = t.boolean()
		types += ", " + second.String()
	}
	x, y := g.use(t), g.use(t)
	names, texts := g.results([]typ{t, second})
	g.line(names, "arith.", op, " ", x, ", ", y, g.attributeDictionary(), " : ", types)
	g.values.add(texts[0], t)
	g.values.add(texts[1], second)
}

// results creates names for results, as a pack or separately. It returns the text before the operation and the name of
// each result.
func (g *generator) results(ts []typ) (before string, names []string) {
	if len(ts) == 0 {
		return "", nil
	}
	if len(ts) > 1 && g.chance(60) {
		pack := g.fresh()
		for i := range ts {
			names = append(names, pack+"#"+itoa(i))
		}
		return pack + ":" + itoa(len(ts)) + " = ", names
	}
	for range ts {
		names = append(names, g.fresh())
	}
	return strings.Join(names, ", ") + " = ", names
}

// define makes results visible.
func (g *generator) define(names []string, ts []typ) {
	for i, n := range names {
		g.values.add(n, ts[i])
	}
}

func (g *generator) newConstant() {
	t := g.typ()
	for !t.hasConstants() {
		t = g.shaped(g.element())
	}
	g.constant(t)
}

// conversionCast writes a builtin.unrealized_conversion_cast between any types.
func (g *generator) conversionCast() {
	from := g.types(3)
	to := append(g.types(2), g.typ())
	args := ""
	if len(from) > 0 {
		args = strings.Join(g.uses(from), ", ") + " : " + list(from) + " "
	}
	before, names := g.results(to)
	g.line(before, "builtin.unrealized_conversion_cast ", args, "to ", list(to), g.attributeDictionary())
	g.define(names, to)
}
