package control

import (
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// A function that kernels call becomes an llvm.func of the same name. It has a parameter for each register that a
// thread holds of the arguments. It returns the registers of the results, in a structure if there are several. All
// threads of a block call it, unless it is called for single elements.

// Call lowers a call. It passes the registers that the thread holds of the operands. It does not know how the function
// accesses global memory, so it assumes any access.
func Call(c *emit.Code, op *ir.Operation) error {
	callee := op.Inherent("callee").(*ir.SymbolRefAttr)
	target := ir.ResolveSymbol(op, callee)
	if _, isFunction := fn.AsFunc(target); !isFunction {
		if _, isConverted := llvm.AsFunc(target); !isConverted {
			return emit.NoRule(op)
		}
	}
	if target.Region(0).IsEmpty() {
		return op.Errorf("calls '%s', which has no body", callee.Root())
	}
	results, err := c.RegisterTypes(op, op.ResultTypes())
	if err != nil {
		return err
	}
	t := c.ResultType(results)
	called := llvm.NewCall(c.B, callee, t, c.Flat(op.OperandValues())...)
	var registers []*ir.Value
	switch len(results) {
	case 0:
	case 1:
		registers = called.ResultValues()
	default:
		for i := range results {
			registers = append(registers, llvm.NewExtractValue(c.B, called.Result(0), int64(i)))
		}
	}
	c.Distribute(op.ResultValues(), registers)
	c.Accesses = emit.Join(c.Accesses, emit.UnknownAccesses(target))
	return nil
}
