// Package canonicalize is the pass `canonicalize`: it brings operations into the canonical forms that their definitions
// declare, by folding and by patterns, until nothing changes. Name, options and result are upstream's
// (mlir/lib/Transforms/Canonicalizer.cpp).
//
// The folds and patterns are part of the definitions of operations in the dialects; package rewrite applies them.
//
// Before:
//
//	func.func @f(%x: i32) -> i32 {
//	  %zero = arith.constant 0 : i32
//	  %y = arith.addi %zero, %x : i32
//	  return %y : i32
//	}
//
// After canonicalize:
//
//	func.func @f(%arg0: i32) -> i32 {
//	  return %arg0 : i32
//	}
package canonicalize

import (
	"errors"
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/rewrite"
)

// options are the options of the pass.
type options struct {
	TopDown         bool     `opt:"top-down" help:"Visit operations from the start of the IR to its end"`
	RegionSimplify  string   `opt:"region-simplify" help:"Simplification of control flow" values:"disabled,normal,aggressive"`
	MaxIterations   int      `opt:"max-iterations" help:"Maximum number of sweeps over the IR; -1 for no limit"`
	MaxNumRewrites  int      `opt:"max-num-rewrites" help:"Maximum number of patterns applied per sweep; -1 for no limit"`
	TestConvergence bool     `opt:"test-convergence" help:"Fail if the last iteration still changes something"`
	DisablePatterns []string `opt:"disable-patterns" help:"Names of patterns not to apply"`
	EnablePatterns  []string `opt:"enable-patterns" help:"Names of the only patterns to apply"`
}

// Pass is `canonicalize`.
var Pass = &pass.Pass{
	Name:    "canonicalize",
	Title:   "Canonicalizer",
	Summary: "Canonicalize operations",
	Options: func() any {
		return &options{TopDown: true, RegionSimplify: "normal", MaxIterations: 10, MaxNumRewrites: rewrite.NoLimit}
	},
	Run: run,
}

func run(ctx *pass.Context, op *ir.Operation) error {
	opts := ctx.Options.(*options)
	if opts.MaxNumRewrites == 0 {
		return op.Errorf("max-num-rewrites must be positive, or -1 for no bound")
	}
	if opts.MaxIterations == 0 {
		ctx.PreserveAll()
		return nil
	}
	patterns, err := opts.patterns(op.Context())
	if err != nil {
		return err
	}
	changed, err := rewrite.Greedy(op, patterns, rewrite.Options{
		Context:       ctx,
		BottomUp:      !opts.TopDown,
		MaxIterations: opts.MaxIterations,
		MaxRewrites:   opts.MaxNumRewrites,
		Simplify:      simplification[opts.RegionSimplify],
	})
	if errors.Is(err, rewrite.ErrIterations) && !opts.TestConvergence {
		err = nil
	}
	if !changed && err == nil {
		ctx.PreserveAll()
	}
	return err
}

var simplification = map[string]rewrite.Simplification{
	"disabled":   rewrite.SimplifyDisabled,
	"normal":     rewrite.SimplifyNormal,
	"aggressive": rewrite.SimplifyAggressive,
}

// patterns returns the canonicalizations of all loaded dialects that the options ask for.
func (o *options) patterns(ctx *ir.Context) (*rewrite.Set, error) {
	all, err := rewrite.Canonicalizations(ctx)
	if err != nil || len(o.DisablePatterns)+len(o.EnablePatterns) == 0 {
		return all, err
	}
	return all.Filter(func(p *rewrite.Pattern) bool {
		return !slices.Contains(o.DisablePatterns, p.Name) &&
			(len(o.EnablePatterns) == 0 || slices.Contains(o.EnablePatterns, p.Name))
	}), nil
}
