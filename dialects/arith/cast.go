package arith

import (
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constfold"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/rewrite"
)

// Casts of integers to another width.
var (
	ExtUI  = cast("extui", "integer zero extension operation", fixedWidth, fixedWidth, integersWiden)
	ExtSI  = cast("extsi", "integer sign extension operation", fixedWidth, fixedWidth, integersWiden)
	TruncI = withAttrs(cast("trunci", "integer truncation operation", fixedWidth, fixedWidth, integersNarrow),
		`$in ('overflow' '' $overflowFlags^)? attr-dict ':' type($in) 'to' type($out)`, defaultOverflow())
)

// Casts of floats to another format.
var (
	ExtF = withAttrs(cast("extf", "cast from floating-point to wider floating-point", constraints.FloatLike,
		constraints.FloatLike, floatsWiden),
		`$in ('fastmath' '' $fastmath^)? attr-dict ':' type($in) 'to' type($out)`, optionalFastMath())
	TruncF = withAttrs(cast("truncf", "cast from floating-point to narrower floating-point", constraints.FloatLike,
		constraints.FloatLike, floatsNarrow),
		`$in ($roundingmode^)? ('fastmath' '' $fastmath^)? attr-dict ':' type($in) 'to' type($out)`,
		optionalRoundingMode(), optionalFastMath())
)

// Casts of floats to another format with multiplication or division by a scale, as in the OCP MX specification.
var (
	ScalingExtF = scaling("scaling_extf", "Upcasts input floats using provided scales values following OCP MXFP Spec",
		`$in ',' $scale ('fastmath' '' $fastmath^)? attr-dict ':' type($in) ',' type($scale) 'to' type($out)`,
		floatsWiden, optionalFastMath())
	ScalingTruncF = scaling("scaling_truncf",
		"Downcasts input floating point values using provided scales values following OCP MXFP Spec",
		`$in ',' $scale ($roundingmode^)? ('fastmath' '' $fastmath^)? attr-dict ':' type($in) ',' type($scale) `+
			`'to' type($out)`, floatsNarrow, optionalRoundingMode(), optionalFastMath())
)

// Casts between integers and floats by value.
var (
	UIToFP = cast("uitofp", "cast from unsigned integer type to floating-point", fixedWidth, constraints.FloatLike,
		integerToFloat)
	SIToFP = cast("sitofp", "cast from integer type to floating-point", fixedWidth, constraints.FloatLike,
		integerToFloat)
	FPToUI = cast("fptoui", "cast from floating-point type to integer type", constraints.FloatLike, fixedWidth,
		floatToInteger)
	FPToSI = cast("fptosi", "cast from floating-point type to integer type", constraints.FloatLike, fixedWidth,
		floatToInteger)
)

// Casts between integers and index, and between types of equal width by their bits.
var (
	IndexCast   = cast("index_cast", "cast between index and integer types", orIndex, orIndex, toOrFromIndex)
	IndexCastUI = cast("index_castui", "unsigned cast between index and integer types", orIndex, orIndex, toOrFromIndex)
	Bitcast     = cast("bitcast", "bitcast between values of equal bit width", bits, bits, equalWidth)
)

// Cast creates a cast of v to type to by a definition of this file with one operand, and returns the result.
func Cast(b *ir.Builder, def *ir.OpDef, v *ir.Value, to ir.Type) *ir.Value {
	st := b.State(def)
	st.Operands = append(st.Operands, v)
	st.Types = append(st.Types, to)
	return b.Create(st).Result(0)
}

// Types that casts take.
var (
	fixedWidth = ir.TypeConstraint{Summary: "signless-fixed-width-integer-like",
		Check: func(t ir.Type) bool { return constraints.IsSignless(constraints.ValueElement(t)) }}
	orIndex = ir.TypeConstraint{Summary: "signless-integer-like or memref of signless-integer",
		Check: func(t ir.Type) bool { return constraints.IsSignlessOrIndex(castElement(t)) }}
	bits = ir.TypeConstraint{Summary: "signless-integer-or-float-like or memref of signless-integer or float",
		Check: func(t ir.Type) bool {
			e := castElement(t)
			return constraints.IsSignless(e) || ir.IsFloat(e)
		}}
)

// castElement returns the element type of a vector, tensor or ranked memref, and any other type itself.
func castElement(t ir.Type) ir.Type {
	if m, ok := t.(*ir.MemRefType); ok {
		return m.ElementType()
	}
	return constraints.ValueElement(t)
}

func cast(name, summary string, from, to ir.TypeConstraint, compatible func(in, out ir.Type) bool) ir.OpDef {
	return ir.OpDef{
		Name:       "arith." + name,
		Summary:    summary,
		Operands:   []ir.ValueDef{{Name: "in", Type: from}},
		Results:    []ir.ValueDef{{Name: "out", Type: to}},
		Traits:     elementwise | ir.Pure | ir.SameOperandsAndResultShape,
		Predicates: []ir.Predicate{sameTensorDims},
		Assembly:   `$in attr-dict ':' type($in) 'to' type($out)`,
		Interfaces: []any{castRule(compatible)},
	}
}

func withAttrs(def ir.OpDef, assembly string, attrs ...ir.OpAttr) ir.OpDef {
	def.Attrs, def.Assembly = attrs, assembly
	return def
}

func scaling(name, summary, assembly string, compatible func(in, out ir.Type) bool, attrs ...ir.OpAttr) ir.OpDef {
	def := withAttrs(cast(name, summary, constraints.FloatLike, constraints.FloatLike, compatible), assembly, attrs...)
	def.Operands = append(def.Operands, ir.ValueDef{Name: "scale", Type: constraints.FloatLike})
	def.Traits &^= ir.SameOperandsAndResultShape
	return def
}

// sameTensorDims is stricter than SameOperandsAndResultShape, which lets a dynamic dimension match a static one.
var sameTensorDims = ir.Predicate{Summary: "input and output have the same tensor dimensions",
	Holds: func(op *ir.Operation) bool {
		in, out := op.Operand(0).Type(), op.Result(0).Type()
		return isUnranked(in) == isUnranked(out) && slices.Equal(ir.TensorShape(in), ir.TensorShape(out))
	}}

func isUnranked(t ir.Type) bool {
	_, ok := t.(*ir.UnrankedTensorType)
	return ok
}

// castRule reports whether a cast is possible between the element types of operand 0 and the result.
type castRule func(in, out ir.Type) bool

// CastCompatible implements [ir.Cast].
func (compatible castRule) CastCompatible(op *ir.Operation) bool {
	in, out := op.Operand(0).Type(), op.Result(0).Type()
	return sameEncoding(in, out) && ir.CompatibleShapes(in, out) && compatible(castElement(in), castElement(out))
}

func sameEncoding(a, b ir.Type) bool {
	x, ok1 := a.(*ir.TensorType)
	y, ok2 := b.(*ir.TensorType)
	return !ok1 || !ok2 || x.Encoding == y.Encoding
}

func integersWiden(in, out ir.Type) bool {
	return constraints.IsInteger(in) && constraints.IsInteger(out) && ir.BitWidth(in) < ir.BitWidth(out)
}

func integersNarrow(in, out ir.Type) bool { return integersWiden(out, in) }

func floatsWiden(in, out ir.Type) bool {
	return ir.IsFloat(in) && ir.IsFloat(out) && ir.BitWidth(in) < ir.BitWidth(out)
}

func floatsNarrow(in, out ir.Type) bool   { return floatsWiden(out, in) }
func integerToFloat(in, out ir.Type) bool { return constraints.IsInteger(in) && ir.IsFloat(out) }
func floatToInteger(in, out ir.Type) bool { return ir.IsFloat(in) && constraints.IsInteger(out) }

func toOrFromIndex(in, out ir.Type) bool {
	return ir.IsIndex(in) && constraints.IsSignless(out) || constraints.IsSignless(in) && ir.IsIndex(out)
}

func equalWidth(in, out ir.Type) bool {
	return ir.BitWidth(in) == ir.BitWidth(out) && !ir.IsIndex(in) && !ir.IsIndex(out)
}

func init() {
	extends := func(m *rewrite.Match) bool {
		return ir.BitWidth(ir.ElementOrSelf(m.Value("x").Type())) < ir.BitWidth(elementType(m.Root()))
	}
	defaultRounding := func(m *rewrite.Match) bool { return m.Root().Inherent("roundingmode") == nil }
	rewrite.CanonicalizeBy(
		merged("ExtSIOfExtUI", &ExtSI, &ExtUI, &ExtUI),
		merged("IndexCastOfExtSI", &IndexCast, &ExtSI, &IndexCast),
		merged("IndexCastUIOfExtUI", &IndexCastUI, &ExtUI, &IndexCastUI),
		merged("BitcastOfBitcast", &Bitcast, &Bitcast, &Bitcast),
		merged("TruncIExtSIToExtSI", &TruncI, &ExtSI, &ExtSI, extends),
		merged("TruncIExtUIToExtUI", &TruncI, &ExtUI, &ExtUI, extends),
		merged("TruncFSIToFPToSIToFP", &TruncF, &SIToFP, &SIToFP, defaultRounding),
		merged("TruncFUIToFPToUIToFP", &TruncF, &UIToFP, &UIToFP, defaultRounding))
	rewrite.Canonicalize(&TruncI, pattern("TruncIShrSIToTrunciShrUI", 3, upperHalf))
}

// merged replaces a cast of the result of another cast by one cast.
func merged(name string, outer, inner, result *ir.OpDef, where ...func(m *rewrite.Match) bool) rewrite.Rule {
	return rule(name, 2, rewrite.Op(outer, rewrite.Op(inner, anyX)), rewrite.Make(result, useX).LikeRoot(), where...)
}

// upperHalf replaces shrsi followed by a truncation that takes the highest bits by shrui followed by the truncation.
// The truncation keeps nsw only if it has nuw too, which implies that the highest bit is 0. mlir-opt 22 always keeps
// nsw.
func upperHalf(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	shr := operandBy(op, 0, &ShRSI)
	if shr == nil {
		return nil
	}
	c, _ := ir.ConstantOf(shr.Operand(1)).(ir.TypedAttr)
	by, ok := constfold.Int(c)
	dropped := ir.BitWidth(ir.ElementOrSelf(shr.Result(0).Type())) - ir.BitWidth(elementType(op))
	if !ok || !by.ShiftInRange() || by.Uint64() != uint64(dropped) {
		return nil
	}
	bits := Binary(rw.Builder, &ShRUI, shr.Operand(0), NewConstant(rw.Builder, c))
	st := rw.State(&TruncI)
	st.Operands, st.Types = []*ir.Value{bits}, []ir.Type{op.Result(0).Type()}
	flags := OverflowOf(op)
	if flags&NUW == 0 {
		flags = 0
	}
	st.SetInherent("overflowFlags", Overflow.Attr(op.Context(), flags))
	return rw.Create(st).Result(0)
}
