package mathexpand

import (
	gomath "math"
	"math/big"
	"math/bits"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
)

// remainderInDouble returns the remainder (see remainder) of an f64 x >= 1/2. The method is that of remainderInSingle,
// with words of 64 bits. The product has 126 bits after the binary point, of which at most 62 leading ones are zeros.
func (b *builder) remainderInDouble(x *ir.Value) (high, low, quadrant *ir.Value) {
	pattern := b.bits(x)
	exponent := b.binary(&arith.ShRUI, pattern, b.word(52))
	at := b.binary(&arith.MaxSI, b.binary(&arith.SubI, exponent, b.word(1022)), b.word(0))
	words := b.window(twoOverPi(55, 20), at, 3)
	significand := b.binary(&arith.OrI, b.binary(&arith.AndI, pattern, b.word(1<<52-1)), b.word(1<<52))
	// Compute the upper 128 of the product's 192 bits.
	below, carried := b.wideProduct(significand, words[1])
	_, least := b.wideProduct(significand, words[2])
	below = b.binary(&arith.AddI, below, least)
	carry := arith.Cast(b.Builder, &arith.ExtUI, arith.NewCmpI(b.Builder, arith.ULT, below, least), b.words)
	turns := b.binary(&arith.AddI, b.binary(&arith.AddI, carried, carry), b.binary(&arith.MulI, significand, words[0]))
	n := b.binary(&arith.ShRUI, b.binary(&arith.AddI, turns, b.word(1<<61)), b.word(62))
	rest := b.binary(&arith.SubI, turns, b.binary(&arith.ShLI, n, b.word(62)))

	float := func(v *ir.Value) *ir.Value { return arith.Cast(b.Builder, &arith.SIToFP, v, b.shape) }
	r := float(rest)
	behind := float(b.binary(&arith.SubI, rest, arith.Cast(b.Builder, &arith.FPToSI, r, b.words)))
	fraction := b.scale(arith.Cast(b.Builder, &arith.UIToFP, below, b.shape), 0x1p-64)
	r, behind = b.sum(r, b.add(behind, fraction))
	unit := gomath.Ldexp(1, -62)
	high, low = b.product(r, b.float(b.halfPi.high*unit))
	low = b.fma(r, b.float(b.halfPi.low*unit), low)
	return high, b.fma(behind, b.float(b.halfPi.high*unit), low), n
}

// wideProduct returns the low and high words of the product of two words.
func (b *builder) wideProduct(x, y *ir.Value) (low, high *ir.Value) {
	st := b.State(&arith.MulUIExtended)
	st.Operands = append(st.Operands, x, y)
	st.Types = append(st.Types, b.words, b.words)
	op := b.Create(st)
	return op.Result(0), op.Result(1)
}

// window returns count words that begin at a bit of the given list of words. The list must be long enough for the
// largest possible bit.
func (b *builder) window(list []uint64, at *ir.Value, count int) []*ir.Value {
	words := make([]*ir.Value, len(list))
	for i, w := range list {
		words[i] = b.word(int64(w) << (64 - b.width) >> (64 - b.width))
	}
	for skip := 1 << (bits.Len(uint(len(list)-count-1)) - 1); skip > 0; skip /= 2 {
		set := arith.NewCmpI(b.Builder, arith.NE, b.binary(&arith.AndI, at, b.word(int64(skip)*b.width)), b.word(0))
		for i := 0; i+skip < len(words) && i < count+skip; i++ {
			words[i] = b.choose(set, words[i+skip], words[i])
		}
	}
	shift := b.binary(&arith.AndI, at, b.word(b.width-1))
	// The shift by width - shift is done in two steps, since a shift by width is poison.
	back := b.binary(&arith.SubI, b.word(b.width-1), shift)
	out := make([]*ir.Value, count)
	for i := range out {
		next := b.binary(&arith.ShRUI, b.binary(&arith.ShRUI, words[i+1], b.word(1)), back)
		out[i] = b.binary(&arith.OrI, b.binary(&arith.ShLI, words[i], shift), next)
	}
	return out
}

// twoOverPiDigits are the first 1232 bits of 2/pi after the binary point, in hexadecimal.
const twoOverPiDigits = "" +
	"A2F9836E4E441529FC2757D1F534DDC0DB6295993C439041FE5163ABDEBBC561B7246E3A424DD2E006492EEA09D1921CFE1D" +
	"EB1CB129A73EE88235F52EBB4484E99C7026B45F7E413991D639835339F49C845F8BBDF9283B1FF897FFDE05980FEF2F118B" +
	"5A0A6D1F6D367ECF27CB09B74F463F669E5FEA2D7527BAC7EBE5F17B3D0739F78A5292EA6BFB5FB11F8D5D0856033046FC7B" +
	"6BABF0CF"

// twoOverPi returns the first count words of 2/pi, preceded by a number of zero bits that is less than a word. Up to 8
// words have 32 bits, more have 64.
func twoOverPi(zeros uint, count int) []uint64 {
	width := uint(64)
	if count <= 8 {
		width = 32
	}
	all, _ := new(big.Int).SetString(twoOverPiDigits, 16)
	all.Rsh(all, 4*uint(len(twoOverPiDigits))+zeros-width*uint(count))
	words := make([]uint64, count)
	low := new(big.Int).SetUint64(1<<width - 1)
	for i := range words {
		word := new(big.Int).Rsh(all, width*uint(count-1-i))
		words[i] = word.And(word, low).Uint64()
	}
	return words
}
