package interp

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

func addReductions(table map[*ir.OpDef]evaluator) {
	table[&tile.Reduce] = evalReduce
	table[&tile.Scan] = evalScan
	table[&tile.Map] = evalMap
}

// evalReduce combines elements from the lowest index to the highest.
func evalReduce(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	results := results(op)
	i := 0
	for line := range lines(operands[0].shape, tile.Axis(op)) {
		combined := elementsAt(operands, line[0])
		for _, at := range line[1:] {
			var err error
			if combined, err = f.apply(op, append(combined, elementsAt(operands, at)...)); err != nil {
				return nil, err
			}
		}
		for k, v := range combined {
			results[k].setFrom(i, v, 0)
		}
		i++
	}
	return results, nil
}

// evalScan combines elements from the lowest index to the highest, or in the opposite order.
func evalScan(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	results := results(op)
	for line := range lines(operands[0].shape, tile.Axis(op)) {
		if op.Inherent(tile.ReverseName) != nil {
			slices.Reverse(line)
		}
		var combined []*value
		for _, at := range line {
			next := elementsAt(operands, at)
			if combined != nil {
				var err error
				if next, err = f.apply(op, append(combined, next...)); err != nil {
					return nil, err
				}
			}
			combined = next
			for k, v := range combined {
				results[k].setFrom(at, v, 0)
			}
		}
		if op.Inherent(tile.ReverseName) != nil {
			slices.Reverse(line)
		}
	}
	return results, nil
}

// evalMap applies the region to packs of consecutive elements; the operation gives the number of elements in a pack.
func evalMap(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	results, pack := results(op), int(tile.PackOf(op))
	for i := 0; i < operands[0].len(); i += pack {
		var args []*value
		for _, v := range operands {
			for j := range pack {
				args = append(args, v.element(i+j))
			}
		}
		values, err := f.apply(op, args)
		if err != nil {
			return nil, err
		}
		for k, v := range values {
			results[k/pack].setFrom(i+k%pack, v, 0)
		}
	}
	return results, nil
}

// results returns values for the results of an operation.
func results(op *ir.Operation) []*value {
	out := make([]*value, op.NumResults())
	for k := range out {
		out[k] = newValue(op.Result(k).Type())
	}
	return out
}

func elementsAt(values []*value, i int) []*value {
	out := make([]*value, len(values))
	for k, v := range values {
		out[k] = v.element(i)
	}
	return out
}

// apply runs an operation's region.
func (f *frame) apply(op *ir.Operation, args []*value) ([]*value, error) {
	_, values, err := f.runBlocks(op.Region(0).Entry(), args)
	return values, err
}
