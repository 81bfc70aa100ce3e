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

// rearrange lowers operations whose results have the elements of the operands at other coordinates: they are written to
// shared memory at the places of one side and read at those of the other, unless each thread has what it needs.
func (c *converter) rearrange(op *ir.Operation) error {
	operands, results, err := c.layoutsOf(op)
	if err != nil {
		return err
	}
	t, err := c.scalar(op, op.Operand(0).Type())
	if err != nil {
		return err
	}
	if op.Is(&tile.Permute) {
		if registers, ok := renaming(operands[0], results[0], permutation(op)); ok {
			c.rename(op, registers)
			return nil
		}
	}
	total := int64(0)
	for _, l := range operands {
		total += elementCount(l)
	}
	base := c.scratch.acquire(c, total, inMemory(c.ctx, t))
	write, read := placesOf(op, operands[0], results[0])
	for i, v := range op.Operands() {
		c.put(base, v, operands[i], write.at, uint64(i)*write.stride)
	}
	c.barrier()
	for i, v := range op.Results() {
		c.get(base, v, t, c.places(results[i], read.at, uint64(i)*read.stride|read.flip))
	}
	return nil
}

func (c *converter) rename(op *ir.Operation, registers []int) {
	out := make([]*ir.Value, len(registers))
	for r, source := range registers {
		out[r] = c.element(op.Operand(0), source)
	}
	c.values[op.Result(0)] = out
}

// permutation maps coordinates of the result of a permutation to those of the operand.
func permutation(op *ir.Operation) func(coords []int) []int {
	order := tile.OrderOf(op)
	return func(coords []int) []int {
		source := make([]int, len(coords))
		for i, from := range order {
			source[from] = coords[i]
		}
		return source
	}
}

// arrangement is where one side of a rearrangement has its elements: operand or result i is stride*i away, and the bits
// of flip are inverted.
type arrangement struct {
	at           place
	stride, flip uint64
}

// placesOf returns where the operands are written and the results read.
func placesOf(op *ir.Operation, from, to layout.Layout) (write, read arrangement) {
	write, read = arrangement{at: rowMajor(from)}, arrangement{at: rowMajor(to)}
	switch op.Def() {
	case &tile.Permute:
		source := permutation(op)
		read.at = func(coords []int) uint64 { return write.at(source(coords)) }
	case &tile.Flip:
		last := make([]int, len(to.Outs()))
		last[tile.Axis(op)] = to.Outs()[tile.Axis(op)].Size - 1
		read.flip = read.at(last)
	case &tile.Cat:
		axis, whole := tile.Axis(op), read.at
		second := make([]int, len(to.Outs()))
		second[axis] = from.Outs()[axis].Size
		write = arrangement{at: whole, stride: whole(second)}
	case &tile.Join:
		one := write.at
		write = arrangement{at: func(coords []int) uint64 { return 2 * one(coords) }, stride: 1}
	case &tile.Split:
		one := read.at
		read = arrangement{at: func(coords []int) uint64 { return 2 * one(coords) }, stride: 1}
	}
	return write, read
}

// gather reads each element at its coordinates, but for the axis, whose coordinate is the index.
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
	from := c.places(results[0], func(coords []int) uint64 {
		coords = slices.Clone(coords)
		coords[axis] = 0
		return at(coords)
	}, 0)
	for r, v := range from {
		index := c.resized(&llvm.ZExt, c.element(op.Operand(1), r), c.ctx.I(32))
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
