package tt

import "github.com/girih-ir/girih/ir"

// ClampF defines `tt.clampf`.
var ClampF = define(ir.OpDef{
	Name:     "tt.clampf",
	Summary:  "Clamp operation for floating point types",
	Operands: []ir.ValueDef{{Name: "x", Type: floatLike}, {Name: "min", Type: floatLike}, {Name: "max", Type: floatLike}},
	Results:  []ir.ValueDef{{Name: "result", Type: floatLike}},
	Attrs:    []ir.OpAttr{required("propagateNan", NaNPropagations)},
	Traits:   elementwise | ir.SameOperandsAndResultType,
	Assembly: `$x ',' $min ',' $max ',' 'propagateNan' '=' $propagateNan attr-dict ':' type($result)`,
})

// PreciseSqrt defines `tt.precise_sqrt`: the result is the square root, rounded to nearest even as IEEE 754 requires.
var PreciseSqrt = define(ir.OpDef{
	Name:     "tt.precise_sqrt",
	Summary:  "Precise sqrt for floating point types",
	Operands: []ir.ValueDef{{Name: "x", Type: floatLike}},
	Results:  []ir.ValueDef{{Name: "result", Type: floatLike}},
	Traits:   elementwise | ir.SameOperandsAndResultType,
	Assembly: `$x attr-dict ':' type($x)`,
})

// PreciseDivF defines `tt.precise_divf`: the result is the quotient, rounded to nearest even as IEEE 754 requires.
var PreciseDivF = define(ir.OpDef{
	Name:     "tt.precise_divf",
	Summary:  "Precise div for floating point types",
	Operands: []ir.ValueDef{{Name: "x", Type: floatLike}, {Name: "y", Type: floatLike}},
	Results:  []ir.ValueDef{{Name: "result", Type: floatLike}},
	Traits:   elementwise | ir.SameOperandsAndResultType,
	Assembly: `$x ',' $y attr-dict ':' type($x)`,
})

// MulhiUI defines `tt.mulhiui`: the result is the upper half of the product of unsigned integers.
var MulhiUI = define(ir.OpDef{
	Name:     "tt.mulhiui",
	Summary:  "Most significant N bits of the 2N-bit product of two integers",
	Operands: []ir.ValueDef{{Name: "x", Type: intLike}, {Name: "y", Type: intLike}},
	Results:  []ir.ValueDef{{Name: "result", Type: intLike}},
	Traits:   elementwise | ir.SameOperandsAndResultType,
	Assembly: `$x ',' $y attr-dict ':' type($x)`,
})
