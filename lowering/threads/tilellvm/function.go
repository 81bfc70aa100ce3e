package tilellvm

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/analysis/axisinfo"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// converter turns one kernel into a function.
type converter struct {
	ctx    *ir.Context
	b      *ir.Builder
	kernel tile.Kernel
	info   *axisinfo.Info
	fn     llvm.Func
	warps  int
	sm     int   // the least target, such as 90 for sm_90
	shared int64 // bytes of shared memory that a block can have

	thread, lane, warp *ir.Value
	// values has, for each value of the kernel, what the thread holds of it: one value per register of a tensor's
	// layout, one for a scalar.
	values  map[*ir.Value][]*ir.Value
	scratch scratch
	current *ir.Operation // that is being converted
	touched []touch       // accesses to global memory since the last barrier
	aliases alias.Analysis
	// barriers is how many were created.
	barriers int
}

func convertKernel(kernel tile.Kernel, warps int, opts Options) error {
	c := newConverter(kernel, warps, opts)
	if err := c.newFunction(); err != nil {
		return err
	}
	c.registers()
	err := c.blocks(kernel.Region(0), func(*ir.Operation) { c.b.Build(&llvm.Return, nil) })
	if err != nil {
		return err
	}
	return c.scratch.finish(c)
}

// newFunction creates the function before the kernel, with the kernel's parameters.
func (c *converter) newFunction() error {
	entry := c.kernel.Entry()
	params := make([]ir.Type, entry.NumArgs())
	attrs := make([]*ir.DictAttr, entry.NumArgs())
	for i, arg := range entry.Args() {
		t, err := c.scalar(c.kernel.Operation, arg.Type())
		if err != nil {
			return err
		}
		params[i], attrs[i] = t, c.ctx.Dict()
		if _, ok := t.(*llvm.PointerType); ok {
			attrs[i] = c.pointerFacts(arg)
		}
	}
	c.b.Before(c.kernel.Operation).SetLoc(c.kernel.Loc())
	c.fn = llvm.NewFunc(c.b, c.kernel.SymName(), llvm.FuncOf(c.ctx, llvm.Void(c.ctx), params, false), attrs)
	c.fn.SetAttr(nvvm.Kernel, c.ctx.Unit())
	c.fn.SetAttr(nvvm.ReqNTID, c.ctx.DenseI32(int32(c.warps*tilegpu.WarpSize), 1, 1))
	for i, arg := range entry.Args() {
		c.values[arg] = []*ir.Value{c.fn.Region(0).Entry().Arg(i)}
	}
	c.b.AtEnd(c.fn.Region(0).Entry())
	return nil
}

// pointerFacts returns the attributes of a pointer parameter: its alignment, that nothing else leads to what is written there,
// and whether nothing is. Compilers then keep what was loaded, and load what is only read through another cache.
func (c *converter) pointerFacts(arg *ir.Value) *ir.DictAttr {
	facts := []ir.NamedAttr{{Name: llvm.NoAlias, Value: c.ctx.Unit()}}
	if n := c.info.Of(arg)[0].Divisor; n > 1 {
		facts = append(facts, ir.NamedAttr{Name: "llvm.align", Value: c.ctx.Integer(c.ctx.I(64), n)})
	}
	if !c.isWritten(arg) {
		facts = append(facts, ir.NamedAttr{Name: llvm.ReadOnly, Value: c.ctx.Unit()})
	}
	return c.ctx.Dict(facts...)
}

// isWritten reports whether something in the kernel may write what an argument points to, or expects that others do.
func (c *converter) isWritten(arg *ir.Value) (written bool) {
	c.kernel.Walk(func(op *ir.Operation) bool {
		if op != c.kernel.Operation && op.NumRegions() == 0 {
			written = written || c.aliases.Effects(op, arg)&alias.Mod != 0
		}
		return !written
	})
	return written
}

// registers reads the thread's place in its block.
func (c *converter) registers() {
	c.thread = nvvm.ReadRegister(c.b, nvvm.ThreadID[0], int64(c.warps*tilegpu.WarpSize))
	c.lane = c.binary(&llvm.And, c.thread, c.i32(tilegpu.WarpSize-1))
	c.warp = c.binary(&llvm.LShr, c.thread, c.i32(5))
}

func (c *converter) block(b *ir.Block) error {
	for op := range b.Ops() {
		if op.HasTrait(ir.Terminator) {
			return nil
		}
		c.b.SetLoc(op.Loc())
		if err := c.operation(op); err != nil {
			return err
		}
	}
	return nil
}

func (c *converter) operation(op *ir.Operation) error {
	defer func(outer *ir.Operation) { c.current = outer }(c.current)
	c.current = op
	t, touches := c.touchOf(op)
	if touches {
		c.order(op, t)
		before := c.barriers
		defer func() {
			if c.barriers == before { // else the operation itself made threads meet after the access
				c.touched = append(c.touched, t)
			}
		}()
	}
	if rule, ok := rules[op.Def()]; ok {
		return rule(c, op)
	}
	if rule, ok := scalarRules[op.Def()]; ok {
		return c.elementwise(op, rule)
	}
	if rule, ok := pairRules[op.Def()]; ok {
		return c.pairs(op, rule)
	}
	return noRule(op)
}

func noRule(op *ir.Operation) error {
	return op.Errorf("has no rule in the conversion to one thread's program")
}

// linear returns the layout of a tensor type; a scalar is a tensor without dimensions, held by every thread.
func (c *converter) linear(op *ir.Operation, t ir.Type) (layout.Layout, error) {
	if _, ok := t.(*ir.TensorType); !ok {
		return layout.Layout{}, nil
	}
	l, err := tilegpu.LinearOf(t)
	if err != nil {
		return l, op.Errorf("%w", err)
	}
	return l, nil
}

// scalar returns the type of one element of t in a register.
func (c *converter) scalar(op *ir.Operation, t ir.Type) (ir.Type, error) {
	switch e := ir.ElementOrSelf(t).(type) {
	case *tile.PtrType:
		return llvm.Ptr(c.ctx, llvm.GlobalSpace), nil
	case *ir.IndexType:
		return c.ctx.I(64), nil
	case *ir.IntegerType:
		if e.Signedness == ir.Signless {
			return e, nil
		}
	case *ir.FloatType:
		if isByte(e) {
			return c.ctx.I(8), nil
		}
		if llvm.IsCompatible(e) {
			return e, nil
		}
	}
	return nil, op.Errorf("type %s has no counterpart in a register", ir.Quote(t))
}

func (c *converter) i32(v int64) *ir.Value { return llvm.NewInt(c.b, c.ctx.I(32), v) }

func (c *converter) binary(def *ir.OpDef, x, y *ir.Value) *ir.Value {
	return c.b.Build(def, []*ir.Value{x, y}).Result(0)
}

// freeze returns a value, or any one where nothing defines it.
func (c *converter) freeze(v *ir.Value) *ir.Value {
	if _, defined := llvm.ConstantInt(v); defined {
		return v
	}
	return c.b.Build(&llvm.Freeze, []*ir.Value{v}).Result(0)
}

func (c *converter) compare(predicate string, x, y *ir.Value) *ir.Value {
	p, _ := llvm.IntPredicate.Parse(predicate)
	return c.b.Build(&llvm.ICmp, []*ir.Value{x, y},
		ir.NamedAttr{Name: "predicate", Value: llvm.IntPredicate.Attr(c.ctx, p)}).Result(0)
}

// both returns the conjunction of two conditions; nil stands for true.
func (c *converter) both(x, y *ir.Value) *ir.Value {
	switch {
	case x == nil:
		return y
	case y == nil:
		return x
	}
	return c.binary(&llvm.And, x, y)
}

// when runs then only in threads for which cond holds; nil stands for true. It returns what then returns, or otherwise
// in the other threads.
func (c *converter) when(cond *ir.Value, otherwise []*ir.Value, then func() []*ir.Value) []*ir.Value {
	if cond == nil {
		return then()
	}
	inside, after := c.newBlock(), c.newBlock()
	c.divergent(inside)
	for _, v := range otherwise {
		after.AddArg(c.ctx, v.Type(), c.b.Loc())
	}
	llvm.NewCondBr(c.b, cond, inside, nil, after, otherwise)
	c.b.AtEnd(inside)
	llvm.NewBr(c.b, after, then()...)
	c.b.AtEnd(after)
	return after.Args()
}

// newBlock appends a block to the function. The threads that enter the present block may enter it.
func (c *converter) newBlock() *ir.Block {
	b := c.fn.Region(0).AppendNew()
	if from := c.scratch.enters[c.b.Block()]; from != nil {
		c.scratch.enters[b] = from
	}
	return b
}

// element returns what the thread holds of v in register r.
func (c *converter) element(v *ir.Value, r int) *ir.Value { return c.values[v][r] }

// registerCount returns how many registers a tensor of a layout takes.
func registerCount(l layout.Layout) int { return l.InSize(layout.Register) }

// uniqueName returns a name that no symbol of the module has.
func (c *converter) uniqueName(base string) string {
	module := c.fn.Parent()
	for i := 0; ; i++ {
		if name := fmt.Sprintf("%s_%d", base, i); ir.LookupSymbol(module, name) == nil {
			return name
		}
	}
}
