package products

import (
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// product is the lowering of one tile.dot to fused multiply-adds. Both operands go to shared memory. In a loop over the
// contracted dimension, each thread adds the products of the rows and columns that its elements of the accumulator
// need. The code for one iteration has at most maxProducts multiplications, or one for each register of the
// accumulator.
type product struct {
	*emit.Code
	op      *ir.Operation
	acc     layout.Layout
	depth   int     // size of the contracted dimension
	step    int     // how many elements of it one iteration takes
	compute ir.Type // the type of products and sums
	wide    bool    // whether operands in shared memory have that type
	factors [2]*factor
}

// factor is an operand of a product in shared memory.
type factor struct {
	*product
	index    int // of the operand: 0 is the left one
	value    *ir.Value
	layout   layout.Layout
	elem     ir.Type // the type of elements in shared memory
	unsigned bool
	swizzle  swizzle
	width    int // elements that one load moves
	base     *ir.Value
	copied   bool // whether it was copied to shared memory before the product
	// The place of an element that the thread reads is dynamic plus a constant; used is a mask of the bits of dynamic.
	dynamic *ir.Value
	used    uint64
	// The same, including the offset of the current iteration.
	stepBase *ir.Value
	stepUsed uint64
	loaded   map[uint64]*ir.Value // elements loaded in the current iteration, by constant
}

// maxProducts bounds the multiplications in the code for one step; maxStep bounds the step.
const (
	maxProducts = 512
	maxStep     = 16
)

// maxWideBytes bounds the shared memory of operands that are converted to the type of the sums before they are stored
// there, once for each element. Larger operands are converted when they are read.
const maxWideBytes = 32 << 10

// fusedProduct lowers a product to fused multiplications and additions.
func fusedProduct(c *emit.Code, op *ir.Operation) error {
	p, err := newProduct(c, op)
	if err != nil {
		return err
	}
	p.boundRegisters()
	p.share()
	sums := p.start()
	for _, f := range p.factors {
		f.addThread()
	}
	if sums, err = p.loop(sums); err != nil {
		return err
	}
	c.Values[op.Result(0)] = p.finish(sums)
	return nil
}

func newProduct(c *emit.Code, op *ir.Operation) (*product, error) {
	operands, results, err := layoutsOf(c, op)
	if err != nil {
		return nil, err
	}
	if tilegpu.EncodingOf(op.Operand(2).Type()) != tilegpu.EncodingOf(op.Result(0).Type()) {
		return nil, op.Errorf("accumulator and result must have the same layout")
	}
	p := &product{Code: c, op: op, acc: results[0]}
	shape := op.Operand(0).Type().(*ir.TensorType).Shape()
	p.depth = int(shape[len(shape)-1])
	t, err := c.Scalar(op, op.Result(0).Type())
	if err != nil {
		return nil, err
	}
	if p.compute = t; ir.IsFloat(t) && ir.BitWidth(t) < 32 {
		p.compute = c.Ctx.F32()
	}
	p.step = min(p.depth, maxStep, max(1, maxProducts/len(p.distinct())))
	for i := range p.factors {
		f, err := p.newFactor(i, operands[i])
		if err != nil {
			return nil, err
		}
		p.factors[i] = f
	}
	p.arrange()
	return p, nil
}

// enoughWarps is a number of warps that hide each other's latencies on a multiprocessor. If a thread of a kernel holds
// more than fewWords and at most mostWords words of sums, its registers are limited such that this number of warps
// fits. With fewer words it fits anyway. mostWords is half of the registers of such a thread because the factors need
// registers, too.
const (
	enoughWarps         = 16
	fewWords, mostWords = 32, 64
)

// boundRegisters limits the registers of a thread, if needed, such that a multiprocessor has room for enoughWarps
// warps.
func (p *product) boundRegisters() {
	words, blocks := len(p.distinct())*int(emit.BytesOf(p.compute))/4, enoughWarps/p.Warps
	if words > fewWords && words <= mostWords && blocks > 0 && p.Fn.Attr(nvvm.MinCTASM) == nil {
		p.Fn.SetAttr(nvvm.MinCTASM, p.Ctx.Integer(p.Ctx.I(32), int64(blocks)))
	}
}

// distinct returns the registers of the accumulator that are not copies of others.
func (p *product) distinct() (registers []int) {
	free := 0
	if len(p.acc.Ins()) > 0 {
		free = p.acc.FreeMasks()[layout.Register]
	}
	for r := range emit.RegisterCount(p.acc) {
		if r&free == 0 {
			registers = append(registers, r)
		}
	}
	return registers
}

func (p *product) newFactor(i int, l layout.Layout) (*factor, error) {
	f := &factor{product: p, index: i, value: p.op.Operand(i), layout: l,
		unsigned: p.op.Inherent([2]string{tile.LHSUnsigned, tile.RHSUnsigned}[i]) != nil}
	_, f.copied = tilegpu.CopiedTileOf(f.value)
	elem := ir.ElementOrSelf(f.value.Type())
	if emit.IsByte(elem) {
		return nil, p.op.Errorf("has no rule for operands of %s: tile-expand-math makes f8E4M3FN and f8E5M2 wider",
			ir.Quote(elem))
	}
	var err error
	if f.elem, err = p.Scalar(p.op, elem); err != nil {
		return nil, err
	}
	return f, nil
}

// arrange chooses the places of operands in shared memory, and their type: that of the sums if the operands are small
// and are not copied.
func (p *product) arrange() {
	elements := int64(0)
	p.wide = true
	for _, f := range p.factors {
		elements += emit.ElementCount(f.layout)
		p.wide = p.wide && (!f.copied || f.elem == p.compute)
	}
	p.wide = p.wide && elements*emit.BytesOf(p.compute) <= maxWideBytes
	for _, f := range p.factors {
		if p.wide {
			f.elem = p.compute
		}
		f.arrange()
	}
}

// share writes the operands to shared memory, except those that are there already.
func (p *product) share() {
	var sizes []int64
	for _, f := range p.factors {
		if f.copied {
			f.base = cellOf(p.Code, f.value)
		} else {
			sizes = append(sizes, emit.ElementCount(f.layout)*emit.BytesOf(f.elem))
		}
	}
	if sizes == nil {
		return
	}
	bases := p.AcquireParts(sizes)
	for _, f := range p.factors {
		if f.copied {
			continue
		}
		f.base, bases = bases[0], bases[1:]
		values := make([]*ir.Value, emit.RegisterCount(f.layout))
		for r := range values {
			values[r] = p.Element(f.value, r)
			if p.wide {
				values[r] = f.converted(values[r])
			}
		}
		p.PutVectors(f.base, values, f.layout, f.at, emit.ConsecutiveRegisters(f.layout, f.at, f.maxWidth()))
	}
	p.Barrier()
}

// converted converts an element to the type of the product.
func (f *factor) converted(v *ir.Value) *ir.Value {
	t := f.compute
	if !ir.IsFloat(t) {
		extension := &llvm.SExt
		if f.unsigned || ir.IsInt(v.Type(), 1) {
			extension = &llvm.ZExt
		}
		return f.Resized(extension, v, t)
	}
	if v.Type() != t {
		return llvm.NewCast(f.B, &llvm.FPExt, v, t)
	}
	if tile.PrecisionOf(f.op) == tile.PrecisionTF32 {
		return roundedToTF32(f.Code, v)
	}
	return v
}

// roundedToTF32 rounds an f32 number to the 11 bits of a tf32's significand, to nearest even. NaNs stay NaNs.
func roundedToTF32(c *emit.Code, v *ir.Value) *ir.Value {
	const dropped = 13
	t, pattern, magnitude := c.FloatBits(v)
	last := c.Binary(&llvm.And, c.Binary(&llvm.LShr, pattern, c.I32(dropped)), c.I32(1))
	rounded := c.Binary(&llvm.Add, c.Binary(&llvm.Add, pattern, c.I32(1<<(dropped-1)-1)), last)
	rounded = c.Bitcast(c.Binary(&llvm.And, rounded, c.I32(-1<<dropped)), v.Type())
	return c.Choose(c.Compare("ugt", magnitude, c.Number(t, emit.InfinityBits(v.Type()))), v, rounded)
}

// maxWidth is the number of elements in the widest access to shared memory.
func (f *factor) maxWidth() int { return costs.VectorBytes / int(emit.BytesOf(f.elem)) }

// at returns the place of the element with the given coordinates in the operand.
func (f *factor) at(coords []int) uint64 {
	n := len(coords)
	matrix := 0
	if n == 3 {
		matrix = coords[0]
	}
	if f.index == 0 {
		return f.swizzle.place(matrix, coords[n-2], coords[n-1])
	}
	return f.swizzle.place(matrix, coords[n-1], coords[n-2])
}

// line returns the place of the first element of the row, or column, that an element of the accumulator needs.
func (f *factor) line(coords []int) uint64 {
	n := len(coords)
	matrix := 0
	if n == 3 {
		matrix = coords[0]
	}
	return f.swizzle.place(matrix, coords[n-2+f.index], 0)
}

// arrange chooses the places of elements in shared memory. It counts the passes that the accesses of a warp take to
// write and to read them, and takes the places with the fewest.
func (f *factor) arrange() {
	outs := f.layout.Outs()
	lines, best := outs[len(outs)-2+f.index].Size, 0
	var chosen swizzle
	for _, alongLine := range []bool{false, true} {
		f.swizzle = swizzle{lines: lines, depth: f.depth, alongLine: alongLine}
		width := min(f.step, f.maxWidth())
		if !alongLine {
			width = len(emit.ConsecutiveRegisters(f.acc, f.line, f.maxWidth()))
		}
		for _, s := range f.swizzle.candidates(width) {
			f.swizzle = s
			if cost := f.cost(width); best == 0 || cost < best {
				best, chosen, f.width = cost, s, width
			}
		}
	}
	f.swizzle = chosen
}

// cost returns how many passes a warp takes to write the factor, and to read it in vectors of the given width.
func (f *factor) cost(width int) int {
	bytes := int(emit.BytesOf(f.elem))
	written := len(emit.ConsecutiveRegisters(f.layout, f.at, f.maxWidth()))
	writes := emit.RegisterCount(f.layout) / written * passes(images(f.layout, f.at), written, bytes)
	lines := make(map[uint64]bool)
	for r := range emit.RegisterCount(f.acc) {
		lines[f.line(f.acc.Apply(r))] = true
	}
	return writes + max(1, len(lines)*f.depth/width)*passes(images(f.acc, f.line), width, bytes)
}

// addThread computes the part of the places that depends only on the thread.
func (f *factor) addThread() {
	f.dynamic, f.used = f.BitSum(nil, 0, f.Lane, f.acc, layout.Lane, f.line)
	f.dynamic, f.used = f.BitSum(f.dynamic, f.used, f.Warp, f.acc, layout.Warp, f.line)
}

// start returns the sums before the first product, for each distinct register of the accumulator.
func (p *product) start() []*ir.Value {
	registers := p.distinct()
	sums := make([]*ir.Value, len(registers))
	for i, r := range registers {
		v := p.Element(p.op.Operand(2), r)
		if v.Type() != p.compute {
			v = llvm.NewCast(p.B, &llvm.FPExt, v, p.compute)
		}
		sums[i] = v
	}
	return sums
}

// loop adds the products of all steps.
func (p *product) loop(sums []*ir.Value) ([]*ir.Value, error) {
	if p.step == p.depth {
		return p.products(nil, sums)
	}
	head, body, after := p.NewBlock(), p.NewBlock(), p.NewBlock()
	initial := append([]*ir.Value{p.I32(0)}, sums...)
	for _, v := range initial {
		head.AddArg(p.Ctx, v.Type(), p.op.Loc())
	}
	llvm.NewBr(p.B, head, initial...)
	p.B.AtEnd(head)
	more := p.Compare("slt", head.Arg(0), p.I32(int64(p.depth)))
	llvm.NewCondBr(p.B, more, body, nil, after, nil)
	p.B.AtEnd(body)
	sums, err := p.products(head.Arg(0), head.Args()[1:])
	if err != nil {
		return nil, err
	}
	next := p.Binary(&llvm.Add, head.Arg(0), p.I32(int64(p.step)))
	llvm.NewBr(p.B, head, append([]*ir.Value{next}, sums...)...)
	p.B.AtEnd(after)
	return head.Args()[1:], nil
}

// products adds the products of one iteration, which begins at element from of the contracted dimension; nil stands for
// 0.
func (p *product) products(from *ir.Value, sums []*ir.Value) ([]*ir.Value, error) {
	sums = slices.Clone(sums)
	for _, f := range p.factors {
		if err := f.begin(from); err != nil {
			return nil, err
		}
	}
	registers := p.distinct()
	for k := range p.step {
		for i, r := range registers {
			coords := p.acc.Apply(r)
			x, y := p.factors[0].read(coords, k), p.factors[1].read(coords, k)
			if ir.IsFloat(p.compute) {
				sums[i] = p.FMA(x, y, sums[i])
			} else {
				sums[i] = p.Binary(&llvm.Add, sums[i], p.Binary(&llvm.Mul, x, y))
			}
		}
	}
	return sums, nil
}

// finish returns the registers of the result.
func (p *product) finish(sums []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, emit.RegisterCount(p.acc))
	at := emit.RowMajor(p.acc)
	byPlace := make(map[uint64]*ir.Value)
	for i, r := range p.distinct() {
		v := sums[i]
		if t := p.Element(p.op.Operand(2), r).Type(); t != p.compute {
			v = llvm.NewCast(p.B, &llvm.FPTrunc, v, t)
		}
		byPlace[at(p.acc.Apply(r))] = v
	}
	for r := range out {
		out[r] = byPlace[at(p.acc.Apply(r))]
	}
	return out
}

// begin prepares the loads of an iteration.
func (f *factor) begin(from *ir.Value) error {
	f.loaded = make(map[uint64]*ir.Value)
	f.stepBase, f.stepUsed = f.dynamic, f.used
	if from == nil {
		return nil
	}
	bases := make([][]int, bits.TrailingZeros(uint(f.depth)))
	for i := range bases {
		bases[i] = []int{1 << i &^ (f.step - 1)} // from is a multiple of the step
	}
	counter, err := layout.New([]layout.In{{Name: "counter", Bases: bases}}, []layout.Dim{{Name: "k", Size: f.depth}})
	if err != nil {
		return err
	}
	along := func(coords []int) uint64 { return f.swizzle.place(0, 0, coords[0]) }
	f.stepBase, f.stepUsed = f.BitSum(f.dynamic, f.used, from, counter, "counter", along)
	return nil
}

// read returns the factor that an element of the accumulator needs. coords are the element's coordinates in thread 0,
// and k is an index along the contracted dimension within the iteration.
func (f *factor) read(coords []int, k int) *ir.Value {
	constant := f.line(coords) ^ f.swizzle.place(0, 0, k)
	if v := f.loaded[constant]; v != nil {
		return v
	}
	first := constant &^ uint64(f.width-1)
	values := f.LoadSharedVector(f.base, f.Combine(f.stepBase, f.stepUsed, first), f.elem, f.width)
	for i, v := range values {
		if !f.wide {
			v = f.converted(v)
		}
		f.loaded[first+uint64(i)] = v
	}
	return f.loaded[constant]
}
