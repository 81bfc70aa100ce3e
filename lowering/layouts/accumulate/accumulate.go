// Package accumulate is the pass gpu-accumulate-reductions. Where a loop combines a running value with a reduction in
// every iteration, such as a sum of sums, each thread accumulates elements of its own in the loop instead. The
// reduction, for which threads wait for each other, takes place once, after the loop.
//
// If the tensor is large, the loop still reduces it to a few elements for each thread. The elements are combined in
// another order, which changes the rounding of floats; no reduction promises an order. The pass expects the strict
// level of dialect tile, before layouts are assigned.
//
// Before:
//
//	tile.kernel @sum(%ps: !tile.ptr<f32>, %out: !tile.ptr<f32>, %n: i32) {
//	  %zero = arith.constant 0.0 : f32
//	  %c0 = arith.constant 0 : i32
//	  %c1 = arith.constant 1 : i32
//	  %p = tile.splat %ps : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
//	  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) : i32 {
//	    %x = tile.load %p : tensor<128x!tile.ptr<f32>>
//	    %part = tile.reduce %x axis = 0 {
//	    ^bb0(%a: f32, %b: f32):
//	      %s = arith.addf %a, %b : f32
//	      tile.yield %s : f32
//	    } : tensor<128xf32> -> f32
//	    %next = arith.addf %acc, %part : f32
//	    scf.yield %next : f32
//	  }
//	  tile.store %out, %sum : !tile.ptr<f32>, f32
//	  tile.return
//	}
//
// After gpu-accumulate-reductions:
//
//	tile.kernel @sum(%arg0: !tile.ptr<f32>, %arg1: !tile.ptr<f32>, %arg2: i32) {
//	  %cst = arith.constant 0.000000e+00 : f32
//	  %c0_i32 = arith.constant 0 : i32
//	  %c1_i32 = arith.constant 1 : i32
//	  %0 = tile.splat %arg0 : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
//	  %cst_0 = arith.constant dense<-0.000000e+00> : tensor<128xf32>
//	  %1 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %cst_0) -> (tensor<128xf32>)  : i32 {
//	    %4 = tile.load %0 : tensor<128x!tile.ptr<f32>>
//	    %5 = arith.addf %arg4, %4 : tensor<128xf32>
//	    scf.yield %5 : tensor<128xf32>
//	  }
//	  %2 = tile.reduce %1 axis = 0 {
//	  ^bb0(%arg3: f32, %arg4: f32):
//	    %4 = arith.addf %arg3, %arg4 : f32
//	    tile.yield %4 : f32
//	  } : tensor<128xf32> -> f32
//	  %3 = arith.addf %cst, %2 : f32
//	  tile.store %arg1, %3 : !tile.ptr<f32>, f32
//	  tile.return
//	}
package accumulate

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	NumWarps int `opt:"num-warps" help:"number of warps in a block" values:"1,2,4,8,16,32"`
}

// Pass is gpu-accumulate-reductions.
var Pass = &pass.Pass{
	Name:    "gpu-accumulate-reductions",
	Summary: "Accumulate elements in loops, and reduce them after the loops",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{NumWarps: 4} },
	Run: pass.Each(tile.Kernels, func(ctx *pass.Context, kernel tile.Kernel) (changed bool, err error) {
		return Loops(kernel, ctx.Options.(*Options).NumWarps), nil
	}),
}

// Loops changes the loops of a kernel for a block of warps, and reports whether there was one to change.
func Loops(kernel tile.Kernel, warps int) (changed bool) {
	var loops []scf.For
	kernel.WalkPostOrder(func(op *ir.Operation) {
		if f, ok := scf.AsFor(op); ok {
			loops = append(loops, f)
		}
	})
	for _, f := range loops {
		for i := range f.IterArgs() {
			if r, ok := match(f, i); ok {
				r.rewrite(int64(warps * tilegpu.WarpSize * costs.RunningElements))
				changed = true
			}
		}
	}
	return changed
}

// running is a value that a loop carries and combines with a reduction.
type running struct {
	loop            scf.For
	index           int
	reduce, combine *ir.Operation
}

// match reports whether iteration argument i only serves to accumulate a reduction: each iteration combines it with the
// result of a tile.reduce by the same operation as in the region of the tile.reduce. The argument, the reduction and
// the combined value must have no other uses, since their values change.
func match(f scf.For, i int) (r running, ok bool) {
	acc := f.IterArgs()[i]
	if !acc.HasOneUse() {
		return r, false
	}
	combine := acc.FirstUse().Owner()
	if combine.Block() != f.Body() || combine.NumOperands() != 2 || combine.NumResults() != 1 ||
		neutralOf(combine) == nil {
		return r, false
	}
	next := combine.Result(0)
	if !next.HasOneUse() || f.Yield().Operand(i) != next {
		return r, false
	}
	other := combine.Operand(0)
	if other == acc {
		other = combine.Operand(1)
	}
	reduce := other.DefiningOp()
	if reduce == nil || !reduce.Is(&tile.Reduce) || reduce.Block() != f.Body() || reduce.NumOperands() != 1 ||
		!other.HasOneUse() || !combinesBy(reduce, combine) {
		return r, false
	}
	return running{f, i, reduce, combine}, true
}

// combinesBy reports whether the region of a reduction consists of the same operation as combine.
func combinesBy(reduce, combine *ir.Operation) bool {
	body := reduce.Region(0).Entry()
	op := body.First()
	if op == nil || !op.Is(combine.Def()) || op.Next() != body.Last() || body.Last().Operand(0) != op.Result(0) {
		return false
	}
	args := body.Args()
	return slices.Contains(args, op.Operand(0)) && slices.Contains(args, op.Operand(1)) && op.Operand(0) != op.Operand(1)
}

func neutralOf(op *ir.Operation) ir.TypedAttr {
	return arith.Neutral(op.Context(), op.Def(), ir.ElementOrSelf(op.Result(0).Type()))
}

// rewrite changes the loop so that it carries a tensor instead of the reduced value, and moves the reduction after the
// loop. The tensor has at most the given number of elements, or more if the reduced axis is too short.
func (r running) rewrite(elements int64) {
	ctx := r.combine.Context()
	b := ir.NewBuilder(ctx).Before(r.reduce)
	b.SetLoc(r.reduce.Loc())
	partial := r.partial(b, elements)
	t := partial.Type().(*ir.TensorType)
	acc, result, init := r.loop.IterArgs()[r.index], r.loop.Result(r.index), r.loop.Inits()[r.index]

	b.Before(r.loop.Operation).SetLoc(r.loop.Loc())
	neutral := arith.NewConstant(b, ctx.DenseSplat(t, neutralOf(r.combine)))
	b.After(r.loop.Operation).SetLoc(r.reduce.Loc())
	reduced := b.Clone(r.reduce, &ir.Mapping{})
	reduced.SetOperand(0, result)
	b.After(reduced)
	b.SetLoc(r.combine.Loc())
	total := b.Clone(r.combine, &ir.Mapping{})
	total.SetOperands([]*ir.Value{init, reduced.Result(0)})
	result.ReplaceUsesIf(total.Result(0), func(u *ir.Operand) bool { return u.Owner() != reduced })

	r.loop.SetOperand(3+r.index, neutral)
	acc.SetType(t)
	result.SetType(t)
	r.combine.SetOperands([]*ir.Value{acc, partial})
	r.combine.Result(0).SetType(t)
	r.reduce.Erase()
}

// partial returns the tensor that an iteration accumulates. That is the operand of the reduction, unless it has more
// than the given number of elements. In this case, partial reduces it along the axis to that number:
//
//	%r = tile.reshape %x : tensor<64x128xf32> -> tensor<16x4x128xf32>
//	%p = tile.reduce %r axis = 0 {...} : tensor<16x4x128xf32> -> tensor<4x128xf32>
//
// The combined elements are far apart along the axis, so that one thread usually has all of them in registers.
func (r running) partial(b *ir.Builder, elements int64) *ir.Value {
	v := r.reduce.Operand(0)
	t := v.Type().(*ir.TensorType)
	axis, shape := tile.Axis(r.reduce), t.Shape()
	total, _ := ir.NumElements(t)
	parts := min(total/elements, shape[axis])
	if parts < 2 {
		return v
	}
	split := slices.Insert(slices.Clone(shape), axis, parts)
	split[axis+1] /= parts
	op := b.Clone(r.reduce, &ir.Mapping{})
	op.SetOperand(0, tile.NewReshape(ir.NewBuilder(b.Context()).Before(op), v, split...))
	op.Result(0).SetType(b.Context().TensorType(slices.Delete(split, axis, axis+1), t.ElementType(), nil))
	return op.Result(0)
}
