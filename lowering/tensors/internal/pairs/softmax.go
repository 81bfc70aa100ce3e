package pairs

import (
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// Softmax describes how a region computes weights from pairs. In each row, the weights are exponentials of the
// differences from the row's maximum, times a factor of the row, such as the reciprocal of the exponentials' sum. Sums
// with such weights need only one pass over the columns: partial sums are rescaled whenever the maximum rises (Milakov
// and Gimelshein, "Online normalizer calculation for softmax"; Dao et al., "FlashAttention").
type Softmax struct {
	Exponents *ir.Value     // the operand of the maximum
	Maximum   *ir.Operation // amax of Exponents
	Exp       *ir.Operation
	Norm      *ir.Operation   // the sum of Exp's results; nil for none
	Factors   []*ir.Operation // from Exp to the weights, the last one first; without conversions
	Masks     []Mask          // of the weights, as those of a dropout
}

// Mask is a condition for pairs. The weights of pairs for which it is true are kept if Keeps is set, and 0 otherwise.
type Mask struct {
	Value *ir.Value
	Keeps bool
}

// Softmax returns how the weights of the region's only sum are computed. The region must have one score and one sum,
// which is over columns.
func (p *Pairs) Softmax() (*Softmax, error) {
	if len(p.Scores) != 1 || len(p.Sums) != 1 || p.Sums[0].Over != p.Column {
		return nil, apart("expected one product before and one after the softmax, but there are %d and %d",
			len(p.Scores), len(p.Sums))
	}
	s := new(Softmax)
	v := p.Sums[0].Pairs
	for s.Exp == nil {
		op := v.DefiningOp()
		if op == nil || p.places[v] != Pair {
			return nil, apart("the weights are not exponentials")
		}
		switch next, mask := p.scaled(op), p.masked(op); {
		case op.Is(&prim.Exp):
			s.Exp = op
		case mask != nil:
			s.Masks = append(s.Masks, *mask)
			if v = op.Operand(2); mask.Keeps {
				v = op.Operand(1)
			}
		case next == nil:
			return nil, apart("%s does not scale the weights by a factor of the row", op.Name())
		default:
			if !op.Is(&prim.ConvertElementType) {
				s.Factors = append(s.Factors, op)
			}
			v = next
		}
	}
	sub := s.Exp.Operand(0).DefiningOp()
	if sub == nil || !sub.Is(&prim.Sub) {
		return nil, apart("the exponents are not differences from a maximum")
	}
	s.Exponents, s.Maximum = sub.Operand(0), p.ReductionOf(sub.Operand(1))
	if s.Maximum == nil || !s.Maximum.Is(&prim.AMax) || s.Maximum.Operand(0) != s.Exponents {
		return nil, apart("the exponents are not differences from the maximum of their row")
	}
	for _, op := range p.Reductions {
		switch {
		case op == s.Maximum:
		case op.Is(&prim.Sum) && op.Operand(0) == s.Exp.Result(0) && s.Norm == nil:
			s.Norm = op
		default:
			return nil, apart("%s is not a part of a softmax", op.Name())
		}
	}
	return s, nil
}

// masked returns the mask of an operation that sets weights of some pairs to 0; nil for other operations.
func (p *Pairs) masked(op *ir.Operation) *Mask {
	if !op.Is(&prim.Where) || p.places[op.Operand(0)] != Free {
		return nil
	}
	for i := 1; i < 3; i++ {
		if isZero(op.Operand(i)) && p.places[op.Operand(3-i)] == Pair {
			return &Mask{op.Operand(0), i == 2}
		}
	}
	return nil
}

// scaled returns the operand that an operation multiplies by a factor of the row or by a constant, or only converts;
// nil for other operations.
func (p *Pairs) scaled(op *ir.Operation) *ir.Value {
	switch op.Def() {
	case &prim.ConvertElementType:
		if prim.DtypeOf(ir.ElementOrSelf(op.Result(0).Type())) == prim.Float {
			return op.Operand(0)
		}
	case &prim.Div:
		if p.RowOf(op.Operand(1)) != nil {
			return op.Operand(0)
		}
	case &prim.Mul:
		for i := range 2 {
			if y := op.Operand(i); p.RowOf(y) != nil || y.DefiningOp() != nil && y.DefiningOp().Is(&prim.Fill) {
				return op.Operand(1 - i)
			}
		}
	case &prim.Where:
		for i := 1; i < 3; i++ {
			if p.RowOf(op.Operand(0)) != nil && isZero(op.Operand(i)) {
				return op.Operand(3 - i)
			}
		}
	}
	return nil
}

func isZero(v *ir.Value) bool {
	op := v.DefiningOp()
	if op == nil || !op.Is(&prim.Fill) {
		return false
	}
	switch prim.NumberOf(op.Inherent("value")) {
	case int64(0), 0.0, false:
		return true
	}
	return false
}

// RowOf returns the value of rows that a value of pairs repeats along each row; nil if it does not.
func (p *Pairs) RowOf(v *ir.Value) *ir.Value {
	if op := v.DefiningOp(); op != nil && p.places[v] == Pair && op.Is(&prim.BroadcastInDim) {
		return op.Operand(0)
	}
	return nil
}

// ReductionOf returns the reduction whose result a value of pairs repeats along each row; nil if there is none.
func (p *Pairs) ReductionOf(v *ir.Value) *ir.Operation {
	v = p.RowOf(v)
	for v != nil {
		op := v.DefiningOp()
		if prim.IsReduction(op) {
			return op
		}
		if !isView(op) {
			return nil
		}
		v = op.Operand(0)
	}
	return nil
}
