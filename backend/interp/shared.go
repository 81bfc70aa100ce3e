package interp

import (
	"fmt"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// buffer is shared memory of a block. Each program has its own.
type buffer struct {
	shape []int64
	cells []*value // nil where nothing was stored
}

func addShared(table map[*ir.OpDef]evaluator) {
	table[&tilegpu.SharedAlloc] = func(_ *frame, op *ir.Operation, _ []*value) ([]*value, error) {
		t := op.Result(0).Type().(*tilegpu.SharedType)
		return []*value{{buffer: &buffer{t.Shape(), make([]*value, t.NumCells())}}}, nil
	}
	table[&tilegpu.SharedLoad] = func(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
		cell, err := operands[0].buffer.at(operands[1:])
		if err != nil {
			return nil, err
		}
		if *cell == nil {
			return []*value{undefinedValue(op.Result(0).Type())}, nil
		}
		return []*value{*cell}, nil
	}
	table[&tilegpu.SharedStore] = func(_ *frame, _ *ir.Operation, operands []*value) ([]*value, error) {
		cell, err := operands[1].buffer.at(operands[2:])
		if err == nil {
			*cell = operands[0]
		}
		return nil, err
	}
	table[&tilegpu.SharedCopy] = evalSharedCopy
	for _, def := range []*ir.OpDef{&tilegpu.SharedGroup, &tilegpu.SharedAwait} {
		table[def] = func(*frame, *ir.Operation, []*value) ([]*value, error) { return nil, nil }
	}
	table[&tilegpu.Split] = evalSplit
	table[&tilegpu.AddParts] = evalAddParts
}

// evalSharedCopy copies at once: an asynchronous copy may complete at any time.
func evalSharedCopy(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	cell, err := operands[2].buffer.at(operands[3:])
	if err != nil {
		return nil, err
	}
	copied := newValue(op.Operand(2).Type().(*tilegpu.SharedType).Cell())
	for i := range copied.words {
		active, err := lane(operands[1], i)
		if err == nil && active {
			err = f.load(copied, i, operands[0])
		}
		if err != nil {
			return nil, err
		}
	}
	*cell = turned(copied, tilegpu.TurnedOf(op))
	return nil, nil
}

// turned returns a copied tile in the order in which a cell has it.
func turned(v *value, t tilegpu.Turned) *value {
	if t == (tilegpu.Turned{}) {
		return v
	}
	out := allocate(v.elem, v.shape)
	for i, w := range v.words {
		coords, left := make([]int, len(v.shape)), i
		for d := len(coords) - 1; d >= 0; d-- {
			coords[d], left = left%int(v.shape[d]), left/int(v.shape[d])
		}
		to := 0
		for d, x := range t.Place(v.shape, coords) {
			to = to*int(v.shape[d]) + x
		}
		if out.words[to] = w; v.poisoned(i) {
			out.setPoison(to)
		}
	}
	return out
}

// evalSplit runs the parts one after the other.
func evalSplit(f *frame, op *ir.Operation, operands []*value) (results []*value, err error) {
	s, _ := tilegpu.AsSplit(op)
	used, err := word(operands[0], "a number of parts")
	if err != nil {
		return nil, err
	}
	for part := range min(s.Parts(), max(1, int64(int32(used)))) {
		_, values, err := f.runBlocks(s.Body(), []*value{scalar64(op.Context().I(32), uint64(part))})
		if err == nil && part > 0 {
			_, values, err = f.runBlocks(s.Combiner(), append(results, values...))
		}
		if err != nil {
			return nil, err
		}
		results = values
	}
	return results, nil
}

// at returns the cell at the given indices.
func (b *buffer) at(indices []*value) (**value, error) {
	place := int64(0)
	for d, v := range indices {
		w, err := word(v, "an index of a buffer")
		if err != nil {
			return nil, err
		}
		i := smallint.SignExtend(w, 32)
		if i < 0 || i >= b.shape[d] {
			return nil, fmt.Errorf("%w: index %d along dimension %d of size %d", ErrOutOfBounds, i, d, b.shape[d])
		}
		place = place*b.shape[d] + i
	}
	return &b.cells[place], nil
}

// undefinedValue returns a value of a type whose elements are all undefined.
func undefinedValue(t ir.Type) *value {
	v := newValue(t)
	for i := range v.len() {
		v.setPoison(i)
	}
	return v
}
