package sorting

import (
	"math/bits"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// keyCoding encodes keys as words, which are compared as unsigned integers. From the highest bits down, a word has the
// key in an order-preserving encoding, its place along the axis if there are other operands to be sorted, and whether
// the key is a negative zero, which is encoded as a positive one. If 64 bits are not enough, a second word has the
// latter two.
//
// If there are no other operands, floats need no place, except for zeros: zeros of both signs are equal, but must keep
// their order. For them, the encoding has a separate word for a zero of either sign at every place. These words are
// between those of negative and of positive numbers, at the expense of words that would stand for NaN.
type keyCoding struct {
	*emit.Code
	width      int             // width of a key in bits
	format     *apfloat.Format // nil for integers
	signed     bool
	descending bool
	placed     bool
	low        int     // bits below the key
	zeros      int64   // how many words stand for zeros; 0 if there are bits below the key
	word       ir.Type // the type of the first word
	pair       bool    // whether there are two words
}

func (s *sorting) newKeyCoding() (*keyCoding, error) {
	elem := ir.ElementOrSelf(s.op.Operand(0).Type())
	k := &keyCoding{Code: s.Code, width: ir.BitWidth(elem), placed: s.op.NumOperands() > 1,
		descending: s.op.Inherent(tile.DescendingName) != nil}
	k.signed = !ir.IsInt(elem, 1) && s.op.Inherent(tile.UnsignedName) == nil
	if f, ok := elem.(*ir.FloatType); ok {
		if _, err := s.Scalar(s.op, elem); err != nil {
			return nil, err
		}
		if k.signed = f.Format != apfloat.F8E8M0FNU; k.signed { // f8E8M0FNU is ordered like its bits
			k.format, k.placed = f.Format, true
		}
		if k.signed && f.Format.IsNaN(apfloat.Bits{Lo: 1 << (k.width - 1)}) {
			return nil, s.op.Errorf("has no rule for keys of type %s, whose NaN has the bits of a negative zero; convert them "+
				"to f16", ir.Quote(elem))
		}
	}
	if k.format != nil && s.op.NumOperands() == 1 && k.spread(2*int64(s.size)) {
		return k, nil
	}
	if k.placed {
		k.low = bits.Len(uint(s.size - 1))
	}
	if k.format != nil {
		k.low++
	}
	k.pair = k.width+k.low > 64
	k.word = k.Ctx.I(32)
	if k.width > 32 || !k.pair && k.width+k.low > 32 {
		k.word = k.Ctx.I(64)
	}
	return k, nil
}

// encode returns the words of the key v at a place.
func (k *keyCoding) encode(v, place *ir.Value) []*ir.Value {
	if k.zeros > 0 {
		return []*ir.Value{k.encodeSpread(v, place)}
	}
	t := k.Ctx.I(uint32(k.width))
	key := k.Bitcast(v, t)
	var negativeZero *ir.Value
	switch {
	case k.format != nil:
		key, negativeZero = k.encodeFloat(key, t)
	case k.signed:
		key = k.Binary(&llvm.XOr, key, k.Number(t, -1<<(k.width-1)))
	}
	if k.descending {
		key = k.Binary(&llvm.XOr, key, k.Number(t, -1))
	}
	word := k.Resized(&llvm.ZExt, key, k.word)
	if k.low == 0 {
		return []*ir.Value{word}
	}
	rest := place
	if negativeZero != nil {
		rest = k.Binary(&llvm.Or, k.Binary(&llvm.Shl, place, k.I32(1)), k.Resized(&llvm.ZExt, negativeZero, k.Ctx.I(32)))
	}
	if k.pair {
		return []*ir.Value{word, rest}
	}
	word = k.Binary(&llvm.Shl, word, k.Number(k.word, int64(k.low)))
	return []*ir.Value{k.Binary(&llvm.Or, word, k.Resized(&llvm.ZExt, rest, k.word))}
}

// encodeFloat returns bits that ascend in the order of floats, with NaN last, and whether the float is a negative zero,
// which it encodes as a positive one. It inverts all bits of negative floats, and only the sign bit of others.
func (k *keyCoding) encodeFloat(key *ir.Value, t ir.Type) (encoded, negativeZero *ir.Value) {
	sign := k.Number(t, -1<<(k.width-1))
	magnitude := k.Binary(&llvm.And, key, k.Number(t, 1<<(k.width-1)-1))
	isNaN := k.Compare("ugt", magnitude, k.Number(t, k.largest()))
	negativeZero = k.Compare("eq", key, sign)
	key = k.Choose(negativeZero, k.Number(t, 0), key)
	spread := k.Binary(&llvm.AShr, key, k.Number(t, int64(k.width-1)))
	key = k.Binary(&llvm.XOr, key, k.Binary(&llvm.Or, spread, sign))
	return k.Choose(isNaN, k.Number(t, -1), key), negativeZero
}

// largest returns the bits of the greatest float that is not NaN: infinity, if the format has it.
func (k *keyCoding) largest() int64 {
	if k.format.HasInf() {
		return int64(k.format.Inf(false).Lo)
	}
	return int64(k.format.Largest(false).Lo)
}

// decode returns the key that words encode, as a value of type t.
func (k *keyCoding) decode(words []*ir.Value, t ir.Type) *ir.Value {
	if k.zeros > 0 {
		return k.Bitcast(k.decodeSpread(words[0]), t)
	}
	word := words[0]
	if k.low > 0 && !k.pair {
		word = k.Binary(&llvm.LShr, word, k.Number(k.word, int64(k.low)))
	}
	narrow := k.Ctx.I(uint32(k.width))
	key := k.Resized(&llvm.ZExt, word, narrow)
	if k.descending {
		key = k.Binary(&llvm.XOr, key, k.Number(narrow, -1))
	}
	switch {
	case k.format != nil:
		key = k.decodeFloat(key, k.Resized(&llvm.ZExt, words[len(words)-1], narrow), narrow)
	case k.signed:
		key = k.Binary(&llvm.XOr, key, k.Number(narrow, -1<<(k.width-1)))
	}
	return k.Bitcast(key, t)
}

// decodeFloat is the inverse of encodeFloat. The lowest bit of rest says whether the key is a negative zero.
func (k *keyCoding) decodeFloat(key, rest *ir.Value, t ir.Type) *ir.Value {
	top := k.Number(t, int64(k.width-1))
	inverted := k.Binary(&llvm.XOr, key, k.Number(t, -1))
	spread := k.Binary(&llvm.AShr, inverted, top)
	key = k.Binary(&llvm.XOr, key, k.Binary(&llvm.Or, spread, k.Number(t, -1<<(k.width-1))))
	return k.Binary(&llvm.Or, key, k.Binary(&llvm.Shl, rest, top))
}

// place returns the place along the axis that words contain.
func (k *keyCoding) place(words []*ir.Value) *ir.Value {
	rest := k.Resized(&llvm.ZExt, words[len(words)-1], k.Ctx.I(32))
	n := k.low
	if k.format != nil {
		rest, n = k.Binary(&llvm.LShr, rest, k.I32(1)), n-1
	}
	return k.Binary(&llvm.And, rest, k.I32(1<<n-1))
}

// less reports whether the words x are less than the words y.
func (k *keyCoding) less(x, y []*ir.Value) *ir.Value {
	first := k.Compare("ult", x[0], y[0])
	if !k.pair {
		return first
	}
	tie := k.Binary(&llvm.And, k.Compare("eq", x[0], y[0]), k.Compare("ult", x[1], y[1]))
	return k.Binary(&llvm.Or, first, tie)
}

// types returns the types of the words.
func (k *keyCoding) types() []ir.Type {
	if k.pair {
		return []ir.Type{k.word, k.Ctx.I(32)}
	}
	return []ir.Type{k.word}
}
