package text

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// integerAttr reads an integer, or the bits of a float in hexadecimal.
func (p *parser) integerAttr(t ir.Type, negative bool) ir.Attribute {
	at, s := p.tok.start, p.spelling()
	p.next()
	if t == nil {
		t = p.ctx.I(64)
		if p.try(':') {
			t = p.Type()
		}
	}
	if p.err != nil {
		return nil
	}
	switch t := t.(type) {
	case *ir.FloatType:
		bits, ok := p.floatBits(t, s, at, negative)
		if !ok {
			return nil
		}
		return p.ctx.FloatBits(t, bits)
	case *ir.IntegerType, *ir.IndexType:
	default:
		p.fail(at, "integer literal not valid for specified type")
		return nil
	}
	if negative && isUnsigned(t) {
		p.fail(at, "negative integer literal not valid for unsigned integer type")
		return nil
	}
	a := p.integerOf(t, s, negative)
	if a == nil {
		p.fail(at, "integer constant out of range for attribute")
		return nil
	}
	return a
}

// floatAttr reads a decimal float.
func (p *parser) floatAttr(t ir.Type, negative bool) ir.Attribute {
	at, s := p.tok.start, p.spelling()
	p.next()
	if t == nil {
		t = p.ctx.F64()
		if p.try(':') {
			t = p.Type()
		}
	}
	if p.err != nil {
		return nil
	}
	ft, ok := t.(*ir.FloatType)
	if !ok {
		p.failToken("floating point value not valid for specified type")
		return nil
	}
	bits, ok := p.decimalFloat(ft, s, at, negative)
	if !ok {
		return nil
	}
	return p.ctx.FloatBits(ft, bits)
}

// floatLiteral returns the bits of the float that a token of some kind denotes.
func (p *parser) floatLiteral(t *ir.FloatType, kind kind, s string, at int, negative bool) (apfloat.Bits, bool) {
	switch kind {
	case tokFloat:
		return p.decimalFloat(t, s, at, negative)
	case tokInt:
		return p.floatBits(t, s, at, negative)
	}
	p.fail(at, "expected floating point literal")
	return apfloat.Bits{}, false
}

// floatBits reads the bits of a float given as a hexadecimal integer.
func (p *parser) floatBits(t *ir.FloatType, s string, at int, negative bool) (apfloat.Bits, bool) {
	if len(s) < 2 || s[1] != 'x' {
		d := p.fail(at, "unexpected decimal integer literal for a floating point value")
		d.Note(p.loc(at), "add a trailing dot to make the literal a float")
		return apfloat.Bits{}, false
	}
	if negative {
		p.fail(at, "hexadecimal float literal should not have a leading minus")
		return apfloat.Bits{}, false
	}
	v, ok := new(big.Int).SetString(s[2:], 16)
	if !ok || v.BitLen() > t.Width() {
		p.fail(at, "hexadecimal float constant out of range for type")
		return apfloat.Bits{}, false
	}
	mask := new(big.Int).SetUint64(1<<64 - 1)
	return apfloat.Bits{Lo: new(big.Int).And(v, mask).Uint64(), Hi: new(big.Int).Rsh(v, 64).Uint64()}, true
}

// decimalFloat rounds a decimal literal to a format.
func (p *parser) decimalFloat(t *ir.FloatType, s string, at int, negative bool) (apfloat.Bits, bool) {
	if negative {
		s = "-" + s
	}
	bits, err := t.Format.ParseDecimal([]byte(s))
	if err != nil && negative && !t.Format.HasNegatives() {
		p.fail(at, "%s has no negative numbers", ir.Quote(t))
		return bits, false
	}
	if err != nil {
		p.fail(at, "floating point value too large for attribute")
		return bits, false
	}
	return bits, true
}

// integerRange returns the width of an integer type, and whether the sign bit of literals without a minus must be
// clear.
func integerRange(t ir.Type) (width uint, signed bool) {
	if it, ok := t.(*ir.IntegerType); ok {
		return uint(it.Width), it.Signedness == ir.Signed
	}
	return ir.IndexWidth, true
}

// integerOf returns the attribute of an integer literal, or nil when the type cannot hold it.
func (p *parser) integerOf(t ir.Type, s string, negative bool) *ir.IntegerAttr {
	width, signed := integerRange(t)
	if width > 64 {
		v := bigInteger(s, negative, width, signed)
		if v == nil {
			return nil
		}
		return p.ctx.BigInteger(t, v)
	}
	v, ok := fitInteger(s, negative, width, signed)
	if !ok {
		return nil
	}
	return p.ctx.Integer(t, int64(v))
}

// appendInteger appends the bytes of an integer literal, if the type can hold it.
func (p *parser) appendInteger(raw []byte, t ir.Type, s string, negative bool, size int) ([]byte, bool) {
	width, signed := integerRange(t)
	if width > 64 {
		v := bigInteger(s, negative, width, signed)
		if v == nil {
			return raw, false
		}
		return ir.AppendElement(raw, p.ctx.BigInteger(t, v)), true
	}
	v, ok := fitInteger(s, negative, width, signed)
	if !ok {
		return raw, false
	}
	return ir.AppendLittleEndian(raw, apfloat.Bits{Lo: v & (1<<width - 1)}, size), true
}

// fitInteger returns the sign-extended value of a literal if up to 64 bits hold it.
func fitInteger(s string, negative bool, width uint, signed bool) (uint64, bool) {
	v, ok := smallInteger(s)
	if !ok || width < 64 && v>>width != 0 {
		return 0, false
	}
	if width == 0 {
		return 0, !negative
	}
	sign := uint64(1) << (width - 1)
	if negative {
		v = -v
		return v, v&sign != 0
	}
	return v, !signed || v&sign == 0
}

// bigInteger returns the value of a literal if it fits in the given number of bits, else nil.
func bigInteger(s string, negative bool, width uint, signed bool) *big.Int {
	v, ok := new(big.Int), false
	if rest, hex := strings.CutPrefix(s, "0x"); hex {
		v, ok = v.SetString(rest, 16)
	} else if len(strings.TrimLeft(s, "0")) <= int(width) { // more digits than bits cannot fit, and take long to convert
		v, ok = decimal(s), true
	}
	if !ok || uint(v.BitLen()) > width {
		return nil
	}
	if negative {
		if v.Sign() == 0 || v.Cmp(new(big.Int).Lsh(big.NewInt(1), width-1)) > 0 {
			return nil
		}
		return v.Neg(v)
	}
	if signed && v.Bit(int(width)-1) == 1 {
		return nil
	}
	return v
}

// smallInteger reads a decimal or hexadecimal literal that fits 64 bits.
func smallInteger(s string) (v uint64, ok bool) {
	if len(s) > 2 && s[1] == 'x' {
		if len(s) > 18 {
			v, err := strconv.ParseUint(s[2:], 16, 64)
			return v, err == nil
		}
		for i := 2; i < len(s); i++ {
			v = v<<4 | uint64(hexValue(s[i]))
		}
		return v, true
	}
	if len(s) > 19 {
		v, err := strconv.ParseUint(s, 10, 64)
		return v, err == nil
	}
	for i := range len(s) {
		v = 10*v + uint64(s[i]-'0')
	}
	return v, true
}

// decimal returns the value of decimal digits. It converts long numbers in halves. [big.Int.SetString] converts digit
// by digit, and creates gigabytes of garbage for a number of a million digits.
func decimal(digits string) *big.Int {
	const short = 1 << 10
	if len(digits) <= short {
		v, _ := new(big.Int).SetString(digits, 10)
		return v
	}
	low := len(digits) / 2
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(low)), nil)
	high := decimal(digits[:len(digits)-low])
	return high.Add(high.Mul(high, scale), decimal(digits[len(digits)-low:]))
}
