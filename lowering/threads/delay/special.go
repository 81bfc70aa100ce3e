package delay

import (
	"strings"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// specialOps become instructions of the special function unit, or code around one (PTX ISA, "Floating Point
// Instructions", and CUDA C++ Programming Guide, "Arithmetic Instructions").
var specialOps = [...]*ir.OpDef{&llvm.FDiv, &llvm.Sqrt, &llvm.Exp, &llvm.Exp2, &llvm.Log, &llvm.Log2, &llvm.Sin,
	&llvm.Cos}

// isSpecial is true of special functions, as operations and in assembly.
func isSpecial(op *ir.Operation) bool {
	if op.Is(&llvm.InlineAsm) {
		text, _, _ := llvm.AsmOf(op)
		return hasSpecialInstruction(text)
	}
	for _, def := range specialOps {
		if op.Is(def) {
			return true
		}
	}
	return false
}

// isSpecialArgument is true of the operands of special functions, but for the dividend, which is multiplied by what the
// unit makes of the divisor.
func isSpecialArgument(use *ir.Operand) bool {
	return isSpecial(use.Owner()) && !(use.Owner().Is(&llvm.FDiv) && use.Index() == 0)
}

// hasSpecialInstruction looks for the instructions among the words of assembly. Their names are followed by modifiers,
// which at least name the type.
func hasSpecialInstruction(text string) bool {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\n;{}", r) }) {
		name, modifiers, _ := strings.Cut(word, ".")
		switch name {
		case "ex2", "lg2", "rcp", "rsqrt", "sqrt", "sin", "cos", "tanh":
			return true
		case "div":
			if strings.HasSuffix(modifiers, "f32") || strings.HasSuffix(modifiers, "f64") {
				return true
			}
		}
	}
	return false
}
