package llvmtypes

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/affine"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// convertMemRef returns the descriptor of a memref: the pointer that was allocated, the pointer to the data, the offset
// of the first element and, for each dimension, a size and a stride. A memref<4x?xf32> is a
// struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>. It returns nil for layouts without strides and for memory
// spaces that are not integers.
func convertMemRef(ctx *ir.Context, t *ir.MemRefType) ir.Type {
	parts := memRefParts(ctx, t)
	if parts == nil {
		return nil
	}
	fields := parts[:3:3]
	if rank := int64(len(t.Shape())); rank > 0 {
		list := llvm.ArrayOf(ctx, rank, ctx.I(ir.IndexWidth))
		fields = append(fields, list, list)
	}
	return llvm.StructOf(ctx, false, fields...)
}

// memRefParts returns the types of the fields of a descriptor, with arrays flattened: sizes and strides are single
// integers.
func memRefParts(ctx *ir.Context, t *ir.MemRefType) []ir.Type {
	if !isStrided(t.Layout) || convert(ctx, t.ElementType()) == nil {
		return nil
	}
	space := uint32(0)
	if t.MemorySpace != nil {
		number, ok := t.MemorySpace.(*ir.IntegerAttr)
		if !ok {
			return nil
		}
		space = uint32(number.Uint64())
	}
	ptr, index := ir.Type(llvm.Ptr(ctx, space)), ir.Type(ctx.I(ir.IndexWidth))
	parts := []ir.Type{ptr, ptr, index}
	for range t.Shape() {
		parts = append(parts, index, index)
	}
	return parts
}

// isStrided reports whether a layout maps indices to a sum of products with strides, plus an offset. Strides and offset
// may be dynamic. Examples are strided<[20, 1], offset: 1> and affine_map<(i, j)[s] -> (i * s + j + 1)>.
func isStrided(layout ir.Attribute) bool {
	switch layout := layout.(type) {
	case nil, *ir.StridedLayoutAttr:
		return true
	case *ir.AffineMapAttr:
		return layout.Map.NumResults() == 1 && isSumOfStrides(layout.Map.Result(0))
	}
	return false
}

func isSumOfStrides(e affine.Expr) bool {
	switch e.Kind() {
	case affine.KindConstant, affine.KindDim, affine.KindSymbol:
		return true
	case affine.KindAdd:
		return isSumOfStrides(e.LHS()) && isSumOfStrides(e.RHS())
	case affine.KindMul:
		return e.RHS().IsSymbolicOrConstant() && isSumOfStrides(e.LHS())
	}
	return false // quotients and remainders are allowed only inside of strides
}

// position returns the position of part i (see memRefParts) in a descriptor. Sizes come before strides.
func position(t *ir.MemRefType, i int) []int64 {
	if i < 3 {
		return []int64{int64(i)}
	}
	rank := len(t.Shape())
	return []int64{int64(3 + (i-3)/rank), int64((i - 3) % rank)}
}

// inDimensionOrder lists the parts of a memref in the order in which upstream fills a descriptor: the size and the
// stride of each dimension follow each other.
func inDimensionOrder(t *ir.MemRefType) []int {
	order := []int{0, 1, 2}
	for d := range t.Shape() {
		order = append(order, 3+d, 3+len(t.Shape())+d)
	}
	return order
}

// Unpack returns the arguments by which a converted value is passed to a function: the fields of the descriptor if the
// original type is a memref, and v itself otherwise.
func Unpack(b *ir.Builder, t ir.Type, v *ir.Value) []*ir.Value {
	m, ok := t.(*ir.MemRefType)
	if !ok {
		return []*ir.Value{v}
	}
	var parts []*ir.Value
	for i := range memRefParts(b.Context(), m) {
		parts = append(parts, llvm.NewExtractValue(b, v, position(m, i)...))
	}
	return parts
}

// Pack makes a converted value of type t from the arguments by which it is passed. It is the inverse of [Unpack].
func Pack(b *ir.Builder, t ir.Type, parts []*ir.Value) *ir.Value {
	m, ok := t.(*ir.MemRefType)
	if !ok {
		return parts[0]
	}
	descriptor := llvm.NewPoison(b, convertMemRef(b.Context(), m))
	for _, i := range inDimensionOrder(m) {
		descriptor = llvm.NewInsertValue(b, descriptor, parts[i], position(m, i)...)
	}
	return descriptor
}

// Parameters returns the types of the parameters by which a function receives a value of type t; nil if t has no
// counterpart.
func Parameters(c *conversion.TypeConverter, ctx *ir.Context, t ir.Type) []ir.Type {
	if m, ok := t.(*ir.MemRefType); ok {
		return memRefParts(ctx, m)
	}
	if one := c.ConvertOne(t); one != nil {
		return []ir.Type{one}
	}
	return nil
}
