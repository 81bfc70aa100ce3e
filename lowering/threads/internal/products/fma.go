package products

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
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

// maxProducts bounds the multiplications in the code for one step; maxStep bounds the step.
const (
	maxProducts = 1024
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
	c.Values.Set(op.Result(0), p.finish(sums))
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

// enoughWarps is a number of warps that hide each other's latencies on a multiprocessor, and enoughCopied the number if
// factors are copied to shared memory ahead, not through registers. If a thread of a kernel holds more than fewWords
// and at most mostWords words of sums, its registers are limited such that this number of warps fits. With fewer words
// it fits anyway. mostWords is half of the registers of such a thread because the factors need registers, too.
const (
	enoughWarps         = 16
	enoughCopied        = 12
	fewWords, mostWords = 32, 64
)

// boundRegisters limits the registers of a thread, if needed, such that a multiprocessor has room for enough warps.
func (p *product) boundRegisters() {
	enough := enoughWarps
	if p.factors[0].copied && p.factors[1].copied {
		enough = enoughCopied
	}
	words, blocks := len(p.distinct())*int(emit.BytesOf(p.compute))/4, (enough+p.Warps-1)/p.Warps
	if words > fewWords && words <= mostWords && p.Fn.Attr(nvvm.MinCTASM) == nil {
		p.Fn.SetAttr(nvvm.MinCTASM, p.Ctx.Integer(p.Ctx.I(32), int64(blocks)))
	}
}

// distinct returns the registers of the accumulator that are not copies of others.
func (p *product) distinct() (registers []int) {
	free := 0
	if len(p.acc.Ins()) > 0 {
		free = p.acc.FreeMask(layout.Register)
	}
	for r := range emit.RegisterCount(p.acc) {
		if r&free == 0 {
			registers = append(registers, r)
		}
	}
	return registers
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
	turns := p.inTurns(registers)
	for k := range p.step {
		for _, i := range turns {
			coords := p.acc.Apply(registers[i])
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

// inTurns returns the places of registers in the order in which their products are computed: row by row, and the
// columns forth and back. Each product shares a factor with the one before, so that fewer instructions wait for their
// operands to be read from registers (contract-h200.md).
func (p *product) inTurns(registers []int) []int {
	coords := make([][]int, len(registers))
	order := make([]int, len(registers))
	for i, r := range registers {
		coords[i], order[i] = p.acc.Apply(r), i
	}
	slices.SortFunc(order, func(i, j int) int { return slices.Compare(coords[i], coords[j]) })
	sameRow := func(i, j int) bool {
		last := len(coords[i]) - 1
		return slices.Equal(coords[i][:last], coords[j][:last])
	}
	for row, odd := order, false; len(row) > 0; odd = !odd {
		n := 1
		for n < len(row) && sameRow(row[0], row[n]) {
			n++
		}
		if odd {
			slices.Reverse(row[:n])
		}
		row = row[n:]
	}
	return order
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
