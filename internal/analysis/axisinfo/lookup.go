package axisinfo

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// lookupInfo returns the facts about elements of a table. If the indices are runs whose first index is a multiple of
// their length, each run reads an aligned part of the table. What holds for all such parts holds for the result.
// Elements outside of the table are undefined.
func lookupInfo(in *Info, op *ir.Operation) []Dim {
	out := in.unknowns(op.Result(0).Type())
	numbers := tableNumbers(tile.TableOf(op))
	for i, d := range in.Of(op.Operand(0)) {
		length := min(d.Contiguity, d.Divisor)
		divisor := int64(maxDivisor)
		for _, n := range numbers {
			divisor = min(divisor, lowestBit(n))
		}
		out[i] = dim(1, divisor, d.Constancy)
		if length == 1 {
			continue
		}
		out[i].Constancy = max(d.Constancy, common(numbers, length, 0))
		if run := common(numbers, length, 1); run > 1 {
			out[i].Contiguity, out[i].Divisor = run, maxDivisor
			for k := int64(0); k < int64(len(numbers)); k += run {
				out[i].Divisor = min(out[i].Divisor, lowestBit(numbers[k]))
			}
		}
	}
	return out
}

// common returns the greatest power of two, at most length, such that in every aligned part of the table of that
// length, each number is the previous one plus step.
func common(numbers []int64, length, step int64) int64 {
	for ; length > 1; length /= 2 {
		same := true
		for k := 1; k < len(numbers) && same; k++ {
			same = int64(k)%length == 0 || numbers[k]-numbers[k-1] == step
		}
		if same {
			break
		}
	}
	return length
}

func tableNumbers(table *ir.DenseElementsAttr) []int64 {
	out := make([]int64, table.Len())
	shift := 64 - ir.BitWidth(table.ShapedType().ElementType())
	for i := range out {
		out[i] = int64(table.Bits(i)<<shift) >> shift
	}
	return out
}
