package tile

import "github.com/girih-ir/girih/ir"

// Iota creates the numbers 0 to n-1, of type i32; n is a power of two.
func (b *Builder) Iota(n int64) *ir.Value {
	return b.of(&Iota, nil, func(b *ir.Builder) *ir.Value { return NewIota(b, n) })
}

// Splat creates a tensor whose elements all are one scalar.
func (b *Builder) Splat(v *ir.Value, shape ...int64) *ir.Value {
	return b.of(&Splat, v, func(b *ir.Builder) *ir.Value { return NewSplat(b, v, shape...) })
}

// ExpandDims creates a tensor with a new dimension of size 1 in front of an axis.
func (b *Builder) ExpandDims(v *ir.Value, axis int) *ir.Value {
	return b.of(&ExpandDims, v, func(b *ir.Builder) *ir.Value { return NewExpandDims(b, v, axis) })
}

// Broadcast creates a tensor in which dimensions of size 1 are repeated.
func (b *Builder) Broadcast(v *ir.Value, shape ...int64) *ir.Value {
	return b.of(&Broadcast, v, func(b *ir.Builder) *ir.Value { return NewBroadcast(b, v, shape...) })
}

// Reshape creates a tensor of the same elements, in row-major order.
func (b *Builder) Reshape(v *ir.Value, shape ...int64) *ir.Value {
	return b.of(&Reshape, v, func(b *ir.Builder) *ir.Value { return NewReshape(b, v, shape...) })
}

// Permute creates a tensor with its dimensions in another order: dimension i is dimension order[i] of v.
func (b *Builder) Permute(v *ir.Value, order ...int) *ir.Value {
	return b.of(&Permute, v, func(b *ir.Builder) *ir.Value { return NewPermute(b, v, order...) })
}

// Flip creates a tensor whose elements along an axis are in reverse order.
func (b *Builder) Flip(v *ir.Value, axis int) *ir.Value {
	return b.of(&Flip, v, func(b *ir.Builder) *ir.Value { return NewFlip(b, v, axis) })
}

// Cat concatenates two tensors along an axis.
func (b *Builder) Cat(x, y *ir.Value, axis int) *ir.Value {
	return b.value(Cat.Name, []*ir.Value{x, y}, func(b *ir.Builder) (*ir.Value, error) {
		return NewCat(b, x, y, axis), nil
	})
}

// Join joins two tensors along a new last dimension of size 2.
func (b *Builder) Join(x, y *ir.Value) *ir.Value {
	return b.value(Join.Name, []*ir.Value{x, y}, func(b *ir.Builder) (*ir.Value, error) { return NewJoin(b, x, y), nil })
}

// Split creates the two halves of a tensor along a last dimension of size 2.
func (b *Builder) Split(v *ir.Value) (first, second *ir.Value) {
	b.operation(Split.Name, []*ir.Value{v}, func(b *ir.Builder) (*ir.Operation, error) {
		first, second = NewSplit(b, v)
		return first.DefiningOp(), nil
	})
	if b.err != nil {
		return nil, nil
	}
	return first, second
}

// ExtractPart creates a part of a tensor. The indices count parts of the given shape; see [Extract].
func (b *Builder) ExtractPart(v *ir.Value, shape []int64, indices ...*ir.Value) *ir.Value {
	return b.value(Extract.Name, append([]*ir.Value{v}, indices...), func(b *ir.Builder) (*ir.Value, error) {
		return NewExtract(b, v, shape, indices...), nil
	})
}

// InsertPart creates v with a part of it replaced. The indices count parts; see [Insert].
func (b *Builder) InsertPart(part, v *ir.Value, indices ...*ir.Value) *ir.Value {
	return b.value(Insert.Name, append([]*ir.Value{part, v}, indices...), func(b *ir.Builder) (*ir.Value, error) {
		return NewInsert(b, part, v, indices...), nil
	})
}

// Gather creates the elements of v at indices along an axis.
func (b *Builder) Gather(v, indices *ir.Value, axis int) *ir.Value {
	return b.value(Gather.Name, []*ir.Value{v, indices}, func(b *ir.Builder) (*ir.Value, error) {
		return NewGather(b, v, indices, axis), nil
	})
}

// Histogram creates the number of occurrences of each number below bins; mask may be nil.
func (b *Builder) Histogram(v, mask *ir.Value, bins int64) *ir.Value {
	return b.of(&Histogram, v, func(b *ir.Builder) *ir.Value { return NewHistogram(b, v, mask, bins) })
}

// Sort creates tensors that are sorted along an axis by the elements of the first one.
func (b *Builder) Sort(axis int, descending bool, inputs ...*ir.Value) (sorted []*ir.Value) {
	b.operation(Sort.Name, inputs, func(b *ir.Builder) (*ir.Operation, error) {
		if len(inputs) == 0 {
			return nil, errNoInputs(&Sort)
		}
		sorted = NewSort(b, axis, descending, inputs...)
		return sorted[0].DefiningOp(), nil
	})
	return b.orNone(sorted, len(inputs))
}

// of creates an operation on one value. A nil v is an error if the operation takes operands.
func (b *Builder) of(def *ir.OpDef, v *ir.Value, create func(b *ir.Builder) *ir.Value) *ir.Value {
	var operands []*ir.Value
	if len(def.Operands) > 0 {
		operands = []*ir.Value{v}
	}
	return b.value(def.Name, operands, func(b *ir.Builder) (*ir.Value, error) { return create(b), nil })
}

// orNone returns values, or n nils after an error.
func (b *Builder) orNone(values []*ir.Value, n int) []*ir.Value {
	if b.err != nil {
		return make([]*ir.Value, n)
	}
	return values
}
