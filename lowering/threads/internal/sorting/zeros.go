package sorting

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// spread reserves words for zeros, and reports whether there is room for them. The words are, in ascending order:
// negative numbers, with all bits inverted; zeros, by place, and then by sign; positive numbers; NaN. All except the
// words of negative numbers have the highest bit set.
func (k *keyCoding) spread(zeros int64) bool {
	wide := int64(32)
	if k.width > 32 {
		wide = 64
	}
	if room := int64(1)<<(wide-1) - 1 - k.largest(); zeros >= room {
		return false
	}
	k.zeros, k.word = zeros, k.Ctx.I(uint32(wide))
	return true
}

func (k *keyCoding) encodeSpread(v, place *ir.Value) *ir.Value {
	wide := ir.BitWidth(k.word)
	num := func(n int64) *ir.Value { return k.Number(k.word, n) }
	key := k.Resized(&llvm.SExt, k.Bitcast(v, k.Ctx.I(uint32(k.width))), k.word)
	negative := k.Binary(&llvm.AShr, key, num(int64(wide-1))) // all ones or zero
	magnitude := k.Binary(&llvm.And, key, num(1<<(k.width-1)-1))
	word := k.Binary(&llvm.XOr, key, k.Binary(&llvm.Or, negative, num(-1<<(wide-1))))
	word = k.Binary(&llvm.Add, word, k.Binary(&llvm.And, k.Binary(&llvm.XOr, negative, num(-1)), num(k.zeros)))
	if k.descending { // words are inverted at the end, so that equal keys must have descending places here
		place = k.Binary(&llvm.XOr, place, k.I32(k.zeros/2-1))
	}
	zero := k.Binary(&llvm.Or, k.Binary(&llvm.Shl, k.Resized(&llvm.ZExt, place, k.word), num(1)), num(-1<<(wide-1)))
	zero = k.Binary(&llvm.Sub, zero, negative)
	word = k.Choose(k.Compare("eq", magnitude, num(0)), zero, word)
	word = k.Choose(k.Compare("ugt", magnitude, num(k.largest())), num(-1), word)
	if k.descending {
		word = k.Binary(&llvm.XOr, word, num(-1))
	}
	return word
}

// decodeSpread is the inverse of encodeSpread; it returns the bits of a float.
func (k *keyCoding) decodeSpread(word *ir.Value) *ir.Value {
	wide := ir.BitWidth(k.word)
	num := func(n int64) *ir.Value { return k.Number(k.word, n) }
	if k.descending {
		word = k.Binary(&llvm.XOr, word, num(-1))
	}
	negative := k.Binary(&llvm.AShr, k.Binary(&llvm.XOr, word, num(-1)), num(int64(wide-1)))
	key := k.Binary(&llvm.XOr, word, k.Binary(&llvm.Or, negative, num(-1<<(wide-1))))
	isZero := k.Compare("ult", key, num(k.zeros))
	zero := k.Binary(&llvm.Shl, key, num(int64(k.width-1))) // the bits above the sign are dropped, or beyond the word
	key = k.Binary(&llvm.Sub, key, k.Binary(&llvm.And, k.Binary(&llvm.XOr, negative, num(-1)), num(k.zeros)))
	key = k.Choose(isZero, zero, key)
	key = k.Choose(k.Compare("eq", word, num(-1)), num(1<<(k.width-1)-1), key)
	return k.Resized(&llvm.ZExt, key, k.Ctx.I(uint32(k.width)))
}
