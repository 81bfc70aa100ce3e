package fusion

import (
	"slices"
	"strings"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// foldTransposes lets products read what is transposed by letters in another order: so it is plain which dimensions of
// an operand are multiplied, whatever order a framework needs for its matrices.
func foldTransposes(f fn.Func) {
	for op := range f.Entry().Ops() {
		if !op.Is(&prim.Dot) {
			continue
		}
		for i := range 2 {
			for t := op.Operand(i).DefiningOp(); t != nil && t.Is(&prim.Transpose); t = op.Operand(i).DefiningOp() {
				if !foldTranspose(op, i, t) {
					break
				}
			}
		}
	}
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
