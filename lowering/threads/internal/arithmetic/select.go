package arithmetic

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// A select between a new value and the old one that it is computed from is an update:
//
//	%scaled = arith.mulf %sum, %factors
//	%next = arith.select %changed, %scaled, %sum
//
// If the conditions of a thread are few, such as one for each of its rows, warps branch around the work of an update if
// no condition of their lanes holds. In attention, the maximum of a row seldom changes, and only then the sums of the
// row are scaled.

const (
	// minSkipped is the least number of operations of a thread that are worth a vote and a branch.
	minSkipped = 16
	// minForEach is the least number of them for each condition.
	minForEach = 4
)

// choose lowers arith.select.
func choose(c *emit.Code, op *ir.Operation) (err error) {
	work := skippable(c, op)
	if len(work) == 0 {
		return elementwise(c, op, same(&llvm.Select))
	}
	conditions := c.Defined(c.Distinct(op.Operand(0))) // an undefined one decides on its row only
	some := conditions[0]
	for _, v := range conditions[1:] {
		some = c.Binary(&llvm.Or, some, v)
	}
	some = nvvm.NewVote(c.B, nvvm.VoteAny, c.I32(-1), some)
	chosen := c.When(some, c.Values.Get(op.Operand(2)), func() []*ir.Value {
		for _, one := range work {
			one.MoveToEnd(c.B.Block())
		}
		err = elementwise(c, op, same(&llvm.Select))
		return c.Values.Get(op.Result(0))
	})
	c.Values.Set(op.Result(0), chosen)
	return err
}

// skippable returns the operations that compute the registers of an update's new value, in order, if nothing else uses
// them and it pays to skip them.
func skippable(c *emit.Code, op *ir.Operation) (work []*ir.Operation) {
	value, old := op.Operand(1), op.Operand(2)
	by := value.DefiningOp()
	if _, isTensor := op.Result(0).Type().(*ir.TensorType); !isTensor || c.OnlySomeThreads() || !value.HasOneUse() ||
		by == nil || by.Block() != op.Block() || scalarRules[by.Def()] == nil || !slices.Contains(by.OperandValues(), old) {
		return nil
	}
	given := c.Flat(by.OperandValues())
	for _, v := range c.Distinct(value) {
		one := v.DefiningOp()
		if one == nil || one.Block() != c.B.Block() || one.NumResults() != 1 || !ir.IsPure(one) || v.HasUses() ||
			slices.Contains(given, v) { // by need not compute what its operands have already
			return nil
		}
		work = append(work, one)
	}
	if len(work) < max(minSkipped, minForEach*len(c.Distinct(op.Operand(0)))) {
		return nil
	}
	return work
}
