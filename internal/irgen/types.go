package irgen

import "strings"

// class says which operations an element type has.
type class uint8

const (
	opaque  class = iota // no operations: values are only passed on
	integer              // signless
	index
	float
)

// container is the container of a type's elements.
type container uint8

const (
	scalar container = iota
	vector
	tensor
)

// typ is a type: an element type and the text around it, so that a type of the same shape with another element type can
// be formed.
type typ struct {
	pre, elem, post string // text
	class           class
	width           int // bits of the element; index counts as 64
	container       container
	shape           []int // of vectors and ranked tensors; -1 is dynamic
	scalable        bool  // a vector with a scalable dimension
	unranked        bool  // a tensor<*x...>
}

func (t typ) String() string { return t.pre + t.elem + t.post }

// asResult is the type as a function result, with parentheses around a function type.
func (t typ) asResult() string {
	if strings.HasPrefix(t.elem, "(") {
		return "(" + t.elem + ")"
	}
	return t.String()
}

// like returns the type of the same shape with the element type of e.
func (t typ) like(e typ) typ {
	t.elem, t.class, t.width = e.elem, e.class, e.width
	return t
}

// static reports whether all dimensions are known.
func (t typ) static() bool {
	if t.unranked {
		return false
	}
	for _, d := range t.shape {
		if d < 0 {
			return false
		}
	}
	return true
}

// hasConstants reports whether arith.constant can make a value of the type.
func (t typ) hasConstants() bool { return t.class != opaque && t.static() }

func (t typ) isInteger() bool { return t.class == integer }
func (t typ) isIntLike() bool { return t.class == integer || t.class == index }
func (t typ) isFloat() bool   { return t.class == float }
func (t typ) isScalar() bool  { return t.container == scalar }
func (t typ) isRanked() bool  { return t.container == tensor && !t.unranked }
func (t typ) castable() bool  { return !t.unranked }
func (t typ) boolean() typ    { return t.like(boolType) }
func (t typ) elements() (n int) {
	n = 1
	for _, d := range t.shape {
		n *= d
	}
	return n
}

// intType returns the signless integer type of a width.
func intType(width int) typ { return typ{elem: "i" + itoa(width), class: integer, width: width} }

// floatType returns the float type of a name and a width.
func floatType(name string, width int) typ { return typ{elem: name, class: float, width: width} }

var (
	boolType  = intType(1)
	i32Type   = intType(32)
	indexType = typ{elem: "index", class: index, width: 64}
)

// mainFloats are floats for which every target has operations.
var mainFloats = []typ{floatType("f16", 16), floatType("bf16", 16), floatType("f32", 32), floatType("f64", 64)}

// otherFloats are narrow formats and unusual ones.
var otherFloats = []typ{
	floatType("f8E5M2", 8), floatType("f8E4M3", 8), floatType("f8E4M3FN", 8), floatType("f8E5M2FNUZ", 8),
	floatType("f8E4M3FNUZ", 8), floatType("f8E4M3B11FNUZ", 8), floatType("f8E3M4", 8), floatType("f8E8M0FNU", 8),
	floatType("f6E3M2FN", 6), floatType("f6E2M3FN", 6), floatType("f4E2M1FN", 4),
	floatType("tf32", 19), floatType("f80", 80), floatType("f128", 128),
}

// opaqueTypes are only passed on.
var opaqueTypes = []string{
	"memref<4xf32>", "memref<?x8xi16, 3>", "memref<*xf64>", "memref<4x4xf32, strided<[?, 1], offset: ?>>",
	"memref<2x2xi8, affine_map<(d0, d1) -> (d1, d0)>>", "complex<f32>", "complex<i8>", "tuple<>",
	"tuple<i32, tuple<f32, index>>", "none", "si32", "ui7", "() -> ()", "(i32, f32) -> (f32, i32)",
	"((i32) -> i32) -> index", "!gen.token", `!gen.box<"text", [1, 2]>`, "!gen<opaque>", "tensor<2x!gen.elem>",
	"vector<2xsi8>", "tensor<?xcomplex<f64>>",
}

// integerType returns a signless integer type, mostly of a common width.
func (g *generator) integerType() typ {
	if g.has(OddWidths) && g.chance(25) {
		return intType(pick(g, 2, 3, 5, 7, 9, 13, 24, 33, 63, 65, 100, 128))
	}
	return intType(pick(g, 1, 8, 16, 32, 32, 64, 64))
}

// integerOrIndex returns an integer type or index.
func (g *generator) integerOrIndex() typ {
	if g.chance(20) {
		return indexType
	}
	return g.integerType()
}

// floatingType returns a float type, mostly a common one.
func (g *generator) floatingType() typ {
	if g.has(SmallFloats) && g.chance(25) {
		return pick(g, otherFloats...)
	}
	return pick(g, mainFloats...)
}

// element returns an element type with operations.
func (g *generator) element() typ {
	if g.chance(45) {
		return g.floatingType()
	}
	return g.integerOrIndex()
}

// shaped returns a container of an element type, or the scalar.
func (g *generator) shaped(e typ) typ {
	switch n := g.IntN(100); {
	case n < 12 && g.has(Vectors):
		return g.vectorOf(e, false)
	case n < 20 && g.has(ScalableVectors):
		return g.vectorOf(e, true)
	case n < 32 && g.has(Tensors):
		return g.tensorOf(e, false)
	case n < 42 && g.has(DynamicTensors):
		return g.tensorOf(e, true)
	}
	return e
}

// vectorOf returns a vector type of rank zero to three.
func (g *generator) vectorOf(e typ, scalable bool) typ {
	t := e
	t.container, t.shape, t.pre, t.post = vector, []int{}, "vector<", ">"
	rank := pick(g, 0, 1, 1, 1, 2, 3)
	if scalable {
		rank = max(rank, 1)
	}
	for i := range rank {
		d := 1 + g.IntN(4)
		t.shape = append(t.shape, d)
		if scalable && (i == 0 || g.chance(40)) {
			t.pre += "[" + itoa(d) + "]x"
			t.scalable = true
		} else {
			t.pre += itoa(d) + "x"
		}
	}
	return t
}

// tensorOf returns a tensor type, of static shape or, if allowed, dynamic, encoded or unranked.
func (g *generator) tensorOf(e typ, dynamic bool) typ {
	t := e
	t.container, t.shape, t.pre, t.post = tensor, []int{}, "tensor<", ">"
	if dynamic && g.chance(20) {
		t.shape, t.unranked, t.pre = nil, true, "tensor<*x"
		return t
	}
	for range pick(g, 0, 1, 1, 2, 2, 3) {
		if dynamic && g.chance(50) {
			t.shape = append(t.shape, -1)
			t.pre += "?x"
			continue
		}
		d := pick(g, 1, 2, 2, 3, 4)
		if !g.opts.Defined && g.chance(5) {
			d = 0
		}
		t.shape = append(t.shape, d)
		t.pre += itoa(d) + "x"
	}
	if dynamic && g.chance(30) {
		t.post = ", " + pick(g, `"rows"`, "#gen.layout<a, b>", "{pad = 1 : i8}", "4 : i16", "unit") + ">"
	}
	return t
}

// typ returns a type of any kind, mostly one of the few that this module prefers: values are used only if their types
// match.
func (g *generator) typ() typ {
	if n := len(g.palette); n > 0 && g.chance(75) {
		return g.palette[g.IntN(n)]
	}
	return g.newType()
}

// preferTypes chooses the types that the module prefers.
func (g *generator) preferTypes() {
	for range 3 + g.IntN(4) {
		g.palette = append(g.palette, g.newType())
	}
	g.palette = append(g.palette, g.shaped(g.integerOrIndex()), g.shaped(g.floatingType()))
}

// newType returns a type of any kind.
func (g *generator) newType() typ {
	if g.has(OpaqueTypes) && g.chance(10) {
		return typ{elem: pick(g, opaqueTypes...)}
	}
	return g.shaped(g.element())
}

// types returns up to n types of any kind.
func (g *generator) types(n int) []typ {
	ts := make([]typ, g.IntN(n+1))
	for i := range ts {
		ts[i] = g.anyType()
	}
	return ts
}

// typeText returns a type that occurs only as an attribute.
func (g *generator) typeText() string {
	if g.chance(30) {
		return pick(g, opaqueTypes...)
	}
	if n := len(g.typeAliases); n > 0 && g.chance(30) {
		return "!kind" + itoa(g.IntN(n))
	}
	return g.shaped(g.element()).String()
}

// list joins types by commas.
func list(ts []typ) string {
	var b strings.Builder
	for i, t := range ts {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(t.String())
	}
	return b.String()
}
