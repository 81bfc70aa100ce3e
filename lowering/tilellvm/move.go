package tilellvm

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// sameElements lowers operations whose result has elements of the operand under other coordinates. Layout assignment
// makes each thread hold what it needs, so only registers are renamed.
func (c *converter) sameElements(op *ir.Operation) error {
	from, err := c.linear(op, op.Operand(0).Type())
	if err != nil {
		return err
	}
	to, err := c.linear(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	registers, ok := renaming(from, to, sourceOf(op))
	if !ok {
		return op.Errorf("operand and result have layouts that do not fit: threads would have to exchange elements")
	}
	out := make([]*ir.Value, len(registers))
	for r, source := range registers {
		out[r] = c.element(op.Operand(0), source)
	}
	c.values[op.Result(0)] = out
	return nil
}

// sourceOf returns the linear map from coordinates of the result to those of the operand.
func sourceOf(op *ir.Operation) func(coords []int) []int {
	if op.Is(&tile.ExpandDims) {
		axis := tile.Axis(op)
		return func(coords []int) []int { return slices.Delete(slices.Clone(coords), axis, axis+1) }
	}
	shape := op.Operand(0).Type().(*ir.TensorType).Shape()
	return func(coords []int) []int {
		coords = slices.Clone(coords[len(coords)-len(shape):])
		for i, n := range shape {
			if n == 1 {
				coords[i] = 0
			}
		}
		return coords
	}
}

// renaming finds, for each register of layout to, the register of layout from that holds its element in the same thread,
// whatever the thread. source maps coordinates of to to those of from; it must be linear.
func renaming(from, to layout.Layout, source func([]int) []int) (registers []int, ok bool) {
	for _, in := range []string{layout.Lane, layout.Warp} {
		a, b := from.Bases(in), to.Bases(in)
		if len(a) != len(b) {
			return nil, false
		}
		for i := range a {
			if !slices.Equal(a[i], source(b[i])) {
				return nil, false
			}
		}
	}
	registers = make([]int, registerCount(to))
	for r := range registers {
		want := source(to.Apply(r))
		found := -1
		for s := registerCount(from) - 1; s >= 0; s-- {
			if slices.Equal(from.Apply(s), want) {
				found = s
			}
		}
		if found < 0 {
			return nil, false
		}
		registers[r] = found
	}
	return registers, true
}

// convertLayout picks registers where threads have their elements, and goes through shared memory otherwise.
func (c *converter) convertLayout(op *ir.Operation) error {
	from, err := c.linear(op, op.Operand(0).Type())
	if err != nil {
		return err
	}
	to, err := c.linear(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	t, err := c.scalar(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	if s, ok := layout.Select(from, to); ok {
		c.values[op.Result(0)] = c.pick(c.values[op.Operand(0)], s)
		return nil
	}
	base := c.scratch.acquire(c, elementCount(from), inMemory(c.ctx, t))
	c.put(base, op.Operand(0), from, rowMajor(from), 0)
	c.barrier()
	c.get(base, op.Result(0), t, c.places(to, rowMajor(to), 0))
	return nil
}
