package llvm

import (
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

const globalTypeAttr = "global_type"

// Attributes of a module that describe its target.
const (
	// DataLayout is LLVM's data layout string of the target.
	DataLayout = "llvm.data_layout"
	// TargetTriple is LLVM's name of the target, such as "nvptx64-nvidia-cuda".
	TargetTriple = "llvm.target_triple"
)

// GlobalOp defines `llvm.mlir.global`: the operation is a global variable or constant. Its initial value, if any, is an
// attribute.
var GlobalOp = ir.OpDef{
	Name:    "llvm.mlir.global",
	Summary: "global variable or constant of LLVM IR",
	Attrs: []ir.OpAttr{
		{Name: globalTypeAttr, Attr: constraints.Type},
		{Name: "constant", Attr: constraints.Unit, Optional: true},
		{Name: ir.SymbolName, Attr: constraints.SymbolName},
		{Name: linkageAttr, Attr: Linkage.constraint("LLVM Linkage specification")},
		{Name: "dso_local", Attr: constraints.Unit, Optional: true},
		{Name: "value", Attr: constraints.AnyAttr, Optional: true},
		{Name: "alignment", Attr: constraints.I64Attr, Optional: true},
		{Name: "addr_space", Attr: constraints.I32Attr, Default: zeroI32},
		{Name: unnamedAttr, Attr: constraints.I64Attr, Optional: true},
		{Name: "section", Attr: constraints.String, Optional: true},
		{Name: visibilityAttr, Attr: constraints.I64Attr, Default: zeroI64},
	},
	Regions: []ir.RegionDef{{Name: "initializer", Summary: "any region"}},
	Traits:  ir.IsolatedFromAbove | ir.SingleBlock | ir.Symbol,
	Parse:   parseGlobal,
	Print:   printGlobal,
	Verify:  verifyGlobal,
}

// Global is a view of an `llvm.mlir.global`.
type Global struct{ *ir.Operation }

// AsGlobal returns op as a global; ok is false when it is something else.
func AsGlobal(op *ir.Operation) (g Global, ok bool) { return Global{op}, op.Is(&GlobalOp) }

// Type returns the type of the global's value.
func (g Global) Type() ir.Type { return g.Inherent(globalTypeAttr).(*ir.TypeAttr).Value }

// Linkage returns the name of the global's linkage.
func (g Global) Linkage() string { return Linkage.Of(g.Operation, linkageAttr) }

// AddrSpace returns the address space.
func (g Global) AddrSpace() uint32 {
	if i, ok := g.Inherent("addr_space").(*ir.IntegerAttr); ok {
		return uint32(i.Uint64())
	}
	return 0
}

// Alignment returns the alignment in bytes, 0 when none is given.
func (g Global) Alignment() int64 { return flagsOf(g.Operation, "alignment") }

// Section returns the section of the object file for the global, "" for the default one.
func (g Global) Section() string {
	if s, ok := g.Inherent("section").(*ir.StringAttr); ok {
		return s.Value
	}
	return ""
}

// Value returns the initial value, or nil.
func (g Global) Value() ir.Attribute { return g.Inherent("value") }

// IsConstant reports whether the global cannot be written.
func (g Global) IsConstant() bool { return g.Inherent("constant") != nil }

// NewSharedArray creates an internal, uninitialized array in shared memory with an alignment in bytes.
func NewSharedArray(b *ir.Builder, name string, t *ArrayType, alignment int64) Global {
	ctx := b.Context()
	st := b.State(&GlobalOp)
	st.SetInherent(globalTypeAttr, ctx.TypeAttr(t))
	st.SetInherent(ir.SymbolName, ctx.StringAttr(name))
	st.SetInherent(linkageAttr, Linkage.Attr(ctx, "internal"))
	st.SetInherent("alignment", ctx.Integer(ctx.I(64), alignment))
	st.SetInherent("addr_space", ctx.Integer(ctx.I(32), SharedSpace))
	st.SetInherent(unnamedAttr, zeroI64(ctx))
	st.Regions = append(st.Regions, &ir.Region{})
	return Global{b.Create(st)}
}

// NewText creates a private constant in an address space that is a text with a final zero byte.
func NewText(b *ir.Builder, name, text string, space uint32) Global {
	ctx := b.Context()
	st := b.State(&GlobalOp)
	st.SetInherent(globalTypeAttr, ctx.TypeAttr(ArrayOf(ctx, int64(len(text)+1), ctx.I(8))))
	st.SetInherent(ir.SymbolName, ctx.StringAttr(name))
	st.SetInherent(linkageAttr, Linkage.Attr(ctx, "private"))
	st.SetInherent("constant", ctx.Unit())
	st.SetInherent("value", ctx.StringAttr(text+"\x00"))
	st.SetInherent("addr_space", ctx.Integer(ctx.I(32), int64(space)))
	st.SetInherent(unnamedAttr, zeroI64(ctx))
	st.Regions = append(st.Regions, &ir.Region{})
	return Global{b.Create(st)}
}

// NewBytes creates a private constant of bytes in the default address space.
func NewBytes(b *ir.Builder, name string, bytes []byte) Global {
	ctx := b.Context()
	n := int64(len(bytes))
	st := b.State(&GlobalOp)
	st.SetInherent(globalTypeAttr, ctx.TypeAttr(ArrayOf(ctx, n, ctx.I(8))))
	st.SetInherent(ir.SymbolName, ctx.StringAttr(name))
	st.SetInherent(linkageAttr, Linkage.Attr(ctx, "private"))
	st.SetInherent("constant", ctx.Unit())
	st.SetInherent("value", ctx.DenseElements(ctx.TensorType([]int64{n}, ctx.I(8), nil), bytes, n == 1))
	st.Regions = append(st.Regions, &ir.Region{})
	return Global{b.Create(st)}
}

// NewConstantArray creates a private constant of numbers with an alignment in bytes, in an address space.
func NewConstantArray(b *ir.Builder, name string, numbers *ir.DenseElementsAttr, space uint32, alignment int64) Global {
	ctx := b.Context()
	st := b.State(&GlobalOp)
	t := ArrayOf(ctx, int64(numbers.Len()), numbers.ShapedType().ElementType())
	st.SetInherent(globalTypeAttr, ctx.TypeAttr(t))
	st.SetInherent(ir.SymbolName, ctx.StringAttr(name))
	st.SetInherent(linkageAttr, Linkage.Attr(ctx, "private"))
	st.SetInherent("constant", ctx.Unit())
	st.SetInherent("value", numbers)
	st.SetInherent("alignment", ctx.Integer(ctx.I(64), alignment))
	st.SetInherent("addr_space", ctx.Integer(ctx.I(32), int64(space)))
	st.SetInherent(unnamedAttr, zeroI64(ctx))
	st.Regions = append(st.Regions, &ir.Region{})
	return Global{b.Create(st)}
}

func parseGlobal(p ir.OpParser, st *ir.OpState) {
	ctx := p.Context()
	linkage, _ := Linkage.tryParse(p)
	st.SetInherent(linkageAttr, Linkage.Attr(ctx, linkage))
	parseVisibility(p, st)
	if p.TryLiteral("constant") {
		st.SetInherent("constant", ctx.Unit())
	}
	st.SetInherent(ir.SymbolName, ctx.StringAttr(p.Symbol()))
	p.Literal("(")
	if !p.TryLiteral(")") {
		st.SetInherent("value", p.Attribute(nil))
		p.Literal(")")
	}
	p.AttrDict(st)
	pos := p.Pos()
	var t ir.Type
	if p.TryLiteral(":") {
		t = p.Type()
	}
	if p.Failed() {
		return
	}
	if t == nil {
		s, ok := st.GetInherent("value").(*ir.StringAttr)
		if !ok {
			p.Errorf(pos, "type can only be omitted for string globals")
			return
		}
		t = ArrayOf(ctx, int64(len(s.Value)), ctx.I(8))
	}
	st.SetInherent(globalTypeAttr, ctx.TypeAttr(t))
	st.Regions = append(st.Regions, &ir.Region{})
}

func printGlobal(p ir.OpPrinter, op *ir.Operation) {
	g := Global{op}
	p.Text(" " + g.Linkage() + " ")
	printVisibility(p, op)
	if g.IsConstant() {
		p.Text("constant ")
	}
	p.Symbol(ir.SymbolNameOf(op))
	p.Text("(")
	if v := g.Value(); v != nil {
		p.Attribute(v)
	}
	p.Text(")")
	p.Dict(globalDict(op))
	if _, isString := g.Value().(*ir.StringAttr); !isString {
		p.Text(" : ")
		p.Type(g.Type())
	}
}

// globalDict returns the attributes that printGlobal does not print otherwise. The address space is printed even if it
// is 0.
func globalDict(op *ir.Operation) *ir.DictAttr {
	var entries []ir.NamedAttr
	props, _ := op.Properties().(*ir.DictAttr)
	for _, a := range slices.Concat(props.All(), op.Attrs().All()) {
		switch a.Name {
		case ir.SymbolName, globalTypeAttr, "constant", "value", linkageAttr, visibilityAttr, unnamedAttr:
		default:
			entries = append(entries, a)
		}
	}
	return op.Context().Dict(entries...)
}

func verifyGlobal(op *ir.Operation) error {
	g := Global{op}
	if !isLoadable(g.Type()) {
		return op.Errorf("expects type to be a valid element type for an LLVM global")
	}
	if s, ok := g.Value().(*ir.StringAttr); ok {
		array, isArray := g.Type().(*ArrayType)
		if !isArray || !ir.IsInt(array.Elem, 8) || array.Len != int64(len(s.Value)) {
			return op.Errorf("requires an i8 array type of the length equal to that of the string attribute")
		}
	}
	if v := g.Value(); g.Linkage() == "common" && v != nil && !isZero(v) {
		return op.Errorf("expected zero value for 'common' linkage")
	}
	if _, isArray := g.Type().(*ArrayType); g.Linkage() == "appending" && !isArray {
		return op.Errorf("expected array type for 'appending' linkage")
	}
	if a := g.Alignment(); op.Inherent("alignment") != nil && (a <= 0 || a&(a-1) != 0) {
		return op.Errorf("alignment attribute is not a power of 2")
	}
	return nil
}

// AddressOf defines `llvm.mlir.addressof`: the address of a global or a function.
var AddressOf = ir.OpDef{
	Name:     "llvm.mlir.addressof",
	Summary:  "address of a global or a function",
	Results:  []ir.ValueDef{{Name: "res", Type: anyPointer}},
	Attrs:    []ir.OpAttr{{Name: "global_name", Attr: constraints.FlatSymbolRef}},
	Traits:   ir.Pure,
	Assembly: `$global_name attr-dict ':' type($res)`,
	Verify:   verifyAddressOf,
}

// NewAddressOf creates the address of a global and returns it.
func NewAddressOf(b *ir.Builder, g Global) *ir.Value {
	st := b.State(&AddressOf)
	st.SetInherent("global_name", b.Context().SymbolRef(ir.SymbolNameOf(g.Operation)))
	st.Types = append(st.Types, Ptr(b.Context(), g.AddrSpace()))
	return b.Create(st).Result(0)
}

func verifyAddressOf(op *ir.Operation) error {
	target := ir.ResolveSymbol(op, op.Inherent("global_name").(*ir.SymbolRefAttr))
	if target == nil || !target.Is(&GlobalOp) && !target.Is(&FuncOp) {
		return op.Errorf("must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or " +
			"'llvm.mlir.ifunc'")
	}
	if g, ok := AsGlobal(target); ok && g.AddrSpace() != op.Result(0).Type().(*PointerType).AddrSpace {
		return op.Errorf("pointer address space must match address space of the referenced global or alias")
	}
	return nil
}

// isZero reports whether an initial value is zero or only has elements that are zero.
func isZero(a ir.Attribute) bool {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		return a.IsZero()
	case *ir.FloatAttr:
		return a.Format().IsZero(a.Bits())
	case *ir.DenseElementsAttr:
		return a.IsSplat() && strings.Trim(a.ValueBytes(0), "\x00") == ""
	case *ir.ArrayAttr:
		return !slices.ContainsFunc(a.Elems, func(elem ir.Attribute) bool { return !isZero(elem) })
	}
	return false
}
