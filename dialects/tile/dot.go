package tile

import (
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/ir/enums"
)

// Precision says how a contraction of f32 is computed on hardware whose matrix units take narrower operands.
type Precision int

// Precisions is the enumeration of precisions; the default is PrecisionIEEE.
var Precisions = enums.New[Precision]("precision", "input precision: ieee, tf32, tf32x3, bf16x3 or bf16x6", 32,
	"ieee", "tf32", "tf32x3", "bf16x3", "bf16x6")

// Precisions. PrecisionIEEE uses the operands as they are, and the next one rounds them to tf32. The others split the
// operands into tf32 or bf16 parts and add the products of the leading parts.
const (
	PrecisionIEEE Precision = iota
	PrecisionTF32
	PrecisionTF32x3
	PrecisionBF16x3
	PrecisionBF16x6
)

// Dot defines `tile.dot`: the result is the matrix product of two tensors plus a third one, which has the type of the
// result. All have two dimensions, or three, of which the first one is a batch dimension. The order and the format in
// which the products are added depend on the implementation. The reference adds the products and the accumulator in
// float64 and rounds the sum to the accumulator's type.
//
// lhs_unsigned and rhs_unsigned say that the integers of an operand are unsigned. They are needed because integers are
// signless at the strict level.
var Dot = ir.OpDef{
	Name:    "tile.dot",
	Summary: "matrix product with accumulator",
	Operands: []ir.ValueDef{
		{Name: "lhs", Type: matrices}, {Name: "rhs", Type: matrices}, {Name: "acc", Type: matrices},
	},
	Results: []ir.ValueDef{{Name: "result", Type: matrices}},
	Attrs: []ir.OpAttr{
		{Name: precisionName, Attr: Precisions.Constraint(), Optional: true},
		{Name: LHSUnsigned, Attr: constraints.Unit, Optional: true},
		{Name: RHSUnsigned, Attr: constraints.Unit, Optional: true},
	},
	Traits:    ir.Pure,
	TypeRules: []ir.TypeRule{accumulates},
	Assembly: `$lhs ',' $rhs ',' $acc ('precision' $precision^)? ('lhs_unsigned' $lhs_unsigned^)? ` +
		`('rhs_unsigned' $rhs_unsigned^)? attr-dict ':' type($lhs) ',' type($rhs) '->' type($result)`,
	Verify: verifyDot,
	Elided: lastOperandType,
}

// Unit attributes of tile.dot.
const (
	// LHSUnsigned says that the signless integers of lhs are unsigned.
	LHSUnsigned = "lhs_unsigned"
	// RHSUnsigned says that the signless integers of rhs are unsigned.
	RHSUnsigned = "rhs_unsigned"
)

// precisionName is the attribute of tile.dot that has its precision.
const precisionName = "precision"

var (
	matrices = tensors("tensor of numbers with two or three dimensions, which are powers of two or sums of up to four of "+
		"them that are at least 8", isNumber)
	evenMatrices = even("tensor of numbers with two or three dimensions,", matrices)
	scales       = tensors("tensor of f8E8M0FNU, f8E4M3FN or 8-bit integers with two or three dimensions", isScale)

	accumulates = ir.TypeRule{From: "result", To: "acc", Summary: "the result is of the accumulator's type",
		Map: func(_ *ir.Context, t ir.Type) ir.Type { return t }}
)

// ScaledFormat is the element format of an operand of a block-scaled contraction.
type ScaledFormat int

// ScaledFormats is the enumeration of the element formats of block-scaled contractions.
var ScaledFormats = enums.New[ScaledFormat]("format", "element format: e4m3, e5m2, e2m1, e3m2, e2m3, bf16 or fp16", 32,
	"e4m3", "e5m2", "e2m1", "e3m2", "e2m3", "bf16", "fp16")

// Formats of block-scaled contractions, as the OCP microscaling specification has them.
const (
	FormatE4M3 ScaledFormat = iota
	FormatE5M2
	FormatE2M1
	FormatE3M2
	FormatE2M3
	FormatBF16
	FormatFP16
)

// DotScaled defines `tile.dot_scaled`: the result is the matrix product of two block-scaled tensors plus a third
// tensor. The elements of a block, which are consecutive along the contracted dimension, share a scale. The formats say
// what the elements are: floats of that format, or their bits as 8-bit integers.
//
// Elements of e2m1 are packed in pairs in bytes; the element with the even index is in the lower half. Pairs are along
// the contracted dimension. With lhs_outer_packed they are along the rows of lhs, and with rhs_outer_packed along the
// columns of rhs, so that the operand has half as many rows or columns as the result.
//
// lhs_scale has a row for each row of lhs, and rhs_scale has a row for each column of rhs. A row has one scale for each
// block, so that the block size is the size of the contracted dimension divided by the row's length. Scales that are
// 8-bit integers are the bits of f8E8M0FNU.
var DotScaled = ir.OpDef{
	Name:    "tile.dot_scaled",
	Summary: "matrix product of block-scaled operands, with accumulator",
	Operands: []ir.ValueDef{
		{Name: "lhs", Type: evenMatrices}, {Name: "rhs", Type: evenMatrices}, {Name: "acc", Type: evenMatrices},
		{Name: "lhs_scale", Type: scales, Arity: ir.Optional}, {Name: "rhs_scale", Type: scales, Arity: ir.Optional},
	},
	Results: []ir.ValueDef{{Name: "result", Type: evenMatrices}},
	Attrs: []ir.OpAttr{
		{Name: "lhs_format", Attr: ScaledFormats.Constraint()}, {Name: "rhs_format", Attr: ScaledFormats.Constraint()},
		{Name: LHSOuterPacked, Attr: constraints.Unit, Optional: true},
		{Name: RHSOuterPacked, Attr: constraints.Unit, Optional: true},
	},
	Traits:    ir.Pure | ir.AttrSizedOperandSegments,
	TypeRules: []ir.TypeRule{accumulates},
	Assembly: `$lhs 'as' $lhs_format ('scale' $lhs_scale^)? ',' $rhs 'as' $rhs_format ('scale' $rhs_scale^)? ',' $acc ` +
		`('lhs_outer_packed' $lhs_outer_packed^)? ('rhs_outer_packed' $rhs_outer_packed^)? attr-dict ':' type($lhs) (',' type($lhs_scale)^)? 'by' type($rhs) (',' type($rhs_scale)^)? '->' type($result)`,
	Verify: verifyDotScaled,
}

// Unit attributes of tile.dot_scaled.
const (
	// LHSOuterPacked says that the bytes of an lhs of e2m1 hold two neighbors along the rows of the result instead of
	// along the contracted dimension.
	LHSOuterPacked = "lhs_outer_packed"
	// RHSOuterPacked says that the bytes of an rhs of e2m1 hold two neighbors along the columns of the result instead
	// of along the contracted dimension.
	RHSOuterPacked = "rhs_outer_packed"
)

// NewDot creates a matrix product with accumulator and returns it.
func NewDot(b *ir.Builder, lhs, rhs, acc *ir.Value, precision Precision) *ir.Value {
	st := b.State(&Dot)
	st.Operands = append(st.Operands, lhs, rhs, acc)
	st.Types = append(st.Types, acc.Type())
	if precision != PrecisionIEEE {
		st.SetInherent(precisionName, Precisions.Attr(b.Context(), precision))
	}
	return b.Create(st).Result(0)
}

// PrecisionOf returns the precision of a tile.dot.
func PrecisionOf(op *ir.Operation) Precision {
	p, _ := Precisions.Value(op.Inherent(precisionName))
	return p
}

// FormatsOf returns the element formats of a tile.dot_scaled.
func FormatsOf(op *ir.Operation) (lhs, rhs ScaledFormat) {
	lhs, _ = ScaledFormats.Value(op.Inherent("lhs_format"))
	rhs, _ = ScaledFormats.Value(op.Inherent("rhs_format"))
	return lhs, rhs
}

func isScale(t ir.Type) bool {
	if f, ok := t.(*ir.FloatType); ok {
		return f.Format == apfloat.F8E8M0FNU || f.Format == apfloat.F8E4M3FN
	}
	i, ok := t.(*ir.IntegerType)
	return ok && i.Width == 8
}

// verifyMatrices checks the shapes of a product of matrices of shapes a and b.
func verifyMatrices(op *ir.Operation, a, b []int64) error {
	c, rank := ir.TensorShape(op.Operand(2).Type()), len(a)
	if rank < 2 || rank > 3 || len(b) != rank || len(c) != rank {
		return op.Errorf("operands must all have two or three dimensions, but got %s", ir.QuoteTypes(op.OperandTypes()))
	}
	if a[rank-1] != b[rank-2] {
		return op.Errorf("the contracted dimension has size %d on the left and %d on the right; operands are %s", a[rank-1],
			b[rank-2], ir.QuoteTypes(op.OperandTypes()[:2]))
	}
	want := slices.Clone(a)
	want[rank-1] = b[rank-1]
	if !slices.Equal(c, want) || rank == 3 && a[0] != b[0] {
		return op.Errorf("the accumulator must have shape %v, but got %s", want, ir.Quote(op.Operand(2).Type()))
	}
	return nil
}

func verifyDot(op *ir.Operation) error {
	if err := verifyMatrices(op, ir.TensorShape(op.Operand(0).Type()), ir.TensorShape(op.Operand(1).Type())); err != nil {
		return err
	}
	types := elementsOf(op.OperandTypes())
	lhs, rhs, acc := types[0], types[1], types[2]
	if !multiplies(lhs, rhs) {
		return op.Errorf("operands must have the same elements, both 8-bit floats or both integers of one width, but got %s "+
			"and %s; convert one of them with tile.cast", ir.Quote(lhs), ir.Quote(rhs))
	}
	if ok, allowed := accumulatesIn(lhs, acc); !ok {
		return op.Errorf("products of %s are accumulated in %s, but the accumulator has %s", ir.Quote(lhs), allowed,
			ir.Quote(acc))
	}
	if PrecisionOf(op) != PrecisionIEEE && !isF32(lhs) {
		return op.Errorf("precision %s needs operands of f32, but got %s", Precisions.Name(PrecisionOf(op)), ir.Quote(lhs))
	}
	return nil
}

// multiplies reports whether matrices of two element types can be multiplied. The types must be equal, both 8-bit
// floats, or integers that only differ in signedness.
func multiplies(a, b ir.Type) bool {
	if a == b {
		return true
	}
	return ir.IsFloat(a) == ir.IsFloat(b) && ir.BitWidth(a) == 8 && ir.BitWidth(b) == 8
}

// accumulatesIn reports whether products of elements can be accumulated in type acc. allowed lists the allowed types
// for messages.
func accumulatesIn(elem, acc ir.Type) (ok bool, allowed string) {
	if !ir.IsFloat(elem) {
		return !ir.IsFloat(acc) && ir.BitWidth(acc) == 32, "32-bit integers"
	}
	f, isFloat := acc.(*ir.FloatType)
	format := elem.(*ir.FloatType).Format
	switch width := ir.BitWidth(elem); {
	case format == apfloat.F64:
		return isFloat && f.Format == apfloat.F64, "f64"
	case format == apfloat.F16 || width == 8:
		return isFloat && (f.Format == apfloat.F32 || f.Format == apfloat.F16), "f32 or f16"
	}
	return isFloat && f.Format == apfloat.F32, "f32"
}

func verifyDotScaled(op *ir.Operation) error {
	for i, name := range [2]string{LHSOuterPacked, RHSOuterPacked} {
		if _, packed := PackedAxis(op, i); !packed && op.Inherent(name) != nil {
			return op.Errorf("%s is about bytes that hold two numbers: operand #%d must be of format e2m1", name, i)
		}
	}
	a, b := unpackedShape(op, 0), unpackedShape(op, 1)
	if err := verifyMatrices(op, a, b); err != nil {
		return err
	}
	lhs, rhs := FormatsOf(op)
	k := a[len(a)-1]
	for i, format := range [2]ScaledFormat{lhs, rhs} {
		if elem := ir.ElementOrSelf(op.Operand(i).Type()); !hasFormat(elem, format) {
			return op.Errorf("operand #%d must have elements of format %s or integers of its width, but got %s", i,
				ScaledFormats.Name(format), ir.Quote(elem))
		}
	}
	if acc := ir.ElementOrSelf(op.Operand(2).Type()); !isF32(acc) {
		return op.Errorf("the accumulator must be of f32, but got %s", ir.Quote(acc))
	}
	for i, rows := range [2]int64{a[len(a)-2], b[len(b)-1]} {
		from, to := op.Group(3 + i)
		if from == to {
			continue
		}
		s := ir.TensorShape(op.Operand(from).Type())
		if len(s) != len(a) || s[len(s)-2] != rows || s[len(s)-1] > k {
			return op.Errorf("the scales of operand #%d must have a row for each of %d rows or columns and at most %d scales "+
				"in each, but got %s", i, rows, k, ir.Quote(op.Operand(from).Type()))
		}
	}
	return nil
}

// PackedAxis returns the dimension along which operand i of a tile.dot_scaled, 0 or 1, is packed in pairs; packed is
// false if it is not packed.
func PackedAxis(op *ir.Operation, i int) (axis int, packed bool) {
	lhs, rhs := FormatsOf(op)
	rank := len(ir.TensorShape(op.Operand(i).Type()))
	last := (i == 0) == (op.Inherent([2]string{LHSOuterPacked, RHSOuterPacked}[i]) == nil)
	if axis = rank - 2; last {
		axis = rank - 1
	}
	return axis, [2]ScaledFormat{lhs, rhs}[i] == FormatE2M1
}

// unpackedShape returns the sizes of operand i of a tile.dot_scaled in elements, with packed pairs counted as two.
func unpackedShape(op *ir.Operation, i int) []int64 {
	shape := slices.Clone(ir.TensorShape(op.Operand(i).Type()))
	if axis, packed := PackedAxis(op, i); packed && axis >= 0 {
		shape[axis] *= 2
	}
	return shape
}

// hasFormat reports whether an element type can hold numbers of a format.
func hasFormat(elem ir.Type, format ScaledFormat) bool {
	f, isFloat := elem.(*ir.FloatType)
	if !isFloat {
		wide := format == FormatBF16 || format == FormatFP16
		return ir.BitWidth(elem) == 8 && !wide || ir.BitWidth(elem) == 16 && wide
	}
	return f.Format == FormatOf(format) && format != FormatE2M1
}

// FormatOf returns the float format of an element format.
func FormatOf(format ScaledFormat) *apfloat.Format {
	return [...]*apfloat.Format{apfloat.F8E4M3FN, apfloat.F8E5M2, apfloat.F4E2M1FN, apfloat.F6E3M2FN, apfloat.F6E2M3FN,
		apfloat.BF16, apfloat.F16}[format]
}
