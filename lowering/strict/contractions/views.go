package contractions

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// tileOfViews computes the tile of the output at row i and column j of tiles, or several side by side. It loads tiles
// of lhs and rhs through views.
func (l *lowering) tileOfViews(i, j number) {
	var tiles [][3]*ir.Value
	first, row := l.mul(j, known(l.beside)), l.narrow(i)
	for n := range l.beside {
		tiles = append(tiles, [3]*ir.Value{row, l.narrow(l.add(first, known(n)))})
	}
	sums := l.shared(func() []*ir.Value { return l.sumsOfViews(tiles) })
	for n, at := range tiles {
		var others []*ir.Value
		for i, v := range l.Others {
			others = append(others, l.otherView(v, l.Axes[i], at))
		}
		l.storeView(l.finish(sums[n], others), at)
	}
}

// sumsOfViews makes the loop that multiplies the tiles along K and adds up the products. For each tile of the output,
// which are side by side, it has the tile's number along rows and columns.
func (l *lowering) sumsOfViews(tiles [][3]*ir.Value) []*ir.Value {
	loop := l.loopOfSum(func(step *ir.Value, sums []*ir.Value) {
		var lhs *ir.Value
		for i, at := range tiles {
			if at[products] = step; i == 0 {
				lhs = l.loadView(l.LHS, l.A, at, rows, products)
			}
			rhs := l.loadView(l.RHS, l.B, at, products, columns)
			sums[i] = tile.NewDot(l.b, lhs, rhs, sums[i], tile.PrecisionOf(l.Operation))
		}
	})
	l.copyAhead(loop)
	return loop.ResultValues()
}

// view returns the shape and the indices of a tile of an array whose axes are the given letters. at has the tile's
// number along rows, columns and products.
func (l *lowering) view(letters []contract.Letter, at [3]*ir.Value) (shape []int64, index []*ir.Value) {
	for _, letter := range letters {
		if axis := l.axis(letter); axis >= 0 {
			shape, index = append(shape, l.shape[axis]), append(index, at[axis])
		} else {
			shape, index = append(shape, 1), append(index, l.narrow(l.values[letter]))
		}
	}
	return shape, index
}

// axis returns the axis of a tile that a letter belongs to: rows, columns or products; -1 for a batch letter.
func (l *lowering) axis(letter contract.Letter) int {
	return slices.Index([]contract.Letter{l.m[0], l.n[0], l.k[0]}, letter)
}

func lettersOf(axes []contract.Axis) (out []contract.Letter) {
	for _, axis := range axes {
		out = append(out, axis.Expr.(contract.Letter))
	}
	return out
}

// loadView returns the tile of an operand as a matrix. first and second are the axes of its dimensions, such as rows
// and products.
func (l *lowering) loadView(v *ir.Value, axes []contract.Axis, at [3]*ir.Value, first, second int) *ir.Value {
	letters := lettersOf(axes)
	shape, index := l.view(letters, at)
	loaded := tile.NewLoadView(l.b, v, shape, tile.PadZero, index...)
	if second == columns {
		l.markAnywhere(loaded.DefiningOp())
	}
	return l.matrix(loaded, letters, first, second)
}

// matrix drops the batch dimensions of a tile, and transposes it if its dimensions are not in the order first, second.
func (l *lowering) matrix(v *ir.Value, letters []contract.Letter, first, second int) *ir.Value {
	order := slices.DeleteFunc(slices.Clone(letters), func(c contract.Letter) bool { return l.axis(c) < 0 })
	if len(order) < len(letters) {
		v = tile.NewReshape(l.b, v, l.shape[l.axis(order[0])], l.shape[l.axis(order[1])])
	}
	if l.axis(order[0]) == second {
		v = tile.NewPermute(l.b, v, 1, 0)
	}
	return v
}

// storeView stores a tile of rows and columns.
func (l *lowering) storeView(v *ir.Value, at [3]*ir.Value) {
	letters := lettersOf(l.C)
	shape, index := l.view(letters, at)
	if slices.Index(letters, l.m[0]) > slices.Index(letters, l.n[0]) {
		v = tile.NewPermute(l.b, v, 1, 0)
	}
	if len(shape) > 2 {
		v = tile.NewReshape(l.b, v, shape...)
	}
	l.markAnywhere(tile.NewStoreView(l.b, v, l.Output, index...))
}

// otherView returns a tile of an operand of the epilogue, broadcast along the axes that it lacks.
func (l *lowering) otherView(v *ir.Value, letters []contract.Letter, at [3]*ir.Value) *ir.Value {
	full := []int64{l.shape[rows], l.shape[columns]}
	if len(letters) == 0 {
		return tile.NewSplat(l.b, tile.NewLoad(l.b, l.address(v), nil, nil), full...)
	}
	shape, index := l.view(letters, at)
	loaded := tile.NewLoadView(l.b, v, shape, tile.PadZero, index...)
	row, column := slices.Contains(letters, l.m[0]), slices.Contains(letters, l.n[0])
	if column {
		l.markAnywhere(loaded.DefiningOp())
	}
	switch {
	case row && column:
		return l.matrix(loaded, letters, rows, columns)
	case row:
		return l.along(tile.NewReshape(l.b, loaded, full[0]), 0, full)
	case column:
		return l.along(tile.NewReshape(l.b, loaded, full[1]), 1, full)
	}
	return tile.NewBroadcast(l.b, tile.NewReshape(l.b, loaded, 1, 1), full...)
}
