// Package arith defines the dialect `arith`: arithmetic, comparisons and casts of integers and floats, one by one or
// elementwise on vectors and tensors. Names, syntax and rules are upstream's (mlir/Dialect/Arith/IR/ArithOps.td).
//
// Every operation is a variable of type [ir.OpDef]; see integer.go, float.go, cast.go, compare.go, select.go and
// constant.go. Build them with [Binary], [Cast], [Compare...] and friends, or with [ir.Builder.Build]. How they fold,
// and which patterns bring them into canonical form, is in the same files or, where that is long, in files fold*.go and
// canonicalize*.go. division.go says which divisions may run speculatively.
package arith

import (
	"github.com/girih-ir/girih/dialects/ub"
	"github.com/girih-ir/girih/ir"
)

// Dialect is the dialect `arith`.
var Dialect = &ir.Dialect{
	Name:    "arith",
	Summary: "Arithmetic on integers and floats, elementwise on vectors and tensors",
	Ops: []*ir.OpDef{
		&ConstantOp,
		&AddI, &SubI, &MulI, &ShLI, &AddUIExtended, &MulSIExtended, &MulUIExtended,
		&DivUI, &DivSI, &CeilDivUI, &CeilDivSI, &FloorDivSI, &RemUI, &RemSI,
		&AndI, &OrI, &XOrI, &ShRUI, &ShRSI, &MaxSI, &MaxUI, &MinSI, &MinUI,
		&NegF, &AddF, &SubF, &MulF, &DivF, &RemF, &MaximumF, &MaxNumF, &MinimumF, &MinNumF,
		&ExtUI, &ExtSI, &ExtF, &TruncI, &TruncF, &ScalingExtF, &ScalingTruncF,
		&UIToFP, &SIToFP, &FPToUI, &FPToSI, &IndexCast, &IndexCastUI, &Bitcast,
		&CmpI, &CmpF, &Select,
	},
	Attrs:        []*ir.AttrDef{FastMath.AttrDef(), Overflow.AttrDef()},
	Dependencies: []*ir.Dialect{ub.Dialect},
	Constant:     materialize,
	Inlining:     &ir.Inlining{},
}

// elementwise are the traits of all operations but constants: they work on scalars, vectors and tensors.
const elementwise = ir.NoMemoryEffect | ir.ElementwiseMappable

// Binary creates an operation of two operands and one result, such as &AddI, and returns the result.
func Binary(b *ir.Builder, def *ir.OpDef, lhs, rhs *ir.Value) *ir.Value {
	return b.Build(def, []*ir.Value{lhs, rhs}).Result(0)
}

// Unary creates an operation of one operand and one result of the same type, such as &NegF, and returns the result.
func Unary(b *ir.Builder, def *ir.OpDef, v *ir.Value) *ir.Value {
	return b.Build(def, []*ir.Value{v}).Result(0)
}
