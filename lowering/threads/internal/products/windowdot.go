package products

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// windowProduct is the lowering of one tilegpu.window_dot. Tiles of the filter go through a ring of n slots, as in a
// [stream]. Copies write the patch of a block as it is in global memory: a row for each channel. Threads write its
// transpose, with a row of 64 channels for each column, to one of two places in turns.
//
// A block has a step for each shift. In each step, all threads wait for the step's slot, start its products, wait for
// those of the step before, and meet. Then one thread starts the copy of a tile into the slot of the step before. In
// the first step of a block, threads then transpose the patch of the next block, while products run. When all have
// read it, one thread starts the copy of the patch after that.
type windowProduct struct {
	*emit.Code
	tilegpu.WindowProduct
	product  *Wgmma
	ring     *ir.Value // the slots of the filter
	barriers *ir.Value // one for each slot, and one for the patch
	patch    *ir.Value
	windows  *ir.Value        // the two places of transposed patches
	first    *ir.Value        // whether the thread is the one that starts copies
	slot     int64            // the size of a slot
	sources  []transposedFrom // for each half of a block's channels
}

// transposedFrom says where a lane begins to read a patch, and to write what it has read.
type transposedFrom struct{ from, to *ir.Value }

// Sizes in bytes and numbers of elements.
const (
	windowRow      = tilegpu.WindowRowBytes
	matricesOfRow  = tilegpu.WindowChannels / matrixLines   // that ldmatrix reads, for the channels of a block
	matricesAtOnce = 4                                      // that one instruction reads
	matrixRows     = matrixLines * windowRow                // bytes of the rows of a transposed patch that a matrix has
	halvesOfRow    = matricesOfRow / matricesAtOnce         // instructions for 8 columns of a patch
	patchAlignment = 128                                    // of a bulk copy's destination
	patchChannels  = tilegpu.WindowChannels / matricesOfRow // the rows of a patch in a matrix
)

// WindowDot lowers tilegpu.window_dot.
func WindowDot(c *emit.Code, op *ir.Operation) error {
	w := &windowProduct{Code: c, WindowProduct: tilegpu.WindowProduct{Operation: op}}
	if err := w.plan(); err != nil {
		return err
	}
	n := w.Stages()
	w.barriers = c.AcquireAligned(barrierBytes, []int64{(n + 1) * barrierBytes})
	w.ring = c.AcquireAligned(alignment, []int64{n * w.slot})
	w.windows = c.AcquireAligned(alignment, []int64{2 * w.TransposedBytes()})
	w.patch = c.AcquireAligned(patchAlignment, []int64{w.PatchBytes()})
	w.first = c.Compare("eq", c.Thread, c.I32(0))
	c.When(w.first, nil, func() []*ir.Value {
		for i := range n + 1 {
			c.B.Build(&nvvm.MbarrierInit, []*ir.Value{w.AddBytes(w.barriers, i*barrierBytes), c.I32(1)})
		}
		c.B.Build(&nvvm.FenceMbarrierInit, nil)
		return nil
	})
	nvvm.NewFenceProxyAsyncShared(c.B) // in a loop, the copies may overwrite memory that threads wrote
	c.Barrier()
	w.findSources()
	from, to := c.Element(w.From(), 0), c.Element(w.To(), 0)
	w.copyPatch(from, to)
	for i := range n - 1 {
		w.copyTile(from, i, to, c.I32(i))
	}
	c.When(c.Compare("slt", from, to), nil, func() []*ir.Value {
		w.transpose(c.I32(0), w.windows)
		return nil
	})
	c.Barrier()
	w.copyPatch(c.Binary(&llvm.Add, from, c.I32(1)), to)
	var before [][]*ir.Value
	for _, v := range w.Accumulators() {
		before = append(before, c.Values.Get(v))
	}
	instructions := len(before[0]) * len(before) / (w.product.Accumulator.N / 2)
	sums := w.loop(from, to, together(before, instructions))
	for i, one := range apart(sums, before, instructions) {
		c.Values.Set(op.Result(i), one)
	}
	endBarriers(c, op, w.barriers, n+1, w.first)
	return nil
}

// plan describes the factors of the products of one step.
func (w *windowProduct) plan() error {
	e, ok := tilegpu.EncodingOf(w.Result(0).Type()).(*tilegpu.MMAAttr)
	if !ok || e.Spec.Version != 3 {
		return w.Errorf("is computed by warp groups: its result must have their layout")
	}
	shape, elem, columns := w.Result(0).Type().(*ir.TensorType).Shape(), w.Tile().ElementType(), w.Columns()
	n := e.Spec.N * w.NumResults()
	if w.NumResults() > 1 && (e.Spec.WarpsPerCTA[1] > 1 || int64(n) != columns ||
		!(nvvm.Wgmma{N: n, TypeA: elem.String()}).ExistsN()) {
		return w.Errorf("has %d results side by side, of which one instruction of each warp group must have all %d columns",
			w.NumResults(), columns)
	}
	accumulator := e.Spec
	accumulator.N = n
	if err := tensorcores.CheckRingTypes(elem, elem, w.Result(0).Type().(*ir.TensorType).ElementType(), 0); err != nil {
		return w.Errorf("%w", err)
	}
	window := w.Ctx.TensorType([]int64{columns, tilegpu.WindowChannels}, elem, nil)
	w.product = &Wgmma{Accumulator: accumulator, Rows: int(shape[0]), Columns: int(columns), TypeA: elem.String(),
		TypeB: elem.String(), TypeD: nvvm.TypeF32, Factors: [2]layout.WgmmaFactor{
			tensorcores.RingFactor(w.Tile(), true, 0), tensorcores.RingFactor(window, true, 1)}}
	if err := w.product.Check(); err != nil {
		return w.Errorf("%w", err)
	}
	w.slot = tensorcores.SlotBytes(w.Tile())
	return nil
}

// linesOf returns how many lines a block has.
func (w *windowProduct) linesOf() int64 { return tilegpu.WindowChannels / int64(len(w.Starts())) }

// at returns an address plus a number of parts of a size.
func (w *windowProduct) at(base, number *ir.Value, bytes int64) *ir.Value {
	return llvm.NewGEP(w.B, w.Ctx.I(8), base, 0, llvm.Index{Value: w.Binary(&llvm.Mul, number, w.I32(bytes))})
}

// patchBarrier returns the barrier at which the bytes of a patch arrive.
func (w *windowProduct) patchBarrier() *ir.Value {
	return w.AddBytes(w.barriers, w.Stages()*barrierBytes)
}

// copyPatch starts the copy of a block's patch, if the block is less than to.
func (w *windowProduct) copyPatch(block, to *ir.Value) {
	w.When(w.Both(w.first, w.Compare("slt", block, to)), nil, func() []*ir.Value {
		w.B.Build(&nvvm.MbarrierArriveExpectTx, []*ir.Value{w.patchBarrier(), w.I32(w.PatchBytes())})
		line := w.Binary(&llvm.Add, w.Element(w.Line(), 0), w.Binary(&llvm.Mul, block, w.I32(w.linesOf())))
		for i, start := range w.Starts() {
			column := w.Binary(&llvm.Add, w.Element(w.Column(), 0), w.I32(start))
			to := w.AddBytes(w.patch, int64(i)*w.PatchBytes()/int64(len(w.Starts())))
			nvvm.NewTensorLoad(w.B, to, w.Element(w.RHS(), 0), w.patchBarrier(), column, line)
		}
		return nil
	})
}

// copyTile starts the copy of the tile that is needed a number of steps behind the first one of a block, if its block
// is less than to.
func (w *windowProduct) copyTile(block *ir.Value, steps int64, to, slot *ir.Value) {
	block = w.Binary(&llvm.Add, block, w.I32(steps/w.Shifts()))
	w.When(w.Both(w.first, w.Compare("slt", block, to)), nil, func() []*ir.Value {
		barrier, memory := w.at(w.barriers, slot, barrierBytes), w.at(w.ring, slot, w.slot)
		w.B.Build(&nvvm.MbarrierArriveExpectTx, []*ir.Value{barrier, w.I32(tensorcores.TileBytes(w.Tile()))})
		line := w.Binary(&llvm.Mul, block, w.I32(w.linesOf()))
		columns := w.product.Factors[0].Box()[1]
		for panel := 0; panel*columns < w.product.Rows; panel++ {
			row := w.Binary(&llvm.Add, w.Element(w.Row(), 0), w.I32(int64(panel*columns)))
			to := w.AddBytes(memory, int64(panel*columns)*windowRow)
			nvvm.NewTensorLoad(w.B, to, w.Element(w.LHS(), 0), barrier, row, line, w.I32(0), w.I32(steps%w.Shifts()))
		}
		return nil
	})
}

// findSources computes where lanes begin to transpose. Each instruction takes four matrices of 8 channels and the same
// 8 columns, and two of them take all channels. Lanes 8i to 8i+7 pass the addresses of the rows of matrix i.
func (w *windowProduct) findSources() {
	eight := w.I32(matrixLines)
	row := w.Binary(&llvm.URem, w.Lane, eight)
	columns := w.at(w.patch, w.Warp, matrixBytes)
	for half := range int64(halvesOfRow) {
		matrix := w.Binary(&llvm.Add, w.Binary(&llvm.UDiv, w.Lane, eight), w.I32(half*matricesAtOnce))
		channel := w.Binary(&llvm.Add, w.Binary(&llvm.Mul, matrix, w.I32(patchChannels)), row)
		// Columns ahead of a row of the image go to rows ahead of the first window.
		line := w.Binary(&llvm.Sub, w.Binary(&llvm.Add, row, w.I32(w.Ahead())), w.offset(matrix))
		piece := w.Binary(&llvm.XOr, matrix, w.Binary(&llvm.URem, line, eight))
		to := w.Binary(&llvm.Add, w.Binary(&llvm.Mul, line, w.I32(windowRow)),
			w.Binary(&llvm.Mul, piece, w.I32(matrixBytes)))
		to = w.Binary(&llvm.Add, to, w.Binary(&llvm.Mul, w.Warp, w.I32(matrixRows)))
		w.sources = append(w.sources, transposedFrom{w.at(columns, channel, 2*w.Pitch()), to})
	}
}

// offset returns the offset of the image's row that has the channels of a matrix.
func (w *windowProduct) offset(matrix *ir.Value) *ir.Value {
	offsets := w.WindowProduct.Offsets()
	each := int64(matricesOfRow / len(offsets))
	v := w.I32(offsets[0])
	for i, n := range offsets[1:] {
		later := w.Compare("uge", matrix, w.I32(int64(i+1)*each))
		v = w.Choose(later, w.I32(n), v)
	}
	return v
}

// transpose waits for a patch and writes its transpose. Warps take 8 columns each, one after the other.
func (w *windowProduct) transpose(parity, place *ir.Value) {
	w.B.Build(&nvvm.MbarrierTryWaitParity, []*ir.Value{w.patchBarrier(), parity, w.I32(waitTicks)})
	columns, warps := w.Pitch()/matrixLines, int64(w.Warps)
	for at := int64(0); at < columns; at += warps {
		var some *ir.Value
		if at+warps > columns {
			some = w.Compare("ult", w.Warp, w.I32(columns-at))
		}
		w.When(some, nil, func() []*ir.Value {
			for _, s := range w.sources {
				words := nvvm.NewLdMatrix(w.B, w.AddBytes(s.from, at*matrixBytes), matricesAtOnce, true)
				to := llvm.NewGEP(w.B, w.Ctx.I(8), place, 0, llvm.Index{Value: s.to})
				nvvm.NewStMatrix(w.B, w.AddBytes(to, at*matrixRows), words, false)
			}
			return nil
		})
	}
	nvvm.NewFenceProxyAsyncShared(w.B) // products read what threads wrote
}

// loop emits the loop over blocks, and returns what it has added to sums.
func (w *windowProduct) loop(from, to *ir.Value, sums []*ir.Value) []*ir.Value {
	head, body, after := w.NewBlock(), w.NewBlock(), w.NewBlock()
	initial := append([]*ir.Value{from, w.I32(0), w.I32(0), w.I32(0)}, sums...)
	for _, v := range initial {
		head.AddArg(w.Ctx, v.Type(), w.Loc())
	}
	llvm.NewBr(w.B, head, initial...)
	w.B.AtEnd(head)
	block := head.Arg(0)
	sums = head.Args()[4:]
	llvm.NewCondBr(w.B, w.Compare("slt", block, to), body, nil, after, nil)

	w.B.AtEnd(body)
	slot, phase, place, next := head.Arg(1), head.Arg(2), head.Arg(3), sums
	other := w.Binary(&llvm.XOr, place, w.I32(1))
	following := w.Binary(&llvm.Add, block, w.I32(1))
	for shift := range w.Shifts() {
		next = w.step(shift, slot, phase, place, next)
		before := w.Choose(w.Compare("eq", slot, w.I32(0)), w.I32(w.Stages()-1), w.Binary(&llvm.Sub, slot, w.I32(1)))
		w.copyTile(block, shift+w.Stages()-1, to, before)
		if shift == 0 {
			w.When(w.Compare("slt", following, to), nil, func() []*ir.Value {
				w.transpose(other, w.at(w.windows, other, w.TransposedBytes()))
				return nil
			})
		}
		if w.Shifts() == 1 {
			w.Barrier()
		}
		if shift == min(1, w.Shifts()-1) {
			w.copyPatch(w.Binary(&llvm.Add, block, w.I32(2)), to)
		}
		slot, phase = w.nextSlot(slot, phase)
	}
	llvm.NewBr(w.B, head, append([]*ir.Value{following, slot, phase, other}, next...)...)

	w.B.AtEnd(after)
	sums = Await(w.B, 0, pack(w.B, sums, w.product.Accumulator.N/2))
	w.Barrier() // behind it, no product reads the shared memory any more
	return sums
}

// step multiplies the tile of a slot by the window of a shift, and waits for the products of the step before.
func (w *windowProduct) step(shift int64, slot, phase, place *ir.Value, sums []*ir.Value) []*ir.Value {
	w.B.Build(&nvvm.MbarrierTryWaitParity, []*ir.Value{w.at(w.barriers, slot, barrierBytes), phase, w.I32(waitTicks)})
	window := w.AddBytes(w.at(w.windows, place, w.TransposedBytes()), (w.Ahead()+shift*w.Step())*windowRow)
	running := w.product.Issue(w.B, [2]*ir.Value{w.at(w.ring, slot, w.slot), window}, w.Warp, sums)
	sums = Await(w.B, 1, running)
	w.Barrier()
	return sums
}

// nextSlot returns the slot behind another one, and the parity of its phase.
func (w *windowProduct) nextSlot(slot, phase *ir.Value) (*ir.Value, *ir.Value) {
	next := w.Binary(&llvm.Add, slot, w.I32(1))
	last := w.Compare("eq", next, w.I32(w.Stages()))
	return w.Choose(last, w.I32(0), next), w.Choose(last, w.Binary(&llvm.XOr, phase, w.I32(1)), phase)
}
