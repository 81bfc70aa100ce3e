package ir

import (
	"math/big"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/girih-ir/girih/ir/affine"
	"github.com/girih-ir/girih/ir/apfloat"
)

// Attribute is an immutable constant, interned in one context: two attributes of a context are the same exactly when
// == says so. The builtin attributes are the pointer types of this package; dialects add their own by embedding
// [AttrBase]. Locations are attributes too.
type Attribute interface {
	// String returns the attribute's MLIR text.
	String() string
	isAttribute()
}

// AttrBase makes the struct that embeds it an [Attribute].
type AttrBase struct{}

func (AttrBase) isAttribute() {}

// DialectAttr is an attribute that a dialect defines. Its text is `#dialect.mnemonic` followed by its body.
type DialectAttr interface {
	Attribute
	// Def returns the definition under which the dialect registered the attribute.
	Def() *AttrDef
	// PrintBody appends what follows the mnemonic, such as `<fast>`.
	PrintBody(p *Printer)
}

// TypedAttr is an attribute that has a type, as integers, floats and elements have.
type TypedAttr interface {
	Attribute
	Type() Type
}

// UnitAttr is `unit`: it means something by being there.
type UnitAttr struct{ AttrBase }

// IntegerAttr is an integer of an integer type or `index`; `true` and `false` are those of type i1.
type IntegerAttr struct {
	AttrBase
	typ Type
	lo  uint64 // the 64 lowest bits, sign- or zero-extended from the type's width as its signedness says
	big string // for types wider than 64 bits: big-endian magnitude of the value's bits, without leading zeros
}

// Type returns the attribute's integer or index type.
func (a *IntegerAttr) Type() Type { return a.typ }

// Int64 returns the value, sign-extended from the type's width; for wider types than 64 bits, its low 64 bits.
func (a *IntegerAttr) Int64() int64 { return int64(a.lo) }

// Uint64 returns the value's bits, zero-extended from the type's width; for wider types, the low 64 bits.
func (a *IntegerAttr) Uint64() uint64 {
	if w := integerWidth(a.typ); w < 64 {
		return a.lo & (1<<w - 1)
	}
	return a.lo
}

// Bool reports whether the value is not zero.
func (a *IntegerAttr) Bool() bool { return !a.IsZero() }

// IsZero reports whether the value is zero.
func (a *IntegerAttr) IsZero() bool { return a.lo == 0 && a.big == "" }

// Big returns the value: signed unless the type is unsigned.
func (a *IntegerAttr) Big() *big.Int {
	w := integerWidth(a.typ)
	unsigned := isUnsigned(a.typ)
	if w <= 64 {
		if unsigned {
			return new(big.Int).SetUint64(a.Uint64())
		}
		return big.NewInt(a.Int64())
	}
	v := new(big.Int).SetBytes([]byte(a.big))
	if !unsigned && v.Bit(int(w)-1) == 1 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), w))
	}
	return v
}

// IndexWidth is the width in bits at which `index` attributes are stored, as in MLIR.
const IndexWidth = 64

func integerWidth(t Type) uint {
	if i, ok := t.(*IntegerType); ok {
		return uint(i.Width)
	}
	return IndexWidth
}

func isUnsigned(t Type) bool {
	i, ok := t.(*IntegerType)
	return ok && i.Signedness == Unsigned
}

// FloatAttr is a floating-point constant.
type FloatAttr struct {
	AttrBase
	typ  *FloatType
	bits apfloat.Bits
}

// Type returns the attribute's float type.
func (a *FloatAttr) Type() Type { return a.typ }

// Format returns the format of the attribute's type.
func (a *FloatAttr) Format() *apfloat.Format { return a.typ.Format }

// Bits returns the value's bit pattern.
func (a *FloatAttr) Bits() apfloat.Bits { return a.bits }

// Float64 returns the value, rounded for formats wider than float64.
func (a *FloatAttr) Float64() float64 { return a.typ.Format.Float64(a.bits) }

// StringAttr is a string, with a type in the rare case that the text gives one (otherwise nil).
type StringAttr struct {
	AttrBase
	Value string
	typ   Type
}

// Type returns the string's type: `none` unless its text gave another.
func (a *StringAttr) Type() Type { return a.typ }

// ArrayAttr is a list of attributes.
type ArrayAttr struct {
	AttrBase
	Elems []Attribute
}

// NamedAttr is an entry of a dictionary.
type NamedAttr struct {
	Name  string
	Value Attribute
}

// DictAttr is a dictionary, sorted by name.
type DictAttr struct {
	AttrBase
	Entries []NamedAttr
}

// Get returns the value of a name, or nil. A nil dictionary is empty.
func (d *DictAttr) Get(name string) Attribute {
	if d == nil {
		return nil
	}
	for i := range d.Entries {
		if d.Entries[i].Name == name {
			return d.Entries[i].Value
		}
	}
	return nil
}

// Len returns the number of entries; 0 for nil.
func (d *DictAttr) Len() int {
	if d == nil {
		return 0
	}
	return len(d.Entries)
}

// All returns the entries, sorted by name; nil for a nil dictionary. The caller must not change them.
func (d *DictAttr) All() []NamedAttr {
	if d == nil {
		return nil
	}
	return d.Entries
}

// TypeAttr is a type as an attribute.
type TypeAttr struct {
	AttrBase
	Value Type
}

// SymbolRefAttr is `@root::@nested::...`.
type SymbolRefAttr struct {
	AttrBase
	Path []string // at least one name, outermost first
}

// Root returns the outermost name, Leaf the innermost.
func (a *SymbolRefAttr) Root() string { return a.Path[0] }
func (a *SymbolRefAttr) Leaf() string { return a.Path[len(a.Path)-1] }

// IsFlat reports whether the reference has a single name.
func (a *SymbolRefAttr) IsFlat() bool { return len(a.Path) == 1 }

// AffineMapAttr is `affine_map<...>`.
type AffineMapAttr struct {
	AttrBase
	Map affine.Map
}

// IntegerSetAttr is `affine_set<...>`.
type IntegerSetAttr struct {
	AttrBase
	Set affine.Set
}

// StridedLayoutAttr is `strided<[...], offset: ...>`; [Dynamic] where a value is not known.
type StridedLayoutAttr struct {
	AttrBase
	Strides []int64
	Offset  int64
}

// OpaqueAttr is an attribute of a dialect that is not loaded; Body is its text after the dialect's name.
type OpaqueAttr struct {
	AttrBase
	Dialect, Body string
	typ           Type
}

// Type returns the attribute's type, `none` unless its text gave another.
func (a *OpaqueAttr) Type() Type { return a.typ }

// DistinctAttr is `distinct[n]<value>`: every one is different from every other, whatever its value.
type DistinctAttr struct {
	AttrBase
	Value Attribute
}

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
	inner     atomic.Bool // whether a location or distinct attribute is an element of any other
	bools     [2]*IntegerAttr

	integers   keyed[IntegerAttr, *IntegerAttr]
	floats     keyed[FloatAttr, *FloatAttr]
	strings    keyed[stringKey, *StringAttr]
	idents     keyed[string, string]
	arrays     listed[struct{}, Attribute, *ArrayAttr]
	dicts      listed[struct{}, NamedAttr, *DictAttr]
	types      keyed[Type, *TypeAttr]
	symbols    listed[symbolRefHead, string, *SymbolRefAttr]
	flat       keyed[string, *SymbolRefAttr]
	maps       keyed[string, *AffineMapAttr]
	sets       keyed[string, *IntegerSetAttr]
	strided    listed[int64, int64, *StridedLayoutAttr]
	opaques    keyed[opaqueAttrKey, *OpaqueAttr]
	dense      keyed[denseKey, *DenseElementsAttr]
	denseStr   listed[ShapedType, string, *DenseStringElementsAttr]
	denseArray keyed[denseArrayKey, *DenseArrayAttr]
	sparse     keyed[sparseKey, *SparseElementsAttr]
	resource   keyed[resourceAttrKey, *DenseResourceElementsAttr]
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
	return intern(&ctx.attrs.integers, IntegerAttr{typ: t, lo: uint64(v)}, func(k IntegerAttr) *IntegerAttr { return &k })
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
	byName := func(a, b NamedAttr) int { return strings.Compare(a.Name, b.Name) }
	if len(entries) > 1 && !slices.IsSortedFunc(entries, byName) {
		slices.SortFunc(entries, byName)
	}
	return internList(&ctx.attrs.dicts, struct{}{}, entries, func(_ struct{}, e []NamedAttr) *DictAttr {
		for i := range e {
			ctx.noteInner(e[i].Value)
		}
		return &DictAttr{Entries: e}
	})
}

// noteInner remembers that attributes hold some that may print under an alias and that no table lists.
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
