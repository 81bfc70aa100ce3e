package tile

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/ir"
)

// ViewType is `!tile.view<tile = [8, 16], order = [1, 0], steps = [4, 16], padding = zero, !tile.array<?x?xf32>>`: the
// tile space of an array. Dimension i of a tile is along dimension order[i] of the array, and consecutive tiles along
// it are steps[i] elements apart. Tiles overlap if a step is less than the tile's size, and there are gaps if it is
// greater. By default, the order is that of the array, steps are the sizes of the tile, and elements outside the bounds
// are undetermined.
type ViewType struct {
	ir.TypeBase
	array              *ArrayType
	tile, order, steps []int64
	padding            Padding
}

var viewDef = ir.TypeDef{Dialect: "tile", Mnemonic: "view", Summary: "tile space of an array", Parse: parseView}

// Array returns the array's type.
func (t *ViewType) Array() *ArrayType { return t.array }

// Tile returns the size of a tile. Callers must not change the slice.
func (t *ViewType) Tile() []int64 { return t.tile }

// Order returns the dimension of the array that each dimension of a tile is along. Callers must not change the slice.
func (t *ViewType) Order() []int64 { return t.order }

// Steps returns the distance of consecutive tiles along each dimension in elements. Callers must not change the slice.
func (t *ViewType) Steps() []int64 { return t.steps }

// Padding returns the padding mode of elements outside the bounds.
func (t *ViewType) Padding() Padding { return t.padding }

// Def returns the definition of the type's kind.
func (t *ViewType) Def() *ir.TypeDef { return &viewDef }

// PrintBody appends the text after the mnemonic.
func (t *ViewType) PrintBody(p *ir.Printer) {
	p.Text("<")
	printList(p, "tile", t.tile)
	if !slices.Equal(t.order, identityOrder(len(t.tile))) {
		p.Text(", ")
		printList(p, "order", t.order)
	}
	if !slices.Equal(t.steps, t.tile) {
		p.Text(", ")
		printList(p, "steps", t.steps)
	}
	if t.padding != PadUndetermined {
		p.Text(", padding = " + Paddings.Name(t.padding))
	}
	p.Text(", ")
	p.Type(t.array)
	p.Text(">")
}

// String returns the type's text.
func (t *ViewType) String() string { return ir.TypeText(t) }

type viewKey struct {
	array   *ArrayType
	dims    string // tile, order and steps
	padding Padding
}

// View returns the type of an array's tile space. If order is nil, it is that of the array. If steps is nil, they are
// the sizes of the tile.
func View(ctx *ir.Context, array *ArrayType, tile, order, steps []int64, padding Padding) *ViewType {
	if order == nil {
		order = identityOrder(len(tile))
	}
	if steps == nil {
		steps = tile
	}
	return ir.Intern(ctx, viewKey{array, fmt.Sprint(tile, order, steps), padding}, func(viewKey) *ViewType {
		return &ViewType{array: array, tile: slices.Clone(tile), order: slices.Clone(order), steps: slices.Clone(steps),
			padding: padding}
	})
}

func identityOrder(rank int) []int64 {
	order := make([]int64, rank)
	for i := range order {
		order[i] = int64(i)
	}
	return order
}

func printList(p *ir.Printer, name string, list []int64) {
	p.Text(name + " = [")
	for i, n := range list {
		if i > 0 {
			p.Text(", ")
		}
		p.Int(n)
	}
	p.Text("]")
}

func parseView(p ir.Parser) ir.Type {
	p.Literal("<")
	p.Literal("tile")
	at := p.Pos()
	tile := parseSetting(p)
	if !p.Failed() && !isTile(tile) {
		p.Errorf(at, "expected the size of a tile of at most %d elements, in powers of two or sums of up to four of them "+
			"that are at least 8, but got %v", MaxElements, tile)
	}
	var order, steps []int64
	padding := PadUndetermined
	if p.TryLiteral("order") {
		pos := p.Pos()
		order = parseSetting(p)
		if !p.Failed() && !isPermutation(order, len(tile)) {
			p.Errorf(pos, "order must name each of the %d dimensions once, but got %v", len(tile), order)
		}
	}
	if p.TryLiteral("steps") {
		pos := p.Pos()
		steps = parseSetting(p)
		if !p.Failed() && (len(steps) != len(tile) || slices.Min(steps) < 1) {
			p.Errorf(pos, "expected %d steps that are at least 1, but got %v", len(tile), steps)
		}
	}
	if p.TryLiteral("padding") {
		p.Literal("=")
		padding = parsePadding(p)
		p.Literal(",")
	}
	pos := p.Pos()
	array, ok := p.Type().(*ArrayType)
	p.Literal(">")
	switch {
	case p.Failed():
		return nil
	case !ok:
		p.Errorf(pos, "expected the type of an array")
		return nil
	case array.Rank() != len(tile):
		p.Errorf(pos, "a tile must have the array's %d dimensions, but got %d", array.Rank(), len(tile))
		return nil
	case paddingProblem(padding, array.elem) != "":
		p.Errorf(pos, "padding %s %s, but the array has %s", Paddings.Name(padding), paddingProblem(padding, array.elem),
			ir.Quote(array.elem))
		return nil
	}
	return View(p.Context(), array, tile, order, steps, padding)
}

// parseSetting reads a list as in `= [1, 2],`.
func parseSetting(p ir.Parser) []int64 {
	list := []int64{}
	p.Literal("=")
	p.Literal("[")
	for more := !p.Failed(); more; more = p.TryLiteral(",") {
		list = append(list, p.Int64())
	}
	p.Literal("]")
	p.Literal(",")
	return list
}

func parsePadding(p ir.Parser) Padding {
	pos := p.Pos()
	name := p.Keyword()
	mode, ok := Paddings.Parse(name)
	if !ok && !p.Failed() {
		p.Errorf(pos, "expected a padding mode (undetermined, zero, neg_zero, nan, pos_inf or neg_inf), but got '%s'", name)
	}
	return mode
}

// paddingProblem returns why elements of a type cannot have the value of a padding mode, or "" if they can.
func paddingProblem(mode Padding, elem ir.Type) string {
	t, isFloat := elem.(*ir.FloatType)
	switch {
	case mode <= PadZero && !isFloat, mode == PadUndetermined:
		return ""
	case !isFloat:
		return "needs floats"
	case mode == PadZero && !t.Format.HasZero():
		return "needs a type with zero"
	case mode == PadNegZero && !t.Format.HasNegativeZero():
		return "needs a type with negative zero"
	case mode == PadNaN && !t.Format.HasNaN():
		return "needs a type with NaN"
	case (mode == PadPosInf || mode == PadNegInf) && !t.Format.HasInf():
		return "needs a type with infinities"
	}
	return ""
}

// isPermutation reports whether order is a permutation of the numbers below rank.
func isPermutation(order []int64, rank int) bool {
	return slices.Equal(slices.Sorted(slices.Values(order)), identityOrder(rank))
}
