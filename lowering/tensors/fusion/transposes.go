package fusion

import (
	"slices"
	"strings"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// foldTransposes lets products read what is transposed, and write what is transposed afterwards, by letters in another
// order: so it is plain which dimensions of an operand are multiplied, whatever order a framework needs for its
// matrices, and a result lies in memory as its users need it.
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

// foldResult makes a product, and conversions of it, compute what is transposed of them, if nothing else needs them.
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

// foldTranspose makes the operand of a transpose that of a product, unless the equation has no plain letters.
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

// equationOf is the text of an equation of letters.
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
