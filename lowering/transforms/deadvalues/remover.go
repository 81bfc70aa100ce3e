package deadvalues

import (
	"slices"

	"github.com/girih-ir/girih/dialects/ub"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass/analysis/dataflow"
	"github.com/girih-ir/girih/pass/analysis/liveness"
)

// remover removes dead values. It first collects everything to be changed, and then changes it, since the results of
// the analysis hold for the IR before changes.
type remover struct {
	root    *ir.Operation
	needs   *dataflow.SparseBackward[liveness.Needed]
	builder *ir.Builder

	functions []*signature
	dead      []*ir.Operation                   // dead operations; those inside them are not listed
	args      []*ir.Value                       // dead block arguments
	forwards  []*ir.Operand                     // operands that are forwarded to dead block arguments and results
	branches  []*ir.Block                       // blocks with dead arguments
	kept      map[*ir.Operation]bool            // functions that are referenced other than by calls
	callers   map[*ir.Operation][]*ir.Operation // the calls of each function
	unknown   bool                              // whether there may be references to functions that are not seen
}

func (r *remover) isDead(v *ir.Value) bool { return !bool(r.needs.Of(v)) }

// remove removes the dead values, and reports whether there were any.
func (r *remover) remove() (changed bool) {
	r.survey()
	r.region(r.root)
	for _, f := range r.functions {
		r.shrink(f)
	}
	for _, b := range r.branches {
		r.shrinkBranches(b)
	}
	for _, o := range r.forwards {
		o.Set(r.poison(o))
	}
	for _, op := range r.dead {
		op.DropAllReferences()
	}
	for _, op := range r.dead {
		for _, v := range op.Results() {
			r.replaceUses(v)
		}
		op.Erase()
	}
	for i := len(r.args) - 1; i >= 0; i-- { // the last argument of a block first, so that indices stay valid
		v := r.args[i]
		r.replaceUses(v)
		v.ArgumentOf().EraseArg(v.Index())
	}
	for _, f := range r.functions {
		r.replaceCalls(f)
		changed = changed || slices.Contains(f.results, true)
	}
	return changed || len(r.args)+len(r.dead)+len(r.forwards) > 0
}

// replaceUses replaces the remaining uses of a dead value by poison.
func (r *remover) replaceUses(v *ir.Value) {
	for u := range v.Uses() {
		u.Set(r.poison(u))
	}
}

// poison returns a poison value, created before the operation that uses it.
func (r *remover) poison(use *ir.Operand) *ir.Value {
	r.builder.Before(use.Owner()).CopyLoc(use.Owner())
	return ub.NewPoison(r.builder, use.Value().Type())
}

// region collects the dead values inside an operation.
func (r *remover) region(op *ir.Operation) {
	for i := range op.NumRegions() {
		for b := range op.Region(i).Blocks() {
			if !b.IsEntry() {
				r.block(b)
			}
			for inner := range b.Ops() {
				r.operation(inner)
			}
		}
	}
}

// block collects the dead arguments of a block that branches lead to.
func (r *remover) block(b *ir.Block) {
	any := false
	for _, v := range b.Args() {
		any = any || r.isDead(v)
	}
	if !any {
		return
	}
	for s := range b.Incoming() {
		if !ir.CanSetSuccessorOperands(s.Owner()) {
			return
		}
	}
	r.branches = append(r.branches, b)
	for _, v := range b.Args() {
		if r.isDead(v) {
			r.args = append(r.args, v)
		}
	}
}

func (r *remover) operation(op *ir.Operation) {
	if r.mayGo(op) {
		r.dead = append(r.dead, op)
		return
	}
	if f := r.signatureOf(op); f != nil {
		r.functions = append(r.functions, f)
	}
	if branch, ok := ir.InterfaceOf[ir.RegionBranch](op); ok {
		r.regionBranch(op, branch)
	}
	r.region(op)
}

// mayGo reports whether an operation has only dead results and no side effects.
func (r *remover) mayGo(op *ir.Operation) bool {
	for _, v := range op.Results() {
		if !r.isDead(v) {
			return false
		}
	}
	return ir.WouldBeTriviallyDead(op)
}

// regionBranch collects operands that are forwarded only to dead arguments and results, and operands that are dead
// because their region cannot run.
func (r *remover) regionBranch(op *ir.Operation, branch ir.RegionBranch) {
	needed := make(map[*ir.Operand]bool)
	var all []*ir.Operand
	branch.RegionEdges(op, func(e ir.RegionEdge) bool {
		for i := range e.To - e.From {
			o := e.Point.OpOperand(e.From + i)
			if _, known := needed[o]; !known {
				all = append(all, o)
			}
			needed[o] = needed[o] || !r.isDead(e.Input(op, i))
		}
		return true
	})
	for _, o := range all {
		if !needed[o] || r.isDead(o.Value()) {
			r.forwards = append(r.forwards, o)
		}
	}
}

// shrinkBranches removes the operands that branches pass to a block's dead arguments.
func (r *remover) shrinkBranches(b *ir.Block) {
	for s := range b.Incoming() {
		op, i := s.Owner(), s.Index()
		branch, _ := ir.InterfaceOf[ir.Branch](op)
		from, _ := branch.SuccessorOperands(op, i)
		var rest []*ir.Value
		for k, v := range b.Args() {
			if !r.isDead(v) {
				rest = append(rest, op.Operand(from+k))
			}
		}
		ir.SetSuccessorOperands(op, i, rest)
	}
}
