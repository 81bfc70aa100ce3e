package emit

import (
	"slices"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/axisinfo"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// NewKernel returns an empty program of one thread for a kernel with layouts and what is known about its values. It
// creates its function before the kernel.
func NewKernel(kernel tile.Kernel, info *axisinfo.Info, warps int, to Target, lower Rule) (*Code, error) {
	c := newCode(kernel, info, warps, to, lower)
	if err := c.createKernel(); err != nil {
		return nil, err
	}
	c.registers()
	return c, nil
}

// createKernel creates the function with the kernel's parameters.
func (c *Code) createKernel() error {
	entry := c.kernel.Entry()
	params := make([]ir.Type, entry.NumArgs())
	attrs := make([]*ir.DictAttr, entry.NumArgs())
	effects := c.kernel.Collect(func(op *ir.Operation) bool { return op.NumRegions() == 0 && !ir.HasNoEffect(op) })
	for i, arg := range entry.Args() {
		t, err := c.Scalar(c.kernel.Operation, arg.Type())
		if err != nil {
			return err
		}
		params[i], attrs[i] = t, c.Ctx.Dict()
		if tensorMap := tensorMapOf(c.kernel, i); tensorMap != nil {
			params[i], attrs[i] = llvm.Ptr(c.Ctx, 0), c.tensorMapFacts(tensorMap)
		} else if _, ok := t.(*llvm.PointerType); ok {
			attrs[i] = c.pointerFacts(arg, effects)
		} else if a := function.ArgAttrsOf(c.kernel.Operation, i).Get(tile.GridSize); a != nil {
			attrs[i] = c.Ctx.Dict(ir.NamedAttr{Name: tile.GridSize, Value: a})
		}
	}
	c.B.Before(c.kernel.Operation).SetLoc(c.kernel.Loc())
	c.Fn = llvm.NewFunc(c.B, c.kernel.SymName(), llvm.FuncOf(c.Ctx, llvm.Void(c.Ctx), params, false), attrs)
	c.Fn.SetAttr(nvvm.Kernel, c.Ctx.Unit())
	c.Fn.SetAttr(nvvm.ReqNTID, c.Ctx.DenseI32(int32(c.Warps*tilegpu.WarpSize), 1, 1))
	if c.Parts > 1 {
		c.Fn.SetAttr(nvvm.ClusterDim, c.Ctx.DenseI32(int32(c.Parts), 1, 1))
		c.Fn.SetAttr(tilegpu.ClusterProgram, c.Ctx.Unit())
	}
	for _, name := range [...]string{tile.RequiredPrograms, tile.Before, tile.After, tile.Resident, tilegpu.Registers,
		tilegpu.PingPong} {
		if a := c.kernel.Attr(name); a != nil {
			c.Fn.SetAttr(name, a)
		}
	}
	for i, arg := range entry.Args() {
		c.Values.Set(arg, []*ir.Value{c.Fn.Region(0).Entry().Arg(i)})
	}
	c.B.AtEnd(c.Fn.Region(0).Entry())
	return nil
}

// tensorMapOf returns the attribute that says which array a kernel's argument is the tensor map of. It returns nil if
// the argument is not a tensor map.
func tensorMapOf(k tile.Kernel, i int) ir.Attribute {
	return function.ArgAttrsOf(k.Operation, i).Get(tilegpu.TensorMap)
}

// tensorMapBytes and tensorMapAlignment are the size and alignment of a tensor map (CUDA driver API, CUtensorMap).
const (
	tensorMapBytes     = 128
	tensorMapAlignment = 64
)

// tensorMapFacts returns the attributes of a tensor map parameter: it is passed by value, in parameter memory.
func (c *Code) tensorMapFacts(of ir.Attribute) *ir.DictAttr {
	return c.Ctx.Dict(
		ir.NamedAttr{Name: "llvm.align", Value: c.Ctx.Integer(c.Ctx.I(64), tensorMapAlignment)},
		ir.NamedAttr{Name: llvm.ByVal, Value: c.Ctx.TypeAttr(llvm.ArrayOf(c.Ctx, tensorMapBytes, c.Ctx.I(8)))},
		ir.NamedAttr{Name: nvvm.GridConstant, Value: c.Ctx.Unit()},
		ir.NamedAttr{Name: tilegpu.TensorMap, Value: of})
}

// pointerFacts returns the attributes of a pointer parameter: its alignment and, where the kernel promises it, noalias
// and readonly. Compilers then keep loaded values in registers, and load memory that is only read through the read-only
// cache. The effects are the operations of the kernel that have any.
func (c *Code) pointerFacts(arg *ir.Value, effects []*ir.Operation) *ir.DictAttr {
	var facts []ir.NamedAttr
	if !c.kernel.MayOverlap(arg.Index()) {
		facts = append(facts, ir.NamedAttr{Name: llvm.NoAlias, Value: c.Ctx.Unit()})
	}
	if n := c.Info.Of(arg)[0].Divisor; n > 1 {
		facts = append(facts, ir.NamedAttr{Name: "llvm.align", Value: c.Ctx.Integer(c.Ctx.I(64), n)})
	}
	if !c.isWritten(arg, effects) {
		facts = append(facts, ir.NamedAttr{Name: llvm.ReadOnly, Value: c.Ctx.Unit()})
	}
	if w := tile.WorkspaceOf(c.kernel.Operation, arg.Index()); w != nil {
		facts = append(facts, ir.NamedAttr{Name: tile.Workspace, Value: c.Ctx.TypeAttr(w)})
	}
	if a := function.ArgAttrsOf(c.kernel.Operation, arg.Index()).Get(tile.KeepsZeros); a != nil {
		facts = append(facts, ir.NamedAttr{Name: tile.KeepsZeros, Value: a})
	}
	return c.Ctx.Dict(facts...)
}

// isWritten reports whether one of the operations may write the memory that an argument points to, or may read it
// expecting writes by other programs.
func (c *Code) isWritten(arg *ir.Value, effects []*ir.Operation) bool {
	return slices.ContainsFunc(effects, func(op *ir.Operation) bool {
		return c.aliases.Effects(op, arg)&alias.Mod != 0 || storesTo(op, arg)
	})
}

// storesTo reports whether op is a bulk store to the array that an argument points to.
func storesTo(op *ir.Operation, arg *ir.Value) bool {
	if !op.Is(&tilegpu.BulkStore) && !op.Is(&tilegpu.RingStore) {
		return false
	}
	base, ok := tilegpu.BulkStoreBase(op)
	return !ok || base == arg.Index()
}

// registers reads the thread's index and computes its lane and warp.
func (c *Code) registers() {
	c.Thread = nvvm.ReadRegister(c.B, nvvm.ThreadID[0], int64(c.Warps*tilegpu.WarpSize))
	c.Lane = c.Binary(&llvm.And, c.Thread, c.I32(tilegpu.WarpSize-1))
	c.Warp = c.Binary(&llvm.LShr, c.Thread, c.I32(5))
}

// NewCallee returns an empty program of one thread for a function with layouts that kernels call. It creates the new
// function before the one that it replaces.
func NewCallee(f fn.Func, warps int, to Target, lower Rule) (*Code, error) {
	kernel := tile.Kernel{Operation: f.Operation}
	c := newCode(kernel, axisinfo.Analyze(kernel), warps, to, lower)
	c.callee = true
	if err := c.createCallee(f); err != nil {
		return nil, err
	}
	c.registers()
	c.Accesses = UnknownAccesses(f.Operation)
	return c, nil
}

func (c *Code) createCallee(f fn.Func) error {
	params, err := c.RegisterTypes(f.Operation, f.Type().Inputs)
	if err != nil {
		return err
	}
	results, err := c.RegisterTypes(f.Operation, f.Type().Results)
	if err != nil {
		return err
	}
	c.B.Before(f.Operation).SetLoc(f.Loc())
	c.Fn = llvm.NewFunc(c.B, f.SymName(), llvm.FuncOf(c.Ctx, c.ResultType(results), params, false), nil)
	c.Fn.SetAttr("linkage", llvm.Linkage.Attr(c.Ctx, "internal"))
	if f.Inherent("no_inline") != nil {
		c.Fn.SetAttr("no_inline", c.Ctx.Unit())
	}
	entry := c.Fn.Region(0).Entry()
	c.Distribute(f.Entry().Args(), entry.Args())
	c.B.AtEnd(entry)
	return nil
}

// RegisterTypes returns the types of the registers that a thread holds of values of the given types.
func (c *Code) RegisterTypes(op *ir.Operation, types []ir.Type) (out []ir.Type, err error) {
	for _, t := range types {
		elem, err := c.Scalar(op, t)
		if err != nil {
			return nil, err
		}
		l, err := c.Layout(op, t)
		if err != nil {
			return nil, err
		}
		out = append(out, slices.Repeat([]ir.Type{elem}, RegisterCount(l))...)
	}
	return out, nil
}

// ResultType returns the result type of a function that returns values of the given types: void, the type, or a
// structure.
func (c *Code) ResultType(types []ir.Type) ir.Type {
	switch len(types) {
	case 0:
		return llvm.Void(c.Ctx)
	case 1:
		return types[0]
	}
	return llvm.StructOf(c.Ctx, false, types...)
}

// returned packs several values into one structure. It returns a single value as it is, and nil for none.
func (c *Code) returned(values []*ir.Value) *ir.Value {
	switch len(values) {
	case 0:
		return nil
	case 1:
		return values[0]
	}
	st := c.B.State(&llvm.Undef)
	st.Types = append(st.Types, c.ResultType(ir.TypesOf(values)))
	all := c.B.Create(st).Result(0)
	for i, v := range values {
		all = llvm.NewInsertValue(c.B, all, v, int64(i))
	}
	return all
}

// ReturnAll ends the function. It returns the registers that the thread holds of values.
func (c *Code) ReturnAll(values []*ir.Value) {
	var results []*ir.Value
	if v := c.returned(c.Flat(values)); v != nil {
		results = append(results, v)
	}
	c.B.Build(&llvm.Return, results)
}

// Distribute assigns consecutive registers to values, as many to each as its layout has.
func (c *Code) Distribute(values, registers []*ir.Value) {
	for _, v := range values {
		n := 1
		if l, err := c.Layout(c.kernel.Operation, v.Type()); err == nil {
			n = RegisterCount(l)
		}
		c.Values.Set(v, registers[:n])
		registers = registers[n:]
	}
}
