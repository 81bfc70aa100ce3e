package tilellvm

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// spread makes room for words that stand for zeros; false if there is not enough. The words ascend so: negative numbers, of
// which all bits are inverted; zeros, by their places, then signs; positive numbers; NaN. Those that are not negative have
// the highest bit.
func (k *keyCoding) spread(zeros int64) bool {
	wide := int64(32)
	if k.width > 32 {
		wide = 64
	}
	if room := int64(1)<<(wide-1) - 1 - k.largest(); zeros >= room {
		return false
	}
	k.zeros, k.word = zeros, k.ctx.I(uint32(wide))
	return true
}

func (k *keyCoding) encodeSpread(v, place *ir.Value) *ir.Value {
	wide := ir.BitWidth(k.word)
	num := func(n int64) *ir.Value { return k.number(k.word, n) }
	key := k.resized(&llvm.SExt, k.bitcast(v, k.ctx.I(uint32(k.width))), k.word)
	negative := k.binary(&llvm.AShr, key, num(int64(wide-1))) // all bits or none
	magnitude := k.binary(&llvm.And, key, num(1<<(k.width-1)-1))
	word := k.binary(&llvm.XOr, key, k.binary(&llvm.Or, negative, num(-1<<(wide-1))))
	word = k.binary(&llvm.Add, word, k.binary(&llvm.And, k.binary(&llvm.XOr, negative, num(-1)), num(k.zeros)))
	if k.descending { // the first of equal keys is the last of the words, which are inverted
		place = k.binary(&llvm.XOr, place, k.i32(k.zeros/2-1))
	}
	zero := k.binary(&llvm.Or, k.binary(&llvm.Shl, k.resized(&llvm.ZExt, place, k.word), num(1)), num(-1<<(wide-1)))
	zero = k.binary(&llvm.Sub, zero, negative)
	word = k.choose(k.compare("eq", magnitude, num(0)), zero, word)
	word = k.choose(k.compare("ugt", magnitude, num(k.largest())), num(-1), word)
	if k.descending {
		word = k.binary(&llvm.XOr, word, num(-1))
	}
	return word
}

// decodeSpread undoes encodeSpread, and returns the bits of a float.
func (k *keyCoding) decodeSpread(word *ir.Value) *ir.Value {
	wide := ir.BitWidth(k.word)
	num := func(n int64) *ir.Value { return k.number(k.word, n) }
	if k.descending {
		word = k.binary(&llvm.XOr, word, num(-1))
	}
	negative := k.binary(&llvm.AShr, k.binary(&llvm.XOr, word, num(-1)), num(int64(wide-1)))
	key := k.binary(&llvm.XOr, word, k.binary(&llvm.Or, negative, num(-1<<(wide-1))))
	isZero := k.compare("ult", key, num(k.zeros))
	zero := k.binary(&llvm.Shl, key, num(int64(k.width-1))) // the bits above the sign are dropped, or beyond the word
	key = k.binary(&llvm.Sub, key, k.binary(&llvm.And, k.binary(&llvm.XOr, negative, num(-1)), num(k.zeros)))
	key = k.choose(isZero, zero, key)
	key = k.choose(k.compare("eq", word, num(-1)), num(1<<(k.width-1)-1), key)
	return k.resized(&llvm.ZExt, key, k.ctx.I(uint32(k.width)))
}
