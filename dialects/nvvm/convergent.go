package nvvm

import (
	"slices"
	"strings"

	"github.com/girih-ir/girih/dialects/gpu"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// Reasons why threads must execute an operation together. Messages contain them as clauses.
const (
	othersWait  = "the others wait forever"
	wholeWarp   = "all lanes of the warp execute it together"
	wholeGroup  = "all threads of the warp group execute it together"
	allAreNamed = "its mask names all lanes of the warp"
)

// Interfaces of convergent operations, named by the threads that must execute the operation together. In the PTX ISA
// the descriptions of the qualifiers .sync and .aligned say which threads these are.
var (
	byBlock     = []any{gpu.Together{Scope: gpu.Block, Why: othersWait}}
	byWarpGroup = []any{gpu.Together{Scope: gpu.WarpGroup, Why: wholeGroup}}
	byWarp      = []any{gpu.Together{Scope: gpu.Warp, Why: wholeWarp}}
	byMask      = []any{lanesOfMask{}}
)

// lanesOfMask implements [gpu.Convergent] for operations whose first operand is a mask of lanes. Without the operand,
// the operation is for all lanes.
type lanesOfMask struct{}

func (lanesOfMask) Together(op *ir.Operation) (gpu.Scope, string) {
	if op.NumOperands() > 0 {
		if mask, ok := llvm.ConstantInt(op.Operand(0)); !ok || int32(mask) != -1 {
			return gpu.Thread, "its mask names some lanes"
		}
	}
	return gpu.Warp, allAreNamed
}

// Together returns which threads must execute an operation together, and a clause that says why. It returns false for
// operations that each thread executes for itself. Operations say so by the interface [gpu.Convergent]. For inline
// assembly it returns the largest scope of an instruction in it.
func Together(op *ir.Operation) (scope gpu.Scope, why string, ok bool) {
	if c, ok := ir.InterfaceOf[gpu.Convergent](op); ok {
		scope, why = c.Together(op)
		return scope, why, true
	}
	if !op.Is(&llvm.InlineAsm) {
		return 0, "", false
	}
	text, _, _ := llvm.AsmOf(op)
	text = strings.ReplaceAll(text, "::", "_") // in qualifiers; otherwise the colon would end a label
	for statement := range strings.FieldsFuncSeq(text, func(c rune) bool { return strings.ContainsRune(";\n{}:", c) }) {
		fields := strings.Fields(statement)
		for i, field := range fields {
			opcode, qualifiers, _ := strings.Cut(field, ".")
			rule, known := instructions[opcode]
			if !known {
				continue
			}
			operands := strings.Split(strings.Join(fields[i+1:], ""), ",")
			if s, reason := rule(strings.Split(qualifiers, "."), operands); !ok || s < scope {
				scope, why, ok = s, reason, true
			}
		}
	}
	return scope, why, ok
}

// IsConvergent reports whether the effect of an operation depends on which threads execute it together. Such an
// operation must not be moved across a branch. Barriers, shuffles and votes are convergent, and so is inline assembly
// that contains them.
func IsConvergent(op *ir.Operation) bool {
	_, _, ok := Together(op)
	return ok
}

// instruction returns which threads must execute a PTX instruction together and why, given its qualifiers and operands.
type instruction func(qualifiers, operands []string) (gpu.Scope, string)

// instructions maps the opcodes of the PTX instructions whose effect depends on which threads execute them together.
// Calls are in the map because the called function may contain such an instruction.
var instructions = map[string]instruction{
	"bar": barrierInstruction, "barrier": barrierInstruction,
	"shfl": masked, "vote": masked, "match": masked, "redux": masked, "elect": masked,
	"mma": always(gpu.Warp, wholeWarp), "wmma": always(gpu.Warp, wholeWarp), "ldmatrix": always(gpu.Warp, wholeWarp),
	"stmatrix": always(gpu.Warp, wholeWarp), "movmatrix": always(gpu.Warp, wholeWarp),
	"wgmma": always(gpu.WarpGroup, wholeGroup), "setmaxnreg": always(gpu.WarpGroup, wholeGroup),
	"tcgen05": func(qualifiers, _ []string) (gpu.Scope, string) {
		if slices.Contains(qualifiers, "aligned") {
			return gpu.Warp, wholeWarp
		}
		return gpu.Thread, ""
	},
	"activemask": always(gpu.Thread, ""), "call": always(gpu.Thread, ""),
}

func always(scope gpu.Scope, why string) instruction {
	return func([]string, []string) (gpu.Scope, string) { return scope, why }
}

// masked is for instructions whose last operand is a mask of lanes.
func masked(_, operands []string) (gpu.Scope, string) {
	mask := operands[len(operands)-1]
	if mask == "-1" || strings.EqualFold(mask, "0xffffffff") || mask == "4294967295" {
		return gpu.Warp, allAreNamed
	}
	return gpu.Thread, ""
}

// barrierInstruction is for barriers. A barrier with a number of threads is for some warps of the block.
func barrierInstruction(qualifiers, operands []string) (gpu.Scope, string) {
	withoutNumber := 1 // number of operands of a barrier for all threads
	switch {
	case slices.Contains(qualifiers, "warp"):
		return masked(qualifiers, operands)
	case slices.Contains(qualifiers, "red"):
		withoutNumber = 3
	}
	if len(operands) > withoutNumber {
		return gpu.Warp, wholeWarp
	}
	return gpu.Block, othersWait
}

// ConvergentFunctions returns the convergent functions of a module: those that have the attribute, those without a
// body, and those that contain a convergent operation ([IsConvergent]) or call a convergent function.
func ConvergentFunctions(module *ir.Operation) map[*ir.Operation]bool {
	found := make(map[*ir.Operation]bool)
	callers := make(map[*ir.Operation][]*ir.Operation)
	var queue []*ir.Operation
	add := func(f *ir.Operation) {
		if !found[f] {
			found[f] = true
			queue = append(queue, f)
		}
	}
	for f := range module.Region(0).Entry().Ops() {
		if !f.Is(&llvm.FuncOp) {
			continue
		}
		convergent := f.Inherent(llvm.Convergent) != nil || f.Region(0).IsEmpty()
		f.Walk(func(op *ir.Operation) bool {
			convergent = convergent || IsConvergent(op)
			if op.Is(&llvm.CallOp) {
				if callee := calledFunction(op); callee != nil {
					callers[callee] = append(callers[callee], f)
				} else {
					convergent = true
				}
			}
			return !convergent
		})
		if convergent {
			add(f)
		}
	}
	for len(queue) > 0 {
		f := queue[0]
		queue = queue[1:]
		for _, caller := range callers[f] {
			add(caller)
		}
	}
	return found
}

// calledFunction returns the function that a call names; nil for an indirect call.
func calledFunction(call *ir.Operation) *ir.Operation {
	ref := llvm.Callee(call)
	if ref == nil {
		return nil
	}
	return ir.ResolveSymbol(call, ref)
}

// MarkConvergent sets the attribute convergent on the convergent functions of a module. Kernels do not need it because
// no function of the module calls them.
func MarkConvergent(module *ir.Operation) {
	unmarked := func(f *ir.Operation) bool { return f.Is(&llvm.FuncOp) && !IsKernel(f) }
	if !slices.ContainsFunc(slices.Collect(module.Region(0).Entry().Ops()), unmarked) {
		return
	}
	for f := range ConvergentFunctions(module) {
		if !IsKernel(f) {
			f.SetAttr(llvm.Convergent, module.Context().Unit())
		}
	}
}
