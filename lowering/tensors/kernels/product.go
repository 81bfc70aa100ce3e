package kernels

import (
	"fmt"
	"strings"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

func init() { builders[&prim.Dot], builders[&prim.Convolution] = buildDot, buildConvolution }

// array returns an operand as an array, a parameter of the kernel. Sizes and strides that are not open are part of its
// type.
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

// buildDot makes a kernel of a product by its equation.
func buildDot(s *Step) (*Computation, error) {
	x, y, out := s.In[0], s.In[1], s.Out[0]
	if prim.DtypeOf(x.Elem) != prim.Float {
		return nil, noKernel("products of %s have none", ir.Quote(x.Elem))
	}
	if out.numel() == 0 {
		return &Computation{}, nil
	}
	text := s.Op.Inherent("equation").(*ir.StringAttr).Value
	letters, err := prim.Letters(text)
	if err != nil {
		return nil, err
	}
	extents := make(map[contract.Letter]int64)
	for i, o := range s.In[:2] {
		for d, l := range letters[i] {
			extents[l] = o.Shape[d]
		}
	}
	return contraction(s, text, extents, letters[2], x, y, out, tile.ContractOptions{})
}

// contraction makes the kernel of a contraction.
func contraction(s *Step, equation string, extents map[contract.Letter]int64, output []contract.Letter,
	x, y, out *Operand, o tile.ContractOptions) (*Computation, error) {
	m := newMaker(kernelName([]*ir.Operation{s.Op}), s.Op.Loc(), s.Op.Context(), x, y, out)
	var shape shapeOfProduct
	shape.find(extents, output, equation)
	if shape.sum == 0 {
		return one(s, "fill", func(r *region) *ir.Value { return r.constantOf(0.0, out.Elem, r.tile(prim.Whole)) }, out)
	}
	o.Shape = shape.tile(x.Elem)
	m.Contract(equation, m.array(x), m.array(y), m.array(out), o)
	l, err := m.finish(shape.warps(o.Shape), shape.programs(o.Shape))
	if err != nil {
		return nil, err
	}
	return &Computation{Launches: []Launch{l}}, nil
}

// shapeOfProduct is a contraction as a product of matrices: its rows, columns, products to add up, and matrices.
type shapeOfProduct struct{ rows, columns, sum, batch int64 }

// find classifies letters: those of the output by the operands that have them, all others are summed over.
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

// tile chooses how many rows, columns and products a program computes at once: large tiles read less, and small ones
// give all multiprocessors something to do.
func (p *shapeOfProduct) tile(elem ir.Type) []int64 {
	depth := int64(64)
	if ir.ElementBits(elem) >= 32 {
		depth = 32
	}
	t := []int64{128, 128, depth}
	if ir.ElementBits(elem) >= 32 {
		t = []int64{64, 64, depth}
	}
	t[0], t[1], t[2] = max(16, min(t[0], powerOfTwo(p.rows))), max(16, min(t[1], powerOfTwo(p.columns))),
		max(16, min(depth, powerOfTwo(p.sum)))
	const multiprocessors = 132
	for p.programs(t) < multiprocessors && t[0] > 32 && t[1] > 32 {
		if t[0] >= t[1] {
			t[0] /= 2
		} else {
			t[1] /= 2
		}
	}
	return t
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

// buildConvolution makes a kernel of a convolution. Groups of channels are a dimension of their own.
func buildConvolution(s *Step) (*Computation, error) {
	x, w, out := s.In[0], s.In[1], s.Out[0]
	ints := func(name string) []int64 { return s.Op.Inherent(name).(*ir.DenseArrayAttr).Ints() }
	groups := s.Op.Inherent("groups").(*ir.IntegerAttr).Int64()
	if s.Op.Inherent("transposed") != nil || prim.DtypeOf(x.Elem) != prim.Float {
		return nil, noKernel("transposed convolutions, and those of %s, have none", ir.Quote(x.Elem))
	}
	if x.isOpen() || w.isOpen() || out.numel() == 0 {
		return nil, noKernel("convolutions of unknown sizes have none")
	}
	spatial := len(x.Shape) - 2
	if spatial > 3 {
		return nil, noKernel("convolutions of %d dimensions have none", spatial)
	}
	extents := map[contract.Letter]int64{'n': x.Shape[0], 'g': groups, 'c': w.Shape[1], 'k': w.Shape[0] / groups}
	images, filters, result := "ngc", "gkc", "ngk"
	outside := []tile.Outside{tile.OutsideNever, tile.OutsideNever, tile.OutsideNever}
	output := []contract.Letter{'n', 'g', 'k'}
	for i := range spatial {
		at, tap := contract.Letter("hij"[i]), contract.Letter("rst"[i])
		images += fmt.Sprintf("(%d*%c+%d*%c-%d)", ints("strides")[i], at, ints("dilation")[i], tap, ints("padding")[i])
		filters, result = filters+string(tap), result+string(at)
		extents[at], extents[tap] = out.Shape[i+2], w.Shape[i+2]
		output = append(output, at)
		outside = append(outside, tile.OutsideZero)
	}
	return contraction(s, images+","+filters+"->"+result, extents, output, grouped(x, 1, groups), grouped(w, 0, groups),
		grouped(out, 1, groups), tile.ContractOptions{LHSOutside: outside})
}

// grouped divides a dimension of channels into groups.
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
