package ir

import (
	"encoding/binary"
	"math/big"

	"github.com/girih-ir/girih/ir/apfloat"
)

// DenseElementsAttr is `dense<...>` with integer, index, float or complex elements of a statically shaped type.
type DenseElementsAttr struct {
	AttrBase
	typ   ShapedType
	raw   string
	splat bool
}

// DenseStringElementsAttr is `dense<...>` with string elements. Elems has one string when all are the same.
type DenseStringElementsAttr struct {
	AttrBase
	typ   ShapedType
	Elems []string
}

// Type returns the shaped type of the elements.
func (a *DenseStringElementsAttr) Type() Type { return a.typ }

type denseKey struct {
	typ   ShapedType
	raw   string
	splat bool
}

// Type returns the shaped type of the elements.
func (a *DenseElementsAttr) Type() Type { return a.typ }

// ShapedType returns the type of the elements.
func (a *DenseElementsAttr) ShapedType() ShapedType { return a.typ }

// IsSplat reports whether one value stands for all elements.
func (a *DenseElementsAttr) IsSplat() bool { return a.splat }

// Raw returns the elements' bytes, little-endian, each padded to whole bytes; i1 elements are packed eight to a byte.
// A splat holds one element; of i1, one byte that is 0x00 or 0xFF.
func (a *DenseElementsAttr) Raw() string { return a.raw }

// Len returns the number of elements; for a splat, the number of elements that its type has.
func (a *DenseElementsAttr) Len() int {
	n, _ := NumElements(a.typ)
	return int(n)
}

// DenseElements returns the attribute of raw elements as [DenseElementsAttr.Raw] describes them. Elements that are
// all alike are stored as a splat.
func (ctx *Context) DenseElements(t ShapedType, raw []byte, splat bool) *DenseElementsAttr {
	n, _ := NumElements(t)
	if !splat && n > 0 {
		raw, splat = foldSplat(t, raw, int(n))
	}
	key := denseKey{t, string(raw), splat}
	return intern(&ctx.attrs.dense, key, func(k denseKey) *DenseElementsAttr {
		return &DenseElementsAttr{typ: k.typ, raw: k.raw, splat: k.splat}
	})
}

// DenseStrings returns the attribute of string elements: one for each element, or one for all.
func (ctx *Context) DenseStrings(t ShapedType, elems []string) *DenseStringElementsAttr {
	if len(elems) > 1 {
		same := true
		for _, e := range elems {
			same = same && e == elems[0]
		}
		if same {
			elems = elems[:1]
		}
	}
	return internList(&ctx.attrs.denseStr, t, elems, func(t ShapedType, e []string) *DenseStringElementsAttr {
		return &DenseStringElementsAttr{typ: t, Elems: e}
	})
}

// foldSplat recognises raw elements that are all the same.
func foldSplat(t ShapedType, raw []byte, n int) ([]byte, bool) {
	if ElementBits(t.ElementType()) == 1 {
		first := raw[0] & 1
		for i := range n {
			if raw[i/8]>>(i%8)&1 != first {
				return raw, false
			}
		}
		return []byte{-first}, true
	}
	size := ElementSize(t.ElementType())
	for i := size; i < len(raw); i++ {
		if raw[i] != raw[i-size] {
			return raw, false
		}
	}
	return raw[:size], true
}

// ElementBits returns the width in bits of an element as dense attributes store it: `index` counts [IndexWidth], a
// complex number both its parts padded to bytes.
func ElementBits(t Type) int {
	switch t := t.(type) {
	case *IntegerType:
		return int(t.Width)
	case *FloatType:
		return t.Format.Bits()
	case *IndexType:
		return IndexWidth
	case *ComplexType:
		return 16 * partSize(t.Elem)
	}
	return 0
}

// partSize is the size in bytes of one part of a complex element; parts of any width take whole bytes.
func partSize(t Type) int { return (ElementBits(t) + 7) / 8 }

// ElementSize returns the number of bytes that an element takes in a dense attribute's raw data; elements of one bit
// are packed instead.
func ElementSize(t Type) int {
	if c, ok := t.(*ComplexType); ok {
		return 2 * partSize(c.Elem)
	}
	return (ElementBits(t) + 7) / 8
}

// ValueBytes returns element i's bytes; not for elements of one bit.
func (a *DenseElementsAttr) ValueBytes(i int) string {
	if a.splat {
		return a.raw
	}
	size := ElementSize(a.typ.ElementType())
	return a.raw[i*size : (i+1)*size]
}

// Bits returns element i's bits, zero-extended; the low 64 of wider ones.
func (a *DenseElementsAttr) Bits(i int) uint64 {
	if ElementBits(a.typ.ElementType()) == 1 {
		if a.splat {
			i = 0
		}
		return uint64(a.raw[i/8] >> (i % 8) & 1)
	}
	return LittleEndian(a.ValueBytes(i)).Lo
}

// LittleEndian reads up to 16 little-endian bytes as a bit pattern.
func LittleEndian(b string) apfloat.Bits {
	var buf [16]byte
	copy(buf[:], b)
	return apfloat.Bits{Lo: binary.LittleEndian.Uint64(buf[:8]), Hi: binary.LittleEndian.Uint64(buf[8:])}
}

// AppendLittleEndian appends the size lowest bytes of a bit pattern.
func AppendLittleEndian(dst []byte, v apfloat.Bits, size int) []byte {
	var buf [16]byte
	binary.LittleEndian.PutUint64(buf[:8], v.Lo)
	binary.LittleEndian.PutUint64(buf[8:], v.Hi)
	return append(dst, buf[:size]...)
}

// AppendElement appends the raw bytes of a scalar attribute as an element of a dense attribute; not for elements of
// one bit, which are packed.
func AppendElement(dst []byte, a Attribute) []byte {
	switch a := a.(type) {
	case *IntegerAttr:
		size := ElementSize(a.typ)
		if integerWidth(a.typ) <= 64 {
			return AppendLittleEndian(dst, apfloat.Bits{Lo: a.Uint64()}, size)
		}
		return appendBig(dst, new(big.Int).SetBytes([]byte(a.big)), size)
	case *FloatAttr:
		return AppendLittleEndian(dst, a.bits, ElementSize(a.typ))
	}
	return dst
}

func appendBig(dst []byte, v *big.Int, size int) []byte {
	buf := v.FillBytes(make([]byte, size))
	for i := len(buf) - 1; i >= 0; i-- {
		dst = append(dst, buf[i])
	}
	return dst
}

// DenseSplat returns the dense attribute of type t whose elements all equal a scalar attribute of the element type.
func (ctx *Context) DenseSplat(t ShapedType, elem Attribute) *DenseElementsAttr {
	if i, ok := elem.(*IntegerAttr); ok && integerWidth(i.typ) == 1 {
		return ctx.DenseElements(t, []byte{-byte(i.lo & 1)}, true)
	}
	return ctx.DenseElements(t, AppendElement(nil, elem), true)
}

// SplatValue returns the scalar attribute of a splat; nil if a is not a splat or its elements are complex.
func (a *DenseElementsAttr) SplatValue(ctx *Context) Attribute {
	if !a.splat {
		return nil
	}
	return a.Element(ctx, 0)
}

// Element returns element i as a scalar attribute; nil when elements are complex.
func (a *DenseElementsAttr) Element(ctx *Context, i int) Attribute {
	switch t := a.typ.ElementType().(type) {
	case *FloatType:
		return ctx.FloatBits(t, LittleEndian(a.ValueBytes(i)))
	case *IntegerType:
		if t.Width > 64 {
			return ctx.BigInteger(t, bigFromLittleEndian(a.ValueBytes(i)))
		}
		return ctx.Integer(t, int64(a.Bits(i)))
	case *IndexType:
		return ctx.Integer(t, int64(a.Bits(i)))
	}
	return nil
}

func bigFromLittleEndian(b string) *big.Int {
	rev := make([]byte, len(b))
	for i := range rev {
		rev[i] = b[len(b)-1-i]
	}
	return new(big.Int).SetBytes(rev)
}

// DenseArrayAttr is `array<i32: 1, 2>`: elements of an integer or float type, or i1.
type DenseArrayAttr struct {
	AttrBase
	elem Type
	raw  string
}

type denseArrayKey struct {
	elem Type
	raw  string
}

// ElementType returns the type of the elements.
func (a *DenseArrayAttr) ElementType() Type { return a.elem }

// Len returns the number of elements.
func (a *DenseArrayAttr) Len() int { return len(a.raw) / max(1, ElementSize(a.elem)) }

// Bits returns element i's bits, zero-extended.
func (a *DenseArrayAttr) Bits(i int) uint64 {
	size := ElementSize(a.elem)
	return LittleEndian(a.raw[i*size : (i+1)*size]).Lo
}

// Int64 returns element i, sign-extended.
func (a *DenseArrayAttr) Int64(i int) int64 {
	shift := 64 - ElementBits(a.elem)
	return int64(a.Bits(i)) << shift >> shift
}

// Ints returns all elements, sign-extended; nil for a nil attribute.
func (a *DenseArrayAttr) Ints() []int64 {
	if a == nil {
		return nil
	}
	out := make([]int64, a.Len())
	for i := range out {
		out[i] = a.Int64(i)
	}
	return out
}

// DenseArray returns the array of raw little-endian elements, each padded to whole bytes.
func (ctx *Context) DenseArray(elem Type, raw []byte) *DenseArrayAttr {
	return intern(&ctx.attrs.denseArray, denseArrayKey{elem, string(raw)}, func(k denseArrayKey) *DenseArrayAttr {
		return &DenseArrayAttr{elem: k.elem, raw: k.raw}
	})
}

// DenseI32 returns `array<i32: ...>`, the form of segment sizes.
func (ctx *Context) DenseI32(v ...int32) *DenseArrayAttr {
	raw := make([]byte, 0, 4*len(v))
	for _, x := range v {
		raw = binary.LittleEndian.AppendUint32(raw, uint32(x))
	}
	return ctx.DenseArray(ctx.I(32), raw)
}

// DenseI64 returns `array<i64: ...>`.
func (ctx *Context) DenseI64(v ...int64) *DenseArrayAttr {
	raw := make([]byte, 0, 8*len(v))
	for _, x := range v {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(x))
	}
	return ctx.DenseArray(ctx.I(64), raw)
}

// SparseElementsAttr is `sparse<indices, values>`.
type SparseElementsAttr struct {
	AttrBase
	typ     ShapedType
	Indices *DenseElementsAttr
	Values  Attribute // dense elements of numbers or strings
}

type sparseKey struct {
	typ     ShapedType
	indices *DenseElementsAttr
	values  Attribute
}

// Type returns the shaped type of the elements.
func (a *SparseElementsAttr) Type() Type { return a.typ }

// SparseElements returns `sparse<indices, values> : t`.
func (ctx *Context) SparseElements(t ShapedType, indices *DenseElementsAttr, values Attribute) *SparseElementsAttr {
	return intern(&ctx.attrs.sparse, sparseKey{t, indices, values}, func(k sparseKey) *SparseElementsAttr {
		return &SparseElementsAttr{typ: k.typ, Indices: k.indices, Values: k.values}
	})
}

// DenseResourceElementsAttr is `dense_resource<key>`: elements whose data is a resource of the module's text.
type DenseResourceElementsAttr struct {
	AttrBase
	typ      ShapedType
	Resource *Resource
}

type resourceAttrKey struct {
	typ ShapedType
	res *Resource
}

// Type returns the shaped type of the elements.
func (a *DenseResourceElementsAttr) Type() Type { return a.typ }

// DenseResource returns `dense_resource<key> : t`.
func (ctx *Context) DenseResource(t ShapedType, r *Resource) *DenseResourceElementsAttr {
	return intern(&ctx.attrs.resource, resourceAttrKey{t, r}, func(k resourceAttrKey) *DenseResourceElementsAttr {
		return &DenseResourceElementsAttr{typ: k.typ, Resource: k.res}
	})
}
