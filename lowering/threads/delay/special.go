package delay

import (
	"strings"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// specialOps are the operations that become instructions of the special function unit, alone or with code around them
// (PTX ISA, "Floating Point Instructions"; CUDA C++ Programming Guide, "Arithmetic Instructions").
var specialOps = [...]*ir.OpDef{&llvm.FDiv, &llvm.Sqrt, &llvm.Exp, &llvm.Exp2, &llvm.Log, &llvm.Log2, &llvm.Sin,
	&llvm.Cos}

// isSpecial reports whether op is a special function, as an operation or in inline assembly.
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

// isSpecialArgument reports whether a use is an operand of a special function. The dividend of a division is not: it is
// multiplied by the reciprocal that the unit computes.
func isSpecialArgument(use *ir.Operand) bool {
	return isSpecial(use.Owner()) && !(use.Owner().Is(&llvm.FDiv) && use.Index() == 0)
}

// hasSpecialInstruction looks for instructions of the special function unit in assembly. PTX instructions that work on
// floats have at least the type as a modifier.
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
