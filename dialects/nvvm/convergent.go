package nvvm

import (
	"strings"
	"unicode"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// meetings are the opcodes of PTX for which threads come together: what such an instruction does depends on which
// threads execute it at once. A call may reach any of them.
var meetings = map[string]bool{
	"bar": true, "barrier": true, "shfl": true, "vote": true, "match": true, "redux": true, "elect": true,
	"activemask": true,
	"mma":        true, "wmma": true, "wgmma": true, "tcgen05": true, "ldmatrix": true, "stmatrix": true,
	"movmatrix":  true,
	"setmaxnreg": true, "call": true,
}

// IsConvergent reports whether the effect of an operation depends on which threads execute it together. No branch may
// be moved across such an operation. Barriers, shuffles and votes are convergent, and so is assembly that contains
// them.
func IsConvergent(op *ir.Operation) bool {
	switch op.Def() {
	case &Barrier0, &Barrier, &BarrierArrive, &BarWarpSync, &ShflSync, &VoteSync, &ElectSync,
		&MmaSync, &LdMatrix, &StMatrix,
		&SetMaxRegister, &ClusterArrive, &ClusterArriveRelaxed, &ClusterWait,
		&WgmmaMMAAsync, &WgmmaFence, &WgmmaCommit, &WgmmaWait:
		return true
	case &llvm.InlineAsm:
		text, _, _ := llvm.AsmOf(op)
		words := strings.FieldsFuncSeq(text, func(r rune) bool {
			return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
		})
		for word := range words {
			if meetings[word] {
				return true
			}
		}
	}
	return false
}

// ConvergentFunctions returns the functions of a module that are convergent: they say so, have no body, or reach an
// operation that [IsConvergent], itself or in what they call.
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
		if f.Inherent(llvm.Convergent) != nil || f.Region(0).IsEmpty() {
			add(f)
		}
		f.Walk(func(op *ir.Operation) bool {
			if IsConvergent(op) {
				add(f)
			} else if op.Is(&llvm.CallOp) {
				if callee := calledFunction(op); callee != nil {
					callers[callee] = append(callers[callee], f)
				} else {
					add(f)
				}
			}
			return true
		})
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

// calledFunction returns what a call calls, nil when only the running program knows.
func calledFunction(call *ir.Operation) *ir.Operation {
	ref := llvm.Callee(call)
	if ref == nil {
		return nil
	}
	return ir.ResolveSymbol(call, ref)
}

// MarkConvergent gives the convergent functions of a module the attribute convergent. Kernels do not need it, since no
// function of the module calls them.
func MarkConvergent(module *ir.Operation) {
	for f := range ConvergentFunctions(module) {
		if !IsKernel(f) {
			f.SetAttr(llvm.Convergent, module.Context().Unit())
		}
	}
}
