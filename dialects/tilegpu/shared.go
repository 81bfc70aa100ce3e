package tilegpu

import (
	"slices"

	"github.com/girih-ir/girih/ir"
)

// SharedType is `!tilegpu.shared<128x64xf16>` or `!tilegpu.shared<3xtensor<128x64xf16>>`: a buffer in the shared memory
// of a block. The number of its cells is the product of the sizes. A cell holds a number or a tensor, which has no
// layout in the buffer. A buffer without sizes has one cell. A cell of a ring may say how wide its panels are, as in
// `tensor<128x64xf16, {panel_bytes = 16 : i64}>`: see [WithPanels].
type SharedType struct {
	ir.TypeBase
	shape []int64
	cell  ir.Type
}

var sharedDef = ir.TypeDef{Dialect: "tilegpu", Mnemonic: "shared", Summary: "buffer in the shared memory of a block",
	Parse: parseShared}

// Cell returns the type of the contents of a cell.
func (t *SharedType) Cell() ir.Type { return t.cell }

// Shape returns the sizes. Callers must not change the slice.
func (t *SharedType) Shape() []int64 { return t.shape }

// NumCells returns the number of cells.
func (t *SharedType) NumCells() int64 {
	return ir.Product(t.shape)
}

// Def returns the definition of the type's kind.
func (t *SharedType) Def() *ir.TypeDef { return &sharedDef }

// PrintBody appends the text after the mnemonic.
func (t *SharedType) PrintBody(p *ir.Printer) {
	p.Text("<")
	for _, d := range t.shape {
		p.Int(d)
		p.Text("x")
	}
	p.Type(t.cell)
	p.Text(">")
}

// String returns the type's text.
func (t *SharedType) String() string { return ir.TypeText(t) }

type sharedKey struct {
	cell  ir.Type
	shape string
}

// Shared returns `!tilegpu.shared<shape x cell>`. Sizes are positive; the cell is a number or a tensor of static shape
// without a layout.
func Shared(ctx *ir.Context, shape []int64, cell ir.Type) *SharedType {
	return ir.Intern(ctx, sharedKey{cell, keyOf(shape)}, func(sharedKey) *SharedType {
		return &SharedType{shape: slices.Clone(shape), cell: cell}
	})
}

// maxCells bounds the number of cells, so that computations with it do not overflow.
const maxCells = 1 << 31

func parseShared(p ir.Parser) ir.Type {
	p.Literal("<")
	pos := p.Pos()
	shape := p.Dimensions(false)
	n := int64(1)
	for _, d := range shape {
		if d <= 0 || d > maxCells || n*d > maxCells {
			p.Errorf(pos, "expected positive sizes, with a product of at most %d", maxCells)
			return nil
		}
		n *= d
	}
	pos = p.Pos()
	cell := p.Type()
	p.Literal(">")
	if p.Failed() {
		return nil
	}
	if !canBeCell(cell) {
		p.Errorf(pos, "a cell must hold an integer, a float, or a tensor of them of static shape without layout; of two "+
			"dimensions, it may have panels that divide its rows, such as {panel_bytes = 16 : i64}, but got %s", ir.Quote(cell))
		return nil
	}
	return Shared(p.Context(), shape, cell)
}

func canBeCell(t ir.Type) bool {
	if tensor, ok := t.(*ir.TensorType); ok {
		if tensor.Encoding != nil && !hasPanels(tensor) || slices.Contains(tensor.Shape(), ir.Dynamic) {
			return false
		}
		t = tensor.ElementType()
	}
	return ir.IsInt(t, 0) || ir.IsFloat(t)
}
