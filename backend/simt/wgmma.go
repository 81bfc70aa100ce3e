package simt

import (
	"fmt"
	"math"

	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// pipeline is what a warp has in flight of its warp group's products.
type pipeline struct {
	// fenced says that a fence came after the last wait: products may use registers that were written since.
	fenced bool
	open   []span   // what products read that no group has yet
	groups [][]span // what the products of each committed group read, the oldest first
	// ended counts the groups that were waited for, and groupOf has the number of the group of each product, by where
	// its result is.
	ended   int
	groupOf map[slot]int
}

// note records that a product's result belongs to the group that is committed next.
func (p *pipeline) note(result slot) {
	if p.groupOf == nil {
		p.groupOf = make(map[slot]int)
	}
	p.groupOf[result] = p.ended + len(p.groups)
}

// isDone reports whether the product has ended whose result is in a slot.
func (p *pipeline) isDone(result slot) bool {
	group, known := p.groupOf[result]
	return len(p.groups) == 0 || known && group < p.ended
}

// inFlight reports whether there are products that were not waited for.
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
					w.engine.publish(w.number*lanes + lane)
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

// whole returns an error if not all lanes of a warp group's warp are there.
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

// passing returns the operands of an operation, which pass to its results.
func (c *compiler) passing(op *ir.Operation) (out []passed) {
	for i, v := range op.Operands() {
		out = append(out, passed{c.slotOf(v), c.slotOf(op.Result(i)), len(leavesOf(v.Type()))})
	}
	return out
}

// fenceRegisters compiles a fence through which registers pass.
func (c *compiler) fenceRegisters(op *ir.Operation) error {
	through := c.passing(op)
	return inPipeline(func(w *warp) {
		w.products.fenced = true
		for _, a := range through {
			for i := range slot(a.n) {
				w.registers[a.to+i], w.poison[a.to+i] = w.registers[a.from+i], w.poison[a.from+i]
			}
		}
	})(c, op)
}

// await compiles a wait: what the groups that have ended read may be overwritten, and their accumulators, which pass
// through, are there.
func (c *compiler) await(op *ir.Operation, pending int64) error {
	c.async = true
	through := c.passing(op)
	c.emit(op, func(w *warp, active uint32) error {
		if err := w.whole(active); err != nil {
			return err
		}
		p := &w.products
		p.fenced = false
		for ; len(p.groups) > int(pending); p.groups = p.groups[1:] {
			p.ended++
			for _, s := range p.groups[0] {
				w.retire(s)
			}
		}
		for _, a := range through {
			for i := range slot(a.n) {
				w.registers[a.to+i] = w.registers[a.from+i]
				if w.poison[a.to+i] = everyone; p.isDone(a.from) {
					w.poison[a.to+i] = 0
				}
			}
		}
		return nil
	})
	return nil
}

// product compiles a product of a warp group, with both factors in shared memory: each of its warps computes 16 of the
// 64 rows.
func (c *compiler) product(op *ir.Operation) error {
	shape, a := nvvm.WgmmaOf(op), c.operand(op, 1)
	return c.warpGroupProduct(op, shape, c.operand(op, 0), c.operand(op, 2),
		func(w *warp, read func(uint64) float64) ([][]float64, error) {
			first := w.number % 4 * 16
			return w.factor(a, shape.LayoutA == nvvm.Row, shape, first, first+16, read)
		})
}

// registerProduct compiles a product whose left factor is in registers.
func (c *compiler) registerProduct(op *ir.Operation) error {
	shape, words := tilegpu.RegisterProductOf(op), c.operand(op, 0)
	return c.warpGroupProduct(op, shape, c.operand(op, 2), c.operand(op, 1),
		func(w *warp, read func(uint64) float64) ([][]float64, error) {
			return w.rowsInRegisters(words, shape, read)
		})
}

// warpGroupProduct compiles a product whose right factor is in shared memory. The function left returns a warp's rows
// of the left factor. The result is computed at once, but undefined until the wait. The factors count as read until
// then.
func (c *compiler) warpGroupProduct(op *ir.Operation, shape nvvm.Wgmma, sums, b slot,
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
		x, err := left(w, read)
		if err != nil {
			return err
		}
		y, err := w.factor(b, shape.LayoutB == nvvm.Col, shape, 0, shape.N, readB)
		if err != nil {
			return err
		}
		w.products.note(result)
		w.multiply(shape, x, y, sums, result)
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
	for i := range slot(shape.N / 2) {
		if bad := w.poison[sums+i]; bad != 0 && !w.products.inFlight() && !shape.Clear {
			return w.inLane(lowest(bad), undefined("a product's accumulator"))
		}
	}
	return nil
}

// rowsInRegisters returns the warp's 16 rows of a left factor that is in registers (PTX ISA, "Register Fragments for
// wgmma.mma_async").
func (w *warp) rowsInRegisters(words slot, shape nvvm.Wgmma, decode func(uint64) float64) ([][]float64, error) {
	bits := nvvm.WgmmaBits(shape.TypeA)
	perWord := 32 / bits
	out := make([][]float64, 16)
	for i := range out {
		out[i] = make([]float64, shape.K())
	}
	for i := range 4 {
		if bad := w.poison[words+slot(i)]; bad != 0 {
			return nil, w.inLane(lowest(bad), undefined("a product's left factor"))
		}
		for lane, word := range w.registers[words+slot(i)] {
			row, k := lane/4+8*(i&1), (lane%4+4*(i>>1))*perWord
			for e := range perWord {
				out[row][k+e] = decode(word >> (e * bits) & (1<<bits - 1))
			}
		}
	}
	return out, nil
}

// multiply adds the product of rows x and columns y to the accumulator's fragments (PTX ISA, "Register Fragments for
// wgmma.mma_async.m64nNk16").
func (w *warp) multiply(shape nvvm.Wgmma, x, y [][]float64, sums, result slot) {
	for r := range shape.N / 2 {
		in, out := &w.registers[sums+slot(r)], &w.registers[result+slot(r)]
		w.poison[result+slot(r)] = everyone
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

// decoders turn elements of factors, as they lie in memory, into numbers.
var decoders = map[string]func(bits uint64) float64{
	nvvm.TypeF16:  func(v uint64) float64 { return apfloat.F16.Float64(pattern(v)) },
	nvvm.TypeBF16: func(v uint64) float64 { return float64(f32(v << 16)) },
	nvvm.TypeTF32: func(v uint64) float64 { return float64(f32(v &^ 0x1fff)) },
	nvvm.TypeE4M3: func(v uint64) float64 { return apfloat.F8E4M3FN.Float64(pattern(v)) },
	nvvm.TypeE5M2: func(v uint64) float64 { return apfloat.F8E5M2.Float64(pattern(v)) },
	nvvm.TypeS8:   func(v uint64) float64 { return float64(int8(v)) },
	nvvm.TypeU8:   func(v uint64) float64 { return float64(uint8(v)) },
}

// matrix is a descriptor (PTX ISA, "Matrix Descriptor Format").
type matrix struct{ start, leading, stride, swizzle int64 }

func matrixOf(bits uint64) (m matrix, err error) {
	field := func(at int) int64 { return int64(bits>>at&(1<<14-1)) << 4 }
	m = matrix{field(0), field(16), field(32), map[uint64]int64{1: 128, 2: 64, 3: 32}[bits>>62]}
	if m.swizzle == 0 || bits>>49&7 != 0 {
		return m, fmt.Errorf("%w: descriptor %#x: only swizzled panels that are aligned to their pattern are",
			ErrUnsupported, bits)
	}
	if row := m.start / m.swizzle % patternRows; row != 0 {
		return m, fmt.Errorf("%w: descriptor %#x: its panel begins in row %d of its pattern, at byte %d of shared memory",
			ErrMisaligned, bits, row, m.start)
	}
	return m, nil
}

// patternRows is how many rows of a panel a swizzle pattern has.
const patternRows = 8

// place returns where an element lies: line by line along the contracted dimension, or the other way round.
func (m matrix) place(kMajor bool, line, k, bytes int64) int64 {
	at := m.start
	if kMajor {
		at += line%8*m.swizzle + line/8*m.stride + k*bytes
	} else {
		panel := m.swizzle / bytes
		at += line/panel*m.leading + line%panel*bytes + k%8*m.swizzle + k/8*m.stride
	}
	return swizzled(at, m.swizzle)
}

// factor reads lines of a factor, which a descriptor in a register describes.
func (w *warp) factor(descriptor slot, kMajor bool, shape nvvm.Wgmma, from, to int,
	decode func(uint64) float64) ([][]float64, error) {
	if bad := w.poison[descriptor]; bad != 0 {
		return nil, w.inLane(lowest(bad), undefined("a matrix descriptor"))
	}
	bits := w.registers[descriptor][0]
	for lane, other := range w.registers[descriptor] {
		if other != bits {
			return nil, w.inLane(lane, fmt.Errorf("%w: descriptors %#x and %#x in lanes of a warp", ErrDivergence, bits, other))
		}
	}
	m, err := matrixOf(bits)
	if err != nil {
		return nil, w.inLane(0, err)
	}
	mem := w.sharedAt(m.start)
	if mem == nil {
		return nil, w.inLane(0, fmt.Errorf("%w: a descriptor of byte %d of shared memory", ErrOutOfBounds, m.start))
	}
	bytes, depth := int64(nvvm.WgmmaBits(shape.TypeA)/8), shape.K()
	out := make([][]float64, to-from)
	seen := make(map[int64]bool)
	for i := range out {
		out[i] = make([]float64, depth)
		for k := range out[i] {
			at := m.place(kMajor, int64(from+i), int64(k), bytes) - mem.base
			if at < 0 || at+bytes > int64(len(mem.data)) {
				return nil, w.inLane(0, fmt.Errorf("%w: a product reads byte %d of %s, which has %d bytes", ErrOutOfBounds, at,
					mem.name,
					len(mem.data)))
			}
			if unit := at / readUnit; !seen[unit] {
				seen[unit] = true
				if err := w.readUnit(span{mem, unit * readUnit, min(readUnit, int64(len(mem.data))-unit*readUnit)}); err != nil {
					return nil, err
				}
			}
			out[i][k] = decode(word(mem.data[at:], bytes))
		}
	}
	return out, nil
}

// readUnit notes that a product reads some bytes.
func (w *warp) readUnit(s span) error {
	if err := w.visible(s); err != nil {
		return w.inLane(0, err)
	}
	if err := w.free(s, "read by a product"); err != nil {
		return w.inLane(0, err)
	}
	if err := w.ordered(s, 0, reads); err != nil {
		return err
	}
	if s.memory.state != nil {
		if poison, err := s.memory.undefined(s.at, s.bytes); err != nil || poison {
			if err == nil {
				err = undefined("a product")
			}
			return w.inLane(0, err)
		}
	}
	w.proxies.hold(s, holders{products: 1})
	w.products.open = append(w.products.open, s)
	return nil
}

// sharedAt returns the allocation that has a byte of the block's shared memory.
func (w *warp) sharedAt(address int64) *allocation {
	for _, a := range w.own {
		if a.space == sharedMemory && a.base <= address && address < a.base+int64(len(a.data)) {
			return a
		}
	}
	return nil
}
