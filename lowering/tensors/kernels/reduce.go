package kernels

import (
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// buildReduction makes kernels of a reduction along any dimensions. Where few programs would have much to add up each,
// more of them add up parts, and a second kernel adds these up.
func buildReduction(s *Step) (*Computation, error) {
	x, out := s.In[0], s.Out[0]
	if out.numel() == 0 {
		return &Computation{}, nil
	}
	reduced := s.Op.Inherent("dims").(*ir.DenseArrayAttr).Ints()
	var kept []int
	var order []int // kept dimensions, then reduced ones
	for d := range x.Shape {
		if !slices.Contains(reduced, int64(d)) {
			kept = append(kept, d)
		}
	}
	order = slices.Clone(kept)
	for _, d := range slices.Sorted(slices.Values(reduced)) {
		order = append(order, int(d))
	}
	x = permuted(x, order)
	if parts := partsOf(s.Op, x, len(kept)); parts > 1 {
		return inParts(s, x, out, len(kept), parts)
	}
	l, err := reduction(s, x, out, len(kept), false)
	if err != nil {
		return nil, err
	}
	return &Computation{Launches: []Launch{l}}, nil
}

// permuted returns an operand with its dimensions in another order.
func permuted(o *Operand, order []int) *Operand {
	p := *o
	p.Shape, p.Strides, p.Open = nil, nil, nil
	for _, d := range order {
		p.Shape, p.Strides = append(p.Shape, o.Shape[d]), append(p.Strides, o.Strides[d])
		if o.Open != nil {
			p.Open = append(p.Open, o.Open[d])
		}
	}
	return &p
}

// reduction makes a kernel that reduces the dimensions of x behind the first kept ones.
func reduction(s *Step, x, out *Operand, kept int, partial bool) (Launch, error) {
	step := *s
	step.In, step.Out = []*Operand{x}, []*Operand{out}
	r := manual(&step, kernelName([]*ir.Operation{s.Op}), x, out)
	r.partial = partial
	v := s.Op.Result(0)
	r.ops, r.results = []*ir.Operation{s.Op}, []*ir.Value{v}
	r.outside[s.Op.Operand(0)] = 0
	r.place[v] = prim.Row
	none := make([]int64, len(x.Shape)-kept)
	rows := dimensions(x.Shape[:kept], head(x.Open, kept), [][]int64{x.Strides[:kept], out.Strides})
	cols := dimensions(x.Shape[kept:], tail(x.Open, kept), [][]int64{x.Strides[kept:], none})
	if n := columnsAtOnce(rows, cols); n > 1 {
		total, _ := count(rows)
		r.rows = r.newAxis(rows, n, r.toIndex(r.ProgramID(0)))
		if err := r.inLoops(cols, columnPoints/n); err != nil {
			return Launch{}, err
		}
		return r.finish(warpsFor(columnPoints), ceilDiv(total, n))
	}
	return r.byRow(rows, cols)
}

// columnPoints is how many points of columns a program loads at once.
const columnPoints = 4096

// columnsAtOnce returns how many columns a program reduces, if what is reduced are columns: neighbors in memory belong
// to different sums. Otherwise it is 1.
func columnsAtOnce(rows, cols []dimension) int64 {
	if len(rows) == 0 || len(cols) == 0 || rows[len(rows)-1].strides[0] != 1 || cols[len(cols)-1].strides[0] == 1 {
		return 1
	}
	return min(64, powerOfTwo(rows[len(rows)-1].size))
}

// partsOf returns into how many parts the outermost reduced dimension is divided.
func partsOf(op *ir.Operation, x *Operand, kept int) int64 {
	const programs, worth = 512, 8192
	rows, length := prim.Numel(x.Shape[:kept]), prim.Numel(x.Shape[kept:])
	if op.Is(&prim.Var) || x.isOpen() || kept == len(x.Shape) || length < worth {
		return 1
	}
	if kept > 0 && x.Strides[kept-1] == 1 {
		rows = ceilDiv(rows, 64)
	}
	most := min(programs/max(rows, 1), length/(worth/8))
	for n := most; n > 1; n-- {
		if x.Shape[kept]%n == 0 {
			return n
		}
	}
	return 1
}

// inParts reduces parts of rows, and then the results of these.
func inParts(s *Step, x, out *Operand, kept int, parts int64) (*Computation, error) {
	wide := x.Elem
	if isNarrow(wide) {
		wide = s.Op.Context().F32()
	}
	split := *x // [parts, kept..., rest of the first reduced dimension, ...]
	split.Open = nil
	first := x.Shape[kept] / parts
	split.Shape = slices.Concat([]int64{parts}, x.Shape[:kept], []int64{first}, x.Shape[kept+1:])
	split.Strides = slices.Concat([]int64{first * x.Strides[kept]}, x.Strides)
	some := Operand{Elem: wide, Shape: split.Shape[:kept+1], Memory: ScratchMemory}
	some.Strides = prim.Contiguous(some.Shape)
	one, err := reduction(s, &split, &some, kept+1, true)
	if err != nil {
		return nil, err
	}
	order := make([]int, kept+1)
	for d := range kept {
		order[d] = d + 1
	}
	two, err := reduction(s, permuted(&some, order), out, kept, false)
	if err != nil {
		return nil, err
	}
	return &Computation{Launches: []Launch{one, two}, Scratch: []Scratch{{wide, some.numel()}}}, nil
}
