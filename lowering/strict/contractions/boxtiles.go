package contractions

import (
	"maps"
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
)

// tileOfBoxes computes the tile of the output at a place, or several side by side.
func (l *lowering) tileOfBoxes(i, j number) {
	var tiles []map[contract.Letter]number
	for n := range l.beside {
		tiles = append(tiles, l.origins(i, l.tileBeside(j, n)))
	}
	sums := l.shared(func() []*ir.Value { return l.sumsOfBoxes(tiles) })
	if l.storesTogether() {
		l.storeTogether(sums, i, j)
		return
	}
	for n, origins := range tiles {
		down, across := l.rangeOf(rows, l.m, l.boxes.rows, origins), l.rangeOf(columns, l.n, l.boxes.columns, origins)
		for axis, at := range [2]number{i, l.add(l.mul(j, known(l.beside)), known(int64(n)))} {
			if x := l.boxes.pixels[axis]; x != nil {
				[2]*part{&down, &across}[axis].inside = l.atPixels(axis, l.mul(at, known(x.size)), x.size)
			}
		}
		if l.storesBoxes() {
			l.storeBox(l.sumsOf(sums[n], down, across), origins)
		} else {
			l.store(sums[n], down, across)
		}
	}
}

// Sizes, in bytes, of tiles of the output that bulk copies store: any tile of at most smallStored, and one of at most
// maxStored if three tiles of each operand take most of the shared memory of a multiprocessor, in which the output's
// tile still has room.
const (
	smallStored = 32 << 10
	maxStored   = 64 << 10
)

// hasRoomForStore reports whether shared memory has room for a tile of the output of the given size beside the tiles of
// the operands, without fewer blocks on a multiprocessor.
func (p *plan) hasRoomForStore(bytes int64) bool {
	operands := 3 * (p.shape[rows] + p.width()) * p.shape[products] * int64(p.limits().bits) / 8
	const most = costs.SharedPerBlock
	return bytes <= smallStored || bytes <= maxStored && operands > most/2 && operands+bytes <= most
}

// storesBoxes reports whether a tile is also a box of the output that bulk copies can store. The letters of rows and
// columns must be in the order of the output's axes, rows first or columns first.
func (p *plan) storesBoxes() bool {
	if p.boxes.pixels != [2]*pixels{} {
		return false
	}
	bytes := p.shape[rows] * p.width() * int64(ir.BitWidth(p.Output.Type().(*tile.ArrayType).ElementType())) / 8
	if !p.hasRoomForStore(bytes) || !p.mapsOutput() {
		return false
	}
	down, across := p.boxes.several(p.boxes.rows), p.boxes.several(p.boxes.columns)
	along := p.rangedInOutput()
	return slices.Equal(along, slices.Concat(down, across)) || slices.Equal(along, slices.Concat(across, down))
}

// mapsOutput reports whether the output can have a tensor map, through which bulk copies store.
func (p *plan) mapsOutput() bool {
	kernel, ok := tile.AsKernel(p.Parent())
	return ok && p.Output.ArgumentOf() == kernel.Entry() && tensorcores.Aligned(kernel, p.Output) &&
		!kernel.MayOverlap(p.Output.Index())
}

// several returns the letters of which a tile has several values.
func (b *boxes) several(letters []contract.Letter) []contract.Letter {
	return slices.DeleteFunc(slices.Clone(letters), func(l contract.Letter) bool { return b.size(l) == 1 })
}

// rangedInOutput returns the letters of which a tile has several values, in the order of the output's axes.
func (p *plan) rangedInOutput() (out []contract.Letter) {
	for _, axis := range p.C {
		letter := axis.Expr.(contract.Letter) // chooseBoxes excludes outputs with other axes
		if slices.Contains(slices.Concat(p.boxes.rows, p.boxes.columns), letter) && p.boxes.size(letter) > 1 {
			out = append(out, letter)
		}
	}
	return out
}

// storeBox stores a tile of the output as a box of it.
func (l *lowering) storeBox(v *ir.Value, origins map[contract.Letter]number) {
	if slices.Contains(l.boxes.columns, l.rangedInOutput()[0]) {
		v = tile.NewPermute(l.b, v, 1, 0)
	}
	var shape, ones []int64
	var index []*ir.Value
	for _, axis := range l.C {
		letter := axis.Expr.(contract.Letter)
		shape, ones = append(shape, l.boxes.size(letter)), append(ones, 1)
		index = append(index, l.narrow(origins[letter]))
	}
	t := l.Output.Type().(*tile.ArrayType)
	view := tile.NewView(l.b, l.Output, tile.View(l.Context(), t, shape, nil, ones, tile.PadUndetermined))
	l.markAnywhere(tile.NewStoreView(l.b, tile.NewReshape(l.b, v, shape...), view, index...))
}

// origins returns the first values of the outer letters in the tile at row i and column j of tiles.
func (l *lowering) origins(i, j number) map[contract.Letter]number {
	origins, counts := map[contract.Letter]number{}, map[contract.Letter]number{}
	for _, letter := range l.batch {
		origins[letter] = l.values[letter]
	}
	for axis, letters := range [2][]contract.Letter{l.m, l.n} {
		if x := l.boxes.pixels[axis]; x != nil {
			l.digits(l.mul([2]number{i, j}[axis], known(x.size)), x.letters, l.of, origins)
			continue
		}
		for _, letter := range letters {
			counts[letter], origins[letter] = known(ceil(l.known[letter], l.boxes.size(letter))), known(0)
		}
		at, several := [2]number{i, j}[axis], l.counting(letters)
		if l.digits(at, several, counts, origins); len(several) == 0 && axis == columns && l.exceed() {
			origins[letters[0]] = at // beyond the output for all tiles side by side but the first
		}
		for _, letter := range letters {
			origins[letter] = l.mul(origins[letter], known(l.boxes.size(letter)))
		}
	}
	return origins
}

// rangeOf sets the values of the letters of rows, or of columns. Letters with several values become tensors.
func (l *lowering) rangeOf(axis int, letters, ranged []contract.Letter, origins map[contract.Letter]number) part {
	within, extents := map[contract.Letter]number{}, map[contract.Letter]number{}
	for _, letter := range ranged {
		extents[letter] = known(l.boxes.size(letter))
	}
	l.digits(l.iota(known(0), l.shape[axis]), ranged, extents, within)
	return l.valuesOf(axis, letters, origins, within)
}

// valuesOf sets the values of letters of rows, or of columns, to the sums of their origins and of their values within a
// tile.
func (l *lowering) valuesOf(axis int, letters []contract.Letter, origins, within map[contract.Letter]number) part {
	p := part{letters: letters, axis: axis}
	for _, letter := range letters {
		l.values[letter] = origins[letter]
		offset, ranged := within[letter]
		if ranged {
			l.values[letter] = l.add(offset, origins[letter])
		}
		if ranged && l.known[letter]%l.boxes.size(letter) != 0 || l.mayExceed(axis, letter) {
			inside := l.below(l.values[letter], known(l.known[letter]))
			p.inside = and(l.b, p.inside, l.full(inside, []int64{l.shape[axis]}))
		}
	}
	return p
}

// sumsOfBoxes makes the loop that multiplies the boxes along K and adds up the products (order.go). For each tile of
// the output, which are side by side, it has the origins.
func (l *lowering) sumsOfBoxes(tiles []map[contract.Letter]number) []*ir.Value {
	letters, counts := l.orderOfSum(), map[contract.Letter]number{}
	for _, letter := range letters {
		counts[letter] = known(l.known[letter])
	}
	counts[l.boxes.along] = known(ceil(l.known[l.boxes.along], l.boxes.of[l.boxes.along]))
	if l.boxes.tiles(l.plan, l.k) == 0 {
		return slices.Repeat([]*ir.Value{l.zeros()}, len(tiles))
	}
	return l.loopOfSum(func(step *ir.Value, sums []*ir.Value) {
		at := map[contract.Letter]number{}
		l.digits(l.converted(step), letters, counts, at)
		if l.boxes.hasPieces() {
			l.piece = &piece{tile: at[l.boxes.along]}
			defer func() { l.piece = nil }()
		}
		at[l.boxes.along] = l.mul(at[l.boxes.along], known(l.boxes.of[l.boxes.along]))
		var lhs *ir.Value
		for i, origins := range tiles {
			if maps.Copy(origins, at); i == 0 {
				lhs = l.tileOfOperand(0, origins, 0)
			}
			rhs := l.tileOfOperand(1, origins, int64(i))
			sums[i] = tile.NewDot(l.b, lhs, rhs, sums[i], tile.PrecisionOf(l.Operation))
		}
	}).ResultValues()
}

// tileOfOperand loads the tile of operand i that begins at the given values of the letters, as a matrix: number n of
// the tiles side by side. If its pixels are consecutive, the values are those of the first of these tiles.
func (l *lowering) tileOfOperand(i int, origins map[contract.Letter]number, n int64) *ir.Value {
	if x := l.boxes.pixels[i]; x != nil {
		matrix := l.loadPixels(i, origins, n*x.size)
		if i == 1 {
			matrix = tile.NewPermute(l.b, matrix, 1, 0)
		}
		return matrix
	}
	v := l.boxed(i)
	outer, inner := l.shape[i], l.shape[products] // i is rows for lhs, columns for rhs
	if l.boxes.first[i] {
		outer, inner = inner, outer
	}
	var matrix *ir.Value
	if n := l.boxes.pieces[i]; n > 0 {
		l.piece.size, l.piece.number = n, 0
		matrix = l.joined(i, v, origins, l.boxes.along, l.shape[products]/n)
		l.piece.size = 0
	} else {
		matrix = tile.NewReshape(l.b, l.box(i, v, origins), outer, inner)
	}
	if l.boxes.first[i] == (i == 0) {
		matrix = tile.NewPermute(l.b, matrix, 1, 0)
	}
	return matrix
}

// box loads the box of operand i, described as the array v, that begins at the given values of the letters.
func (l *lowering) box(i int, v *ir.Value, origins map[contract.Letter]number) *ir.Value {
	var shape, ones []int64
	var index []*ir.Value
	axes := l.boxes.operands[i].axes
	for d, axis := range axes {
		n := int64(1)
		for letter, size := range l.boxes.of {
			if axisOf(axes, letter) == d {
				n = max(n, size)
			}
		}
		if l.boxes.pieces[i] > 0 && d == len(axes)-1 {
			n = l.boxes.pieces[i]
		}
		shape, ones = append(shape, n), append(ones, 1)
		index = append(index, l.narrow(l.evalOf(axis, origins)))
	}
	view := tile.NewView(l.b, v, tile.View(l.Context(), v.Type().(*tile.ArrayType), shape, nil, ones, tile.PadZero))
	load := tile.NewLoadView(l.b, view, shape, tile.PadUndetermined, index...)
	load.DefiningOp().SetAttr(tile.AnywhereName, l.Context().Unit())
	return load
}

// joined loads a tile that consists of n boxes along a letter, side by side. A tree of concatenations joins them, whose
// results all have sizes that tiles may have.
func (l *lowering) joined(i int, v *ir.Value, origins map[contract.Letter]number, along contract.Letter,
	n int64) *ir.Value {
	if n == 1 {
		l.piece.number++
		return tile.NewReshape(l.b, l.box(i, v, origins), l.shape[i], l.boxes.pieces[i])
	}
	right := maps.Clone(origins)
	right[along] = l.add(origins[along], known(n/2*l.boxes.pieces[i]))
	return tile.NewCat(l.b, l.joined(i, v, origins, along, n/2), l.joined(i, v, right, along, n/2), 1)
}
