package movement

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// sizesOf returns the size of a layout's tensor along each dimension.
func sizesOf(l layout.Layout) []int {
	sizes := make([]int, len(l.Outs()))
	for i, d := range l.Outs() {
		sizes[i] = d.Size
	}
	return sizes
}

// partSizes returns the size of a part along each dimension of a tensor. A scalar has size 1 along all of them.
func partSizes(part layout.Layout, rank int) []int {
	sizes := sizesOf(part)
	for len(sizes) < rank {
		sizes = append(sizes, 1)
	}
	return sizes
}

// Extract writes a tensor to shared memory, from where threads read their elements of the part. If the index is
// constant, or the tensor is large, only the part is written. An index out of bounds selects some part of the tensor.
func Extract(c *emit.Code, op *ir.Operation) error {
	from, err := c.Layout(op, op.Operand(0).Type())
	if err != nil {
		return err
	}
	t, to, err := c.ResultElements(op)
	if err != nil {
		return err
	}
	if allConstant(op.OperandRange(1, op.NumOperands())) ||
		emit.ElementCount(from)*emit.BytesOf(emit.MemoryType(c.Ctx, t)) > costs.SharedUnasked {
		extractPart(c, op, from, to, t)
		return nil
	}
	at, sizes := emit.RowMajor(from), sizesOf(from)
	start := c.I32(0)
	for d, size := range partSizes(to, len(sizes)) {
		unit := make([]int, len(sizes))
		if unit[d] = size; size == sizes[d] {
			continue
		}
		start = c.Binary(&llvm.Add, start, c.Binary(&llvm.Mul, partIndex(c, op, d, sizes[d]/size), c.I32(int64(at(unit)))))
	}
	base := c.Acquire(emit.ElementCount(from), emit.MemoryType(c.Ctx, t))
	c.PutAll(base, op.Operand(0), from, at, 0)
	c.Barrier()
	places := c.Places(to, at, 0)
	for r, place := range places {
		places[r] = c.Binary(&llvm.Add, start, place)
	}
	c.GetAll(base, op.Result(0), t, places)
	return nil
}

func allConstant(values []*ir.Value) bool {
	return !slices.ContainsFunc(values, func(v *ir.Value) bool { _, ok := arith.ConstantInt(v); return !ok })
}

// partIndex returns the index of a part along dimension d, clamped to the number of parts. The index may be undefined,
// if the part is not used in the end.
func partIndex(c *emit.Code, op *ir.Operation, d, parts int) *ir.Value {
	return c.B.Build(&llvm.UMin, []*ir.Value{c.Freeze(c.Element(op.Operand(1+d), 0)), c.I32(int64(parts - 1))}).Result(0)
}

// extractPart writes only the elements of the part to shared memory.
func extractPart(c *emit.Code, op *ir.Operation, from, to layout.Layout, t ir.Type) {
	whole := sizesOf(from)
	sizes := partSizes(to, len(whole))
	inside := make([]*ir.Value, emit.RegisterCount(from))
	never := make([]bool, len(inside))
	for d, size := range sizes {
		if size == whole[d] {
			continue
		}
		index := partIndex(c, op, d, whole[d]/size)
		constant, known := arith.ConstantInt(op.Operand(1 + d))
		moved := 0 // bits of the index of a part that depend on the thread
		for _, in := range []string{layout.Lane, layout.Warp} {
			for _, basis := range from.Bases(in) {
				moved |= basis[d] / size
			}
		}
		for r, number := range c.Positions(from, func(coords []int) uint64 { return uint64(coords[d] / size) }) {
			never[r] = never[r] || known &&
				(from.Apply(r)[d]/size^int(min(uint64(constant), uint64(whole[d]/size-1))))&^moved != 0
			inside[r] = c.Both(inside[r], c.Compare("eq", number, index))
		}
	}
	inPart := func(coords []int) (v uint64) {
		for d, size := range sizes {
			v = v*uint64(size) + uint64(coords[d]%size)
		}
		return v
	}
	base := c.Acquire(emit.ElementCount(to), emit.MemoryType(c.Ctx, t))
	registers, lanes, warps := c.Copies(from)
	owner := c.Owner(lanes, warps)
	for r, place := range c.Places(from, inPart, 0) {
		if r&registers != 0 || never[r] {
			continue
		}
		c.When(c.Both(inside[r], owner), nil, func() []*ir.Value {
			c.StoreShared(base, place, c.Element(op.Operand(0), r))
			return nil
		})
	}
	c.Barrier()
	c.GetAll(base, op.Result(0), t, c.Places(to, emit.RowMajor(to), 0))
}

// Insert writes the part to shared memory, from where threads read those of their elements that it replaces.
func Insert(c *emit.Code, op *ir.Operation) error {
	part, err := c.Layout(op, op.Operand(0).Type())
	if err != nil {
		return err
	}
	t, l, err := c.ResultElements(op)
	if err != nil {
		return err
	}
	if tilegpu.EncodingOf(op.Operand(1).Type()) != tilegpu.EncodingOf(op.Result(0).Type()) {
		return op.Errorf("the tensor and the result must have the same layout")
	}
	sizes := partSizes(part, len(l.Outs()))
	inside := make([]*ir.Value, emit.RegisterCount(l))
	for d, size := range sizes {
		index := c.Element(op.Operand(2+d), 0)
		for r, number := range c.Positions(l, func(coords []int) uint64 { return uint64(coords[d] / size) }) {
			inside[r] = c.Both(inside[r], c.Compare("eq", number, index))
		}
	}
	base := c.Acquire(emit.ElementCount(part), emit.MemoryType(c.Ctx, t))
	c.PutAll(base, op.Operand(0), part, emit.RowMajor(part), 0)
	c.Barrier()
	from := c.Places(l, func(coords []int) (v uint64) {
		for d, size := range sizes {
			v = v*uint64(size) + uint64(coords[d]%size)
		}
		return v
	}, 0)
	out := make([]*ir.Value, len(from))
	for r, place := range from {
		out[r] = c.Choose(inside[r], c.LoadShared(base, place, t), c.Element(op.Operand(1), r))
	}
	c.Values.Set(op.Result(0), out)
	return nil
}
