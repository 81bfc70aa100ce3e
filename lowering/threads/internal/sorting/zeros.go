package sorting

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// spread makes room for words that stand for zeros; false if there is not enough. The words ascend so: negative
// numbers, of which all bits are inverted; zeros, by their places, then signs; positive numbers; NaN. Those that are
// not negative have the highest bit.
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
	negative := k.Binary(&llvm.AShr, key, num(int64(wide-1))) // all bits or none
	magnitude := k.Binary(&llvm.And, key, num(1<<(k.width-1)-1))
	word := k.Binary(&llvm.XOr, key, k.Binary(&llvm.Or, negative, num(-1<<(wide-1))))
	word = k.Binary(&llvm.Add, word, k.Binary(&llvm.And, k.Binary(&llvm.XOr, negative, num(-1)), num(k.zeros)))
	if k.descending { // the first of equal keys is the last of the words, which are inverted
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

// decodeSpread undoes encodeSpread, and returns the bits of a float.
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
