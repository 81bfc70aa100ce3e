package tile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
)

// ArrayType is `!tile.array<?x16xf32, strides = [?, 1]>`: an array in global memory that the host passes. It consists
// of a base pointer, a size and a stride for each dimension. Strides count elements. Sizes and strides are numbers, or
// ? if only the host knows them. Without strides, all strides are ?. A stride of 1 in the last dimension means that
// rows are contiguous.
type ArrayType struct {
	ir.TypeBase
	shape, strides []int64
	elem           ir.Type
}

var arrayDef = ir.TypeDef{Dialect: "tile", Mnemonic: "array", Summary: "array in global memory", Parse: parseArray}

// ElementType returns the type of one element.
func (t *ArrayType) ElementType() ir.Type { return t.elem }

// Rank returns the number of dimensions.
func (t *ArrayType) Rank() int { return len(t.shape) }

// Shape returns the sizes. Callers must not change the slice.
func (t *ArrayType) Shape() []int64 { return t.shape }

// Strides returns the stride of each dimension in elements. Callers must not change the slice.
func (t *ArrayType) Strides() []int64 { return t.strides }

// Def returns the definition of the type's kind.
func (t *ArrayType) Def() *ir.TypeDef { return &arrayDef }

// PrintBody appends the text after the mnemonic.
func (t *ArrayType) PrintBody(p *ir.Printer) {
	p.Text("<")
	for _, d := range t.shape {
		printDim(p, d)
		p.Text("x")
	}
	p.Type(t.elem)
	if slices.ContainsFunc(t.strides, func(s int64) bool { return s != ir.Dynamic }) {
		p.Text(", strides = [")
		for i, s := range t.strides {
			if i > 0 {
				p.Text(", ")
			}
			printDim(p, s)
		}
		p.Text("]")
	}
	p.Text(">")
}

// String returns the type's text.
func (t *ArrayType) String() string { return ir.TypeText(t) }

type arrayKey struct {
	elem ir.Type
	dims string // shape and strides
}

// Array returns `!tile.array<shape x elem, strides>`. If strides is nil, all strides are dynamic; otherwise there is
// one for each dimension.
func Array(ctx *ir.Context, shape []int64, elem ir.Type, strides []int64) *ArrayType {
	if strides == nil {
		strides = slices.Repeat([]int64{ir.Dynamic}, len(shape))
	}
	return ir.Intern(ctx, arrayKey{elem, fmt.Sprint(shape, strides)}, func(arrayKey) *ArrayType {
		return &ArrayType{shape: slices.Clone(shape), strides: slices.Clone(strides), elem: elem}
	})
}

func parseArray(p ir.Parser) ir.Type {
	p.Literal("<")
	shape := p.Dimensions(true)
	pos := p.Pos()
	elem := p.Type()
	if !p.Failed() && !isNumber(elem) {
		p.Errorf(pos, "expected an integer or float as element type of an array, but got %s", ir.Quote(elem))
	}
	var strides []int64
	if p.TryLiteral(",") {
		p.Literal("strides")
		p.Literal("=")
		strides = parseStrides(p, len(shape))
	}
	p.Literal(">")
	if p.Failed() {
		return nil
	}
	return Array(p.Context(), shape, elem, strides)
}

func parseStrides(p ir.Parser, rank int) []int64 {
	pos := p.Pos()
	strides := []int64{}
	p.Literal("[")
	if !p.TryLiteral("]") {
		for more := true; more; more = p.TryLiteral(",") {
			if p.TryLiteral("?") {
				strides = append(strides, ir.Dynamic)
			} else {
				strides = append(strides, p.Int64())
			}
		}
		p.Literal("]")
	}
	if len(strides) != rank {
		p.Errorf(pos, "expected %d strides, one for each dimension, but got %d", rank, len(strides))
	}
	return strides
}

func printDim(p *ir.Printer, d int64) {
	if d == ir.Dynamic {
		p.Text("?")
	} else {
		p.Int(d)
	}
}

// PtrType is `!tile.ptr<f32>`: the address of an element in global memory. Pointer arithmetic counts in elements.
type PtrType struct {
	ir.TypeBase
	elem ir.Type
}

var ptrDef = ir.TypeDef{Dialect: "tile", Mnemonic: "ptr", Summary: "address of an element in global memory",
	Parse: parsePtr}

// Pointee returns the type of the element at the address.
func (t *PtrType) Pointee() ir.Type { return t.elem }

// Def returns the definition of the type's kind.
func (t *PtrType) Def() *ir.TypeDef { return &ptrDef }

// PrintBody appends the text after the mnemonic.
func (t *PtrType) PrintBody(p *ir.Printer) {
	p.Text("<")
	p.Type(t.elem)
	p.Text(">")
}

// String returns the type's text.
func (t *PtrType) String() string { return ir.TypeText(t) }

type ptrKey struct{ elem ir.Type }

// Ptr returns `!tile.ptr<elem>`.
func Ptr(ctx *ir.Context, elem ir.Type) *PtrType {
	return ir.Intern(ctx, ptrKey{elem}, func(k ptrKey) *PtrType { return &PtrType{elem: k.elem} })
}

func parsePtr(p ir.Parser) ir.Type {
	p.Literal("<")
	pos := p.Pos()
	elem := p.Type()
	if !p.Failed() && !isNumber(elem) {
		p.Errorf(pos, "expected an integer or float as pointee, but got %s", ir.Quote(elem))
	}
	p.Literal(">")
	if p.Failed() {
		return nil
	}
	return Ptr(p.Context(), elem)
}

// LiteralType is `!tile.literal<int>`, `<float>` or `<bool>`: a number of the source program that takes its type from
// the operands that it is combined with.
type LiteralType struct {
	ir.TypeBase
	kind promotion.Kind
}

var literalDef = ir.TypeDef{Dialect: "tile", Mnemonic: "literal", Summary: "number without a type of its own",
	Parse: parseLiteralType}

// Kind returns the kind of number.
func (t *LiteralType) Kind() promotion.Kind { return t.kind }

// Def returns the definition of the type's kind.
func (t *LiteralType) Def() *ir.TypeDef { return &literalDef }

// PrintBody appends the text after the mnemonic.
func (t *LiteralType) PrintBody(p *ir.Printer) {
	p.Text("<" + t.kind.String() + ">")
}

// String returns the type's text.
func (t *LiteralType) String() string { return ir.TypeText(t) }

type literalKey struct{ kind promotion.Kind }

// Literal returns the type of literals of a kind.
func Literal(ctx *ir.Context, kind promotion.Kind) *LiteralType {
	return ir.Intern(ctx, literalKey{kind}, func(k literalKey) *LiteralType { return &LiteralType{kind: k.kind} })
}

func parseLiteralType(p ir.Parser) ir.Type {
	p.Literal("<")
	pos := p.Pos()
	name := p.Keyword()
	kinds := []promotion.Kind{promotion.Bool, promotion.Int, promotion.Float}
	i := slices.IndexFunc(kinds, func(k promotion.Kind) bool { return k.String() == name })
	if i < 0 {
		p.Errorf(pos, "expected a kind of literal (bool, int or float), but got '%s'", strings.TrimSpace(name))
	}
	p.Literal(">")
	if p.Failed() {
		return nil
	}
	return Literal(p.Context(), kinds[i])
}
