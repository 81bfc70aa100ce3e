package products

import (
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// leftWords returns the words of a left factor that threads hold in registers, for each block of rows and step along K.
func leftWords(c *emit.Code, op *ir.Operation, v *ir.Value, e *tilegpu.MMAAttr) (words [][][]*ir.Value, err error) {
	l, err := c.Layout(op, v.Type())
	if err != nil {
		return nil, err
	}
	t := v.Type().(*ir.TensorType)
	perWord := 32 / ir.BitWidth(t.ElementType())
	return wordsOf(c, l, t.Shape(), perWord, e, func(r int) *ir.Value { return c.Element(v, r) }), nil
}

// operandLayout returns the layout that instructions require of a left factor in registers.
func operandLayout(c *emit.Code, v *ir.Value, e *tilegpu.MMAAttr) *tilegpu.DotOperandAttr {
	return tilegpu.DotOperand(c.Ctx, 0, 32/ir.BitWidth(ir.ElementOrSelf(v.Type())), e)
}

// staged writes a left factor that threads hold in another layout to shared memory, from where instructions read it.
func staged(c *emit.Code, op *ir.Operation, v *ir.Value) (f layout.WgmmaFactor, base *ir.Value, err error) {
	l, err := c.Layout(op, v.Type())
	if err != nil {
		return f, nil, err
	}
	f, at, err := swizzledFactor(c, v, 0, l, nvvm.WgmmaRows)
	if err != nil {
		return f, nil, op.Errorf("%w", err)
	}
	base = c.AcquireAligned(alignment, []int64{int64(f.Bytes())})
	putFactor(c, op, 0, base, l, at)
	nvvm.NewFenceProxyAsyncShared(c.B)
	c.BeforeBarrier(op)
	c.Barrier()
	return f, base, nil
}

// readLeft loads a left factor of 32-bit elements from a slot, and returns its words.
func readLeft(c *emit.Code, base *ir.Value, f layout.WgmmaFactor, e *tilegpu.MMAAttr) ([][][]*ir.Value, error) {
	shape := []int64{int64(f.Shape[1]), int64(f.Shape[0])}
	l, err := tilegpu.DotOperand(c.Ctx, 0, 1, e).Linear(shape)
	if err != nil {
		return nil, err
	}
	inMemory, err := layout.NVMMAShared(f.Spec, f.Shape[:])
	if err != nil {
		return nil, err
	}
	inverse, err := inMemory.Invert()
	if err != nil {
		return nil, err
	}
	at := func(coords []int) uint64 { return uint64(inverse.Apply(coords[1], coords[0])[0]) }
	held := c.GetVectors(base, l, at, emit.ConsecutiveRegisters(l, at, 1), c.Ctx.F32())
	c.B.Build(&nvvm.BarWarpSync, []*ir.Value{c.I32(-1)}) // one lane releases the slot for the whole warp
	return wordsOf(c, l, shape, 1, e, func(r int) *ir.Value { return held[r] }), nil
}

// wordsOf returns the words of a left factor with a shape and a layout, given its registers.
func wordsOf(c *emit.Code, l layout.Layout, shape []int64, perWord int, e *tilegpu.MMAAttr,
	register func(r int) *ir.Value) (words [][][]*ir.Value) {
	at := make(map[[2]int]int) // registers by place, for lane 0 of warp 0
	for r := range emit.RegisterCount(l) {
		coords := l.Apply(r)
		if place := [2]int{coords[0], coords[1]}; !has2(at, place) {
			at[place] = r
		}
	}
	down, depth := e.Spec.WarpsPerCTA[0]/4, nvvm.WgmmaKBytes/4*perWord
	for row := 0; row < int(shape[0]); row += nvvm.WgmmaRows * down {
		var steps [][]*ir.Value
		for k := 0; k < int(shape[1]); k += depth {
			var step []*ir.Value
			for i := range 4 {
				elements := make([]*ir.Value, perWord)
				for n := range elements {
					elements[n] = register(at[[2]int{row + i&1*rowsOfLanes, k + i>>1*depth/2 + n}])
				}
				step = append(step, c.Word(elements))
			}
			steps = append(steps, step)
		}
		words = append(words, steps)
	}
	return words
}

func has2(m map[[2]int]int, at [2]int) bool {
	_, ok := m[at]
	return ok
}
