package tilegpu

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// Expanded returns the layout of a tensor with a new dimension of size 1 at axis. Each thread keeps its elements. It is
// the inverse of [Slice].
func Expanded(ctx *ir.Context, axis int, e Encoding, shape []int64) (Encoding, error) {
	if s, ok := e.(*SliceAttr); ok && s.Dim == axis {
		return s.Parent, nil
	}
	if b, ok := e.(*BlockedAttr); ok {
		order := make([]int, 0, len(b.Spec.Order)+1)
		for _, d := range b.Spec.Order {
			if d >= axis {
				d++
			}
			order = append(order, d)
		}
		return Blocked(ctx, layout.BlockedSpec{SizePerThread: slices.Insert(slices.Clone(b.Spec.SizePerThread), axis, 1),
			ThreadsPerWarp: slices.Insert(slices.Clone(b.Spec.ThreadsPerWarp), axis, 1),
			WarpsPerCTA:    slices.Insert(slices.Clone(b.Spec.WarpsPerCTA), axis, 1), Order: append(order, axis)}), nil
	}
	outs := append(slices.Clone(shape[:axis]), append([]int64{1}, shape[axis:]...)...)
	return mapped(ctx, e, shape, outs, func(c []int) []int { return slices.Insert(slices.Clone(c), axis, 0) }, nil)
}

// Permuted returns the layout of a permuted tensor of the given shape. Each thread keeps its elements. Dimension i of
// the result is dimension order[i] of the tensor.
func Permuted(ctx *ir.Context, order []int64, e Encoding, shape []int64) (Encoding, error) {
	if e.Rank() != len(order) {
		return nil, fmt.Errorf("%w: an order of %d dimensions for a layout of %d", layout.ErrInvalid, len(order), e.Rank())
	}
	if b, ok := e.(*BlockedAttr); ok {
		place := make([]int, len(order)) // the result dimension of each operand dimension
		spec := layout.BlockedSpec{}
		for i, from := range order {
			place[from] = i
			spec.SizePerThread = append(spec.SizePerThread, b.Spec.SizePerThread[from])
			spec.ThreadsPerWarp = append(spec.ThreadsPerWarp, b.Spec.ThreadsPerWarp[from])
			spec.WarpsPerCTA = append(spec.WarpsPerCTA, b.Spec.WarpsPerCTA[from])
		}
		for _, d := range b.Spec.Order {
			spec.Order = append(spec.Order, place[d])
		}
		return Blocked(ctx, spec), nil
	}
	l, err := e.Linear(shape)
	if err == nil {
		l, err = l.Permuted(order)
	}
	if err != nil {
		return nil, err
	}
	return Linear(ctx, l), nil
}

// Reshaped returns the layout of a tensor that is reshaped; elements keep their row-major order. Each thread keeps its
// elements.
func Reshaped(ctx *ir.Context, e Encoding, from, to []int64) (Encoding, error) {
	if slices.Equal(from, to) {
		return e, nil
	}
	l, err := e.Linear(from)
	if err == nil {
		l, err = l.Reshaped(dims(to))
	}
	if err != nil {
		return nil, err
	}
	return Linear(ctx, l), nil
}

// Joined returns the layout of two tensors of the given shape that are joined along a new last dimension. Each thread
// keeps its elements: the two elements along this dimension are in adjacent registers.
func Joined(ctx *ir.Context, e Encoding, shape []int64) (Encoding, error) {
	last := make([]int, len(shape)+1)
	last[len(shape)] = 1
	return mapped(ctx, e, shape, append(slices.Clone(shape), 2), func(c []int) []int {
		return append(slices.Clone(c), 0)
	}, last)
}

// Concatenated returns the layout of two tensors of the given shape that are concatenated along axis. Each thread keeps
// its elements.
func Concatenated(ctx *ir.Context, axis int, e Encoding, shape []int64) (Encoding, error) {
	l, err := e.Linear(shape)
	if err != nil {
		return nil, err
	}
	outs := slices.Clone(shape)
	outs[axis] *= 2
	second := make([]int, len(shape))
	second[axis] = int(shape[axis])
	ins := bases(l, func(c []int) []int { return c })
	ins[0].Bases = append(ins[0].Bases, second)
	return fromBases(ctx, ins, outs)
}

// Half is the inverse of [Concatenated]: it returns the layout of either half along axis of a tensor of the given
// shape; ok is false if the halves are not in different registers of each thread.
func Half(ctx *ir.Context, axis int, e Encoding, shape []int64) (half Encoding, ok bool) {
	l, err := e.Linear(shape)
	if err != nil {
		return nil, false
	}
	ins := bases(l, func(c []int) []int { return c })
	top := int(shape[axis] / 2)
	found := -1
	for level := range ins {
		for i, basis := range ins[level].Bases {
			if basis[axis]&top == 0 {
				continue
			}
			for d, x := range basis {
				if level != 0 || found >= 0 || d == axis && x != top || d != axis && x != 0 {
					return nil, false
				}
			}
			found = i
		}
	}
	if found < 0 {
		return nil, false
	}
	ins[0].Bases = slices.Delete(ins[0].Bases, found, found+1)
	outs := slices.Clone(shape)
	outs[axis] /= 2
	half, err = fromBases(ctx, ins, outs)
	return half, err == nil
}

// mapped returns the layout e followed by the linear map f of coordinates. If first is not nil, it is inserted as the
// basis vector of register bit 0.
func mapped(ctx *ir.Context, e Encoding, from, to []int64, f func([]int) []int, first []int) (Encoding, error) {
	l, err := e.Linear(from)
	if err != nil {
		return nil, err
	}
	ins := bases(l, f)
	if first != nil {
		ins[0].Bases = slices.Insert(ins[0].Bases, 0, first)
	}
	return fromBases(ctx, ins, to)
}

// bases returns the basis vectors of registers, lanes and warps after the linear map f.
func bases(l layout.Layout, f func([]int) []int) []layout.In {
	ins := make([]layout.In, len(levelNames))
	for i, name := range levelNames {
		ins[i] = layout.In{Name: name, Bases: l.Bases(name)}
		for k, basis := range ins[i].Bases {
			ins[i].Bases[k] = f(basis)
		}
	}
	return ins
}

func fromBases(ctx *ir.Context, ins []layout.In, shape []int64) (Encoding, error) {
	l, err := layout.New(ins, dims(shape))
	if err != nil {
		return nil, err
	}
	return Linear(ctx, l), nil
}
