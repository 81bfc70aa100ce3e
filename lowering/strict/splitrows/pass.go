// Package splitrows is the pass tile-split-rows: a kernel whose programs reduce long rows in a loop runs each program by
// several blocks. Each block reduces a stretch of the iterations, and one of them combines what all have found, in the
// order of the stretches, so that results do not depend on which block is faster ([tilegpu.Split]). It helps where a
// launch has fewer programs than the GPU has multiprocessors.
//
// The parts of floats are combined in another order than the loop has, which changes their rounding: who asks for the
// pass permits that. What the loop carries has to be one of these:
//
//   - a value that an associative operation of arith combines with an element: sums, sums of products, extrema
//   - a choice between the carried value and an element by a comparison, as an argument of a maximum is found
//   - a sum that is rescaled when a maximum changes, as in a logarithm of a sum of exponentials, or in attention
//   - values of which a tile.reduce behind the loop combines those of all elements, as Welford's mean and variance are:
//     that reduction combines parts, too
//   - a pointer or integer that moves by a fixed amount
//
// Whether parts combine to what the loop computes is checked on random numbers, one for each tensor, when the pass runs.
// Anything else is an error at the operation that computes the next value. A rescaled sum's maximum begins with the least
// finite number in all parts but the first, where the loop begins with minus infinity.
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
//	AFTER
package splitrows

import (
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	Parts int `opt:"parts" help:"number of blocks that share a program: 1, or a power of two up to 16"`
	SM    int `opt:"sm" help:"least target, such as 90 for sm_90: earlier ones have no clusters"`
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
			ctx.PreserveAll()
			return nil
		}
		return Split(op, *o)
	},
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

// loopOf returns the only loop of a kernel that is not in another one.
func loopOf(kernel tile.Kernel) (f scf.For, err error) {
	if !kernel.Region(0).HasOneBlock() {
		return f, kernel.Errorf("has branches between blocks: parts can be made of a kernel that is one block with a loop")
	}
	for op := range kernel.Entry().Ops() {
		loop, ok := scf.AsFor(op)
		switch {
		case ok && f.Operation != nil:
			return f, op.Errorf("is the second loop of the kernel: parts can be made of one loop, whose results the rest "+
				"of the kernel uses").Note(f.Loc(), "the first loop is here")
		case ok && loop.IsUnsigned():
			return f, op.Errorf("compares its bound as unsigned: parts can be made of a loop that compares it as signed")
		case ok:
			f = loop
		}
	}
	if f.Operation == nil {
		return f, kernel.Errorf("has no loop outside of others to split: parts are made of the iterations of a loop that " +
			"reduces a row")
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

// readsOnly returns an error if an operation, or one in its regions, may write: every block would.
func readsOnly(op *ir.Operation) (err error) {
	known := ir.VisitEffects(op, func(at *ir.Operation, e ir.Effect) bool {
		if e.Kind == ir.Write {
			err = at.Errorf("writes, but it stands in the loop that is to be split, or before it, which every part does")
		}
		return err == nil
	})
	if err == nil && !known {
		err = op.Errorf("may do anything, but it stands in the loop that is to be split, or before it, which every part does")
	}
	return err
}
