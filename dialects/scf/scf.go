// Package scf defines the dialect `scf`: conditionals and loops as operations with regions. Names, syntax and rules are
// upstream's (mlir/Dialect/SCF/IR/SCFOps.td).
//
// There is one file for each construct: if.go, for.go, while.go, parallel.go, forall.go, index_switch.go,
// execute_region.go. Each file has the definition, a view for typed access, and a builder that fills the regions with
// functions.
package scf

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Dialect is the dialect `scf`.
var Dialect = &ir.Dialect{
	Name:    "scf",
	Summary: "Structured control flow",
	Ops: []*ir.OpDef{
		&IfOp, &ForOp, &WhileOp, &Condition, &ParallelOp, &Reduce, &ReduceReturn, &ForallOp, &InParallel,
		&IndexSwitchOp, &ExecuteRegion, &Yield,
	},
	Dependencies: []*ir.Dialect{arith.Dialect},
	Inlining:     &ir.Inlining{},
}

// Yield defines `scf.yield`: the terminator of a region, which passes on values.
var Yield = ir.OpDef{
	Name:     "scf.yield",
	Summary:  "loop yield and termination operation",
	Operands: []ir.ValueDef{{Name: "results", Type: constraints.AnyType, Arity: ir.Variadic}},
	Traits:   ir.Pure | ir.ReturnLike | ir.Terminator,
	Parents:  []string{"scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"},
	Assembly: `attr-dict ($results^ ':' type($results))?`,
}

// NewYield creates a yield of values.
func NewYield(b *ir.Builder, values ...*ir.Value) *ir.Operation {
	st := b.State(&Yield)
	st.Operands = values
	return b.Create(st)
}

// yieldEdges yields the edges from every scf.yield in a region to a successor.
func yieldEdges(from *ir.Region, to *ir.Region, skip int, yield func(ir.RegionEdge) bool) bool {
	for block := from.Entry(); block != nil; block = block.Next() {
		end := block.Last()
		if end == nil || !end.Is(&Yield) {
			continue
		}
		if !yield(ir.RegionEdge{Point: end, To: end.NumOperands(), Successor: to, Skip: skip}) {
			return false
		}
	}
	return true
}

// terminatorOf returns the last operation of a region's entry block if it has definition def. Otherwise, it returns an
// error with the given message.
func terminatorOf(op *ir.Operation, r *ir.Region, def *ir.OpDef, message string) (*ir.Operation, error) {
	var last *ir.Operation
	if !r.IsEmpty() {
		last = r.Entry().Last()
	}
	if last != nil && last.Is(def) {
		return last, nil
	}
	err := op.Errorf("%s", message)
	if last != nil {
		err.Note(last.Loc(), "terminator here")
	}
	return nil, err
}

// newBody appends a region to st that has one block with arguments of the given types, and returns the block.
func newBody(b *ir.Builder, st *ir.OpState, types ...ir.Type) *ir.Block {
	r := &ir.Region{}
	block := r.AppendNew()
	for _, t := range types {
		block.AddArg(b.Context(), t, b.Loc())
	}
	st.Regions = append(st.Regions, r)
	return block
}

// fill calls a function that creates a body, and creates the yield of the values that it returns.
func fill(b *ir.Builder, block *ir.Block, body func(b *ir.Builder) []*ir.Value) {
	in := b.Inside(block)
	var values []*ir.Value
	if body != nil {
		values = body(in)
	}
	NewYield(in, values...)
}

// repeat returns a type n times.
func repeat(t ir.Type, n int) []ir.Type {
	types := make([]ir.Type, n)
	for i := range types {
		types[i] = t
	}
	return types
}

// chosen returns one of two edges as a constant says; -1 if it is not known.
func chosen(condition ir.Attribute, ifTrue, ifFalse int) int {
	c, known := condition.(*ir.IntegerAttr)
	switch {
	case !known:
		return -1
	case c.Bool():
		return ifTrue
	}
	return ifFalse
}
