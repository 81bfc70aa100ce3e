// Package unroll is the pass scf-for-loop-unroll: it unrolls counted loops. A loop with a small constant trip
// count is unrolled fully. Another loop is unrolled by a factor, and a second loop runs the remaining iterations.
//
// Before:
//
//	func.func @f(%p: memref<2xf32>, %x: f32) {
//	  %c0 = arith.constant 0 : index
//	  %c1 = arith.constant 1 : index
//	  %c2 = arith.constant 2 : index
//	  scf.for %i = %c0 to %c2 step %c1 {
//	    memref.store %x, %p[%i] : memref<2xf32>
//	  }
//	  return
//	}
//
// After func.func(scf-for-loop-unroll{unroll-factor=-1}):
//
//	func.func @f(%arg0: memref<2xf32>, %arg1: f32) {
//	  %c0 = arith.constant 0 : index
//	  %c1 = arith.constant 1 : index
//	  %c2 = arith.constant 2 : index
//	  memref.store %arg1, %arg0[%c0] : memref<2xf32>
//	  %c1_0 = arith.constant 1 : index
//	  %0 = arith.muli %c1, %c1_0 : index
//	  %1 = arith.addi %c0, %0 : index
//	  memref.store %arg1, %arg0[%1] : memref<2xf32>
//	  return
//	}
package unroll

import (
	"fmt"
	"math/big"
	"math/bits"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Options are the options of the pass.
type Options struct {
	Factor        int  `opt:"unroll-factor" help:"How many iterations to run at once; -1 for all, where their number is known"`
	FullThreshold int  `opt:"unroll-full-threshold" help:"Fully unroll loops of at most this many iterations"`
	InnermostOnly bool `opt:"innermost-only" help:"Do not unroll loops that contain other loops"`
}

// Pass is `scf-for-loop-unroll`.
var Pass = &pass.Pass{
	Name:     "scf-for-loop-unroll",
	Summary:  "Unroll `for` loops",
	Dialects: []*ir.Dialect{arith.Dialect},
	Options:  func() any { return &Options{Factor: 4, InnermostOnly: true} },
	Run:      run,
}

func run(ctx *pass.Context, op *ir.Operation) error {
	opts := ctx.Options.(*Options)
	if opts.Factor < -1 || opts.Factor == 0 {
		return fmt.Errorf("invalid unroll factor: %d; expected a positive number, or -1 for all iterations", opts.Factor)
	}
	var loops []scf.For
	op.WalkPostOrder(func(inner *ir.Operation) {
		if loop, ok := scf.AsFor(inner); ok && (!opts.InnermostOnly || !holdsLoop(inner)) {
			loops = append(loops, loop)
		}
	})
	if len(loops) == 0 {
		ctx.PreserveAll()
	}
	b := ir.NewBuilder(op.Context())
	for _, loop := range loops {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if n := loop.TripCount(); n != nil && n.Cmp(opts.most()) <= 0 {
			unrollFully(b, loop, int(n.Int64()))
		} else if opts.Factor > 1 && fits(opts.Factor, loop.Step().Type()) {
			unrollBy(b, loop, opts.Factor)
		}
	}
	return nil
}

// most returns the largest trip count of a loop that is unrolled fully.
func (o *Options) most() *big.Int {
	if o.Factor == -1 {
		return big.NewInt(maxFull)
	}
	return big.NewInt(int64(min(o.FullThreshold, maxFull)))
}

// fits reports whether factor is a positive number of type t.
func fits(factor int, t ir.Type) bool { return uint(bits.Len(uint(factor))) < uint(ir.IntegerWidth(t)) }

// maxFull bounds the trip count of loops that are unrolled fully.
const maxFull = 1 << 16

func holdsLoop(op *ir.Operation) bool {
	found := false
	for inner := range op.Nested() {
		inner.Walk(func(o *ir.Operation) bool {
			found = found || len(ir.LoopRegions(o)) > 0
			return !found
		})
	}
	return found
}

// unrollFully replaces a loop that runs n times by its iterations.
func unrollFully(b *ir.Builder, loop scf.For, n int) {
	b.Before(loop.Operation).SetLoc(loop.Loc())
	carried := loop.Inits()
	for i := range n {
		carried = repeat(b, loop, advanced(b, loop.LowerBound(), loop.Step(), i), carried)
	}
	replace(loop, carried)
}

// unrollBy unrolls a loop by a factor. A second loop behind it runs the remaining iterations.
func unrollBy(b *ir.Builder, loop scf.For, factor int) {
	b.Before(loop.Operation).SetLoc(loop.Loc())
	middle, wide := split(b, loop, factor)
	body := func(times int) func(b *ir.Builder, iv *ir.Value, args []*ir.Value) []*ir.Value {
		return func(b *ir.Builder, iv *ir.Value, args []*ir.Value) []*ir.Value {
			for i := range times {
				args = repeat(b, loop, advanced(b, iv, loop.Step(), i), args)
			}
			return args
		}
	}
	main := scf.NewFor(b, loop.LowerBound(), middle, wide, loop.Inits(), body(factor))
	rest := scf.NewFor(b, middle, loop.UpperBound(), loop.Step(), main.ResultValues(), body(1))
	for _, l := range []scf.For{main, rest} {
		l.SetProperties(loop.Properties())
	}
	replace(loop, rest.ResultValues())
}

// split returns the upper bound of the unrolled loop and its step. The distance between the bounds is computed modulo
// 2**width, so that it is correct even if it exceeds the range of signed numbers. The upper bound is the lower bound if
// the loop does not run, or if the new step would overflow, since a step must be positive. It does not include a
// partial last step, after which the counter could exceed the range.
func split(b *ir.Builder, loop scf.For, factor int) (middle, wide *ir.Value) {
	lower, upper, step := loop.LowerBound(), loop.UpperBound(), loop.Step()
	t := lower.Type()
	most, greater, largest := &arith.MaxSI, arith.SGT, new(big.Int).Lsh(big.NewInt(1), uint(ir.IntegerWidth(t))-1)
	if loop.IsUnsigned() {
		most, greater = &arith.MaxUI, arith.UGT
		largest.Lsh(largest, 1)
	}
	count := arith.NewInt(b, t, int64(factor))
	distance := arith.Binary(b, &arith.SubI, arith.Binary(b, most, upper, lower), lower)
	trips := arith.Binary(b, &arith.DivUI, distance, step)
	whole := arith.Binary(b, &arith.SubI, trips, arith.Binary(b, &arith.RemUI, trips, count))
	wide = arith.Binary(b, &arith.MulI, step, count)

	largest.Sub(largest, big.NewInt(1)).Quo(largest, big.NewInt(int64(factor)))
	limit := arith.NewConstant(b, b.Context().BigInteger(t, largest))
	wraps := arith.NewCmpI(b, greater, step, limit)
	whole = arith.NewSelect(b, wraps, arith.NewInt(b, t, 0), whole)
	wide = arith.NewSelect(b, wraps, step, wide)
	middle = arith.Binary(b, &arith.AddI, lower, arith.Binary(b, &arith.MulI, whole, step))
	return middle, wide
}

// advanced returns the value of an induction variable after i more steps.
func advanced(b *ir.Builder, iv, step *ir.Value, i int) *ir.Value {
	if i == 0 {
		return iv
	}
	by := arith.Binary(b, &arith.MulI, step, arith.NewInt(b, iv.Type(), int64(i)))
	return arith.Binary(b, &arith.AddI, iv, by)
}

// repeat copies one iteration to the insertion point, and returns the values that it yields.
func repeat(b *ir.Builder, loop scf.For, iv *ir.Value, carried []*ir.Value) []*ir.Value {
	var m ir.Mapping
	m.Map(loop.InductionVar(), iv)
	for i, arg := range loop.IterArgs() {
		m.Map(arg, carried[i])
	}
	var yielded []*ir.Value
	for op := range loop.Body().Ops() {
		if op != loop.Yield() {
			b.Clone(op, &m)
			continue
		}
		for _, v := range op.Operands() {
			yielded = append(yielded, m.Lookup(v))
		}
	}
	return yielded
}

func replace(loop scf.For, values []*ir.Value) {
	for i, r := range loop.Results() {
		r.ReplaceAllUsesWith(values[i])
	}
	loop.Erase()
}
