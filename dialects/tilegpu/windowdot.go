package tilegpu

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// WindowDot defines `tilegpu.window_dot`: the operation multiplies tiles of a filter by windows of an image whose
// pixels are contiguous, and adds up the products over blocks of channels and over shifts of the window. Blocks run
// from one number to another. An example is the convolution "c(h+r),crk->kh": the windows of a block begin at one pixel
// after the other, for each r.
//
// Bulk copies begin at multiples of 16 bytes, but rows of an image may begin at any element, and so do shifted windows.
// So the image is a matrix (rhs) of lines, each of several rows of the image, such that lines begin at aligned
// addresses. starts has, for each of these rows, an aligned column at or before the row's first element, and offsets
// has how many columns further on that element is. With p rows in a line, a block has 64 channels, channel
// 64/p*i + a of which is row i of line 64/p*block + a, counted from the operand line. The filter (lhs) has an element
// for each shift, each row of a line, each line, and each row of the result. Its tile, lhs_tile, has those of a block
// and a shift. The result is one tensor, or several of one type side by side, such as three of 64 columns. For each
// block and shift, and each column j of all of them:
//
//	lhs_tile[64/p*i + a][x] = lhs[shift][i][64/p*block + a][row + x]
//	window[64/p*i + a][j]   = rhs[line + 64/p*block + a][column + starts[i] + offsets[i] + step*shift + j]
//	result += transpose(lhs_tile) * window
//
// column is a multiple of 8. Elements outside the arrays are zero. Both arrays are tensor maps ([TensorMap]). Tiles of
// the filter are copied asynchronously to shared memory, stages of them ahead. A patch with all windows of a block is
// copied, too. Threads transpose it while products of the block before run. All shifts share the transposed patch.
// Nothing may write the arrays while the kernel runs.
var WindowDot = ir.OpDef{
	Name:    "tilegpu.window_dot",
	Summary: "matrix product of tiles of a filter and windows of an image",
	Operands: []ir.ValueDef{
		{Name: "lhs", Type: constraints.AnyType}, {Name: "row", Type: constraints.I32},
		{Name: "rhs", Type: constraints.AnyType}, {Name: "line", Type: constraints.I32},
		{Name: "column", Type: constraints.I32}, {Name: "from", Type: constraints.I32},
		{Name: "to", Type: constraints.I32}, {Name: "acc", Type: constraints.AnyRankedTensor, Arity: ir.Variadic},
	},
	Results: []ir.ValueDef{{Name: "result", Type: constraints.AnyRankedTensor, Arity: ir.Variadic}},
	Attrs: []ir.OpAttr{{Name: lhsTileName, Attr: constraints.Type}, {Name: startsName, Attr: constraints.DenseI64Array},
		{Name: offsetsName, Attr: constraints.DenseI64Array}, {Name: shiftsName, Attr: constraints.I32Attr},
		{Name: stepName, Attr: constraints.I32Attr}, {Name: stagesName, Attr: constraints.I32Attr}},
	Traits: ir.Pure,
	TypeRules: []ir.TypeRule{{From: "result", To: "acc", Summary: "the results are of the types of the accumulators",
		Map: func(_ *ir.Context, t ir.Type) ir.Type { return t }}},
	Assembly: `$lhs '[' $row ']' 'by' $rhs '[' $line ',' $column ']' 'from' $from 'to' $to ',' $acc attr-dict ':' ` +
		`type($lhs) ',' type($rhs) '->' type($result)`,
	Verify: verifyWindowDot,
}

// The attributes of products with windows.
const (
	lhsTileName = "lhs_tile"
	startsName  = "starts"
	offsetsName = "offsets"
	shiftsName  = "shifts"
	stepName    = "step"
	stagesName  = "stages"
)

// WindowProduct is a view of a `tilegpu.window_dot`.
type WindowProduct struct{ *ir.Operation }

// AsWindowProduct returns op as a product with windows; ok is false when it is something else.
func AsWindowProduct(op *ir.Operation) (p WindowProduct, ok bool) {
	return WindowProduct{op}, op != nil && op.Is(&WindowDot)
}

// LHS and RHS return the tensor maps of the filter and of the image.
func (p WindowProduct) LHS() *ir.Value { return p.Operand(0) }
func (p WindowProduct) RHS() *ir.Value { return p.Operand(2) }

// Row returns the first row of the result in the filter. Line and Column return where the first window begins in the
// image.
func (p WindowProduct) Row() *ir.Value    { return p.Operand(1) }
func (p WindowProduct) Line() *ir.Value   { return p.Operand(3) }
func (p WindowProduct) Column() *ir.Value { return p.Operand(4) }

// From and To return the bounds of the blocks' numbers.
func (p WindowProduct) From() *ir.Value { return p.Operand(5) }
func (p WindowProduct) To() *ir.Value   { return p.Operand(6) }

// Accumulators returns the tensors that the products are added to, side by side.
func (p WindowProduct) Accumulators() []*ir.Value { return p.OperandRange(7, p.NumOperands()) }

// Columns returns the number of columns of all results.
func (p WindowProduct) Columns() int64 {
	return int64(p.NumResults()) * p.Result(0).Type().(*ir.TensorType).Shape()[1]
}

// Tile returns the type of the filter's tiles: a row for each channel of a block.
func (p WindowProduct) Tile() *ir.TensorType {
	a, _ := p.Inherent(lhsTileName).(*ir.TypeAttr)
	t, _ := a.Value.(*ir.TensorType)
	return t
}

// Starts and Offsets have, for each of the image's rows in a line, the aligned column where copies begin, and how many
// columns further on the row begins.
func (p WindowProduct) Starts() []int64  { return p.Inherent(startsName).(*ir.DenseArrayAttr).Ints() }
func (p WindowProduct) Offsets() []int64 { return p.Inherent(offsetsName).(*ir.DenseArrayAttr).Ints() }

// Shifts returns the number of windows of a block, and Step by how many columns each begins behind the one before.
// Stages returns the number of the filter's tiles that are in shared memory at the same time.
func (p WindowProduct) Shifts() int64 { return p.number(shiftsName) }
func (p WindowProduct) Step() int64   { return p.number(stepName) }
func (p WindowProduct) Stages() int64 { return p.number(stagesName) }

func (p WindowProduct) number(name string) int64 { return p.Inherent(name).(*ir.IntegerAttr).Int64() }

// WindowChannels is the number of channels of a block: those of a row of WindowRowBytes, which have the widest swizzle
// pattern. windowUnit is the number of elements in 16 bytes.
const (
	WindowChannels = 64
	WindowRowBytes = 128
	windowUnit     = 8
)

// Pitch returns the number of columns of a patch: those of all windows of a block. It is an odd multiple of 8, so that
// 8 rows of a patch, 16 bytes of each, are in different banks.
func (p WindowProduct) Pitch() int64 {
	n := slices.Max(p.Offsets()) + (p.Shifts()-1)*p.Step() + p.Columns()
	n = (n + windowUnit - 1) / windowUnit
	return (n | 1) * windowUnit
}

// Ahead returns how many rows a transposed patch has ahead of the first window: those of columns before a row of the
// image.
func (p WindowProduct) Ahead() int64 {
	return (slices.Max(p.Offsets()) + windowUnit - 1) / windowUnit * windowUnit
}

// PatchBytes and TransposedBytes return the sizes of a patch in shared memory, as copies write it and transposed.
func (p WindowProduct) PatchBytes() int64      { return p.Pitch() * WindowRowBytes }
func (p WindowProduct) TransposedBytes() int64 { return (p.Ahead() + p.Pitch()) * WindowRowBytes }

// mostOfBox is the size of a box along a dimension that a bulk copy can move (CUDA driver API, cuTensorMapEncodeTiled).
const mostOfBox = 256

func verifyWindowDot(op *ir.Operation) error {
	p := WindowProduct{op}
	for _, v := range []*ir.Value{p.LHS(), p.RHS()} {
		if _, ok := v.Type().(*tile.PtrType); !ok {
			return op.Errorf("expected a pointer to a tensor map, but got %s", ir.Quote(v.Type()))
		}
	}
	for _, v := range op.ResultValues() {
		if v.Type() != op.Result(0).Type() {
			return op.Errorf("results side by side must be of one type, but are %s and %s", ir.Quote(op.Result(0).Type()),
				ir.Quote(v.Type()))
		}
	}
	if op.NumResults() == 0 {
		return op.Errorf("needs an accumulator")
	}
	sum, t := op.Result(0).Type().(*ir.TensorType).Shape(), p.Tile()
	if t == nil || len(t.Shape()) != 2 || t.Shape()[0] != WindowChannels || ir.BitWidth(t.ElementType()) != 16 ||
		len(sum) != 2 || t.Shape()[1] != sum[0] || sum[0]%WindowChannels != 0 || sum[1]%windowUnit != 0 {
		return op.Errorf("a tile of the filter must have %d rows, one for each channel of a block, and a column of 16 bits "+
			"for each row of the result, whose numbers of rows and columns must be multiples of %d and %d, but the tile is %s "+
			"and the result %s", WindowChannels, WindowChannels, windowUnit, ir.Quote(p.Inherent(lhsTileName)),
			ir.Quote(op.Result(0).Type()))
	}
	n := int64(len(p.Starts()))
	if n == 0 || n > windowUnit || n&(n-1) != 0 || len(p.Offsets()) != int(n) {
		return op.Errorf("a line must have 1, 2, 4 or 8 rows of the image, each with a start and an offset, but there are "+
			"%d starts and %d offsets", n, len(p.Offsets()))
	}
	for i, start := range p.Starts() {
		if at := p.Offsets()[i]; start%windowUnit != 0 || at < 0 || at >= windowUnit {
			return op.Errorf("row %d of a line starts at column %d with offset %d: starts must be multiples of %d, and offsets "+
				"less than that", i, start, at, windowUnit)
		}
	}
	if p.Shifts() < 1 || p.Step() < 1 || p.Stages() < 2 {
		return op.Errorf("needs at least 1 shift, a step of 1, and 2 stages, but has %d, %d and %d", p.Shifts(), p.Step(),
			p.Stages())
	}
	if p.Shifts() > mostOfBox || p.Step() > mostOfBox || p.Columns() > mostOfBox || p.Pitch() > mostOfBox {
		return op.Errorf("windows of a block take more than the %d columns that a bulk copy can move", mostOfBox)
	}
	return nil
}
