package movement

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// Rearrange lowers operations whose results have the operands' elements at other coordinates. It finds the layout in
// which the operands' registers are a tensor of the result's shape, and converts from that layout.
func Rearrange(c *emit.Code, op *ir.Operation) error {
	operands, results, t, err := c.LayoutsAndScalar(op, op.Operand(0))
	if err != nil {
		return err
	}
	from, to := operands[0], results[0]
	values := c.Values.Get(op.Operand(0))
	var second []*ir.Value // the second of two operands, in the layout of the first
	if len(operands) == 2 {
		second = Convert(c, c.Values.Get(op.Operand(1)), operands[1], from, t)
	}
	switch op.Def() {
	case &tile.Permute:
		from, err = from.Permuted(tile.OrderOf(op))
	case &tile.Reshape:
		from, err = from.Reshaped(to.Outs())
	case &tile.Join:
		from, err = joined(from)
		values = interleaved(values, second)
	case &tile.Cat:
		axis := tile.Axis(op)
		half := make([]int, len(from.Outs()))
		half[axis] = from.Outs()[axis].Size
		from, err = remapped(from, to.Outs(), nil, func(coords []int) []int { return coords }, half)
		values = append(slices.Clone(values), second...)
	case &tile.Split:
		if to, err = joined(to); err != nil {
			return op.Errorf("%w", err)
		}
		values = Convert(c, values, from, to, t)
		for i, v := range op.Results() {
			c.Values.Set(v, everySecond(values, i))
		}
		return nil
	}
	if err != nil {
		return op.Errorf("%w", err)
	}
	c.Values.Set(op.Result(0), Convert(c, values, from, to, t))
	return nil
}

// remapped composes layout l with a linear function f of the coordinates. It adds a register bit before all others,
// unless first is nil, and the bits last after them.
func remapped(l layout.Layout, outs []layout.Dim, first []int, f func(coords []int) []int,
	last ...[]int) (layout.Layout, error) {
	var ins [3]layout.In
	for i, name := range [...]string{layout.Register, layout.Lane, layout.Warp} {
		bases := l.Bases(name)
		for k, basis := range bases {
			bases[k] = f(basis)
		}
		if name == layout.Register {
			bases = append(bases, last...)
			if first != nil {
				bases = slices.Insert(bases, 0, first)
			}
		}
		ins[i] = layout.In{Name: name, Bases: bases}
	}
	return layout.New(ins[:], outs)
}

// joined returns the layout of two tensors with layout l that are joined along a new last dimension. Joined elements
// are in neighboring registers.
func joined(l layout.Layout) (layout.Layout, error) {
	outs := append(l.Outs(), layout.Dim{Name: layout.OutName(len(l.Outs())), Size: 2})
	neighbor := make([]int, len(outs))
	neighbor[len(outs)-1] = 1
	return remapped(l, outs, neighbor, func(coords []int) []int { return append(slices.Clone(coords), 0) })
}

func interleaved(a, b []*ir.Value) (out []*ir.Value) {
	for i := range a {
		out = append(out, a[i], b[i])
	}
	return out
}

func everySecond(values []*ir.Value, from int) (out []*ir.Value) {
	for i := from; i < len(values); i += 2 {
		out = append(out, values[i])
	}
	return out
}

// Flip reverses the elements along an axis. If the mirror image of each element is in the register and lane whose
// numbers differ in fixed bits, a shuffle suffices. Otherwise the elements go through shared memory.
func Flip(c *emit.Code, op *ir.Operation) error {
	operands, results, t, err := c.LayoutsAndScalar(op, op.Operand(0))
	if err != nil {
		return err
	}
	l, axis := operands[0], tile.Axis(op)
	mirror := make([]int, len(l.Outs()))
	mirror[axis] = l.Outs()[axis].Size - 1
	values := c.Values.Get(op.Operand(0))
	if register, lane, ok := layout.Translation(l, mirror); ok {
		out := make([]*ir.Value, len(values))
		for r := range out {
			if out[r] = values[r^register]; lane != 0 {
				out[r] = c.Shuffle(out[r], int64(lane))
			}
		}
		c.Values.Set(op.Result(0), Convert(c, out, l, results[0], t))
		return nil
	}
	at := emit.RowMajor(l)
	base := c.Acquire(emit.ElementCount(l), emit.MemoryType(c.Ctx, t))
	c.PutAll(base, op.Operand(0), l, at, 0)
	c.Barrier()
	c.GetAll(base, op.Result(0), t, c.Places(results[0], emit.RowMajor(results[0]), at(mirror)))
	return nil
}

// Gather reads elements at the result's coordinates, except along the axis, where the coordinate is the index. The
// index is truncated to the bits of the axis' size, a power of two. It may be undefined if the element is not used, and
// even then the access must not leave the buffer.
func Gather(c *emit.Code, op *ir.Operation) error {
	operands, results, t, err := c.LayoutsAndScalar(op, op.Operand(0))
	if err != nil {
		return err
	}
	if tilegpu.EncodingOf(op.Operand(1).Type()) != tilegpu.EncodingOf(op.Result(0).Type()) {
		return op.Errorf("indices and result must have the same layout")
	}
	axis, at := tile.Axis(op), emit.RowMajor(operands[0])
	unit := make([]int, len(operands[0].Outs()))
	unit[axis] = 1
	base := c.Acquire(emit.ElementCount(operands[0]), emit.MemoryType(c.Ctx, t))
	c.PutAll(base, op.Operand(0), operands[0], at, 0)
	c.Barrier()
	last := c.I32(int64(operands[0].Outs()[axis].Size - 1))
	from := c.Places(results[0], func(coords []int) uint64 {
		coords = slices.Clone(coords)
		coords[axis] = 0
		return at(coords)
	}, 0)
	for r, v := range from {
		index := c.Resized(&llvm.ZExt, c.Freeze(c.Element(op.Operand(1), r)), c.Ctx.I(32))
		index = c.Binary(&llvm.And, index, last)
		from[r] = c.Binary(&llvm.Add, v, c.Binary(&llvm.Mul, index, c.I32(int64(at(unit)))))
	}
	c.GetAll(base, op.Result(0), t, from)
	return nil
}
