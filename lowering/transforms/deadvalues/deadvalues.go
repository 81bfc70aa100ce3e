// Package deadvalues is the pass remove-dead-values: it removes dead values across functions, branches and regions.
// These are arguments and results of private functions whose callers are all known, block arguments, values carried by
// loops and other structured operations, and operations without side effects. Name and option are upstream's
// (mlir/lib/Transforms/RemoveDeadValues.cpp); where upstream's pass breaks the IR, as with dead arguments of public
// functions, this one passes poison.
//
// [liveness.LoadValues] finds the values that are live. Package lowering/transforms/dce is simpler: it looks at one
// operation at a time.
//
// Before:
//
//	func.func private @g(%x: i32, %unused: i32) -> i32 {
//	  return %x : i32
//	}
//	func.func @f(%x: i32, %y: i32) -> i32 {
//	  %r = call @g(%x, %y) : (i32, i32) -> i32
//	  return %r : i32
//	}
//
// After remove-dead-values:
//
//	func.func private @g(%arg0: i32) -> i32 {
//	  return %arg0 : i32
//	}
//	func.func @f(%arg0: i32, %arg1: i32) -> i32 {
//	  %0 = call @g(%arg0) : (i32) -> i32
//	  return %0 : i32
//	}
package deadvalues

import (
	"github.com/girih-ir/girih/dialects/ub"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/pass/analysis/dataflow"
	"github.com/girih-ir/girih/pass/analysis/liveness"
	"github.com/girih-ir/girih/rewrite"
)

// options are the options of the pass.
type options struct {
	Canonicalize bool `opt:"canonicalize" help:"Canonicalize region branch ops"`
}

// Pass is remove-dead-values.
var Pass = &pass.Pass{
	Name:     "remove-dead-values",
	Title:    "RemoveDeadValues",
	Summary:  "Remove dead values",
	Dialects: []*ir.Dialect{ub.Dialect},
	Options:  func() any { return &options{Canonicalize: true} },
	Run:      run,
}

func run(ctx *pass.Context, op *ir.Operation) error {
	solver := dataflow.New(op)
	dataflow.LoadConstants(solver) // code that cannot run needs no values
	r := &remover{root: op, needs: liveness.LoadValues(solver), builder: ir.NewBuilder(op.Context()),
		kept: make(map[*ir.Operation]bool)}
	if err := solver.Run(ctx); err != nil {
		return err
	}
	changed := r.remove()
	if ctx.Options.(*options).Canonicalize {
		simplified, err := canonicalize(ctx, op)
		if err != nil {
			return err
		}
		changed = changed || simplified
	}
	return ctx.Finish(changed)
}

// canonicalize canonicalizes the operands that operations pass to and from their regions.
func canonicalize(ctx *pass.Context, op *ir.Operation) (changed bool, err error) {
	patterns, err := rewrite.Canonicalizations(op.Context())
	if err != nil {
		return false, err
	}
	return rewrite.Greedy(op, patterns.Filter(isRegionBranch),
		rewrite.Options{Context: ctx, Simplify: rewrite.SimplifyDisabled})
}

func isRegionBranch(p *rewrite.Pattern) bool {
	if p.Root == nil {
		return false
	}
	for _, i := range p.Root.Interfaces {
		if _, ok := i.(ir.RegionBranch); ok {
			return true
		}
	}
	return false
}
