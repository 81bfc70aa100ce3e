package tilearith

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// dropSignedness makes every integer in a kernel signless and removes the conversions that this leaves without effect.
func dropSignedness(k tile.Kernel) {
	ctx := k.Context()
	var identities []*ir.Operation
	k.Walk(func(op *ir.Operation) bool {
		for _, v := range op.Results() {
			v.SetType(signless(ctx, v.Type()))
		}
		for i := range op.NumRegions() {
			for block := range op.Region(i).Blocks() {
				for _, v := range block.Args() {
					v.SetType(signless(ctx, v.Type()))
				}
			}
		}
		switch {
		case op.Is(&arith.ConstantOp):
			op.SetAttr("value", signlessValue(ctx, op.Inherent("value")))
		case op.Is(&tile.Cast):
			identities = append(identities, op)
		}
		return true
	})
	for _, op := range identities {
		op.Result(0).ReplaceAllUsesWith(op.Operand(0))
		op.Erase()
	}
	k.UpdateType()
}

// signless returns a type without signedness; it looks into tensors, pointers and arrays.
func signless(ctx *ir.Context, t ir.Type) ir.Type {
	switch t := t.(type) {
	case *ir.IntegerType:
		return ctx.I(t.Width)
	case *ir.TensorType:
		return ctx.WithElement(t, signless(ctx, t.ElementType()))
	case *tile.PtrType:
		return tile.Ptr(ctx, signless(ctx, t.Pointee()))
	case *tile.ArrayType:
		return tile.Array(ctx, t.Shape(), signless(ctx, t.ElementType()), t.Strides())
	}
	return t
}

// signlessValue returns a constant with the same bits and a signless type.
func signlessValue(ctx *ir.Context, a ir.Attribute) ir.Attribute {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		return ctx.Integer(signless(ctx, a.Type()), int64(a.Uint64()))
	case *ir.DenseElementsAttr:
		if t, ok := signless(ctx, a.Type()).(ir.ShapedType); ok {
			return ctx.DenseElements(t, []byte(a.Raw()), a.IsSplat())
		}
	}
	return a
}
