package fusion

import (
	"slices"
	"strings"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// foldTransposes folds transposes into products: of operands, and of results. The product's equation then has its
// letters in another order. So the equation shows which dimensions of the stored operands are multiplied, whatever
// order a framework requires of matrices, and a result is stored in the order that its users need.
func foldTransposes(f fn.Func) {
	var products []*ir.Operation
	for op := range f.Entry().Ops() {
		if op.Is(&prim.Dot) {
			products = append(products, op)
		}
	}
	for _, op := range products {
		for i := range 2 {
			for t := op.Operand(i).DefiningOp(); t != nil && t.Is(&prim.Transpose); t = op.Operand(i).DefiningOp() {
				if !foldTranspose(op, i, t) {
					break
				}
			}
		}
		foldResult(op)
	}
}

// foldResult folds a transpose of the result into a product, also behind conversions, if the result has no other uses.
func foldResult(op *ir.Operation) {
	letters, err := prim.Letters(op.Inherent("equation").(*ir.StringAttr).Value)
	last, t := op, onlyUser(op.Result(0))
	for t != nil && t.Is(&prim.ConvertElementType) {
		last, t = t, onlyUser(t.Result(0))
	}
	if err != nil || t == nil || !t.Is(&prim.Transpose) {
		return
	}
	shape := typeShape(t.Result(0))
	result := letters[2]
	letters[2] = nil
	for _, from := range t.Inherent("perm").(*ir.DenseArrayAttr).Ints() {
		letters[2] = append(letters[2], result[from])
	}
	op.SetAttr("equation", op.Context().StringAttr(equationOf(letters)))
	for x := op; ; x = onlyUser(x.Result(0)) {
		x.Result(0).SetType(op.Context().TensorType(shape, ir.ElementOrSelf(x.Result(0).Type()), nil))
		if x == last {
			break
		}
	}
	t.Result(0).ReplaceAllUsesWith(last.Result(0))
	t.Erase()
}

// foldTranspose folds the transpose t of operand i into a product. It reports whether it could: the equation must
// consist of plain letters.
func foldTranspose(op *ir.Operation, i int, t *ir.Operation) bool {
	letters, err := prim.Letters(op.Inherent("equation").(*ir.StringAttr).Value)
	if err != nil {
		return false
	}
	own := slices.Clone(letters[i])
	for d, from := range t.Inherent("perm").(*ir.DenseArrayAttr).Ints() {
		own[from] = letters[i][d]
	}
	letters[i] = own
	op.SetAttr("equation", op.Context().StringAttr(equationOf(letters)))
	op.SetOperand(i, t.Operand(0))
	if !t.Result(0).HasUses() {
		t.Erase()
	}
	return true
}

// equationOf returns the text of an equation.
func equationOf(letters [3][]contract.Letter) string {
	var b strings.Builder
	for i, between := range []string{",", "->", ""} {
		for _, l := range letters[i] {
			b.WriteByte(byte(l))
		}
		b.WriteString(between)
	}
	return b.String()
}
