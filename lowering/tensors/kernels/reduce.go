package kernels

import (
	"cmp"
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// folding is reductions of elementwise values, all along the same dimensions.
type folding struct {
	step    *Step
	ops     []*ir.Operation
	args    []*ir.Value // values from outside
	results []*ir.Value
	// In the operands, kept dimensions come first, followed by the reduced ones. Results of reductions lack the latter.
	in, out []*Operand
	kept    int
}

// buildReduction builds kernels of a reduction.
func buildReduction(s *Step) (*Computation, error) {
	x := s.Op.Operand(0)
	return newFolding(s, []*ir.Operation{s.Op}, []*ir.Value{x}, s.In[:1], s.Op.ResultValues()).compute()
}

// buildColumns builds kernels of a region of kind [prim.Columns].
func buildColumns(s *Step) (*Computation, error) {
	var ops []*ir.Operation
	entry := s.Region.Entry()
	for op := entry.First(); op.Next() != nil; op = op.Next() {
		ops = append(ops, op)
	}
	return newFolding(s, ops, entry.Args(), s.In, entry.Last().OperandValues()).compute()
}

// newFolding finds the dimensions that are reduced, and permutes the operands.
func newFolding(s *Step, ops []*ir.Operation, args []*ir.Value, in []*Operand, results []*ir.Value) *folding {
	f := &folding{step: s, ops: ops, args: args, results: results}
	last := ops[len(ops)-1]
	reduced := slices.Sorted(slices.Values(last.Inherent("dims").(*ir.DenseArrayAttr).Ints()))
	var order []int
	for d := range in[0].Shape {
		if !slices.Contains(reduced, int64(d)) {
			order = append(order, d)
		}
	}
	f.kept = len(order)
	slices.SortStableFunc(reduced, func(d, e int64) int { return cmp.Compare(divides(in[0], d), divides(in[0], e)) })
	for _, d := range reduced {
		order = append(order, int(d))
	}
	for _, o := range in {
		f.in = append(f.in, permuted(o, order))
	}
	for i, v := range results {
		if o := s.Out[i]; f.reduces(v) {
			f.out = append(f.out, o)
		} else {
			f.out = append(f.out, permuted(o, order))
		}
	}
	return f
}

// divides returns 0 for a dimension that can be divided into parts, and 1 for one with a single element. The first
// reduced dimension is divided, so those come first.
func divides(o *Operand, dim int64) int {
	if o.Shape[dim] == 1 && !o.isOpen() {
		return 1
	}
	return 0
}

// reduces reports whether a value is the result of a reduction.
func (f *folding) reduces(v *ir.Value) bool {
	op := v.DefiningOp()
	return slices.Contains(f.ops, op) && prim.IsReduction(op)
}

// compute builds the kernels. If few programs would have many elements to add, more programs add parts, and a second
// kernel adds the partial sums.
func (f *folding) compute() (*Computation, error) {
	if prim.Numel(f.in[0].Shape[:f.kept]) == 0 {
		return &Computation{}, nil
	}
	if parts := f.parts(); parts > 1 {
		return f.inParts(parts)
	}
	l, err := f.kernel(false)
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

// kernel builds the kernel that reads the operands. If partial is set, it stores partial sums.
func (f *folding) kernel(partial bool) (Launch, error) {
	step := *f.step
	step.In, step.Out = f.in, f.out
	r := manual(&step, kernelName(f.ops), slices.Concat(f.in, f.out)...)
	r.partial = partial
	r.ops, r.results = f.ops, f.results
	for i, v := range f.args {
		r.outside[v] = i
	}
	for _, op := range f.ops {
		r.place[op.Result(0)] = prim.Whole
		if prim.IsReduction(op) {
			r.place[op.Result(0)] = prim.Row
		}
	}
	x := f.in[0]
	var down, along [][]int64
	for i, o := range r.operands {
		down, along = append(down, o.Strides[:f.kept]), append(along, o.Strides[f.kept:])
		if i >= len(f.in) && f.reduces(f.results[i-len(f.in)]) {
			along[i] = make([]int64, len(x.Shape)-f.kept)
		}
	}
	rows := dimensions(x.Shape[:f.kept], head(x.Open, f.kept), down)
	cols := dimensions(x.Shape[f.kept:], tail(x.Open, f.kept), along)
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

// columnPoints is the number of points that a program loads at once if it reduces columns.
const columnPoints = 4096

// columnsAtOnce returns how many columns a program reduces, if neighbors in memory belong to different sums. Otherwise
// it is 1.
func columnsAtOnce(rows, cols []dimension) int64 {
	if len(rows) == 0 || len(cols) == 0 {
		return 1
	}
	down, along := rows[len(rows)-1], cols[len(cols)-1]
	columns := false
	for i, s := range along.strides {
		if s == 1 {
			return 1
		}
		columns = columns || s != 0 && down.strides[i] == 1
	}
	if !columns {
		return 1
	}
	return min(64, powerOfTwo(down.size))
}

// parts returns the number of parts that the outermost reduced dimension is divided into.
func (f *folding) parts() int64 {
	const programs, worth = 512, 8192
	x := f.in[0]
	if slices.ContainsFunc(f.ops, func(op *ir.Operation) bool { return op.Is(&prim.Var) }) ||
		slices.ContainsFunc(f.in, (*Operand).isOpen) || f.kept == len(x.Shape) {
		return 1
	}
	rows, length := prim.Numel(x.Shape[:f.kept]), prim.Numel(x.Shape[f.kept:])
	least, most := int64(worth), length/(worth/8)
	if f.kept > 0 && x.Strides[f.kept-1] == 1 {
		rows = ceilDiv(rows, 64)
		least, most = columnPoints/8, length/(columnPoints/32)
	}
	if length < least {
		return 1
	}
	for n := min(programs/max(rows, 1), most); n > 1; n-- {
		if x.Shape[f.kept]%n == 0 {
			return n
		}
	}
	return 1
}

// inParts reduces parts of rows, and then the results.
func (f *folding) inParts(parts int64) (*Computation, error) {
	first := *f
	first.in, first.out, first.kept = nil, nil, f.kept+1
	for _, o := range f.in {
		first.in = append(first.in, divided(o, f.kept, parts))
	}
	c := new(Computation)
	var rest []*folding
	for i, v := range f.results {
		if !f.reduces(v) {
			first.out = append(first.out, divided(f.out[i], f.kept, parts))
			continue
		}
		op := v.DefiningOp()
		wide := ir.ElementOrSelf(op.Operand(0).Type())
		if isNarrow(wide) {
			wide = op.Context().F32()
		}
		some := &Operand{Elem: wide, Shape: first.in[0].Shape[:first.kept], Memory: ScratchMemory + len(c.Scratch)}
		some.Strides = prim.Contiguous(some.Shape)
		c.Scratch = append(c.Scratch, Scratch{wide, some.numel()})
		first.out = append(first.out, some)
		order := make([]int, first.kept) // the dimension of parts comes last
		for d := range f.kept {
			order[d] = d + 1
		}
		rest = append(rest, &folding{step: f.step, ops: []*ir.Operation{op}, args: op.OperandValues()[:1],
			in: []*Operand{permuted(some, order)}, results: []*ir.Value{v}, out: f.out[i : i+1], kept: f.kept})
	}
	for i, next := range append([]*folding{&first}, rest...) {
		l, err := next.kernel(i == 0)
		if err != nil {
			return nil, err
		}
		c.Launches = append(c.Launches, l)
	}
	return c, nil
}

// divided splits dimension d of an operand into parts. The dimension of parts comes first.
func divided(o *Operand, d int, parts int64) *Operand {
	split := *o // [parts, kept..., rest of the first reduced dimension, ...]
	split.Open = nil
	first := o.Shape[d] / parts
	split.Shape = slices.Concat([]int64{parts}, o.Shape[:d], []int64{first}, o.Shape[d+1:])
	split.Strides = slices.Concat([]int64{first * o.Strides[d]}, o.Strides)
	return &split
}
