package interp

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

func addShapes(table map[*ir.OpDef]evaluator) {
	table[&tile.Iota] = func(_ *frame, op *ir.Operation, _ []*value) ([]*value, error) {
		v := newValue(op.Result(0).Type())
		for i := range v.words {
			v.words[i] = uint64(i)
		}
		return []*value{v}, nil
	}
	for _, def := range []*ir.OpDef{&tile.Splat, &tile.Broadcast} {
		table[def] = func(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
			return []*value{expand(op.Result(0).Type(), operands[0])}, nil
		}
	}
	// A layout says where elements are stored; it does not change their values.
	for _, def := range []*ir.OpDef{&tile.ExpandDims, &tile.Reshape, &tilegpu.ConvertLayout} {
		table[def] = func(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
			return []*value{operands[0].gather(op.Result(0).Type(), func(i int) int { return i })}, nil
		}
	}
}

// expand broadcasts v to a type.
func expand(t ir.Type, v *value) *value {
	tensor, ok := t.(*ir.TensorType)
	if !ok || slices.Equal(tensor.Shape(), v.shape) {
		return v
	}
	at := newCoordinates(tensor.Shape())
	return v.gather(t, func(int) int {
		defer at.next()
		return at.offsetIn(v.shape)
	})
}
