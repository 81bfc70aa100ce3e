package tilellvm

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// orderings and scopes are those of dialect llvm, by those of dialect tile.
var (
	orderings = [...]string{tile.Relaxed: "monotonic", tile.Acquire: "acquire", tile.Release: "release", tile.AcqRel: "acq_rel"}
	scopes    = [...]string{tile.ScopeBlock: "block", tile.ScopeDevice: "device", tile.ScopeSystem: ""}
)

// atomicKinds are the names of what llvm.atomicrmw does, for integers and for floats.
var atomicKinds = [...]struct{ integer, float string }{
	tile.AtomicAdd: {"add", "fadd"}, tile.AtomicMax: {"max", ""}, tile.AtomicMin: {"min", ""},
	tile.AtomicUMax: {"umax", ""}, tile.AtomicUMin: {"umin", ""}, tile.AtomicAnd: {"_and", ""}, tile.AtomicOr: {"_or", ""},
	tile.AtomicXOr: {"_xor", ""}, tile.AtomicXchg: {"xchg", ""},
}

// atomicUpdate combines each element once: of threads with copies one does it, and the others get from it what was there.
func (c *converter) atomicUpdate(op *ir.Operation) error {
	mask, t := op.GroupValue(2), ir.ElementOrSelf(op.Result(0).Type())
	return c.atomic(op, mask, func(r int) *ir.Value {
		ptr, v := c.element(op.Operand(0), r), c.element(op.Operand(1), r)
		switch kind := tile.AtomicKindOf(op); {
		case !ir.IsFloat(t):
			return c.rmw(op, atomicKinds[kind].integer, ptr, v)
		case kind == tile.AtomicAdd && c.lacksAtomicAdd(t):
			return c.updateLoop(op, ptr, t, func(old *ir.Value) *ir.Value {
				return float(&llvm.FAdd)(c, op, []*ir.Value{old, v}, t)
			})
		case kind == tile.AtomicAdd:
			return c.rmw(op, atomicKinds[kind].float, ptr, v)
		case kind == tile.AtomicXchg:
			return c.bitcast(c.rmw(op, "xchg", ptr, c.bits(v)), t)
		default:
			return c.atomicExtremum(op, ptr, v, kind == tile.AtomicMax)
		}
	})
}

// compareAndExchange compares bits, as hardware does.
func (c *converter) compareAndExchange(op *ir.Operation) error {
	return c.atomic(op, nil, func(r int) *ir.Value {
		ptr, expected, v := c.element(op.Operand(0), r), c.element(op.Operand(1), r), c.element(op.Operand(2), r)
		old, _ := c.exchange(op, ptr, c.bits(expected), c.bits(v))
		return c.bitcast(old, v.Type())
	})
}

// atomic runs an operation on each element once.
func (c *converter) atomic(op *ir.Operation, mask *ir.Value, one func(r int) *ir.Value) error {
	t, l, err := c.elements(op)
	if err != nil {
		return err
	}
	for _, v := range op.Operands() {
		if tilegpu.EncodingOf(v.Type()) != tilegpu.EncodingOf(op.Result(0).Type()) {
			return op.Errorf("operands and result must have the same layout")
		}
	}
	registers, lanes, warps := c.free(l)
	owner := c.owner(lanes, warps)
	out := make([]*ir.Value, registerCount(l))
	for r := range out {
		if r&registers != 0 {
			out[r] = out[r&^registers]
			continue
		}
		out[r] = c.when(c.both(c.condition(mask, r), owner), []*ir.Value{c.otherwise(nil, r, t)}, func() []*ir.Value {
			return []*ir.Value{one(r)}
		})[0]
	}
	if op.Result(0).HasUses() {
		out = c.fromOwner(out, l, t, registers, lanes, warps)
	}
	c.values[op.Result(0)] = out
	return nil
}

// fromOwner gives threads with copies of elements what the one of them has that acted for all: through shuffles within a
// warp, through shared memory otherwise.
func (c *converter) fromOwner(values []*ir.Value, l layout.Layout, t ir.Type, registers, lanes, warps int) []*ir.Value {
	switch {
	case lanes == 0 && warps == 0:
		return values
	case warps == 0:
		from := c.binary(&llvm.And, c.lane, c.i32(int64((tilegpu.WarpSize-1)&^lanes)))
		out := make([]*ir.Value, len(values))
		for r, v := range values {
			if out[r] = out[r&^registers]; r&registers == 0 {
				out[r] = c.moved(v, func(word *ir.Value) *ir.Value { return nvvm.NewIndexed(c.b, word, from) })
			}
		}
		return out
	}
	base := c.scratch.acquire(c, elementCount(l), inMemory(c.ctx, t))
	at := c.places(l, rowMajor(l), 0)
	c.when(c.owner(lanes, warps), nil, func() []*ir.Value {
		for r, v := range values {
			if r&registers == 0 {
				c.scratch.store(c, base, at[r], v)
			}
		}
		return nil
	})
	c.barrier()
	out := make([]*ir.Value, len(values))
	for r := range values {
		out[r] = c.scratch.load(c, base, at[r], t)
	}
	return out
}

// rmw creates an llvm.atomicrmw of a kind in the order and scope of op, and returns what was in memory.
func (c *converter) rmw(op *ir.Operation, kind string, ptr, v *ir.Value) *ir.Value {
	order, scope := tile.OrderAndScope(op)
	return llvm.NewAtomicRMW(c.b, kind, orderings[order], scopes[scope], ptr, v)
}

// exchange creates an llvm.cmpxchg in the order and scope of op; it returns what was in memory, and whether that was
// replaced. A failed exchange writes nothing, so of its order only acquire remains.
func (c *converter) exchange(op *ir.Operation, ptr, expected, v *ir.Value) (old, replaced *ir.Value) {
	order, scope := tile.OrderAndScope(op)
	failure := tile.Relaxed
	if order == tile.Acquire || order == tile.AcqRel {
		failure = tile.Acquire
	}
	return llvm.NewCmpXchg(c.b, orderings[order], orderings[failure], scopes[scope], ptr, expected, v)
}

// updateLoop replaces a number of type t in memory by next of it, by comparison and exchange until nobody comes between.
// It returns what was there.
func (c *converter) updateLoop(op *ir.Operation, ptr *ir.Value, t ir.Type, next func(old *ir.Value) *ir.Value) *ir.Value {
	word := c.ctx.I(uint32(ir.BitWidth(t)))
	first := c.rmwRead(op, ptr, word)
	return c.updateFrom(op, ptr, t, first, next)
}

// rmwRead reads a word atomically: by an exchange of zero for zero, which hardware has for all words.
func (c *converter) rmwRead(op *ir.Operation, ptr *ir.Value, word ir.Type) *ir.Value {
	zero := c.number(word, 0)
	old, _ := c.exchange(op, ptr, zero, zero)
	return old
}

// updateFrom is updateLoop when the word in memory was seen to be first.
func (c *converter) updateFrom(op *ir.Operation, ptr *ir.Value, t ir.Type, first *ir.Value,
	next func(old *ir.Value) *ir.Value) *ir.Value {
	try, after := c.newBlock(), c.newBlock()
	c.divergent(try)
	expected := try.AddArg(c.ctx, first.Type(), op.Loc())
	llvm.NewBr(c.b, try, first)
	c.b.AtEnd(try)
	old, replaced := c.exchange(op, ptr, expected, c.bits(next(c.bitcast(expected, t))))
	llvm.NewCondBr(c.b, replaced, after, nil, try, []*ir.Value{old})
	c.b.AtEnd(after)
	return c.bitcast(old, t)
}

// atomicExtremum is a maximum or minimum of floats. Bits of floats that are not negative compare as signed integers do,
// others the other way around as unsigned ones, so one of two operations on integers does it. A number wins over NaN: NaN
// as the operand is replaced by what leaves every number in place, and where NaN was in memory, a loop of comparisons and
// exchanges follows.
func (c *converter) atomicExtremum(op *ir.Operation, ptr, v *ir.Value, greatest bool) *ir.Value {
	t := v.Type()
	word, pattern, magnitude := c.floatBits(v)
	infinity := c.number(word, infinityBits(t))
	isNaN := c.compare("ugt", magnitude, infinity)
	kinds, neutral := [2]string{"umin", "max"}, int64(-1)
	if !greatest {
		kinds, neutral = [2]string{"umax", "min"}, int64(1)<<(ir.BitWidth(t)-1)-1
	}
	operand := c.choose(isNaN, c.number(word, neutral), pattern)
	negative, positive, after := c.newBlock(), c.newBlock(), c.newBlock()
	c.divergent(negative, positive)
	old := after.AddArg(c.ctx, word, op.Loc())
	llvm.NewCondBr(c.b, c.compare("slt", operand, c.number(word, 0)), negative, nil, positive, nil)
	for i, b := range []*ir.Block{negative, positive} {
		c.b.AtEnd(b)
		llvm.NewBr(c.b, after, c.rmw(op, kinds[i], ptr, operand))
	}
	c.b.AtEnd(after)
	float := c.bitcast(old, t)
	_, _, was := c.floatBits(float)
	repairs := c.binary(&llvm.And, c.compare("ugt", was, infinity), c.binary(&llvm.XOr, isNaN, c.number(c.ctx.I(1), -1)))
	extremum := &llvm.MinNum
	if greatest {
		extremum = &llvm.MaxNum
	}
	c.when(repairs, nil, func() []*ir.Value {
		c.updateFrom(op, ptr, t, old, func(old *ir.Value) *ir.Value {
			_, _, magnitude := c.floatBits(old)
			isNumber := c.compare("ule", magnitude, infinity) // a signaling NaN would win in extremum
			return c.choose(isNumber, c.b.Build(extremum, []*ir.Value{old, v}).Result(0), v)
		})
		return nil
	})
	return float // the NaN that was there first, whoever replaced it
}

// lacksAtomicAdd reports whether the target cannot add floats of a type in memory (PTX ISA, "atom").
func (c *converter) lacksAtomicAdd(t ir.Type) bool {
	return t == ir.Type(c.ctx.Float("bf16")) && c.sm < 90
}

// loadVolatile reads each element once, as other programs may change it at any time: of threads with copies one reads, and
// the others get what it read.
func (c *converter) loadVolatile(op *ir.Operation) error {
	mask, other := op.GroupValue(1), op.GroupValue(2)
	t, err := c.scalar(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	elem := memoryType(c.ctx, op.Operand(0).Type())
	err = c.atomic(op, mask, func(r int) *ir.Value {
		v := llvm.NewLoad(c.b, elem, c.element(op.Operand(0), r), bytesOf(elem))
		v.DefiningOp().SetAttr("volatile_", c.ctx.Unit())
		return c.fromMemory(v, t)
	})
	if err != nil || mask == nil || other == nil {
		return err
	}
	for r, v := range c.values[op.Result(0)] {
		c.values[op.Result(0)][r] = c.choose(c.element(mask, r), v, c.element(other, r))
	}
	return nil
}
