package kernels

import (
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/internal/pairs"
)

// together reports whether sums over rows and sums over columns are computed by one kernel. It computes the pairs once,
// and adds up the sums over columns in memory, which costs about as much as one product. That was faster for wide
// features of narrow floats, and was not measured for others. The order of these additions is not specified, so that
// results differ in their last bits from run to run, as PyTorch's do.
func (a *attention) together(rows, columns []*pairs.Sum) bool {
	var scores []*pairs.Score
	for _, s := range rows {
		for _, score := range a.scoresOf(s.Pairs, nil) {
			if !slices.Contains(scores, score) {
				scores = append(scores, score)
			}
		}
	}
	if len(rows) == 0 || len(columns) == 0 {
		return false
	}
	for _, s := range slices.Concat(rows, columns) {
		n := featuresOf(a.operand[s.Factor.Value], s.Factor)
		if !isNarrow(ir.ElementOrSelf(s.Pairs.Type())) || n <= fewColumns || n > wideFeatures {
			return false
		}
	}
	for _, s := range columns {
		if a.sumsIn(s, 0).numel() > mostShort {
			return false
		}
		for d, n := range a.p.Shape {
			if n > 1 && d != a.p.Column && s.Result.Dims[d] < 0 {
				return false // programs of several batches would add to one sum
			}
		}
		for _, score := range a.scoresOf(s.Pairs, nil) {
			if !slices.Contains(scores, score) {
				return false
			}
		}
	}
	return true
}

// sumsIn returns the operand in which the parts of a sum over columns are added up. It has the dimensions of the sum's
// result, and is stored as a batch of matrices of rows.
func (a *attention) sumsIn(s *pairs.Sum, memory int) *Operand {
	t, _ := prim.TensorOf(s.Op.Result(0).Type())
	o := &Operand{Elem: s.Op.Context().F32(), Shape: t.Shape, Strides: make([]int64, len(t.Shape)), Memory: memory}
	next := int64(1)
	set := func(d int) {
		if d >= 0 {
			o.Strides[d] = next
			next *= t.Shape[d]
		}
	}
	set(s.Result.Feature)
	set(s.Result.Dims[a.p.Row])
	for d := range a.p.Shape {
		if d != a.p.Row && d != a.p.Column {
			set(s.Result.Dims[d])
		}
	}
	return o
}

// atOnce builds the kernel that computes all sums, and those that prepare and convert the sums over columns.
func (a *attention) atOnce(c *Computation, rows, columns []*pairs.Sum) error {
	var others []added
	for _, s := range columns {
		to := a.sumsIn(s, ScratchMemory+len(c.Scratch))
		c.Scratch = append(c.Scratch, Scratch{to.Elem, to.numel()})
		others = append(others, added{s, to})
		l, err := points(a.step, "zeros", func(r *region) *ir.Value { return r.constantOf(0.0, to.Elem, nil) }, to)
		if err != nil {
			return err
		}
		c.Launches = append(c.Launches, l)
	}
	l, err := a.sumsAlong(a.p.Column, a.p.Row, rows, others)
	if err != nil {
		return err
	}
	c.Launches = append(c.Launches, l)
	for _, s := range others {
		for _, v := range a.results(pairs.Result) {
			if sumOf(v) != s.Op {
				continue
			}
			l, err := points(a.step, "sums", func(r *region) *ir.Value {
				x := r.load(0, prim.Whole)
				if _, scale := scaled(s.Pairs); scale != 1 {
					x = r.Mul(x, r.constantOf(scale, s.to.Elem, nil))
				}
				return r.converted(x, v)
			}, s.to, a.operand[v])
			if err != nil {
				return err
			}
			c.Launches = append(c.Launches, l)
		}
	}
	return nil
}

// converted converts a sum to the type of a result, through all types that it has in the region.
func (r *region) converted(sum, v *ir.Value) *ir.Value {
	if op := v.DefiningOp(); op.Is(&prim.ConvertElementType) {
		sum = r.converted(sum, op.Operand(0))
	}
	return r.convert(sum, ir.ElementOrSelf(v.Type()))
}
