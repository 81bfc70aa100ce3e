package reductions

import (
	"github.com/girih-ir/girih/internal/analysis/splats"
	"github.com/girih-ir/girih/ir"
)

// equalOperands returns which operands of a reduction have equal elements that stay equal: what combines them depends
// on such operands alone. All threads then hold the same at every step, as each has combined equally many. An example
// is the number of elements in each partial result of Welford's method.
func equalOperands(op *ir.Operation) []bool {
	equal := make([]bool, op.NumOperands())
	if !op.Region(0).HasOneBlock() {
		return equal
	}
	for i, v := range op.OperandValues() {
		equal[i] = splats.Is(v)
	}
	body := op.Region(0).Entry()
	for changed := true; changed; {
		changed = false
		for i := range equal {
			if equal[i] && !dependsOn(body.Last().Operand(i), body, equal) {
				equal[i], changed = false, true
			}
		}
	}
	return equal
}

// dependsOn reports whether a value in the body of a reduction is computed without effects from arguments for the
// chosen operands, and from values outside of the body.
func dependsOn(v *ir.Value, body *ir.Block, chosen []bool) bool {
	if v.ParentBlock() != body {
		return true
	}
	op := v.DefiningOp()
	if op == nil {
		return chosen[v.Index()%len(chosen)]
	}
	if !ir.IsPure(op) || op.NumRegions() > 0 {
		return false
	}
	for _, x := range op.Operands() {
		if !dependsOn(x, body, chosen) {
			return false
		}
	}
	return true
}
