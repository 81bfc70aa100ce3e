package uniformity

import (
	"math/bits"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// comparison is the rule of integer comparisons. A test against a bound splits numbers at a multiple of a power of two
// if the bound is one: then it does not depend on the bits below that power. So all threads of a warp group agree on
// whether the number of their warp is less than 4.
func comparison(op *ir.Operation, v []Variance) Variance {
	out := union(v).spread()
	predicate, _ := llvm.IntPredicate.Value(op.Inherent("predicate"))
	for i := range 2 {
		c, ok := llvm.ConstantInt(op.Operand(1 - i))
		if !ok || !isScalar(op.Operand(i).Type()) {
			continue
		}
		name := llvm.IntPredicate.Name(predicate)
		if i == 1 {
			name = mirrored[name]
		}
		signed := name[0] == 's'
		switch name[1:] {
		case "lt", "ge":
		case "le", "gt": // x <= c is x < c + 1
			c++
		default:
			continue
		}
		width := ir.BitWidth(op.Operand(i).Type())
		agree := func(differ uint64) bool {
			low := bits.Len64(differ)
			return low < width && c&(1<<low-1) == 0 || low == width && !signed && c == 0
		}
		if agree(v[i].Block) {
			out.Block = 0
		}
		if agree(v[i].Group) {
			out.Group = 0
		}
		if agree(v[i].Warp) {
			out.Warp = 0
		}
	}
	return out
}

// mirrored has the predicates of comparisons whose operands trade places.
var mirrored = map[string]string{"eq": "eq", "ne": "ne", "slt": "sgt", "sle": "sge", "sgt": "slt", "sge": "sle",
	"ult": "ugt", "ule": "uge", "ugt": "ult", "uge": "ule"}
