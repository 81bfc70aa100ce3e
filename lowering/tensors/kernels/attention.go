package kernels

import (
	"math"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/prim/pairs"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// buildAttention makes the kernel of a region of kind [prim.Attention]: a program computes a tile of rows, and goes
// along the columns.
func buildAttention(s *Step) (*Computation, error) {
	var ops []*ir.Operation
	operand := make(map[*ir.Value]*Operand)
	for i, arg := range s.Region.Entry().Args() {
		operand[arg] = s.In[i]
	}
	for op := range s.Region.Entry().Ops() {
		if op.Next() == nil {
			for i, v := range op.Operands() {
				operand[v] = s.Out[i]
			}
			break
		}
		ops = append(ops, op)
	}
	p, err := pairs.Find(ops)
	if err != nil {
		return nil, noKernel("%w", err)
	}
	softmax, err := p.Softmax()
	if err != nil {
		return nil, noKernel("%w", err)
	}
	for _, o := range operand {
		if o == nil || o.isOpen() {
			return nil, noKernel("attention of unknown sizes has none")
		}
	}
	return attentionForward(s, ops, p, softmax, operand)
}

// Tiles of attention: rows, and columns that are multiplied at once. Sums for up to wideFeatures features leave room in
// registers for more columns.
const (
	attentionRows, attentionColumns = 128, 128
	wideFeatures                    = 128
	normColumns                     = 8 // sums of a row, which are added up behind the loop
)

func attentionForward(s *Step, ops []*ir.Operation, p *pairs.Pairs, softmax *pairs.Softmax,
	operand map[*ir.Value]*Operand) (*Computation, error) {
	sum := p.Sums[0]
	out := s.Region.Entry().Last().Operand(0)
	features := max(featuresOf(operand[p.Scores[0].Row.Value], p.Scores[0].Row),
		featuresOf(operand[sum.Factor.Value], sum.Factor))
	own := &pairSide{dim: p.Row, n: p.Shape[p.Row], tile: max(16, min(attentionRows, powerOfTwo(p.Shape[p.Row])))}
	along := &pairSide{dim: p.Column, n: p.Shape[p.Column],
		tile: max(16, min(attentionColumns, powerOfTwo(p.Shape[p.Column])))}
	if features > wideFeatures || own.tile < attentionRows {
		along.tile = min(along.tile, attentionColumns/2)
	}
	f := &forward{softmax: softmax, sum: sum}
	t := newPairTile(s, p, operand, own, along, kernelName(ops), func(t *pairTile) bool {
		f.find(t)
		for _, b := range f.bounds {
			if b.own*b.along < 0 && b.along > 0 {
				return true
			}
		}
		return false
	})
	f.pairTile = t
	result, err := f.rows()
	if err != nil {
		return nil, err
	}
	matrix := sum.Result
	matrix.Value = out
	t.store(t.Cast(result, operand[out].Elem), matrix, own)
	warps := 4
	if own.tile >= attentionRows {
		warps = 8
	}
	tiles, others := t.programs()
	if others > maxGridY {
		return nil, noKernel("attention of %d matrices has none", others)
	}
	l, err := t.finish(warps, tiles, others)
	if err != nil {
		return nil, err
	}
	return &Computation{Launches: []Launch{l}}, nil
}

// forward computes rows of weighted sums.
type forward struct {
	*pairTile
	softmax *pairs.Softmax
	sum     *pairs.Sum

	exponents // from the scores
}

// exponents are what the exponentials of pairs are computed of: a value, times a positive number, where bounds and
// masks allow it, and negative infinity elsewhere.
type exponents struct {
	of     *ir.Value
	scale  float64
	bounds []bound
	masks  []mask
}

// mask is a condition that a pair is seen, or that it is hidden.
type mask struct {
	v    *ir.Value
	sees bool
}

// find takes the exponents apart.
func (f *forward) find(t *pairTile) {
	e := &f.exponents
	e.of, e.scale = f.softmax.Exponents, 1
	for {
		op := e.of.DefiningOp()
		switch op.Def() {
		case &prim.Where:
			if hides := isMinusInfinity(op.Operand(2)); hides || isMinusInfinity(op.Operand(1)) {
				if b, ok := t.boundsOf(op.Operand(0), t.identity(), hides); ok {
					e.bounds = append(e.bounds, b...)
				} else {
					e.masks = append(e.masks, mask{op.Operand(0), hides})
				}
				e.of = op.Operand(1)
				if !hides {
					e.of = op.Operand(2)
				}
				continue
			}
		case &prim.Mul, &prim.Div:
			if n, ok := positive(op.Operand(1)); ok && t.p.Place(op.Operand(0)) == pairs.Pair {
				if op.Is(&prim.Div) {
					n = 1 / n
				}
				e.of, e.scale = op.Operand(0), e.scale*n
				continue
			}
		}
		break
	}
	if !t.along.isWhole() {
		e.bounds = append(e.bounds, bound{along: 1, n: 1 - t.along.n})
	}
}

func isMinusInfinity(v *ir.Value) bool {
	op := v.DefiningOp()
	return op != nil && op.Is(&prim.Fill) && math.IsInf(numberOf(op), -1)
}

// isPlain reports whether exponents are multiples of scores, whose differences are computed by one operation then.
func (f *forward) isPlain() bool { return f.of == f.p.Scores[0].Op.Result(0) }

// rows returns the weighted sums of the program's rows.
func (f *forward) rows() (*ir.Value, error) {
	f32, rows := f.ctx.F32(), f.own.tile
	score := f.p.Scores[0]
	x := f.load(score.Row, f.own)
	first, end := f.steps(f.bounds)
	least := f.constantOf(math.Inf(-1), f32, []int64{rows})
	nothing := f.constantOf(0.0, f32, []int64{rows, normColumns})
	none := f.constantOf(0.0, f32, []int64{rows, featuresOf(f.operand[f.sum.Factor.Value], f.sum.Factor)})
	var err error
	carried := f.For(first, end, f.i32(1), []*ir.Value{least, nothing, none},
		func(j *ir.Value, c []*ir.Value) []*ir.Value {
			var next []*ir.Value
			next, err = f.step(x, j, c)
			return next
		})
	if err != nil || f.Err() != nil {
		return nil, firstError(err, f.Err())
	}
	f.values = make(map[*ir.Value]*ir.Value)
	maximum := f.ExpandDims(carried[0], 1)
	if f.isPlain() {
		maximum = f.Mul(maximum, f.constantOf(math.Ln2, f32, nil))
	}
	f.values[f.softmax.Maximum.Result(0)] = maximum
	if f.softmax.Norm != nil {
		f.values[f.softmax.Norm.Result(0)] = f.ExpandDims(f.Reduce(carried[1], 1, tile.Sum), 1)
	}
	factor, err := f.factor()
	return f.Mul(carried[2], factor), firstError(err, f.Err())
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// step adds the pairs of a tile of columns to the maximum, the norm and the weighted sums of each row.
func (f *forward) step(x, j *ir.Value, carried []*ir.Value) ([]*ir.Value, error) {
	f32, rows := f.ctx.F32(), f.own.tile
	f.along.number = j
	f.place(f.along, 0)
	f.values = make(map[*ir.Value]*ir.Value)
	score := f.p.Scores[0]
	y := f.Permute(f.load(score.Column, f.along), 1, 0)
	product := f.Dot(x, y, f.constantOf(0.0, f32, []int64{rows, f.along.tile}), tile.PrecisionIEEE)
	elem := ir.ElementOrSelf(score.Op.Result(0).Type())
	f.values[score.Op.Result(0)] = f.Cast(product, elem)
	s, err := f.seen()
	if err != nil {
		return nil, err
	}
	const log2e = math.Log2E
	largest := f.Reduce(s, 1, tile.Maximum)
	if f.isPlain() {
		largest = f.Mul(largest, f.constantOf(f.scale*log2e, f32, nil))
	}
	next := f.Max(carried[0], largest)
	isLeast := f.Cmp(tile.EQ, next, f.constantOf(math.Inf(-1), f32, nil))
	finite := f.Where(isLeast, f.constantOf(0.0, f32, []int64{rows}), next) // of rows that see nothing so far
	drop := f.Sub(carried[0], finite)
	column := f.ExpandDims(finite, 1)
	var p *ir.Value
	if f.isPlain() {
		p = f.fastExp2(f.FMA(s, f.constantOf(f.scale*log2e, f32, nil), f.Neg(column)))
	} else {
		drop = f.Mul(drop, f.constantOf(log2e, f32, nil))
		p = f.fastExp2(f.Mul(f.Sub(s, column), f.constantOf(log2e, f32, nil)))
	}
	keep := f.ExpandDims(f.fastExp2(drop), 1)
	part := f.Reduce(f.Reshape(p, rows, f.along.tile/normColumns, normColumns), 1, tile.Sum)
	norm := f.FMA(carried[1], keep, part)
	weights := f.Cast(p, f.operand[f.sum.Factor.Value].Elem)
	sums := f.Dot(weights, f.load(f.sum.Factor, f.along), f.Mul(carried[2], keep), tile.PrecisionIEEE)
	return []*ir.Value{next, norm, sums}, f.Err()
}

// seen returns what exponents are computed of, negative infinity where it is hidden. Only tiles at an edge compare
// indices.
func (f *forward) seen() (*ir.Value, error) {
	s, err := f.value(f.of)
	if err != nil {
		return nil, err
	}
	shape := []int64{f.own.tile, f.along.tile}
	if !f.isPlain() && f.scale != 1 {
		s = f.Mul(s, f.constantOf(f.scale, f.ctx.F32(), nil))
	}
	hidden := f.constantOf(math.Inf(-1), f.ctx.F32(), shape)
	for _, m := range f.masks {
		v, err := f.value(m.v)
		if err != nil {
			return nil, err
		}
		if m.sees {
			s = f.Where(v, s, hidden)
		} else {
			s = f.Where(v, hidden, s)
		}
	}
	edge := f.atEdge(f.bounds)
	if edge == nil {
		return s, f.Err()
	}
	return f.If(edge, func() []*ir.Value { return []*ir.Value{f.Where(f.within(f.bounds), s, hidden)} },
		func() []*ir.Value { return []*ir.Value{s} })[0], f.Err()
}

// factor is what the weighted sums of each row are multiplied by.
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

// fastExp2 is within 2^-22 of the power of two, and 0 for what is subnormal.
func (m *maker) fastExp2(x *ir.Value) *ir.Value {
	v := m.Exp2(x)
	if v != nil {
		v.DefiningOp().SetAttr(tile.RoundingName, tile.Roundings.Attr(m.ctx, tile.RoundApprox))
		v.DefiningOp().SetAttr(tile.FlushToZeroName, m.ctx.Unit())
	}
	return v
}
