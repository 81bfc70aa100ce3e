package memory

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/arithmetic"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// orderings and scopes are the names in dialect llvm of the memory orders and scopes of dialect tile.
var (
	orderings = [...]string{tile.Relaxed: "monotonic", tile.Acquire: "acquire", tile.Release: "release",
		tile.AcqRel: "acq_rel"}
	scopes = [...]string{tile.ScopeBlock: "block", tile.ScopeDevice: "device", tile.ScopeSystem: ""}
)

// atomicKinds are the kinds of llvm.atomicrmw for integers and for floats.
var atomicKinds = [...]struct{ integer, float string }{
	tile.AtomicAdd: {"add", "fadd"}, tile.AtomicMax: {"max", ""}, tile.AtomicMin: {"min", ""},
	tile.AtomicUMax: {"umax", ""}, tile.AtomicUMin: {"umin", ""}, tile.AtomicAnd: {"_and", ""}, tile.AtomicOr: {"_or", ""},
	tile.AtomicXOr: {"_xor", ""}, tile.AtomicXchg: {"xchg", ""},
}

// AtomicRMW updates each element once. If several threads hold copies, one of them updates, and the others receive the
// old value from it.
func AtomicRMW(c *emit.Code, op *ir.Operation) error {
	mask, t := op.GroupValue(2), ir.ElementOrSelf(op.Result(0).Type())
	return atomic(c, op, mask, func(r int) *ir.Value {
		ptr, v := c.Element(op.Operand(0), r), c.Element(op.Operand(1), r)
		switch kind := tile.AtomicKindOf(op); {
		case !ir.IsFloat(t):
			return rmw(c, op, atomicKinds[kind].integer, ptr, v)
		case kind == tile.AtomicAdd && lacksAtomicAdd(c, t):
			return updateLoop(c, op, ptr, t, func(old *ir.Value) *ir.Value {
				return arithmetic.Float(&llvm.FAdd)(c, op, []*ir.Value{old, v}, t)
			})
		case kind == tile.AtomicAdd:
			return rmw(c, op, atomicKinds[kind].float, ptr, v)
		case kind == tile.AtomicXchg:
			return c.Bitcast(rmw(c, op, "xchg", ptr, c.Bits(v)), t)
		default:
			return atomicExtremum(c, op, ptr, v, kind == tile.AtomicMax)
		}
	})
}

// AtomicCAS compares the bits, as the hardware does.
func AtomicCAS(c *emit.Code, op *ir.Operation) error {
	return atomic(c, op, nil, func(r int) *ir.Value {
		ptr, expected, v := c.Element(op.Operand(0), r), c.Element(op.Operand(1), r), c.Element(op.Operand(2), r)
		old, _ := exchange(c, op, ptr, c.Bits(expected), c.Bits(v))
		return c.Bitcast(old, v.Type())
	})
}

// atomic applies one to each element once.
func atomic(c *emit.Code, op *ir.Operation, mask *ir.Value, one func(r int) *ir.Value) error {
	t, l, err := c.ResultElements(op)
	if err != nil {
		return err
	}
	for _, v := range op.Operands() {
		if tilegpu.EncodingOf(v.Type()) != tilegpu.EncodingOf(op.Result(0).Type()) {
			return op.Errorf("operands and result must have the same layout")
		}
	}
	registers, lanes, warps := c.Copies(l)
	owner := c.Owner(lanes, warps)
	out := make([]*ir.Value, emit.RegisterCount(l))
	for r := range out {
		if r&registers != 0 {
			out[r] = out[r&^registers]
			continue
		}
		out[r] = c.When(c.Both(c.Condition(mask, r), owner), []*ir.Value{c.Otherwise(nil, r, t)}, func() []*ir.Value {
			return []*ir.Value{one(r)}
		})[0]
	}
	if op.Result(0).HasUses() {
		out = fromOwner(c, out, l, t, registers, lanes, warps)
	}
	c.Values.Set(op.Result(0), out)
	return nil
}

// fromOwner distributes what the owner of each element holds to the threads with copies, by shuffles within a warp, and
// otherwise through shared memory.
func fromOwner(c *emit.Code, values []*ir.Value, l layout.Layout, t ir.Type, registers, lanes, warps int) []*ir.Value {
	switch {
	case lanes == 0 && warps == 0:
		return values
	case warps == 0:
		from := c.Binary(&llvm.And, c.Lane, c.I32(int64((tilegpu.WarpSize-1)&^lanes)))
		out := make([]*ir.Value, len(values))
		for r, v := range values {
			if out[r] = out[r&^registers]; r&registers == 0 {
				out[r] = c.Moved(v, func(word *ir.Value) *ir.Value { return nvvm.NewIndexed(c.B, word, from) })
			}
		}
		return out
	}
	base := c.Acquire(emit.ElementCount(l), emit.MemoryType(c.Ctx, t))
	at := c.Places(l, emit.RowMajor(l), 0)
	c.When(c.Owner(lanes, warps), nil, func() []*ir.Value {
		for r, v := range values {
			if r&registers == 0 {
				c.StoreShared(base, at[r], v)
			}
		}
		return nil
	})
	c.Barrier()
	out := make([]*ir.Value, len(values))
	for r := range values {
		out[r] = c.LoadShared(base, at[r], t)
	}
	return out
}

// rmw creates an llvm.atomicrmw of a kind in the order and scope of op, and returns what was in memory.
func rmw(c *emit.Code, op *ir.Operation, kind string, ptr, v *ir.Value) *ir.Value {
	order, scope := tile.OrderAndScope(op)
	return llvm.NewAtomicRMW(c.B, kind, orderings[order], scopes[scope], ptr, v)
}

// exchange creates an llvm.cmpxchg with the memory order and scope of op. It returns the old value, and whether it was
// replaced. A failed exchange writes nothing, so its failure ordering is at most acquire.
func exchange(c *emit.Code, op *ir.Operation, ptr, expected, v *ir.Value) (old, replaced *ir.Value) {
	order, scope := tile.OrderAndScope(op)
	failure := tile.Relaxed
	if order == tile.Acquire || order == tile.AcqRel {
		failure = tile.Acquire
	}
	return llvm.NewCmpXchg(c.B, orderings[order], orderings[failure], scopes[scope], ptr, expected, v)
}

// updateLoop atomically replaces a number of type t in memory by next of it, in a loop of compare-and-swap. It returns
// the old value.
func updateLoop(c *emit.Code, op *ir.Operation, ptr *ir.Value, t ir.Type,
	next func(old *ir.Value) *ir.Value) *ir.Value {
	word := c.Ctx.I(uint32(ir.BitWidth(t)))
	first := rmwRead(c, op, ptr, word)
	return updateFrom(c, op, ptr, t, first, next)
}

// rmwRead loads a word atomically. It exchanges zero for zero, since a compare-and-swap exists for all widths.
func rmwRead(c *emit.Code, op *ir.Operation, ptr *ir.Value, word ir.Type) *ir.Value {
	zero := c.Number(word, 0)
	old, _ := exchange(c, op, ptr, zero, zero)
	return old
}

// updateFrom is updateLoop with a first guess of the word in memory.
func updateFrom(c *emit.Code, op *ir.Operation, ptr *ir.Value, t ir.Type, first *ir.Value,
	next func(old *ir.Value) *ir.Value) *ir.Value {
	try, after := c.NewBlock(), c.NewBlock()
	c.Divergent(try)
	expected := try.AddArg(c.Ctx, first.Type(), op.Loc())
	llvm.NewBr(c.B, try, first)
	c.B.AtEnd(try)
	old, replaced := exchange(c, op, ptr, expected, c.Bits(next(c.Bitcast(expected, t))))
	llvm.NewCondBr(c.B, replaced, after, nil, try, []*ir.Value{old})
	c.B.AtEnd(after)
	return c.Bitcast(old, t)
}

// atomicExtremum is a maximum or minimum of floats. The bits of non-negative floats have the order of signed integers,
// and the bits of negative floats have the reverse order of unsigned integers. So one of two atomic operations on
// integers computes the result. A number wins over NaN: an operand that is NaN is replaced by a number that changes
// nothing, and if memory holds NaN, a loop of compare-and-swap follows.
func atomicExtremum(c *emit.Code, op *ir.Operation, ptr, v *ir.Value, greatest bool) *ir.Value {
	t := v.Type()
	word, pattern, magnitude := c.FloatBits(v)
	infinity := c.Number(word, emit.InfinityBits(t))
	isNaN := c.Compare("ugt", magnitude, infinity)
	kinds, neutral := [2]string{"umin", "max"}, int64(-1)
	if !greatest {
		kinds, neutral = [2]string{"umax", "min"}, int64(1)<<(ir.BitWidth(t)-1)-1
	}
	operand := c.Choose(isNaN, c.Number(word, neutral), pattern)
	negative, positive, after := c.NewBlock(), c.NewBlock(), c.NewBlock()
	c.Divergent(negative, positive)
	old := after.AddArg(c.Ctx, word, op.Loc())
	llvm.NewCondBr(c.B, c.Compare("slt", operand, c.Number(word, 0)), negative, nil, positive, nil)
	for i, b := range []*ir.Block{negative, positive} {
		c.B.AtEnd(b)
		llvm.NewBr(c.B, after, rmw(c, op, kinds[i], ptr, operand))
	}
	c.B.AtEnd(after)
	float := c.Bitcast(old, t)
	_, _, was := c.FloatBits(float)
	repairs := c.Binary(&llvm.And, c.Compare("ugt", was, infinity), c.Binary(&llvm.XOr, isNaN, c.Number(c.Ctx.I(1), -1)))
	extremum := &llvm.MinNum
	if greatest {
		extremum = &llvm.MaxNum
	}
	c.When(repairs, nil, func() []*ir.Value {
		updateFrom(c, op, ptr, t, old, func(old *ir.Value) *ir.Value {
			_, _, magnitude := c.FloatBits(old)
			isNumber := c.Compare("ule", magnitude, infinity) // llvm.intr.maxnum and minnum would return a signaling NaN
			return c.Choose(isNumber, c.B.Build(extremum, []*ir.Value{old, v}).Result(0), v)
		})
		return nil
	})
	return float // the NaN that was in memory before, whichever thread replaced it
}

// lacksAtomicAdd reports whether the target has no atomic addition of floats of type t (PTX ISA, "atom").
func lacksAtomicAdd(c *emit.Code, t ir.Type) bool {
	return t == ir.Type(c.Ctx.Float("bf16")) && c.SM < 90
}

// loadVolatile loads each element once, as other programs may change it at any time. If several threads hold copies,
// one of them loads, and the others receive what it loaded.
func loadVolatile(c *emit.Code, op *ir.Operation) error {
	mask, other := op.GroupValue(1), op.GroupValue(2)
	t, err := c.Scalar(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	elem := emit.PointeeType(c.Ctx, op.Operand(0).Type())
	err = atomic(c, op, mask, func(r int) *ir.Value {
		v := llvm.NewLoad(c.B, elem, c.Element(op.Operand(0), r), emit.BytesOf(elem))
		v.DefiningOp().SetAttr("volatile_", c.Ctx.Unit())
		return c.FromMemory(v, t)
	})
	if err != nil || mask == nil || other == nil {
		return err
	}
	values := c.Values.Get(op.Result(0))
	for r, v := range values {
		values[r] = c.Choose(c.Element(mask, r), v, c.Element(other, r))
	}
	return nil
}
