package products

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/accesses"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// Threads copy tiles to shared memory asynchronously. Each thread copies the elements whose addresses it holds. The
// tile is laid out in shared memory as the product reads it, so that it is not moved again.

// SharedAlloc lowers tilegpu.shared_alloc for buffers that tilegpu.shared_copy fills, and for those of tiles that warp
// groups store.
func SharedAlloc(c *emit.Code, op *ir.Operation) error {
	t := op.Result(0).Type().(*tilegpu.SharedType)
	if _, _, ok := readerOf(op.Result(0)); !ok && !forStores(op.Result(0)) {
		return op.Errorf("has no rule in the conversion to one thread's program unless its cells are filled by " +
			"tilegpu.shared_copy and loaded as factors of one product, or tilegpu.bulk_store uses it")
	}
	c.Values.Set(op.Result(0), []*ir.Value{c.AcquireAligned(alignment, []int64{t.NumCells() * cellBytes(t)})})
	return nil
}

// forStores reports whether tiles go through a buffer to arrays.
func forStores(buffer *ir.Value) bool {
	for u := range buffer.Uses() {
		if !u.Owner().Is(&tilegpu.BulkStore) {
			return false
		}
	}
	return buffer.HasUses()
}

// cellBytes returns the size of a cell in shared memory.
func cellBytes(t *tilegpu.SharedType) int64 {
	cell := t.Cell().(*ir.TensorType)
	n, _ := ir.NumElements(cell)
	return (n*emit.BytesOf(cell.ElementType()) + alignment - 1) &^ (alignment - 1)
}

// readerOf returns one of the products that use the tiles of a buffer, and the index of the operand. ok is false if
// something else uses the tiles, or if the products read them in different ways.
func readerOf(buffer *ir.Value) (dot *ir.Operation, index int, ok bool) {
	filled := false
	for u := range buffer.Uses() {
		if u.Owner().Is(&tilegpu.SharedCopy) {
			filled = true
			continue
		}
		if u.Owner().NumResults() == 0 { // a store
			return nil, 0, false
		}
		tile := u.Owner().Result(0)
		if _, copied := tilegpu.CopiedTileOf(tile); !copied {
			return nil, 0, false
		}
		for use := range tile.Uses() {
			reader := use.Owner()
			if !isFactor(use) || dot != nil && (reader.Result(0).Type() != dot.Result(0).Type() || use.Index() != index) {
				return nil, 0, false
			}
			dot, index = reader, use.Index()
		}
	}
	return dot, index, filled && dot != nil
}

func isFactor(use *ir.Operand) bool { return use.Owner().Is(&tile.Dot) && use.Index() < 2 }

// cell returns the address of cell n of a buffer.
func cell(c *emit.Code, buffer, n *ir.Value) *ir.Value {
	bytes := cellBytes(buffer.Type().(*tilegpu.SharedType))
	at := c.Binary(&llvm.Mul, c.Element(n, 0), c.I32(bytes))
	return llvm.NewGEP(c.B, c.Ctx.I(8), c.Element(buffer, 0), 0, llvm.Index{Value: at})
}

// cellOf returns the address of a tile that was copied to shared memory.
func cellOf(c *emit.Code, v *ir.Value) *ir.Value {
	t, _ := tilegpu.CopiedTileOf(v)
	return cell(c, t.Buffer, t.N)
}

// layoutsOf returns the layouts of a product's operands and results. The layout of a tile that was copied is that of
// the pointers of the copy.
func layoutsOf(c *emit.Code, op *ir.Operation) (operands, results []layout.Layout, err error) {
	if operands, results, err = c.Layouts(op); err != nil {
		return nil, nil, err
	}
	for i := range 2 {
		if t, ok := tilegpu.CopiedTileOf(op.Operand(i)); ok {
			if operands[i], err = c.Layout(t.Copy, t.Copy.Operand(0).Type()); err != nil {
				return nil, nil, err
			}
			if operands[i], err = placed(operands[i], t.Copy); err != nil {
				return nil, nil, err
			}
		}
	}
	return operands, results, nil
}

// placed returns the layout of a copied tile, given that of the pointers.
func placed(l layout.Layout, copied *ir.Operation) (layout.Layout, error) {
	turned := tilegpu.TurnedOf(copied)
	if turned == (tilegpu.Turned{}) {
		return l, nil
	}
	var in []layout.In
	for _, d := range l.Ins() {
		one := layout.In{Name: d.Name}
		for _, basis := range l.Bases(d.Name) {
			one.Bases = append(one.Bases, turned.Place(copied.Operand(0).Type().(*ir.TensorType).Shape(), basis))
		}
		in = append(in, one)
	}
	return layout.New(in, l.Outs())
}

// placeOf returns the place of the elements of a copied factor in shared memory, as the product dot reads them.
func placeOf(c *emit.Code, dot *ir.Operation, index int) (emit.Place, error) {
	e, ok := tilegpu.EncodingOf(dot.Result(0).Type()).(*tilegpu.MMAAttr)
	if !ok {
		p, err := newProduct(c, dot)
		if err != nil {
			return nil, err
		}
		return p.factors[index].at, nil
	}
	operands, _, err := layoutsOf(c, dot)
	if err != nil {
		return nil, err
	}
	if isOfWarpGroups(dot) {
		lines := [2]int{nvvm.WgmmaRows, e.Spec.N}[index]
		_, at, err := swizzledFactor(c, dot.Operand(index), index, operands[index], lines)
		return at, err
	}
	how, err := tensorcores.WarpProduct(dot, c.SM)
	if err != nil {
		return nil, dot.Errorf("%w", err)
	}
	f, err := newFragments(c, dot, index, how, operands[index], e)
	if err != nil {
		return nil, err
	}
	return f.placeAt(), nil
}

// isOfWarpGroups reports whether a product is computed by warp groups, with wgmma.
func isOfWarpGroups(dot *ir.Operation) bool {
	e, ok := tilegpu.EncodingOf(dot.Result(0).Type()).(*tilegpu.MMAAttr)
	return ok && e.Spec.Version == 3
}

// SharedCopy lowers tilegpu.shared_copy. Each element is copied once. The instructions are as wide as the addresses are
// known to be consecutive in both memories. Narrower accesses than cp.async supports become a load and a store.
func SharedCopy(c *emit.Code, op *ir.Operation) error {
	pointers, mask, buffer := op.Operand(0), op.Operand(1), op.Operand(2)
	dot, index, ok := readerOf(buffer)
	if !ok {
		return op.Errorf("copies to a buffer whose tiles are not all operands of one product")
	}
	at, err := placeOf(c, dot, index)
	if err != nil {
		return err
	}
	l, err := c.Layout(op, pointers.Type())
	if err != nil {
		return err
	}
	if turned, cell := tilegpu.TurnedOf(op), at; turned != (tilegpu.Turned{}) {
		shape := pointers.Type().(*ir.TensorType).Shape()
		at = func(coords []int) uint64 { return cell(turned.Place(shape, coords)) }
	}
	elem := emit.PointeeType(c.Ctx, pointers.Type())
	vector := copiedVector(c, op, l, at)
	bytes := int64(len(vector)) * emit.BytesOf(elem)
	registers, lanes, warps := c.Copies(l)
	base := cell(c, buffer, op.Operand(3))
	to := c.Places(l, at, 0)
	c.When(c.Owner(lanes, warps), nil, func() []*ir.Value {
		for r := range to {
			switch {
			case r&(registers|vector[len(vector)-1]) != 0:
			case bytes < leastCopied:
				c.StoreShared(base, to[r], loaded(c, elem, c.Element(pointers, r), c.Element(mask, r)))
			default:
				size := c.Choose(c.Element(mask, r), c.I32(bytes), c.I32(0))
				pointer := llvm.NewGEP(c.B, elem, base, 0, llvm.Index{Value: to[r]})
				nvvm.NewCpAsync(c.B, pointer, c.Element(pointers, r), bytes, size)
			}
		}
		return nil
	})
	return nil
}

// loaded loads an element as an integer, or returns zero if the mask is false.
func loaded(c *emit.Code, elem ir.Type, pointer, mask *ir.Value) *ir.Value {
	t := c.Ctx.I(uint32(8 * emit.BytesOf(elem)))
	return c.When(mask, []*ir.Value{c.Number(t, 0)}, func() []*ir.Value {
		return []*ir.Value{llvm.NewLoad(c.B, t, pointer, emit.BytesOf(elem))}
	})[0]
}

// leastCopied is the smallest access of cp.async in bytes (PTX ISA, "cp.async").
const leastCopied = 4

// copiedVector returns the registers that one instruction copies, as [emit.ConsecutiveRegisters] does.
func copiedVector(c *emit.Code, op *ir.Operation, l layout.Layout, at emit.Place) []int {
	p := accesses.PatternOf(c.Info, op)
	along := p.Order()[0]
	limit := min(p.Vector(along), costs.VectorBytes/p.Bytes)
	vector := emit.ConsecutiveRegisters(l, at, int(limit))
	for n := 1; n < len(vector); n *= 2 {
		for d, x := range l.Apply(vector[n]) {
			if d == along && x != n || d != along && x != 0 {
				return vector[:n]
			}
		}
	}
	return vector
}

// SharedGroup lowers tilegpu.shared_group. Threads have begun copies beside the products of warp groups, for which they
// wait here.
func SharedGroup(c *emit.Code, op *ir.Operation) error {
	c.B.Build(&nvvm.CpAsyncCommit, nil)
	for before := op.Prev(); before != nil; before = before.Prev() {
		if !before.Is(&tile.Dot) || c.Running[before.Result(0)] == nil {
			continue
		}
		c.Values.Set(before.Result(0), Await(c.B, 0, c.Running[before.Result(0)]))
		delete(c.Running, before.Result(0))
	}
	return nil
}

// runsBesideCopies reports whether a product of warp groups may run while threads begin copies: a group of copies
// follows in its block, ahead of all uses of the result, and ahead of the barrier behind which threads may copy to the
// cells that the product reads.
func runsBesideCopies(dot *ir.Operation) bool {
	for op := dot.Next(); op != nil; op = op.Next() {
		if op.Is(&tilegpu.SharedGroup) {
			return true
		}
		if op.NumRegions() > 0 || op.Is(&tilegpu.SharedAwait) || slices.Contains(op.OperandValues(), dot.Result(0)) {
			return false
		}
	}
	return false
}

// SharedAwait lowers tilegpu.shared_await: threads wait for their own copies, and then for each other.
func SharedAwait(c *emit.Code, op *ir.Operation) error {
	nvvm.NewCpAsyncWait(c.B, op.Inherent("pending").(*ir.IntegerAttr).Int64())
	if readByWarpGroups(op) {
		nvvm.NewFenceProxyAsyncShared(c.B)
	}
	c.Barrier()
	return nil
}

// readByWarpGroups reports whether warp groups read the tiles that a kernel copies. They read shared memory through the
// asynchronous proxy, which requires a fence.
func readByWarpGroups(op *ir.Operation) (found bool) {
	for op.Parent() != nil && !op.Parent().HasTrait(ir.IsolatedFromAbove) {
		op = op.Parent()
	}
	op.Parent().Walk(func(alloc *ir.Operation) bool {
		if alloc.Is(&tilegpu.SharedAlloc) {
			dot, _, ok := readerOf(alloc.Result(0))
			found = found || ok && isOfWarpGroups(dot)
		}
		return !found
	})
	return found
}

// SharedLoad lowers tilegpu.shared_load of a tile that was copied: the product reads it where it is.
func SharedLoad(c *emit.Code, op *ir.Operation) error {
	if _, ok := tilegpu.CopiedTileOf(op.Result(0)); !ok {
		return op.Errorf("has no rule in the conversion to one thread's program unless tilegpu.shared_copy fills the buffer")
	}
	c.Values.Set(op.Result(0), []*ir.Value{})
	return nil
}
