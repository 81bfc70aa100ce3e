package arith_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/ir/apfloat"
)

// generator generates functions of random operations of the dialect. Many operands are constants.
type generator struct {
	rng    *rand.Rand
	lines  []string
	args   []string
	values []value
	used   map[string]bool
	next   int
}

type value struct{ name, typ string }

// shapes are formats for types with a given element type. The last ones have no constants, or only splats.
var shapes = []string{"%s", "%s", "%s", "%s", "vector<2x%s>", "tensor<3x%s>", "vector<[2]x%s>", "tensor<?x%s>"}

var (
	integerTypes = []string{"i1", "i2", "i7", "i8", "i16", "i32", "i64", "index", "i65", "i128"}
	floatTypes   = []string{"f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2", "f80", "f128", "tf32", "f8E4M3FNUZ",
		"f8E3M4"}
)

// function returns the text of a function of n operations.
func (g *generator) function(name string, n int) string {
	g.lines, g.args, g.values, g.used, g.next = nil, nil, nil, map[string]bool{}, 0
	shape, ints, floats := pick(g, shapes), g.some(integerTypes), g.some(floatTypes)
	for i := 0; i < n || len(g.values) == len(g.args); i++ {
		g.operation(shape, ints, floats)
	}
	var results, types []string
	for _, v := range g.values {
		if !g.used[v.name] {
			results, types = append(results, v.name), append(types, v.typ)
		}
	}
	return fmt.Sprintf("func.func @%s(%s) -> (%s) {\n%s  return %s : %s\n}\n", name, strings.Join(g.args, ", "),
		strings.Join(types, ", "), strings.Join(g.lines, ""), strings.Join(results, ", "), strings.Join(types, ", "))
}

func pick[T any](g *generator, list []T) T { return list[g.rng.IntN(len(list))] }

// some returns two random elements of a list, so that values of the same type are likely.
func (g *generator) some(list []string) []string { return []string{pick(g, list), pick(g, list)} }

func (g *generator) name() string {
	g.next++
	return "%v" + strconv.Itoa(g.next)
}

// operand returns a value of a type: a constant, an existing value, or an argument.
func (g *generator) operand(typ string) string {
	if g.rng.IntN(100) < 45 {
		if c := g.constant(typ); c != "" {
			return c
		}
	}
	var fitting []string
	for _, v := range g.values {
		if v.typ == typ {
			fitting = append(fitting, v.name)
		}
	}
	if len(fitting) == 0 || g.rng.IntN(6) == 0 {
		arg := g.name()
		g.args = append(g.args, arg+": "+typ)
		g.values = append(g.values, value{arg, typ})
		g.used[arg] = true
		return arg
	}
	v := fitting[max(0, len(fitting)-1-g.rng.IntN(3))]
	g.used[v] = true
	return v
}

// constant writes a constant of a type and returns its name; "" for types without constants.
func (g *generator) constant(typ string) string {
	elem := elementOf(typ)
	literal := g.literal(elem)
	switch {
	case strings.Contains(typ, "?"):
		return ""
	case strings.HasPrefix(typ, "vector<[") || typ != elem && g.rng.IntN(2) == 0:
		literal = "dense<" + literal + ">"
	case strings.HasPrefix(typ, "vector"):
		literal = fmt.Sprintf("dense<[%s, %s]>", literal, g.literal(elem))
	case strings.HasPrefix(typ, "tensor"):
		literal = fmt.Sprintf("dense<[%s, %s, %s]>", literal, g.literal(elem), g.literal(elem))
	}
	name := g.name()
	g.lines = append(g.lines, fmt.Sprintf("  %s = arith.constant %s : %s\n", name, literal, typ))
	return name
}

func elementOf(typ string) string {
	if i := strings.Index(typ, "x"); strings.HasSuffix(typ, ">") {
		return typ[i+1 : len(typ)-1]
	}
	return typ
}

// literal returns a number of an element type. It is often at an end of the type's range.
func (g *generator) literal(elem string) string {
	if f, ok := apfloat.Lookup(elem); ok {
		return g.floatLiteral(f)
	}
	width := widthOf(elem)
	one, signed := uint64(1), pick(g, []string{"0", "1", "-1", "2", "3", "-3", "5", "7", "40"})
	switch {
	case width == 1:
		return pick(g, []string{"0", "-1"})
	case width == 2:
		return pick(g, []string{"0", "1", "-1", "-2"})
	case g.rng.IntN(3) > 0:
		return signed
	case width > 64:
		return pick(g, []string{"18446744073709551616", "-18446744073709551616", "18446744073709551615", "-5"})
	}
	largest := int64(one<<(width-1) - 1)
	return strconv.FormatInt(pick(g, []int64{largest, -largest - 1, largest - 1, g.rng.Int64() >> (64 - width)}), 10)
}

func (g *generator) floatLiteral(f *apfloat.Format) string {
	bits := pick(g, []apfloat.Bits{f.Zero(false), f.Zero(true), f.FromInt64(1, 0), f.FromInt64(-1, 0), f.FromInt64(3, 0),
		f.FromFloat64(0.3, 0), f.Inf(false), f.Inf(true), f.NaN(false), f.Smallest(true), f.Largest(false),
		f.SmallestNormal(false), f.FromFloat64(g.rng.NormFloat64()*10, 0)})
	if bits.Hi != 0 {
		return fmt.Sprintf("0x%X%016X", bits.Hi, bits.Lo)
	}
	return fmt.Sprintf("0x%X", bits.Lo)
}

func widthOf(elem string) int {
	if elem == "index" {
		return 64
	}
	width, _ := strconv.Atoi(elem[1:])
	return width
}

// write adds an operation to the function. The first argument of format is the name of the result.
func (g *generator) write(format string, args ...any) string {
	name := g.name()
	g.lines = append(g.lines, "  "+fmt.Sprintf(format, append([]any{name}, args...)...)+"\n")
	return name
}

func (g *generator) result(name, typ string) { g.values = append(g.values, value{name, typ}) }

var (
	integerOps = []string{"addi", "addi", "addi", "subi", "subi", "subi", "muli", "muli", "shli", "divui", "divsi",
		"ceildivui",
		"ceildivsi", "floordivsi", "remui", "remsi", "andi", "ori", "xori", "xori", "shrui", "shrsi", "maxsi", "maxui",
		"minsi", "minui"}
	wrappingOps = []string{"addi", "subi", "muli", "shli", "trunci"}
	floatOps    = []string{"addf", "subf", "mulf", "divf", "remf", "maximumf", "maxnumf", "minimumf", "minnumf"}
	intTests    = []string{"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"}
	floatTests  = []string{"oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule",
		"une", "uno"}
)

func (g *generator) flags(op string) string {
	if slices.Contains(wrappingOps, op) && g.rng.IntN(4) == 0 {
		return pick(g, []string{" overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>"})
	}
	return ""
}

func (g *generator) fastMath() string {
	if g.rng.IntN(3) > 0 {
		return ""
	}
	return pick(g, []string{" fastmath<contract>", " fastmath<nnan,nsz>", " fastmath<fast>", " fastmath<nnan>"})
}

func (g *generator) operation(shape string, ints, floats []string) {
	elem, float := pick(g, ints), pick(g, floats)
	t, f, mask := fmt.Sprintf(shape, elem), fmt.Sprintf(shape, float), fmt.Sprintf(shape, "i1")
	switch k := g.rng.IntN(30); {
	case k < 10:
		if op := pick(g, integerOps); !strings.Contains(t, "?") || op != "xori" && op != "subi" {
			g.result(g.write("%s = arith.%s %s, %s%s : %s", op, g.operand(t), g.second(op, t), g.flags(op), t), t)
		}
	case k < 13 && !strings.Contains(t, "?"):
		g.result(g.write("%s = arith.cmpi %s, %s, %s : %s", pick(g, intTests), g.operand(t), g.operand(t), t), mask)
	case k < 16:
		g.result(g.write("%s = arith.%s %s, %s%s : %s", pick(g, floatOps), g.operand(f), g.operand(f), g.fastMath(), f), f)
	case k < 17:
		g.result(g.write("%s = arith.negf %s%s : %s", g.operand(f), g.fastMath(), f), f)
	case k < 18:
		g.result(g.write("%s = arith.cmpf %s, %s, %s%s : %s", pick(g, floatTests), g.operand(f), g.operand(f), g.fastMath(),
			f), mask)
	case k < 19:
		op := pick(g, []string{"addui_extended", "mulsi_extended", "mului_extended"})
		if op == "addui_extended" {
			v := g.write("%s:2 = arith.addui_extended %s, %s : %s, %s", g.operand(t), g.operand(t), t, mask)
			g.result(v+"#"+pick(g, []string{"0"}), t)
			g.result(v+"#1", mask)
		} else if elem != "index" && elem != "i1" {
			v := g.write("%s:2 = arith.%s %s, %s : %s", op, g.operand(t), g.operand(t), t)
			g.result(v+pick(g, []string{"#0", "#1"}), t)
		}
	case k < 22:
		g.choice(t, f, mask)
	default:
		g.cast(shape, elem, float)
	}
}

// second returns a second operand. For shifts and floordivsi, upstream's result depends on the order of elements if
// some elements have no result, so the operand is such that all elements have one. Upstream also creates constants of
// dynamic shape for xori, subi and cmpi; the generator leaves out these operations for such types.
func (g *generator) second(op, typ string) string {
	if typ == elementOf(typ) || !strings.HasPrefix(op, "sh") && op != "floordivsi" {
		return g.operand(typ)
	}
	if strings.Contains(typ, "?") {
		arg := g.name()
		g.args = append(g.args, arg+": "+typ)
		return arg
	}
	name := g.name()
	g.lines = append(g.lines, fmt.Sprintf("  %s = arith.constant dense<%d> : %s\n", name,
		min(widthOf(elementOf(typ)), 3)-1, typ))
	return name
}

// choice writes a select between values of type t, f or i1.
func (g *generator) choice(t, f, mask string) {
	typ := pick(g, []string{t, t, f, mask})
	if typ == mask || g.rng.IntN(2) == 0 {
		if mask != "i1" && g.rng.IntN(2) == 0 {
			g.result(g.write("%s = arith.select %s, %s, %s : %s, %s", g.operand(mask), g.operand(typ), g.operand(typ), mask,
				typ), typ)
			return
		}
	}
	g.result(g.write("%s = arith.select %s, %s, %s : %s", g.operand("i1"), g.operand(typ), g.operand(typ), typ), typ)
}

// cast writes a cast from or to the given element types.
func (g *generator) cast(shape, elem, float string) {
	to := func(op, from, to, flags string) {
		from, to = fmt.Sprintf(shape, from), fmt.Sprintf(shape, to)
		g.result(g.write("%s = arith.%s %s%s : %s to %s", op, g.operand(from), flags, from, to), to)
	}
	other, otherFloat := pick(g, integerTypes), pick(g, floatTypes)
	fixed := elem != "index" && other != "index"
	from, _ := apfloat.Lookup(float)
	into, _ := apfloat.Lookup(otherFloat)
	switch pick(g, []int{0, 0, 0, 1, 1, 2, 3, 4}) {
	case 0:
		switch {
		case elem == "index" && other != "index", elem != "index" && other == "index":
			to(pick(g, []string{"index_cast", "index_castui"}), elem, other, "")
		case fixed && widthOf(elem) < widthOf(other):
			to(pick(g, []string{"extui", "extsi"}), elem, other, "")
		case fixed && widthOf(elem) > widthOf(other):
			to("trunci", elem, other, g.flags("trunci"))
		}
	case 1:
		switch {
		case from.Bits() < into.Bits():
			to("extf", float, otherFloat, g.fastMath())
		case from.Bits() > into.Bits():
			to("truncf", float, otherFloat, pick(g, []string{"", "", " to_nearest_even", " upward"})+g.fastMath())
		}
	case 2:
		if elem != "index" {
			to(pick(g, []string{"sitofp", "uitofp"}), elem, float, "")
		}
	case 3:
		if elem != "index" {
			to(pick(g, []string{"fptosi", "fptoui"}), float, elem, "")
		}
	case 4:
		if bits := "i" + strconv.Itoa(from.Bits()); g.rng.IntN(2) == 0 {
			to("bitcast", float, bits, "")
		} else {
			to("bitcast", bits, float, "")
		}
	}
}
