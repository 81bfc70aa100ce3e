package ptx

import (
	"math/bits"

	"github.com/girih-ir/girih/backend/internal/smallint"
)

// bitwise are the instructions on bits.
var bitwise = map[string]func(o *opcode) (form, error){
	"and":  logical(2, func(x []uint64) uint64 { return x[0] & x[1] }),
	"or":   logical(2, func(x []uint64) uint64 { return x[0] | x[1] }),
	"xor":  logical(2, func(x []uint64) uint64 { return x[0] ^ x[1] }),
	"not":  logical(1, func(x []uint64) uint64 { return ^x[0] }),
	"cnot": logical(1, func(x []uint64) uint64 { return smallint.Truth(x[0] == 0) }),
	"shl":  shift, "shr": shift, "shf": funnelShift, "lop3": lop3, "prmt": prmt, "brev": reverse, "popc": countBits,
	"clz": countBits, "bfe": extractField, "bfi": insertField,
}

func logical(n int, fn func(x []uint64) uint64) func(o *opcode) (form, error) {
	return func(o *opcode) (form, error) {
		ok := o.typ.class == untyped && o.typ.width > 8 || o.typ.class == predicate && o.name != "cnot"
		if err := wants(len(o.types) == 1 && ok); err != nil {
			return form{}, err
		}
		return lanewise(o.typ, n, func(x []uint64) (uint64, bool) { return fn(x), true }), nil
	}
}

// shift returns the form of shl and shr. Their amounts have 32 bits; an amount beyond the width counts as the width.
func shift(o *opcode) (form, error) {
	t, left := o.typ, o.name == "shl"
	ok := t.width > 8 && t.lanes == 1 && (t.class == untyped || !left && t.integer())
	if err := wants(len(o.types) == 1 && ok); err != nil {
		return form{}, err
	}
	return form{dst: []scalar{t}, src: []scalar{t, types["u32"]}, eval: func(dst, src []uint64) bool {
		by := min(src[1], uint64(t.width))
		switch {
		case left:
			dst[0] = src[0] << by
		case t.class == signed:
			dst[0] = uint64(smallint.SignExtend(src[0], t.width) >> by)
		default:
			dst[0] = src[0] >> by
		}
		return true
	}}, nil
}

// funnelShift returns the form of shf, which shifts a pair of registers and returns one half.
func funnelShift(o *opcode) (form, error) {
	left, wrap := o.take("l"), o.take("wrap")
	ok := o.typ == types["b32"] && (left || o.take("r")) && (wrap || o.take("clamp"))
	if err := wants(len(o.types) == 1 && ok); err != nil {
		return form{}, err
	}
	return form{dst: repeat(o.typ, 1), src: repeat(o.typ, 3), eval: func(dst, src []uint64) bool {
		by := min(src[2], 32)
		if wrap {
			by = src[2] & 31
		}
		pair := src[1]<<32 | src[0]
		if dst[0] = pair >> by; left {
			dst[0] = pair << by >> 32
		}
		return true
	}}, nil
}

// lop3 returns the form of lop3: any function of three bits. The last operand is the table of its eight results.
func lop3(o *opcode) (form, error) {
	if err := wants(len(o.types) == 1 && o.typ == types["b32"]); err != nil {
		return form{}, err
	}
	return form{dst: repeat(o.typ, 1), src: repeat(o.typ, 4), eval: func(dst, src []uint64) bool {
		for i := range 32 {
			at := src[0]>>i&1<<2 | src[1]>>i&1<<1 | src[2]>>i&1
			dst[0] |= src[3] >> at & 1 << i
		}
		return true
	}}, nil
}

// prmt returns the form of prmt, which selects four of the eight bytes of two words. A nibble of the selector chooses a
// byte, or its sign bit eight times. The modes derive the selector from its two lowest bits.
func prmt(o *opcode) (form, error) {
	if err := wants(len(o.types) == 1 && o.typ == types["b32"]); err != nil {
		return form{}, err
	}
	selectors := map[string][4]uint64{
		"f4e": {0x3210, 0x4321, 0x5432, 0x6543}, "b4e": {0x5670, 0x6701, 0x7012, 0x0123},
		"rc8": {0x0000, 0x1111, 0x2222, 0x3333}, "ecl": {0x3210, 0x3211, 0x3222, 0x3333},
		"ecr": {0x0000, 0x1110, 0x2210, 0x3210}, "rc16": {0x1010, 0x3232, 0x1010, 0x3232},
	}
	var derived *[4]uint64
	for name, s := range selectors {
		if o.take(name) {
			derived = &s
		}
	}
	return form{dst: repeat(o.typ, 1), src: repeat(o.typ, 3), eval: func(dst, src []uint64) bool {
		pair, selector := src[1]<<32|src[0], src[2]
		if derived != nil {
			selector = derived[selector&3]
		}
		for i := range 4 {
			nibble := selector >> (4 * i)
			b := pair >> (8 * (nibble & 7)) & 0xff
			if nibble&8 != 0 {
				b = b >> 7 * 0xff
			}
			dst[0] |= b << (8 * i)
		}
		return true
	}}, nil
}

func wideBits(o *opcode) error {
	return wants(len(o.types) == 1 && o.typ.class == untyped && o.typ.width >= 32)
}

func reverse(o *opcode) (form, error) {
	return lanewise(o.typ, 1, func(x []uint64) (uint64, bool) {
		return bits.Reverse64(x[0]) >> (64 - o.typ.width), true
	}), wideBits(o)
}

func countBits(o *opcode) (form, error) {
	t, ones := o.typ, o.name == "popc"
	return form{dst: []scalar{types["u32"]}, src: []scalar{t}, eval: func(dst, src []uint64) bool {
		if dst[0] = uint64(bits.OnesCount64(src[0])); !ones {
			dst[0] = uint64(bits.LeadingZeros64(src[0]) - 64 + t.width)
		}
		return true
	}}, wideBits(o)
}

// extractField returns the form of bfe. Position and length are bytes; bits beyond the width are copies of the sign.
func extractField(o *opcode) (form, error) {
	t, count := o.typ, types["u32"]
	if err := wants(len(o.types) == 1 && t.integer() && t.width >= 32 && t.lanes == 1); err != nil {
		return form{}, err
	}
	return form{dst: []scalar{t}, src: []scalar{t, count, count}, eval: func(dst, src []uint64) bool {
		pos, length := src[1]&0xff, src[2]&0xff
		sign := uint64(0)
		if t.class == signed && length > 0 {
			sign = src[0] >> min(pos+length-1, uint64(t.width-1)) & 1
		}
		for i := range uint64(t.width) {
			bit := sign
			if i < length && pos+i < uint64(t.width) {
				bit = src[0] >> (pos + i) & 1
			}
			dst[0] |= bit << i
		}
		return true
	}}, nil
}

// insertField returns the form of bfi.
func insertField(o *opcode) (form, error) {
	t, count := o.typ, types["u32"]
	return form{dst: []scalar{t}, src: []scalar{t, t, count, count}, eval: func(dst, src []uint64) bool {
		pos, length := src[2]&0xff, src[3]&0xff
		field := smallint.Mask(int(length)) << pos
		dst[0] = src[1]&^field | src[0]<<pos&field
		return true
	}}, wideBits(o)
}
