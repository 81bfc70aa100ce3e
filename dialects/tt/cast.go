package tt

import "github.com/girih-ir/girih/ir"

const cast = `$src attr-dict ':' type($src) '->' type($result)`

// elementwise are the traits of elementwise operations.
const elementwise = ir.Pure | ir.Elementwise

// IntToPtr defines `tt.int_to_ptr`.
var IntToPtr = define(ir.OpDef{
	Name:     "tt.int_to_ptr",
	Summary:  "Cast int64 to pointer",
	Operands: []ir.ValueDef{{Name: "src", Type: i64Like}},
	Results:  []ir.ValueDef{{Name: "result", Type: ptrLike}},
	Traits:   elementwise | ir.SameOperandsAndResultShape,
	Assembly: cast,
})

// PtrToInt defines `tt.ptr_to_int`.
var PtrToInt = define(ir.OpDef{
	Name:     "tt.ptr_to_int",
	Summary:  "Cast pointer to int64",
	Operands: []ir.ValueDef{{Name: "src", Type: ptrLike}},
	Results:  []ir.ValueDef{{Name: "result", Type: i64Like}},
	Traits:   elementwise | ir.SameOperandsAndResultShape,
	Assembly: cast,
})

// Bitcast defines `tt.bitcast`: the bits of a number, or the address of a pointer, are reinterpreted as another type.
var Bitcast = define(ir.OpDef{
	Name:     "tt.bitcast",
	Summary:  "Cast between types of the same bitwidth",
	Operands: []ir.ValueDef{{Name: "src", Type: anyValue}},
	Results:  []ir.ValueDef{{Name: "result", Type: anyValue}},
	Traits:   elementwise | ir.SameOperandsAndResultShape,
	Assembly: cast,
	Verify:   verifyBitcast,
})

func verifyBitcast(op *ir.Operation) error {
	from, to := ir.ElementOrSelf(op.Operand(0).Type()), ir.ElementOrSelf(op.Result(0).Type())
	if isPtr(from) || isPtr(to) {
		if isPtr(from) != isPtr(to) {
			return ir.Errorf(op.Loc(), "Cannot bitcast pointer to non-pointer type")
		}
		return nil
	}
	if a, b := ir.BitWidth(from), ir.BitWidth(to); a != b {
		return ir.Errorf(op.Loc(), "Cannot bitcast data-type of size %d to data-type of size %d", a, b)
	}
	return nil
}

// FpToFp defines `tt.fp_to_fp`: floats are converted. It is used for conversions from and to 8-bit floats, and for
// those with an explicit rounding mode.
var FpToFp = define(ir.OpDef{
	Name:     "tt.fp_to_fp",
	Summary:  "Floating point casting for custom types",
	Operands: []ir.ValueDef{{Name: "src", Type: floatLike}},
	Results:  []ir.ValueDef{{Name: "result", Type: floatLike}},
	Attrs:    []ir.OpAttr{optional("rounding", Roundings)},
	Traits:   elementwise | ir.SameOperandsAndResultShape,
	Assembly: `$src attr-dict (',' 'rounding' '=' $rounding^)? ':' type($src) '->' type($result)`,
	Verify: func(op *ir.Operation) error {
		from, to := ir.ElementOrSelf(op.Operand(0).Type()), ir.ElementOrSelf(op.Result(0).Type())
		if ir.BitWidth(from) > ir.BitWidth(to) && op.Inherent("rounding") == nil {
			return ir.Errorf(op.Loc(), "Rounding mode is required for FP downcast")
		}
		return nil
	},
})
