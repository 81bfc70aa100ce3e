package broadcast

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

// Sorting networks of Triton find the other element of each pair by exclusive or, which needs no operation that
// exchanges elements:
//
//	%both = tile.reduce %x axis = 1 xor : tensor<8x2xi32> -> tensor<8xi32>
//	%column = tile.expand_dims %both axis = 1 : tensor<8xi32> -> tensor<8x1xi32>
//	%twice = tile.broadcast %column : tensor<8x1xi32> -> tensor<8x2xi32>
//	%other = arith.xori %x, %twice : tensor<8x2xi32>
//
// That is one operation here:
//
//	%other = tile.flip %x axis = 1 : tensor<8x2xi32>

func pairPatterns() []*rewrite.Pattern {
	return []*rewrite.Pattern{
		{Name: "other-of-pair", Root: &arith.XOrI, Rewrite: otherOfPair},
		{Name: "flip-between-bitcasts", Root: &tile.Bitcast, Rewrite: flipBetweenBitcasts},
	}
}

// otherOfPair replaces the exclusive or of a tensor with that of the two elements along an axis.
func otherOfPair(rw *rewrite.Rewriter, op *ir.Operation) bool {
	for i := range 2 {
		v := op.Operand(i)
		sum, axis := pairsOf(op.Operand(1 - i))
		if sum == nil || sum.NumOperands() != 1 || sum.Operand(0) != v || tile.Axis(sum) != axis ||
			ir.TensorShape(v.Type())[axis] != 2 || !plain(sum) || !combinesBy(sum, &arith.XOrI, &tile.XOr) {
			continue
		}
		rw.Replace(op, tile.NewFlip(rw.Builder, v, axis))
		return true
	}
	return false
}

// pairsOf returns the reduction whose results a tensor repeats along an axis, and that axis; nil for other tensors.
func pairsOf(v *ir.Value) (sum *ir.Operation, axis int) {
	repeat := v.DefiningOp()
	if repeat == nil || !repeat.Is(&tile.Broadcast) {
		return nil, 0
	}
	sum = repeat.Operand(0).DefiningOp()
	if sum != nil && sum.Is(&tile.ExpandDims) {
		axis, sum = tile.Axis(sum), sum.Operand(0).DefiningOp()
	} else if len(ir.TensorShape(repeat.Operand(0).Type())) == len(ir.TensorShape(v.Type())) {
		return nil, 0
	}
	if sum == nil || !sum.Is(&tile.Reduce) {
		return nil, 0
	}
	return sum, axis
}

// flipBetweenBitcasts flips the elements themselves instead of their bits.
func flipBetweenBitcasts(rw *rewrite.Rewriter, op *ir.Operation) bool {
	flip := op.Operand(0).DefiningOp()
	if flip == nil || !flip.Is(&tile.Flip) {
		return false
	}
	bits := flip.Operand(0).DefiningOp()
	if bits == nil || !bits.Is(&tile.Bitcast) || bits.Operand(0).Type() != op.Result(0).Type() {
		return false
	}
	rw.Replace(op, tile.NewFlip(rw.Builder, bits.Operand(0), tile.Axis(flip)))
	return true
}
