package liveness

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass/analysis/dataflow"
)

// Needed says whether the behaviour of a program depends on a value.
type Needed bool

// Meet implements [dataflow.Meeter].
func (n Needed) Meet(x Needed) (Needed, bool) { return n || x, bool(x && !n) }

// LoadValues loads the analysis of which values are needed. Needed are the operands of operations with effects, results
// of functions whose callers are not known, conditions on which one of these depends, and the values that they are
// computed from. A value that is not needed may be replaced by any other.
func LoadValues(s *dataflow.Solver) *dataflow.SparseBackward[Needed] {
	return dataflow.LoadBackward[Needed](s, needs{})
}

type needs struct{}

func (needs) Exit(*ir.Value) Needed { return true }

func (needs) Visit(op *ir.Operation, results, operands []Needed) {
	needed := anyNeeded(results) || !ir.WouldBeTriviallyDead(op)
	for i := range operands {
		operands[i] = Needed(needed)
	}
}

// Decider requires the condition of an operation with regions if the results of the operation are needed. It always
// requires that of a branch.
func (needs) Decider(_ *ir.Operand, op *ir.Operation, results []Needed) Needed {
	return Needed(anyNeeded(results) || !ir.WouldBeTriviallyDead(op))
}

func anyNeeded(list []Needed) bool {
	for _, n := range list {
		if n {
			return true
		}
	}
	return false
}
