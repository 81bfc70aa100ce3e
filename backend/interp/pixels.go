package interp

import (
	"fmt"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// evalLoadPixels walks over the pixels of a window, image by image and row by row.
func evalLoadPixels(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	p, after := tile.PixelsOf(op)
	numbers := make([]int64, len(operands)-1)
	for i, v := range operands[1:] {
		w, err := word(v, "the index of a pixel")
		if err != nil {
			return nil, err
		}
		numbers[i] = smallint.SignExtend(w, 32)
	}
	rank := len(p.Counts) + 2
	first, offsets := numbers[0], numbers[rank:]
	for d, n := range p.Counts {
		if first = first*n + numbers[1+d]; numbers[0] < 0 || numbers[1+d] < 0 || numbers[1+d] >= n {
			return nil, fmt.Errorf("%w: pixel %d along dimension %d of image %d, of %d pixels", ErrOutOfBounds, numbers[1+d],
				1+d, numbers[0], n)
		}
	}
	a, out := operands[0].array, newValue(op.Result(0).Type())
	channels := op.Result(0).Type().(*ir.TensorType).Shape()[1]
	ptr := &value{elem: tile.Ptr(op.Context(), out.elem), ptrs: make([]pointer, 1)}
	for i := range out.len() {
		index, rest := make([]int64, rank), first+after+int64(i)/channels
		for d := len(p.Counts) - 1; d >= 0; d-- {
			index[1+d] = p.Lower[d] + rest%p.Counts[d]*p.Steps[d] + offsets[d]
			rest /= p.Counts[d]
		}
		index[0], index[rank-1] = rest, numbers[rank-1]+int64(i)%channels
		if !a.contains(index) {
			continue // newValue has zeros
		}
		ptr.ptrs[0] = a.at(index)
		at, err := locate(ptr, 0)
		if err == nil {
			err = f.loadFrom(out, i, at)
		}
		if err != nil {
			return nil, err
		}
	}
	return []*value{out}, nil
}
