package tilearith

import (
	"github.com/girih-ir/girih/dialects/arith"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
)

// dropSignedness makes every integer in a kernel or function signless. It erases conversions that have no effect then.
func dropSignedness(f *ir.Operation) error {
	ctx := f.Context()
	var identities []*ir.Operation
	var err error
	f.Walk(func(op *ir.Operation) bool {
		if err == nil {
			err = keepMeaning(op)
		}
		return true
	})
	if err != nil {
		return err
	}
	f.Walk(func(op *ir.Operation) bool {
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
		case op.Is(&tile.Cast), op.Is(&tile.Bitcast), op.Is(&tile.PtrCast):
			identities = append(identities, op)
		}
		return true
	})
	for _, op := range identities {
		if op.Result(0).Type() == op.Operand(0).Type() {
			op.Result(0).ReplaceAllUsesWith(op.Operand(0))
			op.Erase()
		}
	}
	return nil
}

// keepMeaning prepares an operation of dialect tile that remains for signless types: it sets attributes that state the
// signedness of operands, or extends unsigned operands.
func keepMeaning(op *ir.Operation) error {
	ctx := op.Context()
	unsigned := func(v *ir.Value) bool {
		t, ok := ir.ElementOrSelf(v.Type()).(*ir.IntegerType)
		return ok && t.Signedness == ir.Unsigned
	}
	switch {
	case op.Is(&tile.Sort) && unsigned(op.Operand(0)):
		op.SetAttr(tile.UnsignedName, ctx.Unit())
	case op.Is(&tile.Dot):
		for i, name := range [...]string{tile.LHSUnsigned, tile.RHSUnsigned} {
			if unsigned(op.Operand(i)) {
				op.SetAttr(name, ctx.Unit())
			}
		}
	case op.Is(&tile.AtomicRMW) && unsigned(op.Result(0)), op.Is(&tile.AtomicRMWView) && unsigned(op.Operand(0)):
		switch tile.AtomicKindOf(op) {
		case tile.AtomicMax:
			op.SetAttr("kind", tile.AtomicKinds.Attr(ctx, tile.AtomicUMax))
		case tile.AtomicMin:
			op.SetAttr("kind", tile.AtomicKinds.Attr(ctx, tile.AtomicUMin))
		}
	case op.Is(&tile.Gather) && unsigned(op.Operand(1)):
		extend(op, 1)
	case op.Is(&tile.Print):
		for i := range op.NumOperands() {
			if unsigned(op.Operand(i)) {
				extend(op, i)
			}
		}
	case op.Is(&tile.Cast) && unsigned(op.Operand(0)) && tile.RoundingOf(op) != tile.RoundNearestEven:
		return op.Errorf("rounding %s of %s is not supported: convert it to f64, or to a signed integer, first",
			tile.Roundings.Name(tile.RoundingOf(op)), ir.Quote(op.Operand(0).Type()))
	}
	return nil
}

// extend zero-extends an unsigned operand to i64, unless it has 64 bits already.
func extend(op *ir.Operation, i int) {
	v := op.Operand(i)
	if ir.BitWidth(ir.ElementOrSelf(v.Type())) == 64 {
		return
	}
	ctx := op.Context()
	b := ir.NewBuilder(ctx).Before(op)
	b.SetLoc(op.Loc())
	op.SetOperand(i, arith.Cast(b, &arith.ExtUI, v, ctx.WithElement(v.Type(), ctx.I(64))))
}

// hasTiles reports whether an operation of a module is a kernel or a function.
func hasTiles(op *ir.Operation) bool { return op.Is(&tile.KernelOp) || op.Is(&fn.FuncOp) }

// updateTypes makes the function types of kernels and functions signless.
func updateTypes(module *ir.Operation) {
	ctx := module.Context()
	for op := range module.Region(0).Entry().Ops() {
		if hasTiles(op) {
			t := function.Type(op)
			op.SetAttr(function.TypeAttr, ctx.TypeAttr(ctx.FunctionType(signlessAll(ctx, t.Inputs),
				signlessAll(ctx, t.Results))))
		}
	}
}

func signlessAll(ctx *ir.Context, types []ir.Type) []ir.Type {
	out := make([]ir.Type, len(types))
	for i, t := range types {
		out[i] = signless(ctx, t)
	}
	return out
}

// signless returns a type with signless integers, also inside of tensors, pointers, arrays and views.
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
	case *tile.ViewType:
		return tile.View(ctx, signless(ctx, t.Array()).(*tile.ArrayType), t.Tile(), t.Order(), t.Steps(), t.Padding())
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
