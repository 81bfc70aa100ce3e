package ir

import (
	"math/big"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/girih-ir/girih/ir/affine"
	"github.com/girih-ir/girih/ir/apfloat"
)

type symbolRefHead struct{}
type stringKey struct {
	value string
	typ   Type
}
type opaqueAttrKey struct {
	dialect, body string
	typ           Type
}

// attrTables holds a context's builtin attributes.
type attrTables struct {
	unit      *UnitAttr
	emptyDict *DictAttr
	emptyList *ArrayAttr
	inner     atomic.Bool // whether a location or distinct attribute is an element of another attribute
	bools     [2]*IntegerAttr

	integers keyed[IntegerAttr, *IntegerAttr]
	floats   keyed[FloatAttr, *FloatAttr]
	strings  keyed[stringKey, *StringAttr]
	idents   keyed[string, string]
	arrays   listed[struct{}, Attribute, *ArrayAttr]
	dicts    listed[struct{}, NamedAttr, *DictAttr]

	recentIntegers recent[IntegerAttr]
	recentDicts    recent[DictAttr] // of one entry
	types          keyed[Type, *TypeAttr]
	symbols        listed[symbolRefHead, string, *SymbolRefAttr]
	flat           keyed[string, *SymbolRefAttr]
	maps           keyed[string, *AffineMapAttr]
	sets           keyed[string, *IntegerSetAttr]
	strided        listed[int64, int64, *StridedLayoutAttr]
	opaques        keyed[opaqueAttrKey, *OpaqueAttr]
	dense          keyed[denseKey, *DenseElementsAttr]
	denseStr       listed[ShapedType, string, *DenseStringElementsAttr]
	denseArray     keyed[denseArrayKey, *DenseArrayAttr]
	sparse         keyed[sparseKey, *SparseElementsAttr]
	resource       keyed[resourceAttrKey, *DenseResourceElementsAttr]
}

func (ctx *Context) initAttrs() {
	a := &ctx.attrs
	a.unit, a.emptyDict, a.emptyList = &UnitAttr{}, &DictAttr{}, &ArrayAttr{}
	for i := range a.bools {
		a.bools[i] = &IntegerAttr{typ: ctx.I(1), lo: uint64(-int64(i))}
	}
}

// Unit returns the unit attribute.
func (ctx *Context) Unit() *UnitAttr { return ctx.attrs.unit }

// Bool returns the i1 attribute `true` or `false`.
func (ctx *Context) Bool(v bool) *IntegerAttr {
	if v {
		return ctx.attrs.bools[1]
	}
	return ctx.attrs.bools[0]
}

// Integer returns the attribute `v : t`, with v cut to the width of t, an integer or index type.
func (ctx *Context) Integer(t Type, v int64) *IntegerAttr {
	w := integerWidth(t)
	if w > 64 {
		return ctx.BigInteger(t, big.NewInt(v))
	}
	switch shift := 64 - w; {
	case w == 0:
		v = 0
	case isUnsigned(t):
		v = int64(uint64(v) << shift >> shift)
	default:
		v = v << shift >> shift
	}
	if w == 1 && t == Type(ctx.I(1)) {
		return ctx.Bool(v != 0)
	}
	slot := ctx.attrs.recentIntegers.slot(uint64(v) ^ heldAt(&t))
	if a := slot.Load(); a != nil && a.typ == t && a.lo == uint64(v) {
		return a
	}
	a := intern(&ctx.attrs.integers, IntegerAttr{typ: t, lo: uint64(v)}, func(k IntegerAttr) *IntegerAttr { return &k })
	slot.Store(a)
	return a
}

// BigInteger returns the attribute `v : t`, with v cut to the width of t.
func (ctx *Context) BigInteger(t Type, v *big.Int) *IntegerAttr {
	w := integerWidth(t)
	mod := new(big.Int).Lsh(big.NewInt(1), w)
	bits := new(big.Int).Mod(v, mod)
	if w <= 64 {
		return ctx.Integer(t, int64(bits.Uint64()))
	}
	key := IntegerAttr{typ: t, big: string(bits.Bytes())}
	key.lo = new(big.Int).And(bits, new(big.Int).SetUint64(1<<64-1)).Uint64()
	return intern(&ctx.attrs.integers, key, func(k IntegerAttr) *IntegerAttr { return &k })
}

// FloatBits returns the float attribute of a bit pattern.
func (ctx *Context) FloatBits(t *FloatType, bits apfloat.Bits) *FloatAttr {
	return intern(&ctx.attrs.floats, FloatAttr{typ: t, bits: bits}, func(k FloatAttr) *FloatAttr { return &k })
}

// FloatAttr returns the float attribute closest to v (round to nearest, ties to even).
func (ctx *Context) FloatAttr(t *FloatType, v float64) *FloatAttr {
	return ctx.FloatBits(t, t.Format.FromFloat64(v, apfloat.ToNearestEven))
}

// StringAttr returns the string attribute of a value, without a type.
func (ctx *Context) StringAttr(v string) *StringAttr { return ctx.TypedString(v, ctx.types.none) }

// TypedString returns a string attribute with a type.
func (ctx *Context) TypedString(v string, t Type) *StringAttr {
	return intern(&ctx.attrs.strings, stringKey{v, t}, func(k stringKey) *StringAttr {
		return &StringAttr{Value: k.value, typ: k.typ}
	})
}

// Identifier returns the interned copy of a name, so that the IR does not keep the text that it came from.
func (ctx *Context) Identifier(name string) string {
	if s, ok := lookup(&ctx.attrs.idents, name); ok {
		return s
	}
	name = strings.Clone(name)
	return intern(&ctx.attrs.idents, name, func(k string) string { return k })
}

// Array returns the array attribute of its elements.
func (ctx *Context) Array(elems ...Attribute) *ArrayAttr {
	if len(elems) == 0 {
		return ctx.attrs.emptyList
	}
	return internList(&ctx.attrs.arrays, struct{}{}, elems, func(_ struct{}, e []Attribute) *ArrayAttr {
		for _, a := range e {
			ctx.noteInner(a)
		}
		return &ArrayAttr{Elems: e}
	})
}

// Dict returns the dictionary of entries in any order. Names must be distinct; entries is sorted in place.
func (ctx *Context) Dict(entries ...NamedAttr) *DictAttr {
	if len(entries) == 0 {
		return ctx.attrs.emptyDict
	}
	if len(entries) == 1 {
		slot := ctx.attrs.recentDicts.slot(heldAt(&entries[0].Value))
		d := slot.Load()
		if d == nil || d.Entries[0] != entries[0] {
			d = ctx.dict(entries)
			slot.Store(d)
		}
		return d
	}
	byName := func(a, b NamedAttr) int { return strings.Compare(a.Name, b.Name) }
	if !slices.IsSortedFunc(entries, byName) {
		slices.SortFunc(entries, byName)
	}
	return ctx.dict(entries)
}

// dict returns the dictionary of entries sorted by name.
func (ctx *Context) dict(entries []NamedAttr) *DictAttr {
	return internList(&ctx.attrs.dicts, struct{}{}, entries, func(_ struct{}, e []NamedAttr) *DictAttr {
		for i := range e {
			ctx.noteInner(e[i].Value)
		}
		return &DictAttr{Entries: e}
	})
}

// noteInner records that an attribute holds locations or distinct attributes, which may print under an alias but which
// [Context.MayNeedAliases] finds in no table.
func (ctx *Context) noteInner(a Attribute) {
	switch a.(type) {
	case Location, *DistinctAttr:
		ctx.attrs.inner.Store(true)
	}
}

// With returns d with name set to value, or without name when value is nil.
func (ctx *Context) With(d *DictAttr, name string, value Attribute) *DictAttr {
	out := make([]NamedAttr, 0, d.Len()+1)
	for _, e := range d.All() {
		if e.Name != name {
			out = append(out, e)
		}
	}
	if value != nil {
		out = append(out, NamedAttr{name, value})
	}
	return ctx.Dict(out...)
}

// TypeAttr returns t as an attribute.
func (ctx *Context) TypeAttr(t Type) *TypeAttr {
	return intern(&ctx.attrs.types, t, func(t Type) *TypeAttr { return &TypeAttr{Value: t} })
}

// SymbolRef returns the reference to a symbol by its path, outermost name first.
func (ctx *Context) SymbolRef(path ...string) *SymbolRefAttr {
	if len(path) == 1 {
		return intern(&ctx.attrs.flat, path[0], func(n string) *SymbolRefAttr { return &SymbolRefAttr{Path: []string{n}} })
	}
	return internList(&ctx.attrs.symbols, symbolRefHead{}, path, func(_ symbolRefHead, p []string) *SymbolRefAttr {
		return &SymbolRefAttr{Path: p}
	})
}

// AffineMap returns a map as an attribute.
func (ctx *Context) AffineMap(m affine.Map) *AffineMapAttr {
	return intern(&ctx.attrs.maps, string(m.AppendKey(nil)), func(string) *AffineMapAttr { return &AffineMapAttr{Map: m} })
}

// IntegerSet returns an integer set as an attribute.
func (ctx *Context) IntegerSet(s affine.Set) *IntegerSetAttr {
	return intern(&ctx.attrs.sets, string(s.AppendKey(nil)), func(string) *IntegerSetAttr {
		return &IntegerSetAttr{Set: s}
	})
}

// StridedLayout returns a strided memref layout.
func (ctx *Context) StridedLayout(strides []int64, offset int64) *StridedLayoutAttr {
	return internList(&ctx.attrs.strided, offset, strides, func(o int64, s []int64) *StridedLayoutAttr {
		return &StridedLayoutAttr{Strides: s, Offset: o}
	})
}

// OpaqueAttr returns the attribute `#dialect.body` of a dialect that is not loaded; t may be nil.
func (ctx *Context) OpaqueAttr(dialect, body string, t Type) *OpaqueAttr {
	if t == nil {
		t = ctx.types.none
	}
	return intern(&ctx.attrs.opaques, opaqueAttrKey{dialect, body, t}, func(k opaqueAttrKey) *OpaqueAttr {
		return &OpaqueAttr{Dialect: k.dialect, Body: k.body, typ: k.typ}
	})
}

// Distinct returns a new attribute, different from every other one.
func (ctx *Context) Distinct(value Attribute) *DistinctAttr {
	return &DistinctAttr{Value: value}
}
