package tilellvm

import (
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

// extract writes a tensor to shared memory, from where threads read the part. An index beyond the tensor gives some part
// of it.
func (c *converter) extract(op *ir.Operation) error {
	from, err := c.linear(op, op.Operand(0).Type())
	if err != nil {
		return err
	}
	t, to, err := c.elements(op)
	if err != nil {
		return err
	}
	at, sizes := rowMajor(from), sizesOf(from)
	start := c.i32(0)
	for d, size := range partSizes(to, len(sizes)) {
		index := c.element(op.Operand(1+d), 0)
		index = c.b.Build(&llvm.UMin, []*ir.Value{index, c.i32(int64(sizes[d]/size - 1))}).Result(0)
		unit := make([]int, len(sizes))
		if unit[d] = size; size == sizes[d] {
			continue
		}
		start = c.binary(&llvm.Add, start, c.binary(&llvm.Mul, index, c.i32(int64(at(unit)))))
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
