package tilellvm

import (
	"slices"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/analysis/axisinfo"
	"github.com/girih-ir/girih/lowering/analysis/tilesize"
)

// A function that kernels call becomes one of the same name. What a thread holds of its arguments are its parameters, one
// for each register of a tensor; what it holds of its results it returns, in a structure if that is more than one number.
// All threads of a block call it, unless it is called for single elements.

// convertFunction converts a function with layouts.
func convertFunction(f fn.Func, warps int, opts Options) error {
	k := tile.Kernel{Operation: f.Operation}
	c := newConverter(k, warps, opts)
	if err := c.newCallee(f); err != nil {
		return err
	}
	c.registers()
	c.touched = unknownTouches(f.Operation)
	err := c.blocks(f.Body(), func(end *ir.Operation) {
		var results []*ir.Value
		if v := c.returned(c.flat(end.OperandValues())); v != nil {
			results = append(results, v)
		}
		c.b.Build(&llvm.Return, results)
	})
	if err != nil {
		return err
	}
	if c.scratch.base != nil { // which the call before may still be reading
		c.b.AtStart(c.fn.Region(0).Entry())
		c.barrier()
	}
	return c.scratch.finish(c)
}

// newCallee creates the function before the one that it replaces.
func (c *converter) newCallee(f fn.Func) error {
	params, err := c.registerTypes(f.Operation, f.Type().Inputs)
	if err != nil {
		return err
	}
	results, err := c.registerTypes(f.Operation, f.Type().Results)
	if err != nil {
		return err
	}
	c.b.Before(f.Operation).SetLoc(f.Loc())
	c.fn = llvm.NewFunc(c.b, f.SymName(), llvm.FuncOf(c.ctx, c.resultType(results), params, false), nil)
	c.fn.SetAttr("linkage", llvm.Linkage.Attr(c.ctx, "internal"))
	if f.Inherent("no_inline") != nil {
		c.fn.SetAttr("no_inline", c.ctx.Unit())
	}
	entry := c.fn.Region(0).Entry()
	c.distribute(f.Entry().Args(), entry.Args())
	c.b.AtEnd(entry)
	return nil
}

// registerTypes returns the types of what a thread holds of values of some types.
func (c *converter) registerTypes(op *ir.Operation, types []ir.Type) (out []ir.Type, err error) {
	for _, t := range types {
		elem, err := c.scalar(op, t)
		if err != nil {
			return nil, err
		}
		l, err := c.linear(op, t)
		if err != nil {
			return nil, err
		}
		out = append(out, slices.Repeat([]ir.Type{elem}, registerCount(l))...)
	}
	return out, nil
}

// resultType returns the one type in which a function returns numbers.
func (c *converter) resultType(types []ir.Type) ir.Type {
	switch len(types) {
	case 0:
		return llvm.Void(c.ctx)
	case 1:
		return types[0]
	}
	return llvm.StructOf(c.ctx, false, types...)
}

// returned puts numbers into one value, nil for none.
func (c *converter) returned(values []*ir.Value) *ir.Value {
	switch len(values) {
	case 0:
		return nil
	case 1:
		return values[0]
	}
	types := make([]ir.Type, len(values))
	for i, v := range values {
		types[i] = v.Type()
	}
	st := c.b.State(&llvm.Undef)
	st.Types = append(st.Types, c.resultType(types))
	all := c.b.Create(st).Result(0)
	for i, v := range values {
		all = llvm.NewInsertValue(c.b, all, v, int64(i))
	}
	return all
}

// distribute gives values what the thread holds of them, one after the other.
func (c *converter) distribute(values, registers []*ir.Value) {
	for _, v := range values {
		n := 1
		if l, err := c.linear(c.kernel.Operation, v.Type()); err == nil {
			n = registerCount(l)
		}
		c.values[v], registers = registers[:n], registers[n:]
	}
}

// call passes what the thread holds of the operands. What the function does with global memory is not known here.
func (c *converter) call(op *ir.Operation) error {
	callee := op.Inherent("callee").(*ir.SymbolRefAttr)
	target := ir.ResolveSymbol(op, callee)
	if _, isFunction := fn.AsFunc(target); !isFunction {
		if _, isConverted := llvm.AsFunc(target); !isConverted {
			return noRule(op)
		}
	}
	if target.Region(0).IsEmpty() {
		return op.Errorf("calls '%s', which has no body", callee.Root())
	}
	results, err := c.registerTypes(op, op.ResultTypes())
	if err != nil {
		return err
	}
	t := c.resultType(results)
	called := llvm.NewCall(c.b, callee, t, c.flat(op.OperandValues())...)
	var registers []*ir.Value
	switch len(results) {
	case 0:
	case 1:
		registers = called.ResultValues()
	default:
		for i := range results {
			registers = append(registers, llvm.NewExtractValue(c.b, called.Result(0), int64(i)))
		}
	}
	c.distribute(op.ResultValues(), registers)
	c.touched = join(c.touched, unknownTouches(target))
	return nil
}

// unknownTouches returns what stands for the accesses to global memory of a function, and of what it calls.
func unknownTouches(f *ir.Operation) []touch {
	var touches bool
	f.Walk(func(op *ir.Operation) bool {
		touches = touches || op.Is(&tile.Load) || op.Is(&tile.Store) || op.Is(&tile.AtomicRMW) || op.Is(&tile.AtomicCAS) ||
			op.Is(&fn.CallOp) || op.Is(&llvm.Load) || op.Is(&llvm.Store) || op.Is(&llvm.AtomicRMW) || op.Is(&llvm.CmpXchg) ||
			op.Is(&llvm.CallOp)
		return !touches
	})
	if !touches {
		return nil
	}
	return []touch{{writes: true, carried: true}}
}

// newConverter returns a converter of a kernel, or of a function that kernels call.
func newConverter(kernel tile.Kernel, warps int, opts Options) *converter {
	ctx := kernel.Context()
	return &converter{ctx: ctx, b: ir.NewBuilder(ctx), kernel: kernel, info: axisinfo.Analyze(kernel), warps: warps, sm: opts.SM,
		shared: opts.sharedMemory(),
		values: make(map[*ir.Value][]*ir.Value), scratch: scratch{enters: make(map[*ir.Block]*ir.Block),
			tiles: make(map[*ir.Operation]*tilesize.Tile)}}
}

// functions converts the functions of a module that have layouts, and drops private ones that nobody calls.
func functions(module *ir.Operation, opts Options) error {
	for op := range module.Region(0).Entry().Ops() {
		f, ok := fn.AsFunc(op)
		if !ok {
			continue
		}
		warps, hasLayouts := tilegpu.WarpsOf(op)
		switch {
		case hasLayouts:
			if err := convertFunction(f, warps, opts); err != nil {
				return err
			}
			op.DropAllReferences()
			op.Erase()
		case isPrivate(op):
			op.DropAllReferences()
			op.Erase()
		}
	}
	return nil
}

func isPrivate(op *ir.Operation) bool {
	v, ok := op.Inherent(ir.SymbolVisibility).(*ir.StringAttr)
	return ok && v.Value == "private"
}
