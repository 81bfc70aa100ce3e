package broadcast

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

// compareBits replaces the comparison of a zero-extended bool with an integer that is 0 or 1 by an operation on bools.
// Sorting networks compare a bool with a bit of an index in this way. From
//
//	%wide = arith.extui %flag : tensor<4xi1> to tensor<4xi32>
//	%differ = arith.cmpi ne, %wide, %bit : tensor<4xi32>
//
// it makes
//
//	%set = arith.cmpi ne, %bit, %zero : tensor<4xi32>
//	%differ = arith.xori %flag, %set : tensor<4xi1>
//
// It does the same for tile.cmp and tile.cast. Otherwise threads would keep the extended bool in a register, which
// costs two instructions for every comparison of two elements, and libNVVM keeps more of these than llc. If the bit is
// broadcast, its comparison with zero can be done before the broadcast.
func compareBits(rw *rewrite.Rewriter, op *ir.Operation) bool {
	compare, ok := comparisonOfBits(op)
	if !ok {
		return false
	}
	widened, number := op.Operand(0), op.Operand(1)
	if widenedBool(widened) == nil {
		widened, number = number, widened
	}
	flag := widenedBool(widened)
	if flag == nil || flag.Type() != op.Result(0).Type() || widened.Type() != number.Type() ||
		!isBit(number, maxBitDepth) {
		return false
	}
	differ, err := compare(rw.Builder, flag, number, zeroOf(rw.Builder, number.Type()))
	if err != nil {
		return false
	}
	rw.Replace(op, differ)
	return true
}

// comparisonOfBits returns, for a comparison op with predicate eq or ne, a function that makes the operations for
// flag == number on bools: with cmp for the predicate of op, they are `flag xor (number cmp zero)`.
func comparisonOfBits(op *ir.Operation) (func(b *ir.Builder, flag, number, zero *ir.Value) (*ir.Value, error), bool) {
	switch op.Def() {
	case &arith.CmpI:
		p := arith.Predicate(op)
		return func(b *ir.Builder, flag, number, zero *ir.Value) (*ir.Value, error) {
			return arith.Binary(b, &arith.XOrI, flag, arith.NewCmpI(b, p, number, zero)), nil
		}, p == arith.EQ || p == arith.NE
	case &tile.Cmp:
		p, _ := tile.Predicates.Value(op.Inherent("predicate"))
		return func(b *ir.Builder, flag, number, zero *ir.Value) (*ir.Value, error) {
			set, err := tile.NewCmp(b, p, number, zero)
			if err != nil {
				return nil, err
			}
			return tile.Binary(b, &tile.XOr, flag, set)
		}, p == tile.EQ || p == tile.NE
	}
	return nil, false
}

// zeroOf returns the zero of an integer type or a tensor of integers.
func zeroOf(b *ir.Builder, t ir.Type) *ir.Value {
	zero := b.Context().Integer(ir.ElementOrSelf(t), 0)
	if shaped, ok := t.(ir.ShapedType); ok {
		return arith.NewConstant(b, b.Context().DenseSplat(shaped, zero))
	}
	return arith.NewConstant(b, zero)
}

// widenedBool returns the bools of which integers are the zero extension; nil if they are not made in this way.
func widenedBool(v *ir.Value) *ir.Value {
	def := v.DefiningOp()
	if def == nil || !def.Is(&arith.ExtUI) && !def.Is(&tile.Cast) {
		return nil
	}
	from := def.Operand(0)
	if _, ok := ir.ElementOrSelf(v.Type()).(*ir.IntegerType); !ok || !ir.IsInt(ir.ElementOrSelf(from.Type()), 1) {
		return nil
	}
	return from
}

// maxBitDepth bounds the recursion of isBit. A sorting network combines two bits of an index and changes their shapes.
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
	case &arith.XOrI, &arith.OrI, &arith.AndI, &tile.XOr, &tile.Or, &tile.And:
		return isBit(def.Operand(0), depth-1) && isBit(def.Operand(1), depth-1)
	}
	return widenedBool(v) != nil
}
