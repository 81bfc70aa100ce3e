package llvm

import "github.com/girih-ir/girih/ir"

// PointerType is `!llvm.ptr` or, in an address space other than 0, `!llvm.ptr<space>`.
type PointerType struct {
	ir.TypeBase
	AddrSpace uint32
}

// Address spaces of NVPTX (LLVM's NVPTXUsage, "Address Spaces").
const (
	GenericSpace  = 0
	GlobalSpace   = 1
	SharedSpace   = 3
	ConstantSpace = 4
	LocalSpace    = 5
)

// ArrayType is `!llvm.array<n x elem>`.
type ArrayType struct {
	ir.TypeBase
	Len  int64
	Elem ir.Type
}

// StructType is a literal structure, `!llvm.struct<(a, b)>` or `!llvm.struct<packed (a, b)>`.
type StructType struct {
	ir.TypeBase
	Fields []ir.Type
	Packed bool
}

// FunctionType is `!llvm.func<result (params)>`; a variadic one ends in `...`.
type FunctionType struct {
	ir.TypeBase
	Result   ir.Type
	Params   []ir.Type
	Variadic bool
}

// VoidType is `!llvm.void`, the result of functions that return nothing.
type VoidType struct{ ir.TypeBase }

var (
	pointerDef  = ir.TypeDef{Dialect: "llvm", Mnemonic: "ptr", Summary: "pointer"}
	structDef   = ir.TypeDef{Dialect: "llvm", Mnemonic: "struct", Summary: "literal structure"}
	arrayDef    = ir.TypeDef{Dialect: "llvm", Mnemonic: "array", Summary: "array"}
	functionDef = ir.TypeDef{Dialect: "llvm", Mnemonic: "func", Summary: "function"}
	voidDef     = ir.TypeDef{Dialect: "llvm", Mnemonic: "void", Summary: "no value"}
)

func init() { // breaks the cycle between the definitions and the parsers of nested types
	pointerDef.Parse, structDef.Parse, arrayDef.Parse = parsePointer, parseStruct, parseArray
	functionDef.Parse = parseFunction
	voidDef.Parse = func(p ir.Parser) ir.Type { return Void(p.Context()) }
}

// Def returns the definition of the type's kind.
func (*PointerType) Def() *ir.TypeDef  { return &pointerDef }
func (*ArrayType) Def() *ir.TypeDef    { return &arrayDef }
func (*StructType) Def() *ir.TypeDef   { return &structDef }
func (*FunctionType) Def() *ir.TypeDef { return &functionDef }
func (*VoidType) Def() *ir.TypeDef     { return &voidDef }

// String returns the type's text.
func (t *PointerType) String() string  { return ir.TypeText(t) }
func (t *ArrayType) String() string    { return ir.TypeText(t) }
func (t *StructType) String() string   { return ir.TypeText(t) }
func (t *FunctionType) String() string { return ir.TypeText(t) }
func (t *VoidType) String() string     { return ir.TypeText(t) }

type pointerKey struct{ space uint32 }

// Ptr returns the pointer type of an address space.
func Ptr(ctx *ir.Context, space uint32) *PointerType {
	return ir.Intern(ctx, pointerKey{space}, func(k pointerKey) *PointerType { return &PointerType{AddrSpace: k.space} })
}

type arrayKey struct {
	n    int64
	elem ir.Type
}

// ArrayOf returns the type of arrays of n elements.
func ArrayOf(ctx *ir.Context, n int64, elem ir.Type) *ArrayType {
	return ir.Intern(ctx, arrayKey{n, elem}, func(k arrayKey) *ArrayType { return &ArrayType{Len: k.n, Elem: k.elem} })
}

type structKey struct {
	fields ir.Type // a tuple, which interns the list
	packed bool
}

// StructOf returns the literal structure type of the given fields.
func StructOf(ctx *ir.Context, packed bool, fields ...ir.Type) *StructType {
	return ir.Intern(ctx, structKey{ctx.TupleType(fields...), packed}, func(k structKey) *StructType {
		return &StructType{Fields: k.fields.(*ir.TupleType).Elems, Packed: k.packed}
	})
}

type functionKey struct {
	signature *ir.FunctionType
	variadic  bool
}

// FuncOf returns the function type with the given result, [Void] for none.
func FuncOf(ctx *ir.Context, result ir.Type, params []ir.Type, variadic bool) *FunctionType {
	key := functionKey{ctx.FunctionType(params, []ir.Type{result}), variadic}
	return ir.Intern(ctx, key, func(k functionKey) *FunctionType {
		return &FunctionType{Result: k.signature.Results[0], Params: k.signature.Inputs, Variadic: k.variadic}
	})
}

type voidKey struct{}

// Void returns the type of functions' absent results.
func Void(ctx *ir.Context) *VoidType {
	return ir.Intern(ctx, voidKey{}, func(voidKey) *VoidType { return &VoidType{} })
}

// IsCompatible reports whether LLVM IR has a counterpart of t.
func IsCompatible(t ir.Type) bool {
	switch t := t.(type) {
	case *PointerType, *ArrayType, *StructType, *FunctionType, *VoidType:
		return true
	case *ir.IntegerType:
		return t.Signedness == ir.Signless
	case *ir.FloatType:
		return isFloat(t)
	case *ir.VectorType:
		return len(t.Shape()) == 1 && isVectorElement(t.ElementType())
	}
	return false
}

func isVectorElement(t ir.Type) bool {
	switch t.(type) {
	case *ir.IntegerType, *ir.FloatType, *PointerType:
		return IsCompatible(t)
	}
	return false
}

func isFloat(t ir.Type) bool {
	f, ok := t.(*ir.FloatType)
	if !ok {
		return false
	}
	switch f.Format.Name() {
	case "f16", "bf16", "f32", "f64", "f80", "f128":
		return true
	}
	return false
}

// isLoadable reports whether values of type t can be in memory.
func isLoadable(t ir.Type) bool {
	switch t.(type) {
	case *VoidType, *FunctionType:
		return false
	}
	return IsCompatible(t)
}

// IsVectorElement says that vectors may hold pointers.
func (*PointerType) IsVectorElement() bool { return true }

// IsMemRefElement says that memrefs may hold values of these types.
func (*PointerType) IsMemRefElement() bool { return true }
func (*ArrayType) IsMemRefElement() bool   { return true }
func (*StructType) IsMemRefElement() bool  { return true }
