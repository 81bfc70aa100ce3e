package interp

import (
	"slices"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

func addSorting(table map[*ir.OpDef]evaluator) {
	table[&tile.Sort] = evalSort
	table[&tile.Histogram] = evalHistogram
	table[&tile.Gather] = evalGather
}

// evalSort sorts each line along the axis by the first operand. An undefined key makes the whole line undefined.
func evalSort(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	compare := keyOrder(op, operands[0].elem)
	results := make([]*value, len(operands))
	for k := range results {
		results[k] = newValue(op.Result(k).Type())
	}
	keys := operands[0]
	for line := range lines(keys.shape, tile.Axis(op)) {
		order, undef := slices.Clone(line), false
		for _, at := range line {
			undef = undef || keys.poisoned(at)
		}
		slices.SortStableFunc(order, func(a, b int) int { return compare(keys.words[a], keys.words[b]) })
		for i, at := range line {
			for k, v := range operands {
				results[k].setFrom(at, v, order[i])
				if undef {
					results[k].setPoison(at)
				}
			}
		}
	}
	return results, nil
}

// keyOrder compares keys in the order of a tile.sort.
func keyOrder(op *ir.Operation, elem ir.Type) func(x, y uint64) int {
	order := func(x, y uint64) int { return compareWords(x, y) }
	switch {
	case ir.IsFloat(elem):
		f := formatOf(elem)
		order = func(x, y uint64) int {
			if a, b := f.IsNaN(pattern(x)), f.IsNaN(pattern(y)); a || b {
				return compareWords(smallint.Truth(a), smallint.Truth(b))
			}
			switch f.Compare(pattern(x), pattern(y)) {
			case apfloat.Less:
				return -1
			case apfloat.Greater:
				return 1
			}
			return 0
		}
	case !promotion.IsUnsigned(elem) && op.Inherent(tile.UnsignedName) == nil:
		width := bitWidth(elem)
		order = func(x, y uint64) int {
			return compareWords(smallint.SignExtend(x, width), smallint.SignExtend(y, width))
		}
	}
	if op.Inherent(tile.DescendingName) != nil {
		return func(x, y uint64) int { return order(y, x) }
	}
	return order
}

func compareWords[T int64 | uint64](x, y T) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// lines yields the offsets of the elements of each line along an axis of a tensor.
func lines(shape []int64, axis int) func(yield func([]int) bool) {
	inner, n := int64(1), int64(1)
	for i, d := range shape {
		n *= d
		if i > axis {
			inner *= d
		}
	}
	return func(yield func([]int) bool) {
		line := make([]int, shape[axis])
		for i := range n / shape[axis] {
			first := i/inner*inner*shape[axis] + i%inner
			for j := range line {
				line[j] = int(first + int64(j)*inner)
			}
			if !yield(line) {
				return
			}
		}
	}
}

func evalHistogram(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	out, in := newValue(op.Result(0).Type()), operands[0]
	var mask *value
	if len(operands) == 2 {
		mask = operands[1]
	}
	for i, w := range in.words {
		switch {
		case mask != nil && mask.poisoned(i), (mask == nil || mask.words[i] != 0) && in.poisoned(i):
			for bin := range out.words {
				out.setPoison(bin)
			}
			return []*value{out}, nil
		case (mask == nil || mask.words[i] != 0) && w < uint64(len(out.words)):
			out.words[w]++
		}
	}
	return []*value{out}, nil
}

func evalGather(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	in, indices, axis := operands[0], operands[1], tile.Axis(op)
	out := newValue(op.Result(0).Type())
	strides, c := prim.Contiguous(in.shape), newCoordinates(out.shape)
	for i := range out.len() {
		index := smallint.SignExtend(indices.words[i], ir.BitWidth(indices.elem))
		if indices.poisoned(i) || index < 0 || index >= in.shape[axis] {
			out.setPoison(i)
			c.next()
			continue
		}
		out.setFrom(i, in, position(c.at, strides)+int((index-c.at[axis])*strides[axis]))
		c.next()
	}
	return []*value{out}, nil
}
