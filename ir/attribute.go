package ir

import (
	"math/big"

	"github.com/girih-ir/girih/ir/affine"
	"github.com/girih-ir/girih/ir/apfloat"
)

// Attribute is an immutable constant, interned in a context: two attributes of one context are equal exactly when ==
// says so. The builtin attributes are the pointer types of this package; dialects add their own by embedding
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

// UnitAttr is `unit`, an attribute without a value: only its presence counts.
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
