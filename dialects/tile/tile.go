// Package tile defines the dialect `tile`: kernels as array programs over blocks of elements, in the manner of Triton
// and cuTile. A kernel runs once for every program of a grid; its values are scalars and tensors of static shape.
//
// The dialect serves two levels. At the first, loosely typed one, a front end combines operands of different element
// types and shapes, integers may be unsigned (ui8 to ui64), and numbers may be literals without a type of their own
// (!tile.literal). What the result is, the semantics in force decide (attribute #tile.semantics on the module or on a
// single operation) through package dialects/tile/promotion, in the verifier and in the lowering alike. At the second,
// strict level the loosely typed operations are gone: arithmetic is arith and math on signless types, every conversion
// and broadcast is explicit, and what stays of this dialect is what those lack: kernels, program indices, memory,
// shapes and reductions.
//
// Operations of both levels: kernel.go, program.go, create.go, shape.go, memory.go, view.go, reduce.go. Operations of
// the first level only: literal.go, elementwise.go, convert.go. Start reading at [KernelOp] and [Binary].
//
// Layouts, shared memory and everything else that knows the hardware belong to dialect tilegpu.
package tile

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/ir"
)

// Dialect is the dialect `tile`.
var Dialect = &ir.Dialect{
	Name:    "tile",
	Summary: "Tile programs: kernels over blocks of arrays",
	Ops: []*ir.OpDef{
		&KernelOp, &Return, &ProgramID, &NumPrograms,
		&Iota, &Splat, &ExpandDims, &Broadcast, &Reshape,
		&Permute, &Cat, &Join, &Split, &Extract, &Insert, &Flip,
		&AddPtr, &Load, &Store, &Dim, &Stride, &Base,
		&MakeArray, &Slice, &ElementPtr, &InBounds, &MakeView, &NumTiles, &LoadView, &StoreView, &AtomicRMWView,
		&Reduce, &Scan, &Map, &Yield, &Sort, &Histogram, &Gather, &Lookup, &Dot, &DotScaled,
		&Contract,
		&InlineAsm, &AtomicRMW, &AtomicCAS, &Barrier, &Print, &Assert, &Assume, &Hint,
		&LiteralOp, &Cast, &Bitcast, &PtrToInt, &IntToPtr, &PtrCast, &Cmp, &Where,
		&Add, &Sub, &Mul, &Div, &FloorDiv, &TruncDiv, &CDiv, &Mod, &Rem, &MulHi, &Pow, &ATan2, &Min, &Max, &FMA, &Clamp,
		&And, &Or, &XOr, &Shl, &Shr, &Not, &Neg, &Abs,
		&Exp, &Exp2, &ExpM1, &Log, &Log2, &Log10, &Log1P, &Sqrt, &RSqrt, &Cbrt,
		&Sin, &Cos, &Tan, &ASin, &ACos, &ATan, &Sinh, &Cosh, &Tanh, &Erf, &Floor, &Ceil, &Trunc, &Round,
		&IsNaN, &IsInf, &IsFinite,
	},
	Types:        []*ir.TypeDef{&arrayDef, &viewDef, &ptrDef, &literalDef},
	Attrs:        []*ir.AttrDef{&semanticsDef},
	Dependencies: []*ir.Dialect{arith.Dialect, math.Dialect},
	VerifyOpAttr: verifyOpAttr,
	Constant:     materialize,
	Inlining:     &ir.Inlining{},
	SyntaxNotes:  true,
}
