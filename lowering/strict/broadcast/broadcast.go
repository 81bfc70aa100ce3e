// Package broadcast is the pass tile-broadcast. Loosely typed operations of dialect tile take operands of different
// shapes; the pass makes the implied broadcasts explicit. Afterwards all operands have the shape of the results:
// scalars go through tile.splat, tensors through tile.broadcast.
//
// The pass runs after tile-promote (package promote), so that a value is converted before its elements are repeated.
// The option canonicalize, which is on by default, also moves broadcasts to after the operations that use them, which
// then compute each element once. explicit.go makes broadcasts explicit, elementwise.go moves them over elementwise
// operations, reduce.go over reductions, loops.go over values that loops carry, and rules.go merges and cancels them.
// bits.go compares bools without extending them, and pairs.go exchanges the elements of pairs without a reduction.
//
// Before:
//
//	module attributes {tile.semantics = #tile.semantics<triton>} {
//	  func.func @f(%x: tensor<4x8xf32>, %y: tensor<8xf32>) -> tensor<4x8xf32> {
//	    %s = tile.add %x, %y : tensor<4x8xf32>, tensor<8xf32> -> tensor<4x8xf32>
//	    return %s : tensor<4x8xf32>
//	  }
//	}
//
// After tile-broadcast:
//
//	module attributes {tile.semantics = #tile.semantics<triton>} {
//	  func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) -> tensor<4x8xf32> {
//	    %0 = tile.broadcast %arg1 : tensor<8xf32> -> tensor<4x8xf32>
//	    %1 = tile.add %arg0, %0 : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
//	    return %1 : tensor<4x8xf32>
//	  }
//	}
package broadcast

import (
	"slices"
	"sync"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/rewrite"
)

// Options are the options of the pass.
type Options struct {
	Canonicalize bool `opt:"canonicalize" help:"move broadcasts after operations, merge and cancel them, and compare bools without extending them"`
}

// Pass is tile-broadcast.
var Pass = &pass.Pass{
	Name:     "tile-broadcast",
	Summary:  "Broadcast the operands of loosely typed tile operations to a common shape",
	Anchor:   "builtin.module",
	Dialects: []*ir.Dialect{arith.Dialect},
	Options:  func() any { return &Options{Canonicalize: true} },
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		patterns := explicit
		if ctx.Options.(*Options).Canonicalize {
			patterns = all
		}
		_, err := rewrite.Greedy(op, patterns(), rewrite.Options{Context: ctx, ScatteredConstants: true})
		return err
	},
}

// all returns the patterns that make broadcasts explicit, and those that move, merge and cancel them.
var all = sync.OnceValue(func() *rewrite.Set {
	return rewrite.MustSet(slices.Concat(explicit().Patterns(), canonicalization().Patterns())...)
})

// explicit returns the patterns that make broadcasts explicit.
func explicit() *rewrite.Set {
	return rewrite.MustSet(&rewrite.Pattern{Name: "broadcast-operands", Rewrite: broadcastOperands})
}

// canonicalization returns the patterns that move, merge and cancel explicit broadcasts.
func canonicalization() *rewrite.Set {
	merging := append(rules(), &rewrite.Pattern{Name: "elementwise-of-broadcast", Rewrite: moveBehindElementwise},
		&rewrite.Pattern{Name: "cmpi-of-bits", Root: &arith.CmpI, Rewrite: compareBits},
		&rewrite.Pattern{Name: "cmp-of-bits", Root: &tile.Cmp, Rewrite: compareBits},
		&rewrite.Pattern{Name: "for-of-broadcast", Root: &scf.ForOp, Rewrite: carryWithoutRepetition})
	return rewrite.MustSet(slices.Concat(merging, reductionPatterns(), pairPatterns())...)
}
