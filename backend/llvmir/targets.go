package llvmir

import (
	"errors"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// ErrTarget is wrapped when a module needs instructions that a target does not have.
var ErrTarget = errors.New("instruction that the target does not have")

// CheckTarget reports the first operation of a module of the dialects llvm and nvvm whose translation needs an
// instruction that a target, such as 90 for sm_90, lacks. The error wraps [ErrTarget] and names the least target that has
// it.
func CheckTarget(module *ir.Operation, sm int) error {
	var err error
	module.Walk(func(op *ir.Operation) bool {
		if need, what := leastTarget(op); err == nil && need > sm {
			err = op.Errorf("%w: %s needs sm_%d or later, but the target is sm_%d; compile for "+
				"sm_%d, or lower the program for sm_%d", ErrTarget, what, need, sm, need, sm)
		}
		return err == nil
	})
	return err
}

// leastTarget returns the least target whose instructions an operation is translated to, and the instruction; 0 if all
// have it (PTX ISA, "Target ISA Notes" of each instruction).
func leastTarget(op *ir.Operation) (sm int, instruction string) {
	switch {
	case op.Is(&llvm.AtomicRMW):
		if suffix, ok := rmwSuffix(op); ok && suffix == floatAdds["bf16"] {
			return 90, "atom." + suffix
		}
	case op.Is(&llvm.FPTrunc) && isBF16(op.Result(0).Type()):
		return 80, "cvt.rn.bf16.f32"
	case op.Is(&llvm.Maximum), op.Is(&llvm.Minimum):
		return 80, "max.NaN and min.NaN"
	}
	if scope, ok := op.Inherent("syncscope").(*ir.StringAttr); ok && scope.Value == "cluster" {
		return 90, "an atomic operation in the scope of a cluster"
	}
	return 0, ""
}
