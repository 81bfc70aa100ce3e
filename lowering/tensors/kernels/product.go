package kernels

import (
	"fmt"
	"strings"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

func init() { builders[&prim.Dot], builders[&prim.Convolution] = buildProduct, buildProduct }

// array adds a parameter for an operand as an array. Known sizes and strides are part of its type.
func (m *maker) array(o *Operand) *ir.Value {
	shape, strides := make([]int64, len(o.Shape)), make([]int64, len(o.Shape))
	for d := range shape {
		shape[d], strides[d] = o.Shape[d], o.Strides[d]
		if o.Open != nil && o.Open[d] {
			shape[d] = ir.Dynamic
		}
		if o.isOpen() && strides[d] > 1 {
			strides[d] = ir.Dynamic
		}
	}
	divisible := int64(alignment)
	for o.Offset*int64(ir.ElementBits(o.Elem)/8)%divisible != 0 {
		divisible /= 2
	}
	at := m.addParameter(tile.Array(m.ctx, shape, o.Elem, strides), Arg{Memory: o.Memory, Array: o}, divisible)
	return m.kernel.Entry().Arg(at)
}

// product is the contraction that computes a primitive.
type product struct {
	equation string
	extents  map[contract.Letter]int64
	output   []contract.Letter
	x, y     *Operand
	// inLetters converts an operand of the result's shape to one with a dimension for each letter of the output.
	inLetters func(o *Operand) *Operand
	options   tile.ContractOptions
}

func buildProduct(s *Step) (*Computation, error) {
	p, err := productOf(s, s.Op, s.In)
	if err != nil {
		return nil, err
	}
	return p.compute(s, s.Out[0], nil)
}

// productOf returns the contraction that computes a primitive.
func productOf(s *Step, op *ir.Operation, in []*Operand) (*product, error) {
	if op.Is(&prim.Dot) {
		return dotOf(op, in[0], in[1])
	}
	if s.Unsized && (in[0].isOpen() || in[1].isOpen()) {
		return nil, noKernel("convolutions of unknown sizes have none")
	}
	return convolutionOf(op, in[0], in[1])
}

func dotOf(op *ir.Operation, x, y *Operand) (*product, error) {
	if prim.DtypeOf(x.Elem) != prim.Float {
		return nil, noKernel("products of %s have none", ir.Quote(x.Elem))
	}
	text := op.Inherent("equation").(*ir.StringAttr).Value
	letters, err := prim.Letters(text)
	if err != nil {
		return nil, err
	}
	p := &product{equation: text, extents: make(map[contract.Letter]int64), output: letters[2], x: x, y: y,
		inLetters: func(o *Operand) *Operand { return o }}
	for i, o := range [2]*Operand{x, y} {
		for d, l := range letters[i] {
			p.extents[l] = o.Shape[d]
		}
	}
	return p, nil
}

// compute builds the kernel of a product, with or without an epilogue.
func (p *product) compute(s *Step, out *Operand, e *epilogue) (*Computation, error) {
	if out.numel() == 0 {
		return &Computation{}, nil
	}
	var shape shapeOfProduct
	shape.find(p.extents, p.output, p.equation)
	if shape.sum == 0 {
		if e != nil {
			return nil, noKernel("what is computed of sums of nothing has none")
		}
		return one(s, "fill", func(r *region) *ir.Value { return r.constantOf(0.0, out.Elem, r.tile(prim.Whole)) }, out)
	}
	o := p.options
	parts := int64(1)
	if s.Op.Is(&prim.Dot) || e != nil && e.ops[0].Is(&prim.Dot) { // convolutions in such parts measured slower
		parts = max(1, shape.sum/leastPart)
	}
	o.Shape = shape.tile(p.x.Elem, parts)
	if !p.x.isOpen() && !p.y.isOpen() {
		o.Programs = tile.ProgramForEach
	}
	ops := []*ir.Operation{s.Op}
	if e != nil {
		ops = e.ops
	}
	m := newMaker(kernelName(ops), s.Op.Loc(), s.Op.Context(), p.x, p.y, out)
	m.narrow = s.isNarrow()
	x, y, to := m.array(p.x), m.array(p.y), m.array(p.inLetters(out))
	if e != nil {
		e.addTo(&o, m, p)
	}
	programs := shape.programs(o.Shape)
	if shape.fillsWide(p.x.Elem) && p.hasRoom(&o, out) {
		o.Shape, o.Programs, programs = []int64{128, 256, 64}, tile.FewPrograms, multiprocessors
	}
	m.Contract(p.equation, x, y, to, o)
	if e != nil && e.err != nil {
		return nil, e.err
	}
	l, err := m.finish(shape.warps(o.Shape), programs)
	if err != nil {
		return nil, err
	}
	return &Computation{Launches: []Launch{l}}, nil
}

// shapeOfProduct is a contraction viewed as a product of matrices: rows, columns, contracted size, and number of
// matrices.
type shapeOfProduct struct{ rows, columns, sum, batch int64 }

// find classifies the letters of the output by the operands that have them. Other letters are contracted.
func (p *shapeOfProduct) find(extents map[contract.Letter]int64, output []contract.Letter, equation string) {
	*p = shapeOfProduct{1, 1, 1, 1}
	operands, _, _ := strings.Cut(equation, "->")
	lhs, rhs, _ := strings.Cut(operands, ",")
	in := make(map[contract.Letter]bool)
	for _, l := range output {
		in[l] = true
	}
	for l, n := range extents {
		name := string(l)
		switch a, b := strings.Contains(lhs, name), strings.Contains(rhs, name); {
		case !in[l]:
			p.sum *= n
		case a && b:
			p.batch *= n
		case a:
			p.rows *= n
		default:
			p.columns *= n
		}
	}
}

// leastPart is the number of contracted elements from which on it pays to compute a part of a sum in a program of its
// own, for elements that tensor cores do not multiply. Tiles need not be small then to give all multiprocessors work.
const leastPart = 256

// tile chooses how many rows, columns and contracted elements a program computes at once. Large tiles read less memory,
// and small ones give all multiprocessors work. parts is in how many parts sums may be divided.
func (p *shapeOfProduct) tile(elem ir.Type, parts int64) []int64 {
	depth := int64(64)
	if ir.ElementBits(elem) >= 32 {
		depth = 32
	}
	t := []int64{128, 128, depth}
	if ir.ElementBits(elem) >= 32 {
		t = []int64{64, 64, depth}
	} else {
		parts = 1
	}
	t[0], t[1], t[2] = max(16, min(t[0], powerOfTwo(p.rows))), max(16, min(t[1], powerOfTwo(p.columns))),
		max(16, min(depth, powerOfTwo(p.sum)))
	for parts*p.programs(t) < multiprocessors && t[0] > 32 && t[1] > 32 {
		if t[0] >= t[1] {
			t[0] /= 2
		} else {
			t[1] /= 2
		}
	}
	return t
}

// multiprocessors is the number of multiprocessors of a large GPU.
const multiprocessors = 132

// fillsWide reports whether wide tiles give all multiprocessors work. Each program then computes several tiles, and
// loads the next tile while it stores one.
func (p *shapeOfProduct) fillsWide(elem ir.Type) bool {
	return ir.ElementBits(elem) == 16 && p.rows >= 128 && p.columns >= 256 && p.sum >= 64 &&
		p.programs([]int64{128, 256, 64}) >= multiprocessors
}

// hasRoom reports whether wide tiles leave registers for the operands of an epilogue. There is room for operands with
// an element for each row, and for either one operand with an element for each column or a tile that bulk copies can
// load into the memory of the output tile.
func (p *product) hasRoom(o *tile.ContractOptions, out *Operand) bool {
	elements, columns := 0, 0
	for i, v := range o.Others {
		row, column := p.sides(o.Axes[i])
		switch {
		case row && column:
			elements++
			if t := v.Type().(*tile.ArrayType); t.ElementType() != out.Elem || !copiedInBulk(t) {
				return false
			}
		case column:
			columns++
		}
	}
	return elements+columns <= 1 && (elements == 0 || len(p.extents) == matrixLetters)
}

// matrixLetters is the number of letters in the product of two matrices.
const matrixLetters = 3

// sides reports whether letters of the output are letters of rows or of columns, which occur in one factor only.
func (p *product) sides(letters string) (row, column bool) {
	operands, _, _ := strings.Cut(p.equation, "->")
	lhs, rhs, _ := strings.Cut(operands, ",")
	for _, l := range letters {
		left, right := strings.ContainsRune(lhs, l), strings.ContainsRune(rhs, l)
		row, column = row || left && !right, column || right && !left
	}
	return row, column
}

// copiedInBulk reports whether bulk copies can access the rows of an array, which must begin at multiples of 16 bytes.
func copiedInBulk(t *tile.ArrayType) bool {
	strides := t.Strides()
	for d, s := range strides {
		if d < len(strides)-1 && (s == ir.Dynamic || s*int64(ir.ElementBits(t.ElementType()))/8%alignment != 0) {
			return false
		}
	}
	return len(strides) > 0 && strides[len(strides)-1] == 1
}

func (p *shapeOfProduct) programs(tile []int64) int64 {
	return p.batch * ceilDiv(p.rows, tile[0]) * ceilDiv(p.columns, tile[1])
}

func (p *shapeOfProduct) warps(tile []int64) int {
	if tile[0]*tile[1] >= 128*128 {
		return 8
	}
	return 4
}

// convolutionOf returns the contraction of a convolution. Groups of channels are a separate dimension. All sizes become
// part of the kernel, so that other sizes have another one.
func convolutionOf(op *ir.Operation, x, w *Operand) (*product, error) {
	ints := func(name string) []int64 { return op.Inherent(name).(*ir.DenseArrayAttr).Ints() }
	groups := op.Inherent("groups").(*ir.IntegerAttr).Int64()
	if op.Inherent("transposed") != nil || prim.DtypeOf(x.Elem) != prim.Float {
		return nil, noKernel("transposed convolutions, and those of %s, have none", ir.Quote(x.Elem))
	}
	spatial := len(x.Shape) - 2
	if spatial > 3 {
		return nil, noKernel("convolutions of %d dimensions have none", spatial)
	}
	p := &product{extents: map[contract.Letter]int64{'n': x.Shape[0], 'g': groups, 'c': w.Shape[1],
		'k': w.Shape[0] / groups}, output: []contract.Letter{'n', 'g', 'k'}, x: grouped(x, 1, groups),
		y: grouped(w, 0, groups), inLetters: func(o *Operand) *Operand { return grouped(o, 1, groups) }}
	images, filters, sums := "ngc", "gkc", "ngk"
	outside := []tile.Outside{tile.OutsideNever, tile.OutsideNever, tile.OutsideNever}
	for i := range spatial {
		at, tap := contract.Letter("hij"[i]), contract.Letter("rst"[i])
		images += fmt.Sprintf("(%d*%c+%d*%c-%d)", ints("strides")[i], at, ints("dilation")[i], tap, ints("padding")[i])
		filters, sums = filters+string(tap), sums+string(at)
		reach := ints("dilation")[i] * (w.Shape[i+2] - 1)
		p.extents[at], p.extents[tap] = (x.Shape[i+2]+2*ints("padding")[i]-reach-1)/ints("strides")[i]+1, w.Shape[i+2]
		p.output = append(p.output, at)
		outside = append(outside, tile.OutsideZero)
	}
	p.equation, p.options.LHSOutside = images+","+filters+"->"+sums, outside
	return p, nil
}

// grouped splits a dimension of channels into groups.
func grouped(o *Operand, dim int, groups int64) *Operand {
	g := *o
	inner := o.Shape[dim] / groups
	g.Shape, g.Strides, g.Open = nil, nil, nil
	for d, n := range o.Shape {
		if d == dim {
			g.Shape, g.Strides = append(g.Shape, groups, inner), append(g.Strides, inner*o.Strides[d], o.Strides[d])
			continue
		}
		g.Shape, g.Strides = append(g.Shape, n), append(g.Strides, o.Strides[d])
	}
	return &g
}
