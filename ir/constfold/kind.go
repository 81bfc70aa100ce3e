package constfold

import (
	"math/big"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/ir/apint"
)

// Float is a floating-point number together with its format.
type Float struct {
	*apfloat.Format
	Bits apfloat.Bits
}

// kind says how attributes hold elements of one kind: integers or floats.
type kind[T any] struct {
	scalar   func(a ir.Attribute) (T, bool)
	attr     func(ctx *ir.Context, t ir.Type, v T) ir.Attribute
	elements func(ctx *ir.Context, a ir.Attribute) *ir.DenseElementsAttr // nil for elements of other kinds
	element  func(d *ir.DenseElementsAttr, i int) T
	write    func(w *writer, i int, v T)
}

var integers = kind[apint.Int]{
	scalar: func(a ir.Attribute) (apint.Int, bool) {
		i, ok := a.(*ir.IntegerAttr)
		if !ok {
			return apint.Int{}, false
		}
		return intOf(i), true
	},
	attr:     func(ctx *ir.Context, t ir.Type, v apint.Int) ir.Attribute { return IntAttr(ctx, t, v) },
	elements: func(ctx *ir.Context, a ir.Attribute) *ir.DenseElementsAttr { return elementsOf(ctx, a, isInteger) },
	element:  intElement,
	write: func(w *writer, i int, v apint.Int) {
		switch {
		case w.bits == 1:
			w.raw[i/8] |= byte(v.Uint64()) << (i % 8)
		case w.bits <= 64:
			w.raw = ir.AppendLittleEndian(w.raw, apfloat.Bits{Lo: v.Uint64()}, w.size)
		default:
			w.appendBig(v.Unsigned())
		}
	},
}

var floats = kind[Float]{
	scalar: func(a ir.Attribute) (Float, bool) {
		f, ok := a.(*ir.FloatAttr)
		if !ok {
			return Float{}, false
		}
		return Float{f.Format(), f.Bits()}, true
	},
	attr: func(ctx *ir.Context, t ir.Type, v Float) ir.Attribute {
		if t, ok := t.(*ir.FloatType); ok {
			return ctx.FloatBits(t, v.Bits)
		}
		return nil
	},
	elements: func(ctx *ir.Context, a ir.Attribute) *ir.DenseElementsAttr { return elementsOf(ctx, a, ir.IsFloat) },
	element:  floatElement,
	write: func(w *writer, _ int, v Float) {
		w.raw = ir.AppendLittleEndian(w.raw, v.Bits, w.size)
	},
}

func isInteger(t ir.Type) bool {
	_, ok := t.(*ir.IntegerType)
	return ok || ir.IsIndex(t)
}

func intOf(a *ir.IntegerAttr) apint.Int {
	width := ir.ElementBits(a.Type())
	if width > 64 {
		return apint.FromBig(width, a.Big())
	}
	return apint.New(width, a.Uint64())
}

// IntAttr returns the attribute of v, whose width is that of an integer or index type.
func IntAttr(ctx *ir.Context, t ir.Type, v apint.Int) *ir.IntegerAttr {
	if v.Width() > 64 {
		return ctx.BigInteger(t, v.Unsigned())
	}
	return ctx.Integer(t, v.Int64())
}

func intElement(d *ir.DenseElementsAttr, i int) apint.Int {
	width := ir.ElementBits(d.ShapedType().ElementType())
	if width <= 64 {
		return apint.New(width, d.Bits(i))
	}
	raw := []byte(d.ValueBytes(i))
	for l, r := 0, len(raw)-1; l < r; l, r = l+1, r-1 {
		raw[l], raw[r] = raw[r], raw[l]
	}
	return apint.FromBig(width, new(big.Int).SetBytes(raw))
}

func floatElement(d *ir.DenseElementsAttr, i int) Float {
	t := d.ShapedType().ElementType().(*ir.FloatType)
	return Float{t.Format, ir.LittleEndian(d.ValueBytes(i))}
}

// writer collects the raw elements of a dense attribute. It packs those of one bit.
type writer struct {
	raw        []byte
	bits, size int
}

func newWriter(elem ir.Type, n int) writer {
	w := writer{bits: ir.ElementBits(elem), size: ir.ElementSize(elem)}
	if w.bits == 1 {
		w.raw = make([]byte, (n+7)/8)
	} else {
		w.raw = make([]byte, 0, n*w.size)
	}
	return w
}

func (w *writer) appendBig(v *big.Int) {
	buf := v.FillBytes(make([]byte, w.size))
	for i := len(buf) - 1; i >= 0; i-- {
		w.raw = append(w.raw, buf[i])
	}
}
