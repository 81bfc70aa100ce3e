package tilellvm

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// place is a linear function from the coordinates of an element to its place in a buffer of shared memory, in elements.
type place func(coords []int) uint64

// rowMajor returns the place of elements one after the other.
func rowMajor(l layout.Layout) place {
	outs := l.Outs()
	return func(coords []int) (v uint64) {
		for i, x := range coords {
			v = v*uint64(outs[i].Size) + uint64(x)
		}
		return v
	}
}

func elementCount(l layout.Layout) int64 {
	n := int64(1)
	for _, d := range l.Outs() {
		n *= int64(d.Size)
	}
	return n
}

// places evaluates a place, with the bits of flip inverted, for each register.
func (c *converter) places(l layout.Layout, at place, flip uint64) []*ir.Value {
	if len(l.Outs()) == 0 {
		return []*ir.Value{c.i32(int64(flip))}
	}
	out := c.positions(l, at)
	if flip == 0 {
		return out
	}
	for r, v := range out {
		out[r] = c.binary(&llvm.XOr, v, c.i32(int64(flip)))
	}
	return out
}

// put writes every element of operand v once to its place.
func (c *converter) put(base, v *ir.Value, l layout.Layout, at place, flip uint64) {
	registers, lanes, warps := c.free(l)
	to := c.places(l, at, flip)
	c.when(c.owner(lanes, warps), nil, func() []*ir.Value {
		for r, address := range to {
			if r&registers == 0 {
				c.scratch.store(c, base, address, c.element(v, r))
			}
		}
		return nil
	})
}

// get reads the elements of a result.
func (c *converter) get(base, v *ir.Value, t ir.Type, from []*ir.Value) {
	out := make([]*ir.Value, len(from))
	for r, address := range from {
		out[r] = c.scratch.load(c, base, address, t)
	}
	c.values[v] = out
}

// layoutsOf returns the layouts of all operands that are tensors or numbers, then results.
func (c *converter) layoutsOf(op *ir.Operation) (operands, results []layout.Layout, err error) {
	for i, v := range slices.Concat(op.OperandValues(), op.ResultValues()) {
		l, err := c.linear(op, v.Type())
		if err != nil {
			return nil, nil, err
		}
		if i < op.NumOperands() {
			operands = append(operands, l)
		} else {
			results = append(results, l)
		}
	}
	return operands, results, nil
}

// rearrange lowers operations whose results have the elements of the operands at other coordinates: the operands' registers
// are those of a tensor of the result's shape in some layout, which is converted.
func (c *converter) rearrange(op *ir.Operation) error {
	operands, results, err := c.layoutsOf(op)
	if err != nil {
		return err
	}
	t, err := c.scalar(op, op.Operand(0).Type())
	if err != nil {
		return err
	}
	from, to := operands[0], results[0]
	values := c.values[op.Operand(0)]
	var second []*ir.Value // of two operands, in the layout of the first
	if len(operands) == 2 {
		second = c.converted(c.values[op.Operand(1)], operands[1], from, t)
	}
	switch op.Def() {
	case &tile.Permute:
		from, err = remapped(from, to.Outs(), nil, permuted(tile.OrderOf(op)))
	case &tile.Reshape:
		from, err = remapped(from, to.Outs(), nil, reshaped(from.Outs(), to.Outs()))
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
		values = c.converted(values, from, to, t)
		for i, v := range op.Results() {
			c.values[v] = everySecond(values, i)
		}
		return nil
	}
	if err != nil {
		return op.Errorf("%w", err)
	}
	c.values[op.Result(0)] = c.converted(values, from, to, t)
	return nil
}

// remapped returns the layout that applies l, then a linear function of coordinates, with another register bit before all
// others, unless it is nil, and one after them.
func remapped(l layout.Layout, outs []layout.Dim, first []int, f func(coords []int) []int, last ...[]int) (layout.Layout, error) {
	var ins []layout.In
	for _, name := range []string{layout.Register, layout.Lane, layout.Warp} {
		in := layout.In{Name: name}
		if name == layout.Register && first != nil {
			in.Bases = append(in.Bases, first)
		}
		for _, basis := range l.Bases(name) {
			in.Bases = append(in.Bases, f(basis))
		}
		if name == layout.Register {
			in.Bases = append(in.Bases, last...)
		}
		ins = append(ins, in)
	}
	return layout.New(ins, outs)
}

// permuted returns the coordinates of a permuted tensor, whose dimension i is dimension order[i] of the operand.
func permuted(order []int64) func(coords []int) []int {
	return func(coords []int) []int {
		out := make([]int, len(order))
		for i, from := range order {
			out[i] = coords[from]
		}
		return out
	}
}

// reshaped returns the coordinates in another shape of what has the same place in row-major order.
func reshaped(from, to []layout.Dim) func(coords []int) []int {
	return func(coords []int) []int {
		flat := 0
		for i, x := range coords {
			flat = flat*from[i].Size + x
		}
		out := make([]int, len(to))
		for i := len(to) - 1; i >= 0; i-- {
			out[i] = flat % to[i].Size
			flat /= to[i].Size
		}
		return out
	}
}

// joined returns the layout of two tensors of layout l joined along a new last dimension, in neighboring registers.
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

// flip gives each thread the element at the other end of the axis: in the same layout that is in the register, lane and warp
// whose numbers differ in the same bits for all threads.
func (c *converter) flip(op *ir.Operation) error {
	operands, results, err := c.layoutsOf(op)
	if err != nil {
		return err
	}
	t, err := c.scalar(op, op.Operand(0).Type())
	if err != nil {
		return err
	}
	l, axis := operands[0], tile.Axis(op)
	mirror := make([]int, len(l.Outs()))
	mirror[axis] = l.Outs()[axis].Size - 1
	values := c.values[op.Operand(0)]
	if register, lane, ok := layout.Translation(l, mirror); ok {
		out := make([]*ir.Value, len(values))
		for r := range out {
			if out[r] = values[r^register]; lane != 0 {
				out[r] = c.shuffle(out[r], int64(lane))
			}
		}
		c.values[op.Result(0)] = c.converted(out, l, results[0], t)
		return nil
	}
	at := rowMajor(l)
	base := c.scratch.acquire(c, elementCount(l), inMemory(c.ctx, t))
	c.put(base, op.Operand(0), l, at, 0)
	c.barrier()
	c.get(base, op.Result(0), t, c.places(results[0], rowMajor(results[0]), at(mirror)))
	return nil
}

// gather reads each element at its coordinates, but for the axis, whose coordinate is the index. Of an index that nothing
// defines, which is no error where the element is not used in the end, the bits below the axis' size, a power of two, are.
func (c *converter) gather(op *ir.Operation) error {
	operands, results, err := c.layoutsOf(op)
	if err != nil {
		return err
	}
	t, err := c.scalar(op, op.Operand(0).Type())
	if err != nil {
		return err
	}
	if tilegpu.EncodingOf(op.Operand(1).Type()) != tilegpu.EncodingOf(op.Result(0).Type()) {
		return op.Errorf("indices and result must have the same layout")
	}
	axis, at := tile.Axis(op), rowMajor(operands[0])
	unit := make([]int, len(operands[0].Outs()))
	unit[axis] = 1
	base := c.scratch.acquire(c, elementCount(operands[0]), inMemory(c.ctx, t))
	c.put(base, op.Operand(0), operands[0], at, 0)
	c.barrier()
	last := c.i32(int64(operands[0].Outs()[axis].Size - 1))
	from := c.places(results[0], func(coords []int) uint64 {
		coords = slices.Clone(coords)
		coords[axis] = 0
		return at(coords)
	}, 0)
	for r, v := range from {
		index := c.resized(&llvm.ZExt, c.freeze(c.element(op.Operand(1), r)), c.ctx.I(32))
		index = c.binary(&llvm.And, index, last)
		from[r] = c.binary(&llvm.Add, v, c.binary(&llvm.Mul, index, c.i32(int64(at(unit)))))
	}
	c.get(base, op.Result(0), t, from)
	return nil
}

// maxConstant bounds the elements of a constant whose elements differ, each of which takes an instruction.
const maxConstant = 1024

// table writes a constant whose elements differ to shared memory, in one thread, from where everyone reads its own.
func (c *converter) table(op *ir.Operation, dense *ir.DenseElementsAttr, t ir.Type, l layout.Layout) error {
	n := elementCount(l)
	if n > maxConstant {
		return op.Errorf("has no rule: it has %d different elements, of which at most %d can be written out; load them from "+
			"memory, or compute them", n, maxConstant)
	}
	base := c.scratch.acquire(c, n, inMemory(c.ctx, t))
	c.when(c.compare("eq", c.thread, c.i32(0)), nil, func() []*ir.Value {
		for i := range n {
			value := c.constantOf(t, dense.Element(c.ctx, int(i)))
			c.scratch.store(c, base, c.i32(i), value)
		}
		return nil
	})
	c.barrier()
	c.get(base, op.Result(0), t, c.places(l, rowMajor(l), 0))
	return nil
}
