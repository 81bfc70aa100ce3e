package tensors

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// places returns, for each element of an index of Gather or Scatter, an index in the data of a tensor.
func places(x, index *Tensor, dim int) ([]int, error) {
	list := Values[int64](index)
	out := make([]int, len(list))
	at := make([]int, len(index.shape))
	for i, v := range list {
		if v < 0 || v >= int64(x.shape[dim]) {
			return nil, outOfRange(v, dim, x.shape[dim])
		}
		place := x.offset
		for d := range at {
			if d == dim {
				place += int(v) * x.strides[d]
			} else {
				place += at[d] * x.strides[d]
			}
		}
		out[i] = place
		for d := len(at) - 1; d >= 0; d-- {
			if at[d]++; at[d] < index.shape[d] {
				break
			}
			at[d] = 0
		}
	}
	return out, nil
}

func outOfRange(v int64, dim, size int) error {
	return fmt.Errorf("%w: index %d is out of range for dimension %d of size %d", ErrIndex, v, dim, size)
}

// part describes the slices of x that indices along dims select: where each slice begins in the data, and the shape and
// strides of a slice.
type part struct {
	starts         []int
	shape, strides []int
	front          int // position of the indices' dimensions in the result
}

func partsOf(x *Tensor, dims []int, indices []*Tensor) (p part, err error) {
	n := indices[0].Numel()
	p.starts = make([]int, n)
	for i := range p.starts {
		p.starts[i] = x.offset
	}
	for k, index := range indices {
		for i, v := range Values[int64](index) {
			if v < 0 || v >= int64(x.shape[dims[k]]) {
				return p, outOfRange(v, dims[k], x.shape[dims[k]])
			}
			p.starts[i] += int(v) * x.strides[dims[k]]
		}
	}
	for d := range x.shape {
		if !slices.Contains(dims, d) {
			p.shape, p.strides = append(p.shape, x.shape[d]), append(p.strides, x.strides[d])
		}
	}
	if dims[len(dims)-1]-dims[0] == len(dims)-1 {
		p.front = dims[0]
	}
	return p, nil
}

// leading returns a view of the result of Index, or of the values of IndexPut, with the indices' dimensions first.
func (p *part) leading(t *Tensor, indexRank int) *Tensor {
	var perm []int
	for d := range indexRank {
		perm = append(perm, p.front+d)
	}
	for d := range t.shape {
		if d < p.front || d >= p.front+indexRank {
			perm = append(perm, d)
		}
	}
	return t.permuted(perm)
}

// gather computes Gather and Index. scatter computes Scatter and IndexPut; out is already a copy of x.
func gather[T element](op *ir.Operation, out *Tensor, operands []*Tensor) error {
	x := operands[0]
	data := x.data.([]T)
	if op.Is(&prim.Gather) {
		from, err := places(x, operands[1], int(op.Inherent("dim").(*ir.IntegerAttr).Int64()))
		if err != nil {
			return err
		}
		to := out.data.([]T)
		for i, at := range from {
			to[i] = data[at]
		}
		return nil
	}
	dims := ints(op.Inherent("dims").(*ir.DenseArrayAttr).Ints())
	p, err := partsOf(x, dims, operands[1:])
	if err != nil {
		return err
	}
	to := p.leading(out, len(operands[1].shape))
	size := ir.Product(p.shape)
	parallel(len(p.starts), 1+4*chunk/max(size, 1), func(first, last int) {
		buf := make([]T, size)
		for i := first; i < last; i++ {
			write(to, i*size, read(x.view(p.shape, p.strides, p.starts[i]), 0, size, buf))
		}
	})
	return nil
}

func scatter[T element](op *ir.Operation, out *Tensor, operands []*Tensor, combine func(a, b T) T) error {
	data := out.data.([]T)
	if op.Is(&prim.Scatter) {
		to, err := places(out, operands[1], int(op.Inherent("dim").(*ir.IntegerAttr).Int64()))
		if err != nil {
			return err
		}
		for i, v := range Values[T](operands[2]) {
			data[to[i]] = combine(data[to[i]], v)
		}
		roundAll(out.elem, data)
		return nil
	}
	dims := ints(op.Inherent("dims").(*ir.DenseArrayAttr).Ints())
	p, err := partsOf(out, dims, operands[2:])
	if err != nil {
		return err
	}
	values := Values[T](p.leading(operands[1], len(operands[2].shape)))
	size := ir.Product(p.shape)
	buf := make([]T, size)
	for i, start := range p.starts {
		to := out.view(p.shape, p.strides, start)
		old := slices.Clone(read(to, 0, size, buf))
		for j, v := range values[i*size : (i+1)*size] {
			old[j] = combine(old[j], v)
		}
		write(to, 0, old)
	}
	roundAll(out.elem, data)
	return nil
}

// combination returns how Scatter or IndexPut combines elements: none for elements that it replaces.
func combination(op *ir.Operation) string {
	if s, ok := op.Inherent("reduction").(*ir.StringAttr); ok {
		return s.Value
	} else if op.Inherent("accumulate") != nil {
		return "sum"
	}
	return "none"
}

// combinationOfBools returns the function by which Scatter or IndexPut combines bools, as 0 and 1.
func combinationOfBools(op *ir.Operation) func(a, b bool) bool {
	switch combination(op) {
	case "sum", "amax":
		return func(a, b bool) bool { return a || b }
	case "prod", "amin":
		return func(a, b bool) bool { return a && b }
	}
	return func(_, b bool) bool { return b }
}

// combinations returns the functions by which Scatter and IndexPut combine numbers.
func combinations[T integer | float](op *ir.Operation) func(a, b T) T {
	switch combination(op) {
	case "sum":
		return func(a, b T) T { return a + b }
	case "prod":
		return func(a, b T) T { return a * b }
	case "amax":
		return func(a, b T) T { return max(a, b) }
	case "amin":
		return func(a, b T) T { return min(a, b) }
	}
	return func(_, b T) T { return b }
}
