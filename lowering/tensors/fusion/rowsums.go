package fusion

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/internal/pairs"
)

// rowSums replaces sums of weights times their cotangents: it computes them for each row from the result of the
// attention and its cotangent.
func (g *gradient) rowSums(ordered []*ir.Operation) error {
	for _, op := range ordered {
		if !prim.IsReduction(op) {
			continue
		}
		product := op.Operand(0).DefiningOp()
		if !op.Is(&prim.Sum) || product == nil || !g.set[product] || !product.Is(&prim.Mul) ||
			onlyUser(product.Result(0)) != op || !slices.Equal(dimsOf(op), []int64{int64(g.forward.Column)}) {
			return fmt.Errorf("%w: %s is not a sum of products of the weights along the columns", prim.ErrApart, op.Name())
		}
		i := slices.IndexFunc(product.OperandValues(), g.isWeights)
		if i < 0 {
			return fmt.Errorf("%w: %s does not sum products of the weights", prim.ErrApart, op.Name())
		}
		cotangent, order := g.cotangent(product.Operand(1 - i).DefiningOp())
		if cotangent == nil {
			return fmt.Errorf("%w: %s does not sum products of the weights with their gradient", prim.ErrApart,
				op.Name())
		}
		g.b.Before(product).CopyLoc(op)
		sum, err := g.sumOfRows(cotangent, order, ir.ElementOrSelf(op.Result(0).Type()))
		if err != nil || sum.Type() != op.Result(0).Type() {
			return fmt.Errorf("%w: the result has rows in another order", prim.ErrApart)
		}
		for _, use := range slices.Collect(op.Result(0).Uses()) {
			use.Set(sum)
			g.replaced = append(g.replaced, replaced{use, op.Result(0)})
		}
		delete(g.set, op)
		delete(g.set, product)
		g.dead = append(g.dead, op, product)
	}
	return nil
}

// sumOfRows sums the products of the result and its cotangent along the features. order has the dimensions of the
// cotangent in the order of the result's. The sums are stored in the order that rows have among pairs: the loops that
// read them then read consecutive elements.
func (g *gradient) sumOfRows(cotangent *ir.Value, order []int, elem ir.Type) (*ir.Value, error) {
	result := g.forward.Sums[0].Result
	var rows []int // dimensions of the result
	for _, d := range result.Dims {
		if d >= 0 {
			rows = append(rows, d)
		}
	}
	rows = append(rows, result.Feature)
	moved := make([]int, len(rows))
	for i, d := range rows {
		moved[i] = order[d]
	}
	var factors []*ir.Value
	for _, x := range []struct {
		v    *ir.Value
		perm []int
	}{{cotangent, moved}, {g.last.Result(0), rows}} {
		v, err := g.transposed(x.v, x.perm)
		if err != nil {
			return nil, err
		}
		if wide := g.f.Context().WithElement(v.Type(), elem); wide != v.Type() {
			v = g.make(&prim.ConvertElementType, wide, v)
		}
		factors = append(factors, v)
	}
	x := g.apply(&prim.Mul, factors...)
	sums, err := prim.Apply(g.b, &prim.Sum, []*ir.Value{x}, prim.IntsAttr(g.f.Context(), "dims", []int{len(rows) - 1}))
	if err != nil {
		return nil, err
	}
	g.made = append(g.made, sums[0].DefiningOp())
	return sums[0], nil
}

// transposed returns a value with its dimensions in another order.
func (g *gradient) transposed(v *ir.Value, perm []int) (*ir.Value, error) {
	if slices.IsSorted(perm) {
		return v, nil
	}
	moved, err := prim.Apply(g.b, &prim.Transpose, []*ir.Value{v}, prim.IntsAttr(g.f.Context(), "perm", perm))
	if err != nil {
		return nil, err
	}
	g.made = append(g.made, moved[0].DefiningOp())
	return moved[0], nil
}

// isWeights reports whether a value is the weights, or the weights before a conversion.
func (g *gradient) isWeights(v *ir.Value) bool {
	for w := g.forward.Sums[0].Pairs; ; w = w.DefiningOp().Operand(0) {
		if w == v {
			return true
		}
		if !w.DefiningOp().Is(&prim.ConvertElementType) {
			return false
		}
	}
}

// cotangent expects a product with the same matrix that the weights are multiplied by. It returns the other factor, and
// the order of the result's dimensions in that factor. It returns nil for other operations, and if the factor lacks a
// dimension of the result.
func (g *gradient) cotangent(op *ir.Operation) (v *ir.Value, order []int) {
	if op == nil || !op.Is(&prim.Dot) {
		return nil, nil
	}
	operands, ok := pairs.Operands(op)
	sum := g.forward.Sums[0]
	for i, m := range operands {
		if !ok || m.Value != sum.Factor.Value || m.Feature != sum.Factor.Feature || !slices.Equal(m.Dims, sum.Factor.Dims) {
			continue
		}
		other := operands[1-i]
		order = make([]int, len(typeShape(g.last.Result(0))))
		order[sum.Result.Feature] = other.Feature
		for d, at := range sum.Result.Dims {
			switch {
			case at < 0:
			case other.Dims[d] < 0:
				return nil, nil
			default:
				order[at] = other.Dims[d]
			}
		}
		return other.Value, order
	}
	return nil, nil
}
