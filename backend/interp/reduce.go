package interp

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

func addReductions(table map[*ir.OpDef]evaluator) { table[&tile.Reduce] = evalReduce }

// evalReduce combines from the lowest index up.
func evalReduce(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	shape, axis := operands[0].shape, tile.Axis(op)
	inner := int64(1)
	for _, d := range shape[axis+1:] {
		inner *= d
	}
	results := make([]*value, len(operands))
	for k := range results {
		results[k] = newValue(op.Result(k).Type())
	}
	for i := range results[0].len() {
		first := int64(i)/inner*inner*shape[axis] + int64(i)%inner
		combined, err := f.combine(op, operands, first, inner, shape[axis])
		if err != nil {
			return nil, err
		}
		for k, v := range combined {
			results[k].setFrom(i, v, 0)
		}
	}
	return results, nil
}

// combine runs a reduction's region over count elements from index first on, stride apart.
func (f *frame) combine(op *ir.Operation, inputs []*value, first, stride, count int64) ([]*value, error) {
	at := func(i int64) []*value {
		out := make([]*value, len(inputs))
		for k, v := range inputs {
			out[k] = v.element(int(first + i*stride))
		}
		return out
	}
	left := at(0)
	for i := int64(1); i < count; i++ {
		_, values, err := f.runBlocks(op.Region(0).Entry(), append(left, at(i)...))
		if err != nil {
			return nil, err
		}
		left = values
	}
	return left, nil
}
