package llvmir

import (
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/ir"
)

// CheckTarget reports the first operation of a module of the dialects llvm and nvvm whose translation needs an
// instruction that a target, such as 90 for sm_90, lacks. The error wraps a *[nvptx.TargetError], which names the least
// target that has it. Package nvptx knows what instructions need.
func CheckTarget(module *ir.Operation, sm int) error {
	_, err := translate(module, Options{SM: sm, Visit: nvptx.Target{SM: sm}.CheckInstruction})
	return err
}
