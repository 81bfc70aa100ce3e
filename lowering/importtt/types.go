package importtt

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tt"
	"github.com/girih-ir/girih/ir"
)

// convertType returns the counterpart of a type; nil if there is none. A tt.ptr becomes a tile.ptr, and a descriptor
// becomes the array that it describes. Tensor and function types are converted recursively.
func convertType(ctx *ir.Context, t ir.Type) ir.Type {
	switch t := t.(type) {
	case *tt.PtrType:
		if _, block := t.Pointee().(*ir.TensorType); block || t.Space() != 1 {
			return nil
		}
		pointee := convertType(ctx, t.Pointee())
		if pointee == nil || isPointer(pointee) {
			return nil
		}
		return tile.Ptr(ctx, pointee)
	case *tt.TensorDescType:
		block := t.SignlessBlock(ctx)
		if !ir.IsFloat(block.ElementType()) && ir.BitWidth(block.ElementType()) == 0 {
			return nil
		}
		shape := make([]int64, len(block.Shape()))
		for i := range shape {
			shape[i] = ir.Dynamic
		}
		strides := slices.Clone(shape)
		strides[len(strides)-1] = 1
		return tile.Array(ctx, shape, block.ElementType(), strides)
	case *ir.TensorType:
		elem := convertType(ctx, t.ElementType())
		if elem == nil {
			return nil
		}
		if elem == t.ElementType() && t.Encoding == nil {
			return t
		}
		return ctx.TensorType(t.Shape(), elem, nil)
	case *ir.FunctionType:
		inputs, results := convertTypes(ctx, t.Inputs), convertTypes(ctx, t.Results)
		if inputs == nil || results == nil {
			return nil
		}
		return ctx.FunctionType(inputs, results)
	}
	return t
}

// convertTypes returns the counterparts of types; nil if one has none.
func convertTypes(ctx *ir.Context, types []ir.Type) []ir.Type {
	out := make([]ir.Type, len(types))
	for i, t := range types {
		if out[i] = convertType(ctx, t); out[i] == nil {
			return nil
		}
	}
	return out
}

func isPointer(t ir.Type) bool {
	_, ok := t.(*tile.PtrType)
	return ok
}

// convertTypes converts the types of all values in Triton's functions.
func (im *importer) convertTypes() error {
	var failed error
	set := func(op *ir.Operation, v *ir.Value) {
		if d, ok := v.Type().(*tt.TensorDescType); ok {
			im.blocks[v] = d
		}
		t := convertType(im.ctx, v.Type())
		if t == nil {
			if failed == nil {
				failed = unsupported(op, "the type %s", ir.Quote(v.Type()))
			}
			return
		}
		v.SetType(t)
	}
	im.walk(func(op *ir.Operation) bool {
		for _, v := range op.ResultValues() {
			set(op, v)
		}
		for i := range op.NumRegions() {
			for b := range op.Region(i).Blocks() {
				for _, a := range b.Args() {
					set(op, a)
				}
			}
		}
		return failed == nil
	})
	return failed
}
