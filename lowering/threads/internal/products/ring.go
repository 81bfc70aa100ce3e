package products

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// ring is a ring of slots in shared memory, with two mbarriers for each slot. The bytes of a tile arrive at the first
// one, and the warps that have used the tile arrive at the second one. Several rings may share their mbarriers.
type ring struct {
	*emit.Code
	slots    int64
	tile     *ir.TensorType
	bytes    int64 // the size of a slot
	memory   *ir.Value
	barriers *ir.Value // first the barriers for bytes, then the barriers for warps
}

// ringOf returns the ring of a value. The thread holds its two addresses.
func ringOf(c *emit.Code, v *ir.Value) *ring {
	s := v.Type().(*tilegpu.SharedType)
	r := &ring{Code: c, slots: s.NumCells(), tile: s.Cell().(*ir.TensorType)}
	r.bytes = tensorcores.SlotBytes(r.tile)
	if held := c.Values.Get(v); held != nil {
		r.memory, r.barriers = held[0], held[1]
	}
	return r
}

// Ring lowers tilegpu.ring.
func Ring(c *emit.Code, op *ir.Operation) error {
	r := ringOf(c, op.Result(0))
	if op.NumOperands() > 0 {
		r.memory, r.barriers = c.AcquireAligned(alignment, []int64{r.slots * r.bytes}), ringOf(c, op.Operand(0)).barriers
		c.Values.Set(op.Result(0), []*ir.Value{r.memory, r.barriers})
		return nil
	}
	r.barriers = c.AcquireAligned(barrierBytes, []int64{2 * r.slots * barrierBytes})
	r.memory = c.AcquireAligned(alignment, []int64{r.slots * r.bytes})
	c.Values.Set(op.Result(0), []*ir.Value{r.memory, r.barriers})
	copies := copiesOf(op)
	c.When(r.first(), nil, func() []*ir.Value {
		for i := range 2 * r.slots {
			arrivals := copies
			if i >= r.slots {
				arrivals = int64(c.Warps)
			}
			c.B.Build(&nvvm.MbarrierInit, []*ir.Value{r.AddBytes(r.barriers, i*barrierBytes), c.I32(arrivals)})
		}
		c.B.Build(&nvvm.FenceMbarrierInit, nil)
		return nil
	})
	nvvm.NewFenceProxyAsyncShared(c.B) // in a loop, the copies may overwrite memory that threads wrote
	c.Barrier()
	return nil
}

// copiesOf returns how many copies fill a slot: one for each ring that has the barriers.
func copiesOf(ring *ir.Operation) (n int64) {
	n = 1
	for u := range ring.Result(0).Uses() {
		if u.Owner().Is(&tilegpu.Ring) {
			n++
		}
	}
	return n
}

// RingEnd lowers tilegpu.ring_end.
func RingEnd(c *emit.Code, op *ir.Operation) error {
	r := ringOf(c, op.Operand(0))
	if tilegpu.BarriersOf(op.Operand(0)) != op.Operand(0) {
		return nil
	}
	endBarriers(c, op, r.barriers, 2*r.slots, r.first())
	return nil
}

// endBarriers ends the use of n mbarriers at op, so that later code may use their memory. If op is executed at most
// once, no later code needs it: then nothing else ever uses the memory, and no thread waits for the others.
func endBarriers(c *emit.Code, op *ir.Operation, barriers *ir.Value, n int64, first *ir.Value) {
	if !c.Repeats(op) {
		c.Keep(barriers)
		return
	}
	c.Barrier()
	c.When(first, nil, func() []*ir.Value {
		for i := range n {
			c.B.Build(&nvvm.MbarrierInval, []*ir.Value{c.AddBytes(barriers, i*barrierBytes)})
		}
		return nil
	})
}

// first returns whether the thread is the one that starts copies.
func (r *ring) first() *ir.Value { return r.Compare("eq", r.Thread, r.I32(0)) }

// place has the memory and the barriers of a tile's slot, and the parity of the slot's phase.
type place struct{ memory, full, empty, parity *ir.Value }

// of returns the place of tile n.
func (r *ring) of(n *ir.Value) place {
	slot := r.Binary(&llvm.URem, n, r.I32(r.slots))
	at := func(base *ir.Value, bytes int64) *ir.Value {
		return llvm.NewGEP(r.B, r.Ctx.I(8), base, 0, llvm.Index{Value: r.Binary(&llvm.Mul, slot, r.I32(bytes))})
	}
	return place{memory: at(r.memory, r.bytes), full: at(r.barriers, barrierBytes),
		empty:  at(r.AddBytes(r.barriers, r.slots*barrierBytes), barrierBytes),
		parity: r.Binary(&llvm.And, r.Binary(&llvm.UDiv, n, r.I32(r.slots)), r.I32(1))}
}

// RingCopy lowers tilegpu.ring_copy. One thread waits until the previous tile of the slot was released. In the first
// round there is no previous tile: the wait is for the parity of the phase before the first one, which counts as
// complete. Copies that wait for the same slot begin together, where the last of them is: the thread that copies is
// often the slowest, and branches and waits take most of its time.
func RingCopy(c *emit.Code, op *ir.Operation) error {
	if nextTogether(op) != nil {
		return nil
	}
	list := []*ir.Operation{op}
	for before := previousTogether(op); before != nil; before = previousTogether(before) {
		list = append([]*ir.Operation{before}, list...)
	}
	first, n := ringOf(c, op.Operand(0)), c.Element(op.Operand(1), 0)
	exists := c.Element(op.Operand(op.NumOperands()-1), 0)
	c.When(c.Both(first.first(), exists), nil, func() []*ir.Value {
		for i, one := range list {
			r := ringOf(c, one.Operand(0))
			p := r.of(n)
			if number, ok := llvm.ConstantInt(n); i == 0 && (!ok || number >= r.slots) {
				before := c.Binary(&llvm.XOr, p.parity, c.I32(1))
				c.B.Build(&nvvm.MbarrierTryWaitParity, []*ir.Value{p.empty, before, c.I32(waitTicks)})
			}
			c.B.Build(&nvvm.MbarrierArriveExpectTx, []*ir.Value{p.full, c.I32(tensorcores.TileBytes(r.tile))})
			r.copyPieces(p, c.Element(one.Operand(2), 0), r.starts(one), r.offsets(one))
		}
		return nil
	})
	c.B.Build(&nvvm.BarWarpSync, []*ir.Value{c.I32(-1)}) // warps execute products as a whole
	return nil
}

// hasWindows reports whether threads load windows of a ring's tiles, as in shift convolutions. These take 2 per cent
// longer on an H200 if copies begin together. Why is not known; perhaps warp groups then wait at the same time.
func hasWindows(ring *ir.Value) bool {
	for use := range ring.Uses() {
		if use.Owner().Is(&tilegpu.RingLoad) {
			if _, ok := tilegpu.WindowsOf(use.Owner()); ok {
				return true
			}
		}
	}
	return false
}

// isSame reports whether two values are the same one or equal constants.
func isSame(x, y *ir.Value) bool {
	constant := ir.ConstantOf(x)
	return x == y || constant != nil && constant == ir.ConstantOf(y)
}

// starts returns the coordinates of the pieces of a copy, each with the fastest dimension first.
func (r *ring) starts(op *ir.Operation) (starts [][]*ir.Value) {
	for _, coordinates := range tilegpu.Coordinates(op) {
		var start []*ir.Value
		for _, v := range slices.Backward(coordinates) {
			start = append(start, r.Element(v, 0))
		}
		starts = append(starts, start)
	}
	return starts
}

// offsets returns the offsets of a copy of pixels, the fastest dimension first.
func (r *ring) offsets(op *ir.Operation) (out []*ir.Value) {
	for _, v := range slices.Backward(tilegpu.Offsets(op)) {
		out = append(out, llvm.NewCast(r.B, &llvm.Trunc, r.Element(v, 0), r.Ctx.I(16)))
	}
	return out
}

// nextTogether returns the next copy behind another one if they wait for the same slot, and nothing but computations
// is between them; else nil.
func nextTogether(op *ir.Operation) *ir.Operation { return neighborTogether(op, (*ir.Operation).Next) }

// previousTogether is nextTogether in the other direction.
func previousTogether(op *ir.Operation) *ir.Operation {
	return neighborTogether(op, (*ir.Operation).Prev)
}

func neighborTogether(op *ir.Operation, next func(*ir.Operation) *ir.Operation) *ir.Operation {
	other := next(op)
	for other != nil && ir.HasNoEffect(other) && other.NumRegions() == 0 {
		other = next(other)
	}
	if other == nil || !other.Is(&tilegpu.RingCopy) || other.Operand(1) != op.Operand(1) ||
		hasWindows(op.Operand(0)) || hasWindows(other.Operand(0)) ||
		!isSame(other.Operand(other.NumOperands()-1), op.Operand(op.NumOperands()-1)) ||
		tilegpu.BarriersOf(other.Operand(0)) != tilegpu.BarriersOf(op.Operand(0)) {
		return nil
	}
	return other
}

// copyPieces begins the copies of a tile's pieces, whose coordinates begin with the fastest dimension. A single piece
// is copied panel by panel.
func (r *ring) copyPieces(p place, tensorMap *ir.Value, starts [][]*ir.Value, offsets []*ir.Value) {
	n, columns := len(starts), 0
	if n == 1 && !tilegpu.IsRow(r.tile) {
		columns = tensorcores.RingFactor(r.tile, false, 0).Box()[1]
		n = int(r.tile.Shape()[1]) / columns
	}
	for i := range n {
		at := slices.Clone(starts[min(i, len(starts)-1)])
		if i > 0 && len(starts) == 1 {
			at[0] = r.Binary(&llvm.Add, at[0], r.I32(int64(i*columns)))
		}
		to := r.AddBytes(p.memory, int64(i)*tensorcores.TileBytes(r.tile)/int64(n))
		if offsets != nil {
			nvvm.NewPixelLoad(r.B, to, tensorMap, p.full, at, offsets)
			continue
		}
		nvvm.NewTensorLoad(r.B, to, tensorMap, p.full, at...)
	}
}

// RingAwait lowers tilegpu.ring_await.
func RingAwait(c *emit.Code, op *ir.Operation) error {
	p := ringOf(c, op.Operand(0)).of(c.Element(op.Operand(1), 0))
	c.B.Build(&nvvm.MbarrierTryWaitParity, []*ir.Value{p.full, p.parity, c.I32(waitTicks)})
	return nil
}

// RingRelease lowers tilegpu.ring_release: one lane of each warp arrives, as soon as all have what they read of a row.
// Without the fence, a copy filled slots again on an H200 before they were read: an arrival seems not to wait for loads
// that are under way. Products are no order for loads of other lanes, so the warp meets even behind one.
func RingRelease(c *emit.Code, op *ir.Operation) error {
	r, n := ringOf(c, op.Operand(0)), c.Element(op.Operand(1), 0)
	if tilegpu.IsRow(r.tile) {
		if !taken(op) {
			llvm.NewFence(c.B, "acq_rel", "block")
		}
		c.B.Build(&nvvm.BarWarpSync, []*ir.Value{c.I32(-1)})
	}
	one := c.Compare("eq", c.Lane, c.I32(0))
	if op.NumOperands() > 2 {
		one = c.Binary(&llvm.And, one, c.Element(op.Operand(2), 0))
	}
	c.When(one, nil, func() []*ir.Value {
		c.B.Build(&nvvm.MbarrierArrive, []*ir.Value{r.of(n).empty})
		return nil
	})
	return nil
}

// RingLoad lowers tilegpu.ring_load.
func RingLoad(c *emit.Code, op *ir.Operation) error {
	t := op.Result(0).Type().(*ir.TensorType)
	l, err := c.Layout(op, t)
	if err != nil {
		return err
	}
	if w, ok := tilegpu.WindowsOf(op); ok {
		return loadWindows(c, op, w, ringOf(c, op.Operand(0)).of(c.Element(op.Operand(1), 0)).memory, l)
	}
	if r := ringOf(c, op.Operand(0)); !tilegpu.IsRow(r.tile) {
		panels, err := emit.PanelsOf(r.tile)
		if err != nil {
			return op.Errorf("%w", err)
		}
		elem, err := c.Scalar(op, t)
		if err != nil {
			return err
		}
		base := r.of(c.Element(op.Operand(1), 0)).memory
		c.Values.Set(op.Result(0), c.GetPanels(panels, base, l, elem))
		return nil
	}
	at := func(coords []int) (place uint64) {
		for _, i := range coords { // only one of them is not 0
			place += uint64(i)
		}
		return place
	}
	base := ringOf(c, op.Operand(0)).of(c.Element(op.Operand(1), 0)).memory
	width := costs.VectorBytes * 8 / ir.BitWidth(t.ElementType())
	c.Values.Set(op.Result(0), c.GetVectors(base, l, at, emit.ConsecutiveRegisters(l, at, width), t.ElementType()))
	return nil
}

// taken reports whether a product behind the loads of a row, and ahead of its release, needs all that was loaded. The
// instructions for a product are executed by the warp as a whole, when their registers have their values.
func taken(release *ir.Operation) (all bool) {
	ring := release.Operand(0)
	var lefts []*ir.Value // factors of the products behind op
	for op := release.Prev(); op != nil && !(op.Is(&tilegpu.RingAwait) && op.Operand(0) == ring); op = op.Prev() {
		if p, ok := tilegpu.AsRingProduct(op); ok && p.LHSInRegisters() {
			lefts = append(lefts, op.Operand(0))
		}
		if op.Is(&tilegpu.RingLoad) && op.Operand(0) == ring {
			all = slices.ContainsFunc(lefts, func(v *ir.Value) bool { return tensorcores.Takes(v, op.Result(0)) })
			if !all {
				return false
			}
		}
	}
	return all
}

// RingStore lowers tilegpu.ring_store. When all threads have read the slot, they write the tile to it, and one of them
// starts the copy. The other threads release the slot at once, and this thread releases it when the copy has read it.
func RingStore(c *emit.Code, op *ir.Operation) error {
	value := op.Operand(0)
	l, err := c.Layout(op, value.Type())
	if err != nil {
		return err
	}
	panels, err := emit.PanelsOf(value.Type().(*ir.TensorType))
	if err != nil {
		return op.Errorf("%w", err)
	}
	v, n := tilegpu.RingSlot(op)
	slot := ringOf(c, v).of(c.Element(n, 0))
	c.Barrier()
	c.PutPanels(panels, slot.memory, c.Values.Get(value), l)
	c.Barrier()
	c.When(c.Compare("eq", c.Lane, c.I32(0)), nil, func() []*ir.Value {
		c.When(c.Compare("eq", c.Thread, c.I32(0)), nil, func() []*ir.Value {
			if tilegpu.IsOrdered(op) {
				nvvm.NewBulkWait(c.B, 0, false)
			}
			c.StorePanels(panels, slot.memory, c.Element(op.Operand(1), 0), c.StartOf(op), false)
			c.B.Build(&nvvm.BulkCommit, nil)
			nvvm.NewBulkWait(c.B, 0, true)
			return nil
		})
		c.B.Build(&nvvm.MbarrierArrive, []*ir.Value{slot.empty})
		return nil
	})
	return nil
}

// RingDot lowers tilegpu.ring_dot, together with products behind it that multiply the next columns of its right factor
// ([besideOf]).
func RingDot(c *emit.Code, op *ir.Operation) error {
	if c.Values.Get(op.Result(0)) != nil { // it was computed together with an earlier one
		return nil
	}
	product := tilegpu.RingProduct{Operation: op}
	e, err := ringLayout(product)
	if err != nil {
		return err
	}
	p, bases, err := ringFactors(c, product, e)
	if err != nil {
		return err
	}
	all := besideOf(c, product, p.TypeA)
	for _, one := range all[1:] {
		p.Accumulator.N += columnsOf(one)
		p.Columns += columnsOf(one)
	}
	if err := p.Check(); err != nil {
		return op.Errorf("%w", err)
	}
	promotes := tensorcores.Promotes(product.Tile(0).ElementType()) && !tensorcores.IsZero(product.Accumulator())
	if promotes && product.IsAsync() {
		return op.Errorf("the accumulator of an asynchronous product must be computed by tensor cores")
	}
	clear := promotes || tensorcores.IsZero(product.Accumulator())
	var before, sums [][]*ir.Value
	for i, one := range all {
		before = append(before, c.Values.Get(one.Accumulator()))
		if sums = append(sums, before[i]); clear {
			sums[i] = cleared(c, one, before[i])
		}
	}
	n := len(sums[0]) / (e.Spec.N / 2)
	running := p.Begin(c.B, bases, c.Warp, together(sums, n), clear)
	if product.IsAsync() {
		c.Running[op.Result(0)] = running
		c.Values.Set(op.Result(0), unpack(c.B, running[:n]))
		return nil
	}
	done := apart(unpack(c.B, tilegpu.NewAwaitProducts(c.B, 0, running)[:n]), sums, n)
	for i, one := range all {
		for r := range done[i] {
			if promotes {
				done[i][r] = c.Binary(&llvm.FAdd, before[i][r], done[i][r])
			}
		}
		c.Values.Set(one.Result(0), done[i])
	}
	return nil
}

// ringLayout returns the layout of a product's result, which must be one of warp groups.
func ringLayout(p tilegpu.RingProduct) (*tilegpu.MMAAttr, error) {
	e, ok := tilegpu.EncodingOf(p.Result(0).Type()).(*tilegpu.MMAAttr)
	if !ok || e.Spec.Version != 3 || tilegpu.EncodingOf(p.Accumulator().Type()) != tilegpu.Encoding(e) {
		return nil, p.Errorf("is computed by warp groups: its accumulator must have their layout")
	}
	return e, nil
}

// ringFactors returns the product with its factors, and their addresses.
func ringFactors(c *emit.Code, product tilegpu.RingProduct, e *tilegpu.MMAAttr) (p *Wgmma, bases [2]*ir.Value,
	err error) {
	shape := product.Result(0).Type().(*ir.TensorType).Shape()
	p = &Wgmma{Accumulator: e.Spec, Rows: int(shape[0]), Columns: int(shape[1])}
	if p.TypeA, p.TypeB, p.TypeD, err = tensorcores.RingTypes(product); err != nil {
		return nil, bases, product.Errorf("%w", err)
	}
	from, _ := product.From()
	p.From = int(from)
	for i := range bases {
		v, n := product.Factor(i)
		if n == nil {
			if tilegpu.EncodingOf(v.Type()) != tilegpu.Encoding(operandLayout(c, v, e)) {
				p.Factors[i], bases[i], err = staged(c, product.Operation, v)
			} else {
				p.Left, err = leftWords(c, product.Operation, v, e)
			}
			if err != nil {
				return nil, bases, err
			}
			continue
		}
		p.Factors[i] = tensorcores.RingFactor(product.Tile(i), product.Transposed(i), i)
		bases[i] = ringOf(c, v).of(c.Element(n, 0)).memory
		if tensorcores.ThroughRegisters(p.Factors[i], i) {
			if p.Left, err = readLeft(c, bases[i], p.Factors[i], e); err != nil {
				return nil, bases, product.Errorf("%w", err)
			}
		}
	}
	return p, bases, nil
}

// cleared returns registers for the result of a product whose accumulator is zero, or is added by threads.
func cleared(c *emit.Code, p tilegpu.RingProduct, sums []*ir.Value) []*ir.Value {
	if earlier := finished(p); earlier != nil && len(c.Values.Get(earlier)) == len(sums) {
		return c.Values.Get(earlier) // instructions do not read them: the registers are used again
	}
	return slices.Repeat([]*ir.Value{c.Otherwise(nil, 0, sums[0].Type())}, len(sums))
}

// finished returns the result of the last product before one in its block, of the same type, if nothing uses it behind
// that one; nil if there is none. Assemblers may otherwise choose other registers for each product of a loop, and have
// too few for what is added up.
func finished(p tilegpu.RingProduct) *ir.Value {
	for op := p.Prev(); op != nil; op = op.Prev() {
		earlier, ok := tilegpu.AsRingProduct(op)
		if !ok {
			continue
		}
		v := earlier.Result(0)
		if earlier.IsAsync() || v.Type() != p.Result(0).Type() {
			return nil
		}
		for u := range v.Uses() {
			if user := u.Owner(); user.Block() != p.Block() || !user.IsBefore(p.Operation) {
				return nil
			}
		}
		return v
	}
	return nil
}

// RingWait lowers tilegpu.ring_wait.
func RingWait(c *emit.Code, op *ir.Operation) error {
	running, product := c.Running[op.Operand(0)], op.Operand(0)
	e, ok := tilegpu.EncodingOf(op.Result(0).Type()).(*tilegpu.MMAAttr)
	if !ok || running == nil || tilegpu.EncodingOf(product.Type()) != tilegpu.Encoding(e) {
		return op.Errorf("expected an asynchronous product, in the layout of warp groups")
	}
	pending := op.Inherent("pending").(*ir.IntegerAttr).Int64()
	n := len(c.Values.Get(product)) / (e.Spec.N / 2)
	c.Values.Set(op.Result(0), unpack(c.B, tilegpu.NewAwaitProducts(c.B, pending, running)[:n]))
	return nil
}
