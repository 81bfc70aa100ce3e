package tt

import (
	"slices"

	"github.com/girih-ir/girih/ir"
)

// PtrType is `!tt.ptr<f32>`, or `!tt.ptr<f16, 3>` with an address space other than 1: the address of an element. A
// pointer to a tensor, `!tt.ptr<tensor<8x8xf16>>`, is a block pointer, which consists of a base, a shape, strides and
// offsets.
type PtrType struct {
	ir.TypeBase
	pointee ir.Type
	space   int64
}

var ptrDef = ir.TypeDef{Dialect: "tt", Mnemonic: "ptr", Summary: "address of an element, or block pointer",
	Parse: func(p ir.Parser) ir.Type { return typeOrNil(parsePtr(p)) }}

// globalSpace is the address space that the text omits.
const globalSpace = 1

// Pointee returns the type of the value at the address.
func (t *PtrType) Pointee() ir.Type { return t.pointee }

// Space returns the address space; 1 is global memory.
func (t *PtrType) Space() int64 { return t.space }

// Def returns the definition of the type's kind.
func (t *PtrType) Def() *ir.TypeDef { return &ptrDef }

// PrintBody appends the text after the mnemonic.
func (t *PtrType) PrintBody(p *ir.Printer) {
	p.Text("<")
	p.Type(t.pointee)
	if t.space != globalSpace {
		p.Text(", ")
		p.Int(t.space)
	}
	p.Text(">")
}

// String returns the type's text.
func (t *PtrType) String() string { return ir.TypeText(t) }

type ptrKey struct {
	pointee ir.Type
	space   int64
}

// ptrIn returns `!tt.ptr<pointee, space>`.
func ptrIn(ctx *ir.Context, pointee ir.Type, space int64) *PtrType {
	return ir.Intern(ctx, ptrKey{pointee, space}, func(k ptrKey) *PtrType {
		return &PtrType{pointee: k.pointee, space: k.space}
	})
}

// parsePtr reads the text after the mnemonic.
func parsePtr(p ir.Parser) *PtrType {
	p.Literal("<")
	pointee := p.Type()
	space := int64(globalSpace)
	if p.TryLiteral(",") {
		space = p.Int64()
	}
	p.Literal(">")
	if p.Failed() {
		return nil
	}
	return ptrIn(p.Context(), pointee, space)
}

// TensorDescType is `!tt.tensordesc<tensor<64x64xf16>>`: a descriptor of an array in memory, which is read and written
// in blocks of the given type. Integers of the block may have a sign, which matters for reductions.
type TensorDescType struct {
	ir.TypeBase
	block *ir.TensorType
}

var tensorDescDef = ir.TypeDef{Dialect: "tt", Mnemonic: "tensordesc", Summary: "descriptor of an array in memory",
	Parse: func(p ir.Parser) ir.Type { return typeOrNil(parseTensorDesc(p)) }}

// Block returns the type of the blocks.
func (t *TensorDescType) Block() *ir.TensorType { return t.block }

// SignlessBlock returns the type of the blocks as tensors in the program: its integers are signless.
func (t *TensorDescType) SignlessBlock(ctx *ir.Context) *ir.TensorType {
	elem := t.block.ElementType()
	if i, ok := elem.(*ir.IntegerType); ok {
		elem = ctx.I(i.Width)
	}
	return ctx.TensorType(t.block.Shape(), elem, t.block.Encoding)
}

// Def returns the definition of the type's kind.
func (t *TensorDescType) Def() *ir.TypeDef { return &tensorDescDef }

// PrintBody appends the text after the mnemonic.
func (t *TensorDescType) PrintBody(p *ir.Printer) {
	p.Text("<")
	p.Type(t.block)
	p.Text(">")
}

// String returns the type's text.
func (t *TensorDescType) String() string { return ir.TypeText(t) }

type tensorDescKey struct{ block *ir.TensorType }

// TensorDesc returns `!tt.tensordesc<block>`.
func TensorDesc(ctx *ir.Context, block *ir.TensorType) *TensorDescType {
	return ir.Intern(ctx, tensorDescKey{block}, func(k tensorDescKey) *TensorDescType {
		return &TensorDescType{block: k.block}
	})
}

func parseTensorDesc(p ir.Parser) *TensorDescType {
	p.Literal("<")
	pos := p.Pos()
	t := p.Type()
	block, ok := t.(*ir.TensorType)
	if !p.Failed() && !ok {
		p.Errorf(pos, "invalid kind of type specified: expected builtin.tensor, but found %s", ir.Quote(t))
	}
	p.Literal(">")
	if p.Failed() {
		return nil
	}
	return TensorDesc(p.Context(), block)
}

// typeOrNil converts a typed nil pointer to the nil interface.
func typeOrNil[T interface {
	comparable
	ir.Type
}](t T) ir.Type {
	var none T
	if t == none {
		return nil
	}
	return t
}

// parseShort reads a type whose text may omit `!tt.` and the mnemonic because no other kind of type is possible.
func parseShort[T ir.Type](p ir.OpParser, parse func(ir.Parser) T) ir.Type {
	if p.PeekLiteral("<") {
		return parse(p)
	}
	return p.Type()
}

// printShort appends the text after the mnemonic of a type of the dialect, and the whole text of other types.
func printShort(p ir.OpPrinter, t ir.Type) {
	text := t.String()
	for _, prefix := range [...]string{"!tt.ptr", "!tt.tensordesc"} {
		if len(text) > len(prefix) && text[:len(prefix)] == prefix {
			p.Text(text[len(prefix):])
			return
		}
	}
	p.Type(t)
}

// Pointees returns the type of the result of a load from t: the pointee of a pointer or of a block pointer, or a tensor
// of pointees for a tensor of pointers; nil for other types.
func Pointees(ctx *ir.Context, t ir.Type) ir.Type {
	switch t := t.(type) {
	case *PtrType:
		return t.pointee
	case *ir.TensorType:
		if p, ok := t.ElementType().(*PtrType); ok {
			return ctx.TensorType(t.Shape(), p.pointee, t.Encoding)
		}
	}
	return nil
}

// withElement returns t with another element type: a tensor type, or the element type itself.
func withElement(ctx *ir.Context, t, elem ir.Type) ir.Type {
	if tensor, ok := t.(*ir.TensorType); ok {
		return ctx.TensorType(tensor.Shape(), elem, tensor.Encoding)
	}
	return elem
}

func sameShape(a, b ir.Type) bool { return slices.Equal(ir.TensorShape(a), ir.TensorShape(b)) }
