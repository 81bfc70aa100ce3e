package uniformity

import (
	"math/bits"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// symmetric refines the rule of a commutative operation. If a value is combined with the value of the lane whose number
// differs in one bit, both lanes get the same result, so the result does not depend on that bit.
func symmetric(rule transfer) transfer {
	return func(op *ir.Operation, v []Variance) Variance {
		out := rule(op, v)
		if out.Warp == 0 {
			return out
		}
		for i := range 2 {
			if mask := butterflyOf(op.Operand(1-i), op.Operand(i)); bits.OnesCount8(mask) == 1 {
				out.Lanes, out.Mixed = v[i].Lanes&^mask, true
				break
			}
		}
		if out.Lanes == 0 {
			out.Warp, out.Mixed = 0, false
		}
		return out
	}
}

// bit is a bit of a value in another lane: the lane whose number differs in the bits of mask.
type bit struct {
	v    *ir.Value
	at   int
	mask uint8
	zero bool
}

// butterflyOf returns the set of bits that differ between the numbers of two lanes: y in one lane is x of the other
// lane. It returns 0 if y is something else. Shuffles move 32-bit words; wider numbers consist of several.
func butterflyOf(y, x *ir.Value) uint8 {
	width := widthOf(x.Type())
	if width == 0 || width > 64 || x.Type() != y.Type() {
		return 0
	}
	theirs, mine := bitsOf(y, maxChain), bitsOf(x, maxChain)
	mask := theirs[0].mask ^ mine[0].mask
	for i := range width {
		t, m := theirs[i], mine[i]
		if t.zero || m.zero || t.v != m.v || t.at != m.at || t.mask^m.mask != mask {
			return 0
		}
	}
	return mask
}

// maxChain bounds the number of operations that are followed.
const maxChain = 8

// widthOf returns the number of bits of a number or pointer, 0 for other types.
func widthOf(t ir.Type) int {
	switch t.(type) {
	case *llvm.PointerType:
		return 64
	case *ir.IntegerType, *ir.FloatType:
		return ir.BitWidth(t)
	}
	return 0
}

// bitsOf returns the origin of each bit of a value of at most 64 bits, the lowest first, through operations that only
// move bits.
func bitsOf(v *ir.Value, depth int) []bit {
	width := widthOf(v.Type())
	out := make([]bit, width)
	for i := range out {
		out[i] = bit{v: v, at: i}
	}
	op := v.DefiningOp()
	if op == nil || depth == 0 {
		return out
	}
	for i := range op.NumOperands() {
		if w := widthOf(op.Operand(i).Type()); w == 0 || w > 64 {
			return out
		}
	}
	from := func(i int) []bit { return bitsOf(op.Operand(i), depth-1) }
	place := func(source []bit, move int) { // bit i comes from bit i+move
		for i := range out {
			if out[i] = (bit{zero: true}); i+move >= 0 && i+move < len(source) {
				out[i] = source[i+move]
			}
		}
	}
	switch op.Def() {
	case &llvm.Bitcast, &llvm.PtrToInt, &llvm.IntToPtr, &llvm.Trunc, &llvm.ZExt:
		place(from(0), 0)
	case &llvm.LShr, &llvm.Shl:
		n, ok := llvm.ConstantInt(op.Operand(1))
		if !ok || n < 0 || n >= int64(width) {
			return out
		}
		if op.Is(&llvm.Shl) {
			n = -n
		}
		place(from(0), int(n))
	case &llvm.Or:
		a, b := from(0), from(1)
		for i := range out {
			if !a[i].zero && !b[i].zero {
				for k := range out {
					out[k] = bit{v: v, at: k}
				}
				return out
			}
			if out[i] = a[i]; a[i].zero {
				out[i] = b[i]
			}
		}
	case &nvvm.ShflSync:
		mask, ok := llvm.ConstantInt(op.Operand(2))
		clamp, full := llvm.ConstantInt(op.Operand(3))
		if !ok || !full || clamp != allLanes || op.Inherent("kind").(*nvvm.KindAttr).Kind != nvvm.Bfly {
			return out
		}
		out = bitsOf(op.Operand(1), depth-1)
		for i := range out {
			out[i].mask ^= uint8(mask & allLanes)
		}
	}
	return out
}
