package tiletollvm

import (
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/control"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// functions converts the functions of a module that have layouts, and erases private ones that are not called.
func functions(module *ir.Operation, opts Options) error {
	var private []*ir.Operation
	for op := range module.Region(0).Entry().Ops() {
		f, ok := fn.AsFunc(op)
		if !ok {
			continue
		}
		warps, hasLayouts := tilegpu.WarpsOf(op)
		switch {
		case hasLayouts:
			if err := convertFunction(f, warps, opts.target()); err != nil {
				return err
			}
			op.DropAllReferences()
			op.Erase()
		case isPrivate(op):
			private = append(private, op)
		}
	}
	if len(private) == 0 {
		return nil
	}
	used := make(map[string]bool)
	known := ir.VisitSymbolUsesIn(module.Region(0), func(u ir.SymbolUse) bool {
		used[u.Ref.Root()] = true
		return true
	})
	for _, op := range private {
		if known && !used[ir.SymbolNameOf(op)] {
			op.DropAllReferences()
			op.Erase()
		}
	}
	return nil
}

// convertFunction converts a function with layouts.
func convertFunction(f fn.Func, warps int, to emit.Target) error {
	c, err := emit.NewCallee(f, warps, to, lower)
	if err != nil {
		return err
	}
	err = control.Blocks(c, f.Body(), func(end *ir.Operation) { c.ReturnAll(end.OperandValues()) })
	if err != nil {
		return err
	}
	return c.Finish()
}

func isPrivate(op *ir.Operation) bool {
	v, ok := op.Inherent(ir.SymbolVisibility).(*ir.StringAttr)
	return ok && v.Value == "private"
}
