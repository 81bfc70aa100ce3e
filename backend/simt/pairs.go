package simt

import (
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

func addPairs(table map[*ir.OpDef]rule) {
	table[&nvvm.ConvertToF16x2] = (*compiler).convertPair
	table[&nvvm.ConvertToBF16x2] = (*compiler).convertPair
}

// convertPair compiles a conversion of two f32 numbers to a vector, whose first element is the second number.
func (c *compiler) convertPair(op *ir.Operation) error {
	conversion, _ := nvvm.PairConversionOf(op)
	mode := apfloat.ToNearestEven
	switch {
	case conversion.Rounding == "rz":
		mode = apfloat.ToZero
	case conversion.Rounding != "rn":
		return op.Errorf("%w by threads: rounding by random bits", ErrUnsupported)
	}
	if conversion.Saturates || conversion.Relu {
		return op.Errorf("%w by threads: conversions that saturate", ErrUnsupported)
	}
	to := formatOf(op.Result(0).Type())
	high, low, result := c.operand(op, 0), c.operand(op, 1), c.result(op)
	c.emit(op, func(w *warp, active uint32) error {
		for i, from := range []slot{low, high} {
			out := result + slot(i)
			w.taint(out, active, w.poison[from])
			forEach(active, func(lane int) {
				w.registers[out][lane] = apfloat.Convert(to, apfloat.F32, pattern(w.registers[from][lane]), mode).Lo
			})
		}
		return nil
	})
	return nil
}
