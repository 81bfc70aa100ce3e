package tensors

import (
	"cmp"
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// less orders numbers; NaN comes after all others.
func less[T integer | float](a, b T) int {
	switch {
	case a != a && b != b:
		return 0
	case a != a:
		return 1
	case b != b:
		return -1
	}
	return cmp.Compare(a, b)
}

// order computes arg-reductions, scans and sorts of ordered numbers.
func order[T integer | float](op *ir.Operation, results []*Tensor, x *Tensor) error {
	dim := int(op.Inherent("dim").(*ir.IntegerAttr).Int64())
	switch op.Def() {
	case &prim.ArgMax, &prim.ArgMin:
		sign := 1
		if op.Is(&prim.ArgMin) {
			sign = -1
		}
		reduce(results[0], x, []int{dim}, byRow(func(row []T) int64 { return int64(extremum(row, sign)) }))
	case &prim.CumMax, &prim.CumMin:
		sign := 1
		if op.Is(&prim.CumMin) {
			sign = -1
		}
		alongRows(results[0], results[1], x, dim, func(values []T, indices []int64, row []T) {
			best := 0
			for i, v := range row {
				if prevails(v, row[best], sign) || v == row[best] {
					best = i // the last of several equal elements
				}
				values[i], indices[i] = row[best], int64(best)
			}
		})
	case &prim.Sort, &prim.TopK:
		descending := op.Is(&prim.Sort) && op.Inherent("descending") != nil ||
			op.Is(&prim.TopK) && op.Inherent("smallest") == nil
		alongRows(results[0], results[1], x, dim, func(values []T, indices []int64, row []T) {
			ids := sorted(row, descending)
			for i := range values {
				indices[i] = ids[i]
				values[i] = row[ids[i]]
			}
		})
	}
	return nil
}

// prevails reports whether v is larger than w (smaller, if sign is negative), or v is NaN and w is not.
func prevails[T integer | float](v, w T, sign int) bool {
	if w != w {
		return v != v // the last one of several
	}
	return v != v || sign*cmp.Compare(v, w) > 0
}

// extremum returns the first index of the maximum, or of the minimum.
func extremum[T integer | float](row []T, sign int) int {
	best := 0
	for i, v := range row {
		if row[best] != row[best] {
			break
		}
		if prevails(v, row[best], sign) {
			best = i
		}
	}
	return best
}

// sorted returns the indices of a row in sorted order; equal elements keep their order.
func sorted[T integer | float](row []T, descending bool) []int64 {
	ids := make([]int64, len(row))
	for i := range ids {
		ids[i] = int64(i)
	}
	slices.SortStableFunc(ids, func(i, j int64) int {
		if descending {
			return less(row[j], row[i])
		}
		return less(row[i], row[j])
	})
	return ids
}
