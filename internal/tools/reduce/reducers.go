package reduce

import (
	"github.com/girih-ir/girih/dialects/cf"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
)

// reducer is one way to make a module smaller.
type reducer struct {
	name string
	// apply calls e.here at every place where it could change something, and makes the change if the result is true.
	// The answers must not change which places there are later.
	apply func(e *editor, m *ir.Operation)
}

// reducers are in the order in which they are tried: those that remove most come first.
var reducers = []reducer{
	{"erase-symbols", eraseSymbols},
	{"erase-bodies", eraseBodies},
	{"erase-operations", eraseOperations},
	{"unwrap-regions", unwrapRegions},
	{"erase-unreachable-blocks", eraseUnreachable},
	{"straighten-branches", straightenBranches},
	{"merge-blocks", mergeBlocks},
	{"leave-early", leaveEarly},
	{"zero-operands", zeroOperands},
	{"erase-attributes", eraseAttributes},
	{"erase-results", eraseResults},
	{"erase-arguments", eraseArguments},
}

// nested lists the operations inside a module, each before what its regions hold.
func nested(m *ir.Operation) []*ir.Operation {
	return m.Collect(func(op *ir.Operation) bool { return op != m })
}

func eraseSymbols(e *editor, m *ir.Operation) {
	for op := range m.Nested() {
		if op.HasTrait(ir.Symbol) && e.here() {
			op.Erase()
		}
	}
}

// eraseBodies turns functions into declarations.
func eraseBodies(e *editor, m *ir.Operation) {
	for op := range m.Nested() {
		f, ok := fn.AsFunc(op)
		if !ok || f.IsDeclaration() || !e.here() {
			continue
		}
		op.SetAttr(ir.SymbolVisibility, m.Context().StringAttr("private"))
		for b := range f.Body().Blocks() {
			for inner := range b.Ops() {
				inner.DropAllReferences()
			}
		}
		for b := range f.Body().Blocks() {
			f.Body().Remove(b)
		}
	}
}

// eraseOperations erases operations from the last to the first, so that users are erased before definitions. Results
// that are still used become constants.
func eraseOperations(e *editor, m *ir.Operation) {
	ops := nested(m)
	for i := len(ops) - 1; i >= 0; i-- {
		op := ops[i]
		if op.HasTrait(ir.Terminator) || op.HasTrait(ir.Symbol) || op.Block() == nil || isZero(op) || !e.canReplace(op) ||
			!e.here() {
			continue
		}
		e.replaceByZeros(op)
		op.Erase()
	}
}

// unwrapRegions replaces an operation by the contents of one of its regions.
func unwrapRegions(e *editor, m *ir.Operation) {
	for _, op := range nested(m) {
		if op.HasTrait(ir.IsolatedFromAbove) || op.Block() == nil {
			continue
		}
		for i := range op.NumRegions() {
			if r := op.Region(i); canUnwrap(e, op, r) && e.here() {
				e.unwrap(op, r)
				break
			}
		}
	}
}

func canUnwrap(e *editor, op *ir.Operation, r *ir.Region) bool {
	if !r.HasOneBlock() || r.Entry().Last() == nil || !r.Entry().Last().HasTrait(ir.Terminator) {
		return false
	}
	for _, arg := range r.Entry().Args() {
		if !e.hasZero(arg.Type()) {
			return false
		}
	}
	return e.canReplace(op)
}

// straightenBranches replaces conditional branches by a branch to one of their successors.
func straightenBranches(e *editor, m *ir.Operation) {
	for _, op := range nested(m) {
		branch, ok := ir.InterfaceOf[ir.Branch](op)
		if !ok || op.Is(&cf.Branch) || op.Block() == nil {
			continue
		}
		for i := range op.NumSuccessors() {
			if !e.here() {
				continue
			}
			from, to := branch.SuccessorOperands(op, i)
			e.b.Before(op).SetLoc(op.Loc())
			cf.NewBranch(e.b, op.Successor(i), op.OperandRange(from, to)...)
			e.endBy(op)
			break
		}
	}
}

// leaveEarly makes blocks leave the region, like another block, instead of branching.
func leaveEarly(e *editor, m *ir.Operation) {
	for _, op := range nested(m) {
		if op.NumSuccessors() == 0 || op.Block() == nil {
			continue
		}
		exit := exitOf(op.ParentRegion())
		if exit == nil || !e.hasZeros(exit.OperandTypes()) || !e.here() {
			continue
		}
		e.b.Before(op).SetLoc(op.Loc())
		values := e.zeros(exit.OperandTypes())
		e.b.Clone(exit, new(ir.Mapping)).SetOperands(values)
		e.endBy(op)
	}
}

// exitOf returns a terminator that leaves a region, or nil.
func exitOf(r *ir.Region) *ir.Operation {
	for b := range r.Blocks() {
		if end := b.Terminator(); end != nil && end.NumSuccessors() == 0 {
			return end
		}
	}
	return nil
}

// mergeBlocks appends a block to its only predecessor, if that has no other successor.
func mergeBlocks(e *editor, m *ir.Operation) {
	for _, op := range nested(m) {
		if !op.Is(&cf.Branch) || op.Block() == nil {
			continue
		}
		next := op.Successor(0)
		if next == op.Block() || next.IsEntry() || next.NumArgs() != op.NumOperands() || !onlyFrom(next, op) || !e.here() {
			continue
		}
		for i, arg := range next.Args() {
			arg.ReplaceAllUsesWith(op.Operand(i))
		}
		into := op.Block()
		op.Erase()
		into.SpliceEnd(next)
		next.Region().Remove(next)
	}
}

func onlyFrom(b *ir.Block, op *ir.Operation) bool {
	for pred := range b.Predecessors() {
		if pred != op {
			return false
		}
	}
	return true
}

// eraseUnreachable erases unreachable blocks.
func eraseUnreachable(e *editor, m *ir.Operation) {
	for _, op := range append(nested(m), m) {
		for i := range op.NumRegions() {
			if unreachable := unreachableIn(op.Region(i)); len(unreachable) > 0 && e.here() {
				eraseBlocks(op.Region(i), unreachable)
			}
		}
	}
}

func unreachableIn(r *ir.Region) (blocks []*ir.Block) {
	dom := ir.NewDominance()
	for b := range r.Blocks() {
		if !b.IsEntry() && !dom.IsReachable(b) {
			blocks = append(blocks, b)
		}
	}
	return blocks
}

// eraseBlocks erases blocks that are used only by each other.
func eraseBlocks(r *ir.Region, blocks []*ir.Block) {
	for _, b := range blocks {
		for op := range b.Ops() {
			op.DropAllReferences()
		}
	}
	for _, b := range blocks {
		for op := range b.Ops() {
			op.Remove()
		}
		r.Remove(b)
	}
}

// zeroOperands replaces operands by constants.
func zeroOperands(e *editor, m *ir.Operation) {
	for _, op := range nested(m) {
		for i, v := range op.Operands() {
			if def := v.DefiningOp(); def != nil && isZero(def) || !e.hasZero(v.Type()) || !e.here() {
				continue
			}
			e.b.Before(op).SetLoc(op.Loc())
			op.SetOperand(i, e.zero(v.Type()))
		}
	}
}

// eraseAttributes drops discardable attributes.
func eraseAttributes(e *editor, m *ir.Operation) {
	for _, op := range append(nested(m), m) {
		for _, a := range op.Attrs().All() {
			if e.here() {
				op.SetAttrs(m.Context().With(op.Attrs(), a.Name, nil))
			}
		}
	}
}

// uncalled returns the functions with a body whose symbol is not used.
func uncalled(m *ir.Operation) (list []fn.Func) {
	used := make(map[string]bool)
	ir.VisitSymbolUsesIn(m.Region(0), func(u ir.SymbolUse) bool {
		used[u.Ref.Root()] = true
		return true
	})
	for _, op := range nested(m) {
		if f, ok := fn.AsFunc(op); ok && !f.IsDeclaration() && !used[f.SymName()] {
			list = append(list, f)
		}
	}
	return list
}

// eraseArguments drops unused arguments of functions without calls.
func eraseArguments(e *editor, m *ir.Operation) {
	for _, f := range uncalled(m) {
		for i := f.Entry().NumArgs() - 1; i >= 0; i-- {
			if !f.Entry().Arg(i).HasUses() && f.Inherent(function.ArgAttrs) == nil && e.here() {
				e.eraseArgument(f, i)
			}
		}
	}
}

// eraseResults drops results of functions without calls.
func eraseResults(e *editor, m *ir.Operation) {
	for _, f := range uncalled(m) {
		for i := len(f.Type().Results) - 1; i >= 0; i-- {
			if f.Inherent(function.ResultAttrs) == nil && e.here() {
				e.eraseResult(f, i)
			}
		}
	}
}
