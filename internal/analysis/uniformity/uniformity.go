// Package uniformity is an analysis of the program of a single thread, in the dialects llvm and nvvm. It finds which
// values are the same in all threads of a block, of a warp group or of a warp.
//
// Threads differ by their indices. [Variance] says how a value depends on them, for each bit of an integer: for
// example, the number of the warp, which is the index without its lower bits, is the same for all threads of a warp.
// Votes, shuffles from one lane, and butterflies of commutative operations make values equal again. If threads take
// different paths after a branch, the arguments of the block where the paths meet differ. If threads leave a loop in
// different iterations, the values that the loop computes differ after it (divergence.go).
//
// A value is uniform if all threads that compute it at the same time get the same result. "At the same time" means in
// the same iterations of the loops around it, except for loops that threads leave in different iterations. The program
// must be free of data races. Volatile and atomic accesses are assumed to give different results. Results of operations
// with regions count as different. The analysis is not for tile programs, in which a scalar is the same for the whole
// block; package axisinfo says which elements of a tensor are equal.
//
// Start at [Analyze]; transfer.go has the rules of operations.
package uniformity

import (
	"context"

	"github.com/girih-ir/girih/dialects/gpu"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass/analysis/dataflow"
)

// Info is the result for a module.
type Info struct {
	solver *dataflow.Solver
	values *dataflow.Sparse[Variance]
	graphs []*graph
	causes map[*ir.Value]*ir.Operation // for values that differ because of control flow: the branch
	calls  map[*ir.Operation][]*ir.Operation
	raised bool
}

// Analyze analyzes all functions of a module. Its error is that of ctx.
func Analyze(ctx context.Context, module *ir.Operation) (*Info, error) {
	in := &Info{causes: make(map[*ir.Value]*ir.Operation), calls: make(map[*ir.Operation][]*ir.Operation)}
	unknown := module.Collect(func(op *ir.Operation) bool { return !in.survey(op) })
	in.solver = dataflow.New(module)
	in.values = dataflow.LoadForward(in.solver, rules{in.calls})
	if err := in.solver.Run(ctx); err != nil {
		return nil, err
	}
	for _, op := range unknown {
		in.giveUp(op)
	}
	if err := in.solver.Resume(ctx); err != nil {
		return nil, err
	}
	for {
		in.raised = false
		for _, g := range in.graphs {
			in.diverge(g)
		}
		if !in.raised {
			return in, nil
		}
		if err := in.solver.Resume(ctx); err != nil {
			return nil, err
		}
	}
}

// survey records functions with their graphs and callers. It returns false for an operation inside a function whose
// regions are not visited.
func (in *Info) survey(op *ir.Operation) bool {
	if call, ok := ir.InterfaceOf[ir.Call](op); ok {
		if name, _ := call.Callee(op); name != nil {
			if f := ir.ResolveSymbol(op, name); f != nil {
				in.calls[f] = append(in.calls[f], op)
			}
		}
	}
	if op.NumRegions() == 0 {
		return true
	}
	if callable, ok := ir.InterfaceOf[ir.Callable](op); ok {
		if r := callable.CallableRegion(op); r != nil && !r.IsEmpty() {
			in.graphs = append(in.graphs, newGraph(op, r))
		}
		return true
	}
	for p := op.Parent(); p != nil; p = p.Parent() {
		if _, isFunction := ir.InterfaceOf[ir.Callable](p); isFunction {
			return false
		}
	}
	return true
}

// giveUp marks the values of an operation with regions as different.
func (in *Info) giveUp(op *ir.Operation) {
	for _, v := range op.Results() {
		in.raise(v, anything, op)
	}
	for i := range op.NumRegions() {
		for b := range op.Region(i).Blocks() {
			for _, v := range b.Args() {
				in.raise(v, anything, op)
			}
		}
	}
}

// of returns the variance of a value.
func (in *Info) of(v *ir.Value) Variance { return in.values.Of(v) }

// IsUniform reports whether a value is the same in all threads of a scope.
func (in *Info) IsUniform(v *ir.Value, s gpu.Scope) bool { return in.of(v).uniform(s) }

// raise makes a value differ as far as v does, because of an operation.
func (in *Info) raise(v *ir.Value, how Variance, cause *ir.Operation) {
	if _, changed := in.of(v).Join(how); changed {
		if in.causes[v] == nil {
			in.causes[v] = cause
		}
		in.values.Raise(v, how)
		in.raised = true
	}
}

// isKernel reports whether an operation is a function that the host launches.
func isKernel(op *ir.Operation) bool { return op != nil && nvvm.IsKernel(op) }
