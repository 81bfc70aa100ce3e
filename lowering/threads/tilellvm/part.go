package tilellvm

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// sizesOf returns the size of a layout's tensor along each dimension.
func sizesOf(l layout.Layout) []int {
	sizes := make([]int, len(l.Outs()))
	for i, d := range l.Outs() {
		sizes[i] = d.Size
	}
	return sizes
}

// partSizes returns the size of a part along each dimension of a tensor: that of a number is 1.
func partSizes(part layout.Layout, rank int) []int {
	sizes := sizesOf(part)
	for len(sizes) < rank {
		sizes = append(sizes, 1)
	}
	return sizes
}

// extract writes a tensor to shared memory, from where threads read the part, or only the part, if it is known which that
// is or the tensor is large. An index beyond the tensor gives some part of it.
func (c *converter) extract(op *ir.Operation) error {
	from, err := c.linear(op, op.Operand(0).Type())
	if err != nil {
		return err
	}
	t, to, err := c.elements(op)
	if err != nil {
		return err
	}
	if allConstant(op.OperandRange(1, op.NumOperands())) || elementCount(from)*bytesOf(inMemory(c.ctx, t)) > maxExchange {
		c.extractPart(op, from, to, t)
		return nil
	}
	at, sizes := rowMajor(from), sizesOf(from)
	start := c.i32(0)
	for d, size := range partSizes(to, len(sizes)) {
		unit := make([]int, len(sizes))
		if unit[d] = size; size == sizes[d] {
			continue
		}
		start = c.binary(&llvm.Add, start, c.binary(&llvm.Mul, c.partIndex(op, d, sizes[d]/size), c.i32(int64(at(unit)))))
	}
	base := c.scratch.acquire(c, elementCount(from), inMemory(c.ctx, t))
	c.put(base, op.Operand(0), from, at, 0)
	c.barrier()
	places := c.places(to, at, 0)
	for r, place := range places {
		places[r] = c.binary(&llvm.Add, start, place)
	}
	c.get(base, op.Result(0), t, places)
	return nil
}

func allConstant(values []*ir.Value) bool {
	return !slices.ContainsFunc(values, func(v *ir.Value) bool { _, ok := arith.ConstantInt(v); return !ok })
}

// partIndex returns the index of a part along a dimension that has a number of them, within its bounds. Nothing need define
// it where the part is not used in the end.
func (c *converter) partIndex(op *ir.Operation, d, parts int) *ir.Value {
	return c.b.Build(&llvm.UMin, []*ir.Value{c.freeze(c.element(op.Operand(1+d), 0)), c.i32(int64(parts - 1))}).Result(0)
}

// extractPart writes those elements to shared memory that are in the part.
func (c *converter) extractPart(op *ir.Operation, from, to layout.Layout, t ir.Type) {
	whole := sizesOf(from)
	sizes := partSizes(to, len(whole))
	inside := make([]*ir.Value, registerCount(from))
	never := make([]bool, len(inside))
	for d, size := range sizes {
		if size == whole[d] {
			continue
		}
		index := c.partIndex(op, d, whole[d]/size)
		constant, known := arith.ConstantInt(op.Operand(1 + d))
		moved := 0 // bits of the number of a part that depend on the thread
		for _, in := range []string{layout.Lane, layout.Warp} {
			for _, basis := range from.Bases(in) {
				moved |= basis[d] / size
			}
		}
		for r, number := range c.positions(from, func(coords []int) uint64 { return uint64(coords[d] / size) }) {
			never[r] = never[r] || known && (from.Apply(r)[d]/size^int(min(uint64(constant), uint64(whole[d]/size-1))))&^moved != 0
			inside[r] = c.both(inside[r], c.compare("eq", number, index))
		}
	}
	inPart := func(coords []int) (v uint64) {
		for d, size := range sizes {
			v = v*uint64(size) + uint64(coords[d]%size)
		}
		return v
	}
	base := c.scratch.acquire(c, elementCount(to), inMemory(c.ctx, t))
	registers, lanes, warps := c.free(from)
	owner := c.owner(lanes, warps)
	for r, place := range c.places(from, inPart, 0) {
		if r&registers != 0 || never[r] {
			continue
		}
		c.when(c.both(inside[r], owner), nil, func() []*ir.Value {
			c.scratch.store(c, base, place, c.element(op.Operand(0), r))
			return nil
		})
	}
	c.barrier()
	c.get(base, op.Result(0), t, c.places(to, rowMajor(to), 0))
}

// insert writes the part to shared memory, from where threads read those of their elements that are replaced.
func (c *converter) insert(op *ir.Operation) error {
	part, err := c.linear(op, op.Operand(0).Type())
	if err != nil {
		return err
	}
	t, l, err := c.elements(op)
	if err != nil {
		return err
	}
	if tilegpu.EncodingOf(op.Operand(1).Type()) != tilegpu.EncodingOf(op.Result(0).Type()) {
		return op.Errorf("the tensor and the result must have the same layout")
	}
	sizes := partSizes(part, len(l.Outs()))
	inside := make([]*ir.Value, registerCount(l))
	for d, size := range sizes {
		index := c.element(op.Operand(2+d), 0)
		for r, number := range c.positions(l, func(coords []int) uint64 { return uint64(coords[d] / size) }) {
			inside[r] = c.both(inside[r], c.compare("eq", number, index))
		}
	}
	base := c.scratch.acquire(c, elementCount(part), inMemory(c.ctx, t))
	c.put(base, op.Operand(0), part, rowMajor(part), 0)
	c.barrier()
	from := c.places(l, func(coords []int) (v uint64) {
		for d, size := range sizes {
			v = v*uint64(size) + uint64(coords[d]%size)
		}
		return v
	}, 0)
	out := make([]*ir.Value, len(from))
	for r, place := range from {
		out[r] = c.choose(inside[r], c.scratch.load(c, base, place, t), c.element(op.Operand(1), r))
	}
	c.values[op.Result(0)] = out
	return nil
}
