package llvmir

import (
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/ir"
)

// CheckTarget returns an error for the first operation of a module of the dialects llvm and nvvm whose translation
// needs an instruction that a target, such as 90 for sm_90, does not have. The error wraps a *[nvptx.TargetError],
// which names the first target that has it. Package nvptx knows which targets have which instructions.
func CheckTarget(module *ir.Operation, sm int) error {
	_, err := translate(module, Options{SM: sm, Visit: nvptx.Target{SM: sm}.CheckInstruction})
	return err
}
