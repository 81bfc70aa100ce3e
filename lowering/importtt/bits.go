package importtt

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// compareAsBits makes `bool != number` of Triton's sorting networks, where the number is 0 or 1, an exclusive or of
// bools. Compilers keep the widened bool in a register otherwise, and libNVVM more of them than llc: an instruction to
// make it and one to compare it, for every comparison of two elements.
func (im *importer) compareAsBits(op *ir.Operation) {
	if !op.Is(&arith.CmpI) {
		return
	}
	predicate, _ := arith.IntPredicate.Value(op.Inherent("predicate"))
	if predicate != arith.EQ && predicate != arith.NE {
		return
	}
	widened, number := op.Operand(0), op.Operand(1)
	if widenedBool(widened) == nil {
		widened, number = number, widened
	}
	flag := widenedBool(widened)
	if flag == nil || !isBit(number, maxBitDepth) {
		return
	}
	im.b.Before(op).CopyLoc(op)
	zero := arith.NewConstant(im.b, im.zeroOf(number.Type()))
	bit := arith.NewCmpI(im.b, predicate, number, zero)
	op.Result(0).ReplaceAllUsesWith(arith.Binary(im.b, &arith.XOrI, flag, bit))
	op.Erase()
}

// zeroOf returns the zero of an integer type or a tensor of integers.
func (im *importer) zeroOf(t ir.Type) ir.TypedAttr {
	zero := im.ctx.Integer(ir.ElementOrSelf(t), 0)
	if tensor, ok := t.(*ir.TensorType); ok {
		return im.ctx.DenseSplat(tensor, zero)
	}
	return zero
}

// widenedBool returns the bools that a value is made of by zero extension, or nil.
func widenedBool(v *ir.Value) *ir.Value {
	def := v.DefiningOp()
	if def == nil || !def.Is(&arith.ExtUI) || !ir.IsInt(ir.ElementOrSelf(def.Operand(0).Type()), 1) {
		return nil
	}
	return def.Operand(0)
}

// maxBitDepth bounds how far isBit looks: a network combines two bits of an index, through changes of shape.
const maxBitDepth = 12

// isBit reports whether all elements of a value are known to be 0 or 1.
func isBit(v *ir.Value, depth int) bool {
	def := v.DefiningOp()
	if def == nil || depth == 0 {
		return false
	}
	switch def.Def() {
	case &tile.Iota:
		n, ok := ir.NumElements(v.Type().(ir.ShapedType))
		return ok && n <= 2
	case &tile.Reshape, &tile.Broadcast, &tile.ExpandDims, &tile.Splat, &tile.Permute:
		return isBit(def.Operand(0), depth-1)
	case &arith.XOrI, &arith.OrI, &arith.AndI:
		return isBit(def.Operand(0), depth-1) && isBit(def.Operand(1), depth-1)
	}
	return widenedBool(v) != nil
}
