// Package tile defines the dialect `tile`: kernels as programs on blocks of elements, as in Triton and cuTile. A kernel
// runs once for every program of a grid. Its values are scalars and tensors of static shape.
//
// The dialect has two levels. The first level is loosely typed: a front end may combine operands of different element
// types and shapes, integers may be unsigned (ui8 to ui64), and numbers may be literals without a type of their own
// (!tile.literal). The semantics in force, which the attribute #tile.semantics on the module or on a single operation
// selects, determine the types of results. Package dialects/tile/promotion has the rules for both the verifier and the
// lowering. The second level is strict: it has no loosely typed operations. Arithmetic is arith and math on signless
// types, and all conversions and broadcasts are explicit. The remaining operations of this dialect are those that arith
// and math lack: kernels, program indices, memory accesses, changes of shape and reductions.
//
// Operations of both levels are in kernel.go, program.go, create.go, shape.go, memory.go, view.go and reduce.go.
// Operations of the first level are in literal.go, elementwise.go and convert.go. Start reading at [KernelOp] and
// [Binary].
//
// Layouts, shared memory and other hardware concepts belong to dialect tilegpu.
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
		&MakeArray, &Slice, &ElementPtr, &InBounds, &MakeView, &NumTiles, &LoadView, &LoadPixels, &StoreView,
		&AtomicRMWView,
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
