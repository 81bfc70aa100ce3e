package uniformity

import (
	"slices"

	"github.com/girih-ir/girih/dialects/gpu"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// Reason is a step on the path from the source of a difference to a value.
type Reason struct {
	Op   *ir.Operation
	Text string
}

// Explain says why a value may differ between threads of a group: it lists the operations and branches on the shortest
// path from the value back to the source of the difference, such as a thread's index, a load, or an unknown operation.
// The list is empty for uniform values.
func (in *Info) Explain(v *ir.Value, s gpu.Scope) (reasons []Reason) {
	if in.IsUniform(v, s) {
		return nil
	}
	to := map[*ir.Value]*ir.Value{v: nil} // the value that is computed from the key
	for todo := []*ir.Value{v}; len(todo) > 0; todo = todo[1:] {
		before := in.before(todo[0], s)
		if len(before) == 0 {
			return in.path(todo[0], to)
		}
		for _, w := range before {
			if _, seen := to[w]; !seen {
				to[w] = todo[0]
				todo = append(todo, w)
			}
		}
	}
	return nil
}

// before returns the values that may cause a value to differ.
func (in *Info) before(v *ir.Value, s gpu.Scope) (list []*ir.Value) {
	from := passed(v)
	if op := v.DefiningOp(); op != nil {
		from = op.OperandValues()
	}
	for _, w := range from {
		if !in.IsUniform(w, s) {
			list = append(list, w)
		}
	}
	if cause := in.causes[v]; cause != nil && cause.NumSuccessors() > 1 {
		list = append(list, cause.Operand(0))
	}
	return list
}

// path lists the reasons from the requested value to the source.
func (in *Info) path(origin *ir.Value, to map[*ir.Value]*ir.Value) (reasons []Reason) {
	if op := origin.DefiningOp(); op != nil {
		reasons = append(reasons, Reason{op, originOf(op)})
	} else if b := origin.ArgumentOf(); b.ParentOp() != nil {
		reasons = append(reasons, Reason{b.ParentOp(), "nothing is known of what it gives its arguments"})
	}
	for v, next := origin, to[origin]; next != nil; v, next = next, to[next] {
		cause := in.causes[next]
		switch op := next.DefiningOp(); {
		case cause != nil && cause.NumSuccessors() > 1 && cause.Operand(0) == v:
			reasons = append(reasons, Reason{cause, "threads part at this branch"})
		case op != nil:
			reasons = append(reasons, Reason{op, "computed from it here"})
		}
	}
	slices.Reverse(reasons)
	return reasons
}

// passed returns the values that branches pass to a block's argument.
func passed(v *ir.Value) (list []*ir.Value) {
	b := v.ArgumentOf()
	if b == nil {
		return nil
	}
	for p := range b.Predecessors() {
		branch, ok := ir.InterfaceOf[ir.Branch](p)
		if !ok {
			continue
		}
		for i := range p.NumSuccessors() {
			if first, end := branch.SuccessorOperands(p, i); p.Successor(i) == b && first+v.Index() < end {
				list = append(list, p.Operand(first+v.Index()))
			}
		}
	}
	return list
}

// originOf describes why an operation's result differs although its operands do not.
func originOf(op *ir.Operation) string {
	switch op.Def() {
	case nvvm.ThreadID[0], nvvm.ThreadID[1], nvvm.ThreadID[2], nvvm.LaneID, nvvm.WarpID:
		return "the index differs from thread to thread"
	case &llvm.CallOp:
		return "the function may return something else in each thread"
	case &llvm.Load:
		return "each thread may find something else here"
	case &llvm.AtomicRMW, &llvm.CmpXchg:
		return "each thread finds what the others left before"
	case &llvm.Alloca:
		return "each thread has memory of its own"
	case &nvvm.VoteSync, &nvvm.ShflSync:
		return "each warp gets its own result"
	}
	return "nothing is known of how its result differs between threads"
}
