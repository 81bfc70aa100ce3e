package simt

import (
	"fmt"
	"math"

	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// pipeline has the products of its warp group that a warp has in flight.
type pipeline struct {
	// fenced says that a fence came after the last wait, so that products may use registers that were written since.
	fenced bool
	open   []*running   // products outside of groups
	groups [][]*running // the products of each committed group, the oldest first
	// withWords is the number of these products whose left factor is in registers.
	withWords int
	// readers has, for each register, the last product whose left factor it is a part of. Products end in order, so an
	// earlier one that reads the same register ends no later. nil until there is one.
	readers []*running
}

// inFlight reports whether there are products for which the warp has not waited.
func (p *pipeline) inFlight() bool { return len(p.groups) > 0 || len(p.open) > 0 }

func addProducts(table map[*ir.OpDef]rule) {
	table[&nvvm.WgmmaFence] = inPipeline(func(w *warp) { w.products.fenced = true })
	table[&nvvm.WgmmaCommit] = inPipeline(func(w *warp) {
		w.products.groups = append(w.products.groups, w.products.open)
		w.products.open = nil
	})
	table[&nvvm.WgmmaWait] = func(c *compiler, op *ir.Operation) error {
		return c.await(op, op.Inherent("group").(*ir.IntegerAttr).Int64())
	}
	table[&tilegpu.AwaitProducts] = func(c *compiler, op *ir.Operation) error { return c.await(op, tilegpu.PendingOf(op)) }
	table[&nvvm.WgmmaMMAAsync] = (*compiler).product
	table[&tilegpu.RegisterProduct] = (*compiler).registerProduct
	table[&tilegpu.FenceRegisters] = (*compiler).fenceRegisters
	table[&nvvm.FenceProxy] = func(c *compiler, op *ir.Operation) error {
		c.async = true
		kind, _ := nvvm.FenceProxyOf(op)
		shared, global := kind == "async" || kind == "async.shared", kind == "async" || kind == "async.global"
		c.emit(op, func(w *warp, active uint32) error {
			forEach(active, func(lane int) {
				if shared {
					w.proxies.fence(w.number*lanes + lane)
					w.publish(lane)
				}
				if global {
					w.fenceGlobal(lane)
				}
			})
			if shared {
				w.engine.copies.fence(w, active)
			}
			return nil
		})
		return nil
	}
}

// inPipeline compiles an operation of whole warps.
func inPipeline(f func(w *warp)) rule {
	return func(c *compiler, op *ir.Operation) error {
		c.async = true
		c.emit(op, func(w *warp, active uint32) error {
			if err := w.whole(active); err != nil {
				return err
			}
			f(w)
			return nil
		})
		return nil
	}
}

// whole returns an error if not all lanes of the warp take part.
func (w *warp) whole(active uint32) error {
	if active != everyone || (w.number/4+1)*4*lanes > w.threads {
		return w.inLane(lowest(active),
			fmt.Errorf("%w: all lanes of the four warps of a warp group take part, but only %#x do",
				ErrDivergence, active))
	}
	return nil
}

// passed is a value that passes through an operation.
type passed struct {
	from, to slot
	n        int
}

// passing returns the operands of an operation that become its results.
func (c *compiler) passing(op *ir.Operation) (out []passed) {
	for i, v := range op.Operands() {
		out = append(out, passed{c.slotOf(v), c.slotOf(op.Result(i)), len(leavesOf(v.Type()))})
	}
	return out
}

// fenceRegisters compiles a fence for registers, which pass through it.
func (c *compiler) fenceRegisters(op *ir.Operation) error {
	through := c.passing(op)
	return inPipeline(func(w *warp) {
		w.products.fenced = true
		for _, a := range through {
			for i := range slot(a.n) {
				w.move(a.to+i, a.from+i, everyone)
			}
		}
	})(c, op)
}

// await compiles a wait. After it, memory that the ended groups read may be overwritten, and their accumulators, which
// pass through the wait, are defined.
func (c *compiler) await(op *ir.Operation, pending int64) error {
	c.async = true
	through, kept := c.passing(op), c.keptAt(op)
	c.emit(op, func(w *warp, active uint32) error {
		if err := w.whole(active); err != nil {
			return err
		}
		p := &w.products
		p.fenced = false
		for ; len(p.groups) > int(pending); p.groups = p.groups[1:] {
			for _, ended := range p.groups[0] {
				if err := w.retire(ended, kept); err != nil {
					return err
				}
			}
		}
		for _, a := range through {
			for i := range slot(a.n) {
				if err := w.passWait(a.to+i, a.from+i); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return nil
}

// product compiles a product of a warp group with both factors in shared memory. Each of its four warps computes 16 of
// the 64 rows.
func (c *compiler) product(op *ir.Operation) error {
	shape, a := nvvm.WgmmaOf(op), c.operand(op, 1)
	return c.warpGroupProduct(op, shape, noWords, c.operand(op, 0), c.operand(op, 2),
		func(w *warp, read func(uint64) float64) ([][]float64, error) {
			first := w.number % 4 * 16
			return w.factor(a, shape.LayoutA == nvvm.Row, shape, first, first+16, read)
		})
}

// registerProduct compiles a product whose left factor is in registers.
func (c *compiler) registerProduct(op *ir.Operation) error {
	shape, words := tilegpu.RegisterProductOf(op), c.operand(op, 0)
	return c.warpGroupProduct(op, shape, words, c.operand(op, 2), c.operand(op, 1),
		func(w *warp, read func(uint64) float64) ([][]float64, error) {
			return w.rowsInRegisters(words, shape, read)
		})
}

// warpGroupProduct compiles a product whose right factor is in shared memory. The function left returns a warp's rows
// of the left factor. The result is computed at once, but is undefined until the wait. The factors count as being read
// until then.
func (c *compiler) warpGroupProduct(op *ir.Operation, shape nvvm.Wgmma, words, sums, b slot,
	left func(*warp, func(uint64) float64) ([][]float64, error)) error {
	c.async = true
	read, ok := decoders[shape.TypeA]
	readB, okB := decoders[shape.TypeB]
	if !ok || !okB {
		return op.Errorf("%w by threads: products of %s", ErrUnsupported, shape.TypeA)
	}
	result := c.result(op)
	c.emit(op, func(w *warp, active uint32) error {
		if err := w.mayIssue(active, shape, sums); err != nil {
			return err
		}
		p := &running{op: op, shape: shape, words: words}
		w.products.open = append(w.products.open, p)
		if words != noWords {
			w.readWords(p)
		}
		x, err := left(w, read)
		if err != nil {
			return err
		}
		y, err := w.factor(b, shape.LayoutB == nvvm.Col, shape, 0, shape.N, readB)
		if err != nil {
			return err
		}
		w.multiply(p, x, y, sums, result)
		return nil
	})
	return nil
}

// mayIssue returns an error if a warp must not begin a product with an accumulator.
func (w *warp) mayIssue(active uint32, shape nvvm.Wgmma, sums slot) error {
	if err := w.whole(active); err != nil {
		return err
	}
	if err := w.chance(); err != nil {
		return err
	}
	if !w.products.fenced {
		return w.inLane(0, fmt.Errorf("%w: registers that were written since the last wait need nvvm.wgmma.fence.aligned",
			ErrFence))
	}
	return w.addsTo(shape, sums)
}

// multiply adds the product of rows x and columns y to the accumulator's fragments (PTX ISA, "Register Fragments for
// wgmma.mma_async.m64nNk16").
func (w *warp) multiply(p *running, x, y [][]float64, sums, result slot) {
	shape := p.shape
	for r := range shape.N / 2 {
		in, out := &w.registers[sums+slot(r)], &w.registers[result+slot(r)]
		w.poison[result+slot(r)], w.marks[result+slot(r)] = everyone, mark{p, slot(r)}
		for lane := range lanes {
			row, column := lane/4+8*(r>>1&1), 8*(r/4)+2*(lane%4)+r&1
			total := 0.0
			for k, v := range x[row] {
				total += v * y[column][k]
			}
			if shape.TypeD == nvvm.TypeS32 {
				before := int64(0)
				if !shape.Clear {
					before = int64(int32(in[lane]))
				}
				out[lane] = uint64(uint32(before + int64(total)))
				continue
			}
			if !shape.Clear {
				total += float64(f32(in[lane]))
			}
			out[lane] = uint64(math.Float32bits(float32(total)))
		}
	}
}
