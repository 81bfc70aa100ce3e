// Package splitrows is the pass tile-split-rows. It is for kernels that reduce a long row in a loop. Several blocks,
// which form a cluster, share each program. Each block runs a part of the iterations, and one block combines the
// results of all parts in the order of the parts ([tilegpu.Split]). So the result does not depend on which block is
// faster. This helps if a launch has fewer programs than the GPU has multiprocessors.
//
// The pass changes the order in which floats are combined, and so their rounding. It runs only on request. Each value
// that the loop carries must be one of these:
//
//   - a value that an associative operation of arith combines with an element: a sum, a sum of products, a maximum
//   - a choice between the carried value and an element by a comparison, such as the index of a maximum
//   - a sum that is rescaled when a maximum changes, as in the logarithm of a sum of exponentials, or in attention
//   - values that a tile.reduce after the loop combines over all elements, such as Welford's mean and variance; the same
//     reduction combines the parts
//   - a pointer or integer that moves by a fixed amount
//
// Any other carried value is an error at the operation that computes its next value. The pass also checks, on random
// numbers, that the combined parts equal the result of the loop (model.go). The maximum of a rescaled sum starts at
// minus infinity in the first part, as in the loop, and at the least finite number in the others.
//
// Before:
//
//	tile.kernel @sum(%x: !tile.ptr<f32>, %out: !tile.ptr<f32>, %n: i32) {
//	  %zero = arith.constant dense<0.0> : tensor<128xf32>
//	  %c0 = arith.constant 0 : i32
//	  %c128 = arith.constant 128 : i32
//	  %i = tile.iota : tensor<128xi32>
//	  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
//	  %sums = scf.for %k = %c0 to %n step %c128 iter_args(%acc = %zero) -> (tensor<128xf32>) : i32 {
//	    %ks = tile.splat %k : i32 -> tensor<128xi32>
//	    %at = arith.addi %ks, %i : tensor<128xi32>
//	    %p = tile.addptr %xs, %at : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
//	    %v = tile.load %p : tensor<128x!tile.ptr<f32>>
//	    %next = arith.addf %acc, %v : tensor<128xf32>
//	    scf.yield %next : tensor<128xf32>
//	  }
//	  %sum = tile.reduce %sums axis = 0 {
//	  ^bb0(%a: f32, %b: f32):
//	    %s = arith.addf %a, %b : f32
//	    tile.yield %s : f32
//	  } : tensor<128xf32> -> f32
//	  tile.store %out, %sum : !tile.ptr<f32>, f32
//	  tile.return
//	}
//
// After tile-split-rows{parts=4},canonicalize:
//
//	tile.kernel @sum(%arg0: !tile.ptr<f32>, %arg1: !tile.ptr<f32>, %arg2: i32) {
//	  %c3_i32 = arith.constant 3 : i32
//	  %c4_i32 = arith.constant 4 : i32
//	  %c1_i32 = arith.constant 1 : i32
//	  %cst = arith.constant dense<0.000000e+00> : tensor<128xf32>
//	  %c0_i32 = arith.constant 0 : i32
//	  %c128_i32 = arith.constant 128 : i32
//	  %0 = tile.iota : tensor<128xi32>
//	  %1 = tile.splat %arg0 : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
//	  %2 = arith.subi %arg2, %c1_i32 : i32
//	  %3 = arith.divsi %2, %c128_i32 : i32
//	  %4 = arith.cmpi sgt, %arg2, %c0_i32 : i32
//	  %5 = arith.addi %3, %c1_i32 : i32
//	  %6 = arith.select %4, %5, %c0_i32 : i32
//	  %7 = arith.addi %6, %c3_i32 : i32
//	  %8 = arith.divsi %7, %c4_i32 : i32
//	  %9 = arith.maxsi %8, %c1_i32 : i32
//	  %10 = arith.subi %9, %c1_i32 : i32
//	  %11 = arith.addi %6, %10 : i32
//	  %12 = arith.divsi %11, %9 : i32
//	  %13 = tilegpu.split 4 used %12 {
//	  ^bb0(%arg3: i32):
//	    %14 = arith.muli %arg3, %9 : i32
//	    %15 = arith.addi %14, %9 : i32
//	    %16 = arith.subi %6, %c1_i32 : i32
//	    %17 = arith.minsi %14, %16 : i32
//	    %18 = arith.maxsi %17, %c0_i32 : i32
//	    %19 = arith.muli %18, %c128_i32 : i32
//	    %20 = arith.cmpi slt, %14, %6 : i32
//	    %21 = arith.select %20, %arg2, %19 : i32
//	    %22 = arith.cmpi slt, %15, %6 : i32
//	    %23 = arith.muli %15, %c128_i32 : i32
//	    %24 = arith.select %22, %23, %21 : i32
//	    %25 = scf.for %arg4 = %19 to %24 step %c128_i32 iter_args(%arg5 = %cst) -> (tensor<128xf32>)  : i32 {
//	      %27 = tile.splat %arg4 : i32 -> tensor<128xi32>
//	      %28 = arith.addi %27, %0 : tensor<128xi32>
//	      %29 = tile.addptr %1, %28 : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
//	      %30 = tile.load %29 : tensor<128x!tile.ptr<f32>>
//	      %31 = arith.addf %arg5, %30 : tensor<128xf32>
//	      scf.yield %31 : tensor<128xf32>
//	    }
//	    %26 = tile.reduce %25 axis = 0 {
//	    ^bb0(%arg4: f32, %arg5: f32):
//	      %27 = arith.addf %arg4, %arg5 : f32
//	      tile.yield %27 : f32
//	    } : tensor<128xf32> -> f32
//	    tile.yield %26 : f32
//	  } combine {
//	  ^bb0(%arg3: f32, %arg4: f32):
//	    %14 = arith.addf %arg3, %arg4 : f32
//	    tile.yield %14 : f32
//	  } : f32
//	  tile.store %arg1, %13 : !tile.ptr<f32>, f32
//	  tile.return
//	}
package splitrows

import (
	"math/big"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	Parts int `opt:"parts" help:"number of blocks that share a program: 1, or a power of two up to 16"`
	SM    int `opt:"sm" help:"oldest target, such as 90 for sm_90; earlier ones have no clusters"`
	// Remarks reports the loops of kernels that are not split, but could be.
	Remarks bool `opt:"remarks" help:"report loops that are not split, but could be"`
}

// leastSM is the first target with clusters (PTX ISA, "Cluster of Cooperative Thread Arrays").
const leastSM = 90

// Pass is tile-split-rows.
var Pass = &pass.Pass{
	Name:    "tile-split-rows",
	Summary: "Run each program by several blocks, each of which reduces a part of its loop",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{Parts: 1, SM: leastSM} },
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		o := ctx.Options.(*Options)
		if o.Parts == 1 {
			if o.Remarks && o.SM >= leastSM {
				remark(ctx, op)
			}
			ctx.PreserveAll()
			return nil
		}
		return Split(op, *o)
	},
}

// remark reports the loops that could be split between blocks.
func remark(ctx *pass.Context, module *ir.Operation) {
	for kernel := range tile.Kernels(module) {
		f, err := loopOf(kernel)
		if err != nil || tilegpu.PartsOf(kernel.Operation) > 1 {
			continue
		}
		if trips := f.TripCount(); trips != nil && trips.Cmp(big.NewInt(1)) <= 0 {
			continue
		}
		if _, err := newPlan(newLoop(f), 2); err != nil {
			continue
		}
		d := f.Errorf("one block reduces the whole row in this loop. Where a launch has fewer programs than the GPU has "+
			"multiprocessors, parts=2 up to parts=%d (--parts of tools, Parts of kernel.Options) has as many blocks share "+
			"it, and combines their results in a fixed order", tilegpu.MaxParts)
		d.Severity = ir.Remark
		ctx.Report(d)
	}
}

// Split splits the kernels of a module.
func Split(module *ir.Operation, o Options) error {
	switch {
	case o.Parts < 1 || o.Parts > tilegpu.MaxParts || o.Parts&(o.Parts-1) != 0:
		return module.Errorf("parts must be a power of two and at most %d, but got %d", tilegpu.MaxParts, o.Parts)
	case o.Parts == 1:
		return nil
	case o.SM < leastSM:
		return module.Errorf("several blocks cannot share a program on sm_%d, which has no clusters: compile for sm_%d or "+
			"later, or without parts", o.SM, leastSM)
	}
	for kernel := range tile.Kernels(module) {
		if err := splitKernel(kernel, int64(o.Parts)); err != nil {
			return err
		}
	}
	return nil
}

func splitKernel(kernel tile.Kernel, parts int64) error {
	if tilegpu.PartsOf(kernel.Operation) > 1 {
		return nil
	}
	f, err := loopOf(kernel)
	if err != nil {
		return err
	}
	p, err := newPlan(newLoop(f), parts)
	if err != nil {
		return err
	}
	return p.apply()
}

// loopOf returns the only outermost loop of a kernel.
func loopOf(kernel tile.Kernel) (f scf.For, err error) {
	if !kernel.Region(0).HasOneBlock() {
		return f, kernel.Errorf("has several blocks: only a kernel of one block, with one loop, can be split")
	}
	for op := range kernel.Entry().Ops() {
		loop, ok := scf.AsFor(op)
		switch {
		case ok && f.Operation != nil:
			return f, op.Errorf("is the second loop of the kernel: only a kernel with one outermost loop can be split").
				Note(f.Loc(), "the first loop is here")
		case ok && loop.IsUnsigned():
			return f, op.Errorf("compares its bound as unsigned: only a loop with a signed comparison can be split")
		case ok:
			f = loop
		}
	}
	if f.Operation == nil {
		return f, kernel.Errorf("has no outermost loop: only the iterations of a loop that reduces a row can be split")
	}
	for op := range kernel.Entry().Ops() {
		if err := readsOnly(op); err != nil {
			return f, err
		}
		if op == f.Operation {
			return f, nil
		}
	}
	return f, nil
}

// readsOnly returns an error if an operation, or one in its regions, may write memory, since every block would execute
// it.
func readsOnly(op *ir.Operation) (err error) {
	known := ir.VisitEffects(op, func(at *ir.Operation, e ir.Effect) bool {
		if e.Kind == ir.Write && !at.Is(&tile.Assume) { // an assumption may be repeated in every block
			err = at.Errorf("writes memory in or before the loop to split, which every block executes")
		}
		return err == nil
	})
	if err == nil && !known {
		err = op.Errorf("has unknown effects, and stands in or before the loop to split, which every block executes")
	}
	return err
}
