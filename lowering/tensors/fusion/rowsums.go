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
		if !slices.IsSorted(order) {
			results, err := prim.Apply(g.b, &prim.Transpose, []*ir.Value{cotangent}, prim.IntsAttr(g.f.Context(), "perm", order))
			if err != nil {
				return err
			}
			cotangent = results[0]
			g.made = append(g.made, cotangent.DefiningOp())
		}
		var factors []*ir.Value
		for _, x := range []*ir.Value{cotangent, g.last.Result(0)} {
			if wide := g.f.Context().WithElement(x.Type(), ir.ElementOrSelf(op.Result(0).Type())); wide != x.Type() {
				x = g.make(&prim.ConvertElementType, wide, x)
			}
			factors = append(factors, x)
		}
		sum, err := g.sumOfRows(g.apply(&prim.Mul, factors...))
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

// sumOfRows sums the features of a tensor laid out like the result. The sums are in the order that rows have among
// pairs.
func (g *gradient) sumOfRows(x *ir.Value) (*ir.Value, error) {
	result := g.forward.Sums[0].Result
	sums, err := prim.Apply(g.b, &prim.Sum, []*ir.Value{x}, prim.IntsAttr(g.f.Context(), "dims", []int{result.Feature}))
	if err != nil {
		return nil, err
	}
	g.made = append(g.made, sums[0].DefiningOp())
	var order []int
	for _, d := range result.Dims {
		switch {
		case d > result.Feature:
			order = append(order, d-1)
		case d >= 0:
			order = append(order, d)
		}
	}
	if slices.IsSorted(order) {
		return sums[0], nil
	}
	moved, err := prim.Apply(g.b, &prim.Transpose, sums, prim.IntsAttr(g.f.Context(), "perm", order))
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
