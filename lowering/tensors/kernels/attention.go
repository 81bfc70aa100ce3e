package kernels

import (
	"math"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/internal/pairs"
)

// buildAttention builds the kernels of a region of kind [prim.Attention]: one kernel for the rows of an attention, or a
// kernel for each dimension along which pairs are summed.
func buildAttention(s *Step) (*Computation, error) {
	a := &attention{step: s, operand: make(map[*ir.Value]*Operand)}
	var ops []*ir.Operation
	for i, arg := range s.Region.Entry().Args() {
		a.operand[arg] = s.In[i]
	}
	for op := range s.Region.Entry().Ops() {
		if op.Next() == nil {
			for i, v := range op.Operands() {
				a.operand[v] = s.Out[i]
			}
			break
		}
		ops = append(ops, op)
	}
	for _, o := range a.operand {
		if o == nil || o.isOpen() {
			return nil, noKernel("attention of unknown sizes has none")
		}
	}
	var err error
	if a.p, err = pairs.Find(ops); err != nil {
		return nil, noKernel("%w", err)
	}
	if n := prim.Numel(a.p.Shape) / a.p.Shape[a.p.Row] / a.p.Shape[a.p.Column]; n > maxGridY {
		return nil, noKernel("attention of %d matrices has none", n)
	}
	if len(a.p.Reductions) == 0 {
		return a.sums()
	}
	l, err := a.forward()
	if err != nil {
		return nil, err
	}
	return &Computation{Launches: []Launch{l}}, nil
}

// attention is a region of pairs, with the operands of its arguments and results in memory.
type attention struct {
	step    *Step
	p       *pairs.Pairs
	operand map[*ir.Value]*Operand
}

// Tile sizes of attention: the rows of a program, and the columns that it multiplies at once. Threads have fewer
// registers left if there are more than wideFeatures features, or several sums; then fewColumns are multiplied at once.
const (
	attentionRows, attentionColumns, fewColumns = 128, 128, 64
	wideFeatures                                = 128
	normColumns                                 = 8 // partial sums of a row, which are added after the loop
)

// side returns a dimension of the pairs, divided into tiles of at most a number of indices.
func (a *attention) side(dim int, most int64) *pairSide {
	n := a.p.Shape[dim]
	return &pairSide{dim: dim, n: n, tile: max(16, min(most, powerOfTwo(n)))}
}

// results returns the region's results that have a given place.
func (a *attention) results(at pairs.Place) (values []*ir.Value) {
	for _, v := range a.step.Region.Entry().Last().Operands() {
		if a.p.Place(v) == at {
			values = append(values, v)
		}
	}
	return values
}

// launch finishes a kernel.
func (t *pairTile) launch() (Launch, error) {
	warps := 4
	if t.own.tile >= attentionRows {
		warps = 8
	}
	return t.finish(warps, t.grid...)
}

// forward builds the kernel that computes weighted sums for rows, with an online softmax.
func (a *attention) forward() (Launch, error) {
	softmax, err := a.p.Softmax()
	if err != nil {
		return Launch{}, noKernel("%w", err)
	}
	f := &forward{softmax: softmax, sum: a.p.Sums[0]}
	own, along := a.side(a.p.Row, attentionRows), a.side(a.p.Column, attentionColumns)
	if own.tile < attentionRows || max(f.features(a, a.p.Scores[0].Row), f.features(a, f.sum.Factor)) > wideFeatures {
		along.tile = min(along.tile, fewColumns)
	}
	f.pairTile = newPairTile(a, own, along, "attention", false, func(t *pairTile) []bound {
		f.exponents = t.exponentsOf(softmax.Exponents)
		return f.bounds
	})
	if err := f.rows(); err != nil {
		return Launch{}, err
	}
	for _, v := range a.results(pairs.Row) {
		x, err := f.value(v)
		if err != nil {
			return Launch{}, err
		}
		f.storeRows(x, v)
	}
	for _, v := range a.results(pairs.Result) {
		x, err := f.value(v)
		if err != nil {
			return Launch{}, err
		}
		result := f.sum.Result
		result.Value = v
		f.store(x, result, own)
	}
	return f.launch()
}

// forward is the kernel of an attention.
type forward struct {
	*pairTile
	softmax *pairs.Softmax
	sum     *pairs.Sum
	exponents
}

func (f *forward) features(a *attention, m pairs.Matrices) int64 {
	return featuresOf(a.operand[m.Value], m)
}

// rows computes the weighted sums for the rows of the program.
func (f *forward) rows() error {
	f32, rows := f.ctx.F32(), f.own.tile
	f.matrix(f.p.Scores[0].Row, f.own)
	first, end := f.steps(f.bounds)
	least := f.constantOf(math.Inf(-1), f32, []int64{rows})
	nothing := f.constantOf(0.0, f32, []int64{rows, normColumns})
	none := f.constantOf(0.0, f32, []int64{rows, featuresOf(f.operand[f.sum.Factor.Value], f.sum.Factor)})
	carried, err := f.loop(first, end, []*ir.Value{least, nothing, none}, f.step)
	if err != nil {
		return err
	}
	maximum := f.ExpandDims(carried[0], 1)
	if f.isPlain(f.exponents) {
		maximum = f.Mul(maximum, f.constantOf(math.Ln2, f32, nil))
	}
	f.values[f.softmax.Maximum.Result(0)] = maximum
	if f.softmax.Norm != nil {
		f.values[f.softmax.Norm.Result(0)] = f.ExpandDims(f.Reduce(carried[1], 1, tile.Sum), 1)
	}
	factor, err := f.factor()
	if err != nil {
		return err
	}
	f.values[f.sum.Op.Result(0)] = f.Cast(f.Mul(carried[2], factor), ir.ElementOrSelf(f.sum.Op.Result(0).Type()))
	return f.Err()
}

// step adds the pairs of one tile of columns to the maximum, the norm and the weighted sums of each row.
func (f *forward) step(carried []*ir.Value) ([]*ir.Value, error) {
	const log2e = math.Log2E
	f32, rows := f.ctx.F32(), f.own.tile
	s, err := f.seen(f.exponents)
	if err != nil {
		return nil, err
	}
	scale := f.constantOf(f.scale*log2e, f32, nil)
	largest := f.Reduce(s, 1, tile.Maximum)
	if f.isPlain(f.exponents) {
		largest = f.Mul(largest, scale)
	}
	next := f.Max(carried[0], largest)
	isLeast := f.Cmp(tile.EQ, next, f.constantOf(math.Inf(-1), f32, nil))
	finite := f.Where(isLeast, f.constantOf(0.0, f32, []int64{rows}), next) // for rows without visible pairs so far
	drop, column := f.Sub(carried[0], finite), f.ExpandDims(finite, 1)
	var p *ir.Value
	if f.isPlain(f.exponents) {
		p = f.fastExp2(f.FMA(s, scale, f.Neg(column)))
	} else {
		drop = f.Mul(drop, f.constantOf(log2e, f32, nil))
		p = f.fastExp2(f.Mul(f.Sub(s, column), f.constantOf(log2e, f32, nil)))
	}
	keep := f.ExpandDims(f.fastExp2(drop), 1)
	part := f.Reduce(f.Reshape(p, rows, f.along.tile/normColumns, normColumns), 1, tile.Sum)
	norm := f.FMA(carried[1], keep, part)
	for _, m := range f.softmax.Masks {
		if p, err = f.masked(p, m); err != nil {
			return nil, err
		}
	}
	weights := f.Cast(p, f.operand[f.sum.Factor.Value].Elem)
	sums := f.Dot(weights, f.matrix(f.sum.Factor, f.along), f.Mul(carried[2], keep), tile.PrecisionIEEE)
	return []*ir.Value{next, norm, sums}, f.Err()
}

// masked returns the weights of pairs, with 0 for those that a mask does not keep.
func (f *forward) masked(weights *ir.Value, m pairs.Mask) (*ir.Value, error) {
	v, err := f.value(m.Value)
	if err != nil {
		return nil, err
	}
	none := f.constantOf(0.0, f.ctx.F32(), []int64{f.own.tile, f.along.tile})
	if m.Keeps {
		return f.Where(v, weights, none), f.Err()
	}
	return f.Where(v, none, weights), f.Err()
}

// factor returns the factor of the weighted sums of each row.
func (f *forward) factor() (*ir.Value, error) {
	v := f.constantOf(1.0, f.ctx.F32(), []int64{f.own.tile, 1})
	for i := len(f.softmax.Factors) - 1; i >= 0; i-- {
		op := f.softmax.Factors[i]
		x := make([]*ir.Value, op.NumOperands())
		for k, o := range op.Operands() {
			var err error
			switch row := f.p.RowOf(o); {
			case row != nil:
				x[k], err = f.value(row)
			case f.p.Place(o) == pairs.Free:
				x[k], err = f.free(o, f.identity())
			default:
				x[k] = v
			}
			if err != nil {
				return nil, err
			}
		}
		var err error
		if v, err = f.elementwise(op, x); err != nil {
			return nil, err
		}
	}
	return v, f.Err()
}
