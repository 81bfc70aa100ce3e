package tilellvm

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
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

// scratch is the kernel's shared memory for exchanges between warps: one buffer, used by one exchange after another.
type scratch struct {
	global llvm.Global
	base   *ir.Value
	size   int64 // bytes
	used   bool  // whether an exchange may still be reading
}

// scratchAlignment serves every element type and vector access.
const scratchAlignment = 16

// acquire makes room for n elements and returns the buffer. Exchanges that were reading it have finished then.
func (s *scratch) acquire(c *converter, n int64, elem ir.Type) *ir.Value {
	if s.base == nil {
		at := *c.b
		c.b.Before(c.fn.Operation)
		s.global = llvm.NewSharedArray(c.b, c.uniqueName("scratch"), llvm.ArrayOf(c.ctx, 0, c.ctx.I(8)), scratchAlignment)
		c.b.AtStart(c.fn.Region(0).Entry())
		s.base = llvm.NewAddressOf(c.b, s.global)
		*c.b = at
	}
	s.size = max(s.size, n*bytesOf(elem))
	if s.used {
		c.barrier()
	}
	s.used = true
	return s.base
}

// bytesOf returns the size of a value in shared memory; pointers have 64 bits.
func bytesOf(t ir.Type) int64 {
	if _, ok := t.(*llvm.PointerType); ok {
		return 8
	}
	return int64(max(8, ir.BitWidth(t)) / 8)
}

// finish gives the buffer its size.
func (s *scratch) finish(c *converter) {
	if s.base != nil {
		t := llvm.ArrayOf(c.ctx, s.size, c.ctx.I(8))
		s.global.SetAttr("global_type", c.ctx.TypeAttr(t))
	}
}

func (s *scratch) store(c *converter, base, at, v *ir.Value) {
	v = c.toMemory(v)
	ptr := llvm.NewGEP(c.b, v.Type(), base, 0, llvm.Index{Value: at})
	llvm.NewStore(c.b, v, ptr, bytesOf(v.Type()))
}

func (s *scratch) load(c *converter, base, at *ir.Value, t ir.Type) *ir.Value {
	m := inMemory(c.ctx, t)
	ptr := llvm.NewGEP(c.b, m, base, 0, llvm.Index{Value: at})
	return c.fromMemory(llvm.NewLoad(c.b, m, ptr, bytesOf(m)), t)
}
