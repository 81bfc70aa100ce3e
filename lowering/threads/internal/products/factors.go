package products

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// warpGroupProduct lowers a tile.dot whose accumulator has a layout of warp groups. Both operands go to shared memory,
// in the swizzled form that wgmma reads.
func warpGroupProduct(c *emit.Code, op *ir.Operation, accumulator *tilegpu.MMAAttr) error {
	operands, results, err := layoutsOf(c, op)
	if err != nil {
		return err
	}
	if tilegpu.EncodingOf(op.Operand(2).Type()) != tilegpu.EncodingOf(op.Result(0).Type()) {
		return op.Errorf("accumulator and result must have the same layout")
	}
	shape := op.Result(0).Type().(*ir.TensorType).Shape()
	p := &Wgmma{Accumulator: accumulator.Spec, Rows: int(shape[0]), Columns: int(shape[1])}
	if p.TypeA, p.TypeB, p.TypeD, err = tensorcores.WarpGroupTypes(op); err != nil {
		return op.Errorf("%w", err)
	}
	var places [2]emit.Place
	for i, l := range operands[:2] {
		lines := [2]int{nvvm.WgmmaRows, p.Accumulator.N}[i]
		if p.Factors[i], places[i], err = swizzledFactor(c, op.Operand(i), i, l, lines); err != nil {
			return op.Errorf("%w", err)
		}
	}
	if err := p.Check(); err != nil {
		return op.Errorf("%w", err)
	}
	bases, put := placedFactors(c, op, p.Factors)
	for _, i := range put {
		putFactor(c, op, i, bases[i], operands[i], places[i])
	}
	if put != nil {
		nvvm.NewFenceProxyAsyncShared(c.B)
		c.Barrier()
	}
	sums := make([]*ir.Value, emit.RegisterCount(results[0]))
	t, narrow, clear := c.Ctx.F32(), false, tensorcores.IsZero(op.Operand(2))
	for r := range sums {
		sums[r] = c.Element(op.Operand(2), r)
		if ir.IsFloat(sums[r].Type()) && sums[r].Type() != ir.Type(t) {
			sums[r], narrow = llvm.NewCast(c.B, &llvm.FPExt, sums[r], t), true
		}
	}
	if clear {
		sums = slices.Repeat([]*ir.Value{c.Otherwise(nil, 0, sums[0].Type())}, len(sums))
	}
	running := p.Begin(c.B, bases, c.Warp, sums, clear)
	if put == nil && !narrow && runsBesideCopies(op) {
		c.Running[op.Result(0)] = running
		return nil
	}
	sums = Await(c.B, 0, running)
	for r := range sums {
		if narrow {
			sums[r] = llvm.NewCast(c.B, &llvm.FPTrunc, sums[r], c.Element(op.Operand(2), r).Type())
		}
	}
	c.Values.Set(op.Result(0), sums)
	return nil
}

// swizzledFactor chooses the place of an operand's elements in shared memory. The instructions, which read the given
// number of lines, can read the operand with either dimension fastest. It takes the one in which threads can write more
// elements at once.
func swizzledFactor(c *emit.Code, v *ir.Value, index int, l layout.Layout, lines int) (f layout.WgmmaFactor,
	at emit.Place, err error) {
	t := v.Type().(*ir.TensorType)
	bits := ir.BitWidth(t.ElementType())
	best := 0
	for _, transposed := range []bool{index == 1, index == 0} { // first with the contracted dimension fastest
		shape := [2]int{int(t.Shape()[0]), int(t.Shape()[1])}
		one := layout.WgmmaFactor{Spec: layout.NVMMAFor(shape[:], bits, transposed), Shape: shape, K: 1 - index}
		if one.Check(lines) != nil && best > 0 || !one.KMajor() && bits != 16 {
			continue
		}
		inMemory, err := layout.NVMMAShared(one.Spec, shape[:])
		if err != nil {
			return f, nil, err
		}
		inverse, err := inMemory.Invert()
		if err != nil {
			return f, nil, err
		}
		to := func(coords []int) uint64 { return uint64(inverse.Apply(coords...)[0]) }
		if width := len(emit.ConsecutiveRegisters(l, to, costs.VectorBytes*8/bits)); width > best {
			best, f, at = width, one, to
		}
	}
	return f, at, nil
}

// putFactor writes an operand to shared memory.
func putFactor(c *emit.Code, op *ir.Operation, i int, base *ir.Value, l layout.Layout, at emit.Place) {
	values := make([]*ir.Value, emit.RegisterCount(l))
	bits := 0
	for r := range values {
		values[r] = c.Element(op.Operand(i), r)
		if bits = ir.BitWidth(values[r].Type()); bits == 32 && ir.IsFloat(values[r].Type()) {
			values[r] = roundedToTF32(c, values[r])
		}
	}
	if c.PutMatrices(base, values, l, at) {
		return
	}
	c.PutVectors(base, values, l, at, emit.ConsecutiveRegisters(l, at, costs.VectorBytes*8/bits))
}

// placedFactors returns the addresses of a product's factors in shared memory, and the indices of those that have yet
// to be written. It allocates memory for them.
func placedFactors(c *emit.Code, op *ir.Operation, factors [2]layout.WgmmaFactor) (bases [2]*ir.Value, put []int) {
	var sizes []int64
	for i, f := range factors {
		if _, ok := tilegpu.CopiedTileOf(op.Operand(i)); ok {
			bases[i] = cellOf(c, op.Operand(i))
			continue
		}
		put, sizes = append(put, i), append(sizes, (int64(f.Bytes())+alignment-1)&^(alignment-1))
	}
	if put == nil {
		return bases, nil
	}
	base, at := c.AcquireAligned(alignment, sizes), int64(0)
	for n, i := range put {
		bases[i] = c.AddBytes(base, at)
		at += sizes[n]
	}
	return bases, put
}
