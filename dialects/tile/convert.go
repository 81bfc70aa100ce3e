package tile

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// Cast defines `tile.cast`: the elements are converted by value to another element type. Floats are rounded as the
// rounding mode says, by default to nearest even. Conversions of floats to integers truncate. Numbers convert to bool
// by comparison with zero, and literals become scalars. A value that is out of range for a float type becomes an
// infinity, or NaN if the type has no infinities; with saturate, it becomes the largest finite number. A float that is
// out of range for an integer type is undefined; with saturate it becomes the nearest integer of the type, and NaN
// becomes zero.
var Cast = ir.OpDef{
	Name:     "tile.cast",
	Summary:  "conversion of numbers by value",
	Operands: []ir.ValueDef{{Name: "in", Type: operands}},
	Results:  []ir.ValueDef{{Name: "out", Type: numbers}},
	Attrs: []ir.OpAttr{
		{Name: RoundingName, Attr: Roundings.Constraint(), Optional: true},
		{Name: SaturateName, Attr: constraints.Unit, Optional: true},
	},
	Traits:   ir.Pure,
	Assembly: `$in ('rounding' $rounding^)? ('saturate' $saturate^)? attr-dict ':' type($in) '->' type($out)`,
	Verify:   verifyConversion,
}

// SaturateName is the unit attribute of tile.cast that converts values out of range to the nearest finite ones.
const SaturateName = "saturate"

// Bitcast defines `tile.bitcast`: the bits of the elements are reinterpreted as another element type of the same width.
var Bitcast = ir.OpDef{
	Name:     "tile.bitcast",
	Summary:  "bits reinterpreted as another element type",
	Operands: []ir.ValueDef{{Name: "in", Type: numbers}},
	Results:  []ir.ValueDef{{Name: "out", Type: numbers}},
	Traits:   ir.Pure,
	Assembly: `$in attr-dict ':' type($in) '->' type($out)`,
	Verify:   verifyBitcast,
}

// PtrToInt and IntToPtr define `tile.ptr_to_int` and `tile.int_to_ptr`: conversions between addresses and i64. PtrCast
// defines `tile.ptr_cast`: the addresses stay the same, and the pointee type changes.
var (
	PtrToInt = elementConversion("ptr_to_int", "addresses converted to integers", ptrs, addresses)
	IntToPtr = elementConversion("int_to_ptr", "integers converted to addresses", addresses, ptrs)
	PtrCast  = viewing(elementConversion("ptr_cast", "the same addresses with another pointee type", ptrs, ptrs))
)

var addresses = elements("i64, or tensor of i64"+sizes,
	func(t ir.Type) bool { return ir.IsInt(t, 64) })

func elementConversion(name, summary string, in, out ir.TypeConstraint) ir.OpDef {
	return ir.OpDef{
		Name:     "tile." + name,
		Summary:  summary,
		Operands: []ir.ValueDef{{Name: "in", Type: in}},
		Results:  []ir.ValueDef{{Name: "out", Type: out}},
		Traits:   ir.Pure,
		Assembly: `$in attr-dict ':' type($in) '->' type($out)`,
		Verify:   verifySameShape,
	}
}

// viewing returns the definition of an operation whose result refers to the same memory as its operand.
func viewing(def ir.OpDef) ir.OpDef {
	def.Interfaces = append(def.Interfaces, alias.Source(0))
	return def
}

// Reinterpret creates a conversion that keeps the bits (&Bitcast, &PtrToInt, &IntToPtr or &PtrCast) and returns its
// result, whose elements are of type elem.
func Reinterpret(b *ir.Builder, def *ir.OpDef, v *ir.Value, elem ir.Type) *ir.Value {
	return reshaped(b, def, v, Of(b.Context(), ir.TensorShape(v.Type()), elem))
}

// Convert creates a conversion of the elements of v to elem and returns the result. It returns v itself if its elements
// have this type.
func Convert(b *ir.Builder, v *ir.Value, elem ir.Type) *ir.Value {
	if ir.ElementOrSelf(v.Type()) == elem {
		return v
	}
	st := b.State(&Cast)
	st.Operands = append(st.Operands, v)
	st.Types = append(st.Types, Of(b.Context(), ir.TensorShape(v.Type()), elem))
	return b.Create(st).Result(0)
}

func verifySameShape(op *ir.Operation) error {
	in, out := op.Operand(0).Type(), op.Result(0).Type()
	if !slices.Equal(ir.TensorShape(in), ir.TensorShape(out)) {
		return op.Errorf("operand and result must have the same shape, but got %s and %s", ir.Quote(in), ir.Quote(out))
	}
	return nil
}

func verifyBitcast(op *ir.Operation) error {
	in, out := op.Operand(0).Type(), op.Result(0).Type()
	if ir.BitWidth(ir.ElementOrSelf(in)) != ir.BitWidth(ir.ElementOrSelf(out)) {
		return op.Errorf("operand and result must have elements of the same width, but got %s and %s; use tile.cast to "+
			"convert by value", ir.Quote(in), ir.Quote(out))
	}
	return verifySameShape(op)
}

// verifyCastModes checks that the rounding mode and saturate are allowed for the types.
func verifyCastModes(op *ir.Operation) error {
	out := ir.ElementOrSelf(op.Result(0).Type())
	mode := RoundingOf(op)
	switch has := op.Inherent(RoundingName) != nil; {
	case has && !ir.IsFloat(out):
		return op.Errorf("rounding %s needs floats, but the result is %s", Roundings.Name(mode), ir.Quote(out))
	case mode > RoundNearestAway:
		return op.Errorf("rounding %s is not allowed for this operation: expected %s", Roundings.Name(mode),
			modeNames(slices.Concat(directions, []Rounding{RoundNearestAway})))
	case op.Inherent(SaturateName) != nil && ir.IsInt(out, 1):
		return op.Errorf("saturate has no meaning for a bool, which says whether a number is not zero")
	}
	return nil
}

func verifyConversion(op *ir.Operation) error {
	if err := verifySameShape(op); err != nil {
		return err
	}
	if err := verifyCastModes(op); err != nil {
		return err
	}
	in, out := op.Operand(0).Type(), op.Result(0).Type()
	if _, ok := in.(*LiteralType); !ok {
		return nil
	}
	n, err := literalOf(op.Operand(0))
	if err != nil {
		return op.Errorf("%w", err)
	}
	if err := promotion.CheckLiteral(n, out); err != nil {
		return op.Errorf("%w", err)
	}
	return nil
}
