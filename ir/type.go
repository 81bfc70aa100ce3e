package ir

import (
	"slices"

	"github.com/girih-ir/girih/ir/apfloat"
)

// Type is an immutable type, interned in a context: two types of one context are equal exactly when == says so. The
// builtin types are the pointer types of this package; dialects add their own by embedding [TypeBase].
type Type interface {
	// String returns the type's MLIR text.
	String() string
	isType()
}

// TypeBase makes the struct that embeds it a [Type].
type TypeBase struct{}

func (TypeBase) isType() {}

// DialectType is a type that a dialect defines. Its text is `!dialect.mnemonic` followed by its body.
type DialectType interface {
	Type
	// Def returns the definition under which the dialect registered the type.
	Def() *TypeDef
	// PrintBody appends what follows the mnemonic, such as `<4, f32>`.
	PrintBody(p *Printer)
}

// Signedness says how the bits of an integer type are interpreted.
type Signedness uint8

const (
	Signless Signedness = iota
	Signed
	Unsigned
)

// MaxIntegerWidth is the widest integer type that MLIR admits, in bits.
const MaxIntegerWidth = 1<<24 - 1

// IntegerType is `iN`, `siN` or `uiN`.
type IntegerType struct {
	TypeBase
	Width      uint32 // in bits, 0 to MaxIntegerWidth
	Signedness Signedness
}

// IndexType is `index`, an integer of the target's pointer width.
type IndexType struct{ TypeBase }

// NoneType is `none`, the unit type.
type NoneType struct{ TypeBase }

// FloatType is one of MLIR's floating-point types, such as `f32` or `f8E4M3FN`.
type FloatType struct {
	TypeBase
	Format *apfloat.Format
}

// Width returns the size of a value in bits.
func (t *FloatType) Width() int { return t.Format.Bits() }

// ComplexType is `complex<T>` with an integer or float T.
type ComplexType struct {
	TypeBase
	Elem Type
}

// TupleType is `tuple<...>`.
type TupleType struct {
	TypeBase
	Elems []Type
}

// FunctionType is `(inputs) -> results`.
type FunctionType struct {
	TypeBase
	Inputs, Results []Type
}

// OpaqueType is a type of a dialect that is not loaded; Body is its text after the dialect's name.
type OpaqueType struct {
	TypeBase
	Dialect, Body string
}

// Dynamic marks a dimension, stride or offset whose value is not known statically; it prints as `?`.
const Dynamic int64 = -1 << 63

// ShapedType is a type with elements: vectors, tensors and memrefs, ranked or not.
type ShapedType interface {
	Type
	// ElementType returns the type of one element.
	ElementType() Type
	// HasRank reports whether the number of dimensions is known.
	HasRank() bool
	// Shape returns the dimensions ([Dynamic] where unknown); nil without rank. The caller must not change it.
	Shape() []int64
}

// VectorType is `vector<...>`. Scalable is nil when no dimension is scalable.
type VectorType struct {
	TypeBase
	shape    []int64
	elem     Type
	scalable []bool
}

func (t *VectorType) ElementType() Type { return t.elem }
func (t *VectorType) HasRank() bool     { return true }
func (t *VectorType) Shape() []int64    { return t.shape }

// Scalable reports whether dimension i is a multiple of an unknown runtime constant.
func (t *VectorType) Scalable(i int) bool { return t.scalable != nil && t.scalable[i] }

// IsScalable reports whether any dimension is scalable.
func (t *VectorType) IsScalable() bool { return t.scalable != nil }

// ScalableDims returns one flag per dimension, or nil when none is scalable.
func (t *VectorType) ScalableDims() []bool { return t.scalable }

// TensorType is `tensor<...>` with a rank. Encoding is nil when there is none.
type TensorType struct {
	TypeBase
	shape    []int64
	elem     Type
	Encoding Attribute
}

func (t *TensorType) ElementType() Type { return t.elem }
func (t *TensorType) HasRank() bool     { return true }
func (t *TensorType) Shape() []int64    { return t.shape }

// UnrankedTensorType is `tensor<*xT>`.
type UnrankedTensorType struct {
	TypeBase
	elem Type
}

func (t *UnrankedTensorType) ElementType() Type { return t.elem }
func (t *UnrankedTensorType) HasRank() bool     { return false }
func (t *UnrankedTensorType) Shape() []int64    { return nil }

// MemRefType is `memref<...>` with a rank. Layout is nil for the identity layout, MemorySpace nil for the default one.
type MemRefType struct {
	TypeBase
	shape       []int64
	elem        Type
	Layout      Attribute
	MemorySpace Attribute
}

func (t *MemRefType) ElementType() Type { return t.elem }
func (t *MemRefType) HasRank() bool     { return true }
func (t *MemRefType) Shape() []int64    { return t.shape }

// UnrankedMemRefType is `memref<*xT>`.
type UnrankedMemRefType struct {
	TypeBase
	elem        Type
	MemorySpace Attribute
}

func (t *UnrankedMemRefType) ElementType() Type { return t.elem }
func (t *UnrankedMemRefType) HasRank() bool     { return false }
func (t *UnrankedMemRefType) Shape() []int64    { return nil }

type vectorHead struct {
	elem       Type
	scalable   uint64 // one bit per dimension; vectors of more than 64 dimensions are refused
	isScalable bool
}

type tensorHead struct {
	elem     Type
	encoding Attribute
}

type memrefHead struct {
	elem          Type
	layout, space Attribute
}

type unrankedHead struct {
	elem  Type
	space Attribute
}

type opaqueKey struct{ dialect, body string }

type integerKey struct {
	width uint32
	sign  Signedness
}

// typeTables holds a context's builtin types; the commonest are fields, reached without a lock.
type typeTables struct {
	index *IndexType
	none  *NoneType
	small [3][129]*IntegerType // by signedness and width
	float map[string]*FloatType

	f16, f32, f64 *FloatType

	integers  keyed[integerKey, *IntegerType]
	complexes keyed[Type, *ComplexType]
	opaques   keyed[opaqueKey, *OpaqueType]
	utensors  keyed[Type, *UnrankedTensorType]
	umemrefs  keyed[unrankedHead, *UnrankedMemRefType]
	tuples    listed[struct{}, Type, *TupleType]
	functions listed[int, Type, *FunctionType]
	vectors   listed[vectorHead, int64, *VectorType]
	tensors   listed[tensorHead, int64, *TensorType]
	memrefs   listed[memrefHead, int64, *MemRefType]

	recentTensors recent[TensorType]
}

func (ctx *Context) initTypes() {
	t := &ctx.types
	t.index, t.none = &IndexType{}, &NoneType{}
	all := make([]IntegerType, len(t.small)*len(t.small[0]))
	for s := range t.small {
		for w := range t.small[s] {
			all[0] = IntegerType{Width: uint32(w), Signedness: Signedness(s)}
			t.small[s][w], all = &all[0], all[1:]
		}
	}
	t.float = make(map[string]*FloatType)
	for _, f := range apfloat.Formats() {
		t.float[f.Name()] = &FloatType{Format: f}
	}
	t.f16, t.f32, t.f64 = t.float["f16"], t.float["f32"], t.float["f64"]
}

// IntegerType returns the integer type of a width in bits (0 to [MaxIntegerWidth]).
func (ctx *Context) IntegerType(width uint32, s Signedness) *IntegerType {
	if width < uint32(len(ctx.types.small[0])) {
		return ctx.types.small[s][width]
	}
	return intern(&ctx.types.integers, integerKey{width, s}, func(k integerKey) *IntegerType {
		return &IntegerType{Width: k.width, Signedness: k.sign}
	})
}

// I returns the signless integer type iN.
func (ctx *Context) I(width uint32) *IntegerType { return ctx.IntegerType(width, Signless) }

// Index returns the type `index`.
func (ctx *Context) Index() *IndexType { return ctx.types.index }

// None returns the type `none`.
func (ctx *Context) None() *NoneType { return ctx.types.none }

// Float returns the floating-point type of a name such as "f32" or "bf16", or nil when there is none.
func (ctx *Context) Float(name string) *FloatType { return ctx.types.float[name] }

// F16, F32 and F64 return the commonest floating-point types.
func (ctx *Context) F16() *FloatType { return ctx.types.f16 }
func (ctx *Context) F32() *FloatType { return ctx.types.f32 }
func (ctx *Context) F64() *FloatType { return ctx.types.f64 }

// ComplexType returns `complex<elem>`.
func (ctx *Context) ComplexType(elem Type) *ComplexType {
	return intern(&ctx.types.complexes, elem, func(e Type) *ComplexType { return &ComplexType{Elem: e} })
}

// TupleType returns `tuple<elems...>`.
func (ctx *Context) TupleType(elems ...Type) *TupleType {
	return internList(&ctx.types.tuples, struct{}{}, elems, func(_ struct{}, e []Type) *TupleType {
		return &TupleType{Elems: e}
	})
}

// FunctionType returns `(inputs) -> results`.
func (ctx *Context) FunctionType(inputs, results []Type) *FunctionType {
	var buf [16]Type
	all := append(append(buf[:0], inputs...), results...)
	return internList(&ctx.types.functions, len(inputs), all, func(n int, e []Type) *FunctionType {
		return &FunctionType{Inputs: e[:n:n], Results: e[n:]}
	})
}

// OpaqueType returns the type `!dialect.body` of a dialect that is not loaded.
func (ctx *Context) OpaqueType(dialect, body string) *OpaqueType {
	return intern(&ctx.types.opaques, opaqueKey{dialect, body}, func(k opaqueKey) *OpaqueType {
		return &OpaqueType{Dialect: k.dialect, Body: k.body}
	})
}

// VectorType returns `vector<shape x elem>`; scalable may be nil.
func (ctx *Context) VectorType(shape []int64, elem Type, scalable []bool) *VectorType {
	head := vectorHead{elem: elem}
	for i, s := range scalable {
		if s {
			head.isScalable = true
			head.scalable |= 1 << i
		}
	}
	return internList(&ctx.types.vectors, head, shape, func(h vectorHead, dims []int64) *VectorType {
		t := &VectorType{shape: dims, elem: h.elem}
		if h.isScalable {
			t.scalable = append([]bool(nil), scalable...)
		}
		return t
	})
}

// TensorType returns `tensor<shape x elem, encoding>`; encoding may be nil.
func (ctx *Context) TensorType(shape []int64, elem Type, encoding Attribute) *TensorType {
	hash := heldAt(&elem) ^ heldAt(&encoding)<<1
	for _, n := range shape {
		hash = hash*31 + uint64(n)
	}
	slot := ctx.types.recentTensors.slot(hash)
	if t := slot.Load(); t != nil && t.elem == elem && t.Encoding == encoding && slices.Equal(t.shape, shape) {
		return t
	}
	t := internList(&ctx.types.tensors, tensorHead{elem, encoding}, shape, func(h tensorHead, dims []int64) *TensorType {
		return &TensorType{shape: dims, elem: h.elem, Encoding: h.encoding}
	})
	slot.Store(t)
	return t
}

// UnrankedTensorType returns `tensor<*xelem>`.
func (ctx *Context) UnrankedTensorType(elem Type) *UnrankedTensorType {
	return intern(&ctx.types.utensors, elem, func(e Type) *UnrankedTensorType { return &UnrankedTensorType{elem: e} })
}

// MemRefType returns `memref<shape x elem, layout, space>`. Layout and space may be nil; the identity map as layout
// and the integer 0 as space are dropped, as MLIR drops them.
func (ctx *Context) MemRefType(shape []int64, elem Type, layout, space Attribute) *MemRefType {
	if m, ok := layout.(*AffineMapAttr); ok && m.Map.IsIdentity() && m.Map.NumDims() == len(shape) {
		layout = nil
	}
	return internList(&ctx.types.memrefs, memrefHead{elem, layout, defaultSpace(space)}, shape,
		func(h memrefHead, dims []int64) *MemRefType {
			return &MemRefType{shape: dims, elem: h.elem, Layout: h.layout, MemorySpace: h.space}
		})
}

// UnrankedMemRefType returns `memref<*xelem, space>`.
func (ctx *Context) UnrankedMemRefType(elem Type, space Attribute) *UnrankedMemRefType {
	return intern(&ctx.types.umemrefs, unrankedHead{elem, defaultSpace(space)}, func(h unrankedHead) *UnrankedMemRefType {
		return &UnrankedMemRefType{elem: h.elem, MemorySpace: h.space}
	})
}

func defaultSpace(space Attribute) Attribute {
	if i, ok := space.(*IntegerAttr); ok && i.IsZero() {
		return nil
	}
	return space
}
