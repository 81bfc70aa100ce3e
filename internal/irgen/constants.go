package irgen

import (
	"math/big"
	"strings"
)

// constant writes an arith.constant of the type and returns the value's name.
func (g *generator) constant(t typ) string {
	text := g.literal(t)
	if t.container != scalar {
		text = g.dense(t)
	}
	return g.constantOf(t, text)
}

// constantOf writes an arith.constant of the type with the given text of the value, type excluded.
func (g *generator) constantOf(t typ, value string) string {
	name := g.fresh()
	typed := value + " : " + t.String()
	if value == "true" || value == "false" {
		typed = value
	}
	if g.has(GenericForm) && g.chance(15) {
		g.line(name, ` = "arith.constant"() <{value = `, typed, "}>", g.attributeDictionary(), " : () -> ", t.String())
	} else {
		g.line(name, " = arith.constant", g.attributeDictionary(), " ", typed)
	}
	g.values.add(name, t)
	return name
}

// literal returns the text of a scalar of the element type.
func (g *generator) literal(t typ) string {
	switch {
	case t.class == float:
		return g.floatLiteral(t)
	case t.elem == "i1":
		return pick(g, "true", "false")
	}
	return g.intLiteral(t.width, true)
}

// intLiteral returns an integer that fits into the width, mostly a small one.
func (g *generator) intLiteral(width int, signed bool) string {
	if width == 0 {
		return "0"
	}
	bits := width
	if signed {
		bits--
	}
	limit := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	n := big.NewInt(g.Int64N(17))
	switch g.IntN(8) {
	case 0: // any that fits
		n.SetUint64(g.Uint64())
		n.Lsh(n, uint(g.IntN(width+1)))
	case 1: // the largest
		n.Sub(limit, big.NewInt(1))
	case 2: // the smallest
		if signed {
			return new(big.Int).Neg(limit).String()
		}
	}
	n.Mod(n, limit)
	if signed && g.chance(25) && n.Sign() > 0 {
		n.Neg(n)
	}
	return n.String()
}

// floatLiteral returns a float of the type: decimal, with an exponent, or as bits.
func (g *generator) floatLiteral(t typ) string {
	if t.elem == "f8E8M0FNU" { // it has neither sign nor zero
		return pick(g, "1.0", "2.0", "0.5", "1.024000e+03")
	}
	switch g.IntN(12) {
	case 0:
		return pick(g, "0.0", "-0.0")
	case 1:
		return pick(g, "1.000000e-01", "3.14159274", "-2.718281828459045", "0.333333343", "1.e-3")
	case 2:
		if t.width <= 64 && !g.opts.Defined {
			return "0x" + g.hex(t.width)
		}
	case 3:
		if t.width >= 16 {
			return pick(g, "1.500000e+03", "65504.0", "-1024.25")
		}
	case 4:
		if t.width >= 64 {
			return pick(g, "1.7976931348623157E+308", "1.0e-300", "123456.789", "16777217.0", "1234567.0")
		}
	}
	return pick(g, "", "-") + itoa(g.IntN(5)) + pick(g, ".0", ".5", ".25", ".")
}

// hex returns the digits of a random number of the given bits, with leading zeros.
func (g *generator) hex(bits int) string {
	n := g.Uint64()
	if bits < 64 {
		n &= 1<<bits - 1
	}
	digits := (bits + 3) / 4
	text := strings.ToUpper(new(big.Int).SetUint64(n).Text(16))
	return strings.Repeat("0", max(digits-len(text), 0)) + text
}

// dense returns a dense attribute of a vector or tensor type, without the type.
func (g *generator) dense(t typ) string {
	element := func() string { return g.literal(t) }
	if t.scalable || g.chance(30) {
		return "dense<" + element() + ">"
	}
	if t.elements() == 0 {
		return pick(g, "dense<"+element()+">", "dense<>")
	}
	if bytes := denseBytes(t); bytes > 0 && !g.opts.Defined && g.chance(15) {
		return `dense<"0x` + g.hexBytes(bytes) + `">`
	}
	return "dense<" + nest(t.shape, element) + ">"
}

// denseBytes is the size of the raw form of a dense attribute; 0 for element types whose raw form differs from whole
// bytes per element.
func denseBytes(t typ) int {
	if t.width%8 != 0 || t.width > 64 {
		return 0
	}
	return t.elements() * t.width / 8
}

// hexBytes returns n random bytes as digits.
func (g *generator) hexBytes(n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(g.hex(8))
	}
	return b.String()
}

// nest returns elements in nested brackets that follow a shape. A shape of rank zero is one element.
func nest(shape []int, element func() string) string {
	if len(shape) == 0 {
		return element()
	}
	parts := make([]string, shape[0])
	for i := range parts {
		parts[i] = nest(shape[1:], element)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
