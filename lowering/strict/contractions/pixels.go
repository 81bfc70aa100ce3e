package contractions

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
)

// Rows or columns of a tile may be consecutive pixels of a convolution's output, image by image and row by row, instead
// of a box. Then no pixel is computed that the output does not have, but in the last tile, and all pixels of a filter
// in a tile are neighbors in an output with channels first. One copy (of mode im2col) loads them for each place of the
// filter, where boxes of 32 pixels took seven.

// pixels describes consecutive pixels of an operand: its axes are images, one to three axes of pixels, and channels.
type pixels struct {
	window  tile.Pixels
	letters []contract.Letter // of images and of the axes of pixels
	offsets []contract.Expr   // what else is in the axes of pixels, less its least value
	size    int64             // the pixels of a tile
	all     int64             // the pixels of the output
}

// pixelsOf returns the pixels of tiles of operand i, for the given letters of rows or columns; nil if boxes are as
// good, or if they are not what copies can load. Where bulk copies store tiles, these must be boxes.
func (p *plan) pixelsOf(i int, along contract.Letter, letters []contract.Letter, shape [3]int64) *pixels {
	v, axes := [2]*ir.Value{p.LHS, p.RHS}[i], [2][]contract.Axis{p.A, p.B}[i]
	t := v.Type().(*tile.ArrayType)
	last := t.Rank() - 1
	if t.Rank() < 3 || t.Rank() > mapRank || len(letters) != last || axes[last].Expr != contract.Expr(along) ||
		i != columns || p.mapsOutput() || p.hasEmpty() || p.Programs != tile.FewPrograms {
		return nil
	}
	x := &pixels{size: shape[i], all: 1}
	for d, axis := range axes[:last] {
		k := slices.IndexFunc(letters, func(l contract.Letter) bool { return coefficient(axis.Expr, l) > 0 })
		if k < 0 || slices.Contains(x.letters, letters[k]) || contract.Contains(axis.Expr, along) ||
			d == 0 && axis.Expr != contract.Expr(letters[k]) ||
			slices.ContainsFunc(p.batch, func(l contract.Letter) bool { return contract.Contains(axis.Expr, l) }) {
			return nil
		}
		l := letters[k]
		if x.letters, x.all = append(x.letters, l), x.all*p.known[l]; d > 0 && !p.addAxis(x, i, d, l) {
			return nil
		}
	}
	if !tensorcores.PossiblePixels(t, x.window, shape[i]*[2]int64{1, p.beside}[i], shape[products]) {
		return nil
	}
	return x
}

// hasPixels reports whether the rows or columns of a tile are consecutive pixels.
func (p *plan) hasPixels(axis int) bool { return p.boxes != nil && p.boxes.pixels[axis] != nil }

// hasEmpty reports whether a letter has no values.
func (p *plan) hasEmpty() bool {
	for _, n := range p.known {
		if n == 0 {
			return true
		}
	}
	return false
}

// addAxis adds axis d of operand i, an axis of pixels that a letter counts. It reports whether a copy's offset can be
// what else is in the axis, which must be of letters of K.
func (p *plan) addAxis(x *pixels, i, d int, l contract.Letter) bool {
	axes := [2][]contract.Axis{p.A, p.B}[i]
	axis, span := axes[d], [2][]contract.Span{p.extents.A, p.extents.B}[i][d]
	for _, other := range slices.Concat(p.m, p.n) {
		if other != l && contract.Contains(axis.Expr, other) {
			return false
		}
	}
	step := coefficient(axis.Expr, l)
	if span.Empty || span.Max-span.Min-step*(p.known[l]-1) > tensorcores.MostOffset(len(axes)) {
		return false
	}
	x.offsets = append(x.offsets, &contract.Binary{Op: "-", X: axis.Expr, Y: contract.Const(span.Min)})
	w := &x.window
	w.Counts, w.Lower, w.Steps = append(w.Counts, p.known[l]), append(w.Lower, span.Min), append(w.Steps, step)
	return true
}

// tileBeside returns the number of tile n of those side by side, at column j of what programs compute. All tiles of
// consecutive pixels are loaded as pixels behind those of the first one.
func (l *lowering) tileBeside(j number, n int64) number {
	if l.boxes.pixels[columns] != nil {
		n = 0
	}
	return l.add(l.mul(j, known(l.beside)), known(n))
}

// loadPixels loads pixels of operand i, from after pixels behind the given values of the letters on.
func (l *lowering) loadPixels(i int, origins map[contract.Letter]number, after int64) *ir.Value {
	x, v := l.boxes.pixels[i], [2]*ir.Value{l.LHS, l.RHS}[i]
	within, indices, offsets := map[contract.Letter]number{}, []*ir.Value(nil), []*ir.Value(nil)
	for letter, n := range origins {
		within[letter] = n
	}
	for _, letter := range x.letters {
		indices, within[letter] = append(indices, l.narrow(origins[letter])), known(0)
	}
	for _, offset := range x.offsets {
		offsets = append(offsets, l.narrow(l.evalOf(offset, within)))
	}
	indices = append(indices, l.narrow(origins[l.boxes.along]))
	return tile.NewLoadPixels(l.b, v, indices, offsets, x.window, after, x.size, l.shape[products])
}

// atPixels sets the values of the letters of n rows or columns that are consecutive pixels, and returns a mask of those
// in the output; nil if all are.
func (l *lowering) atPixels(axis int, first number, n int64) *ir.Value {
	x := l.boxes.pixels[axis]
	flat := l.iota(first, n)
	l.digitsOfPixels(flat, x)
	if x.all%(x.size*[2]int64{1, l.beside}[axis]) == 0 {
		return nil
	}
	return l.below(flat, known(x.all))
}

// digitsOfPixels sets the values of letters to the digits of the numbers of pixels. Neighboring letters along which the
// output is one row count together, as the last of them: addresses are then seen to follow each other.
func (l *lowering) digitsOfPixels(flat number, x *pixels) {
	of := map[contract.Letter]number{}
	for _, letter := range x.letters {
		of[letter] = l.of[letter]
	}
	joined := slices.Clone(x.letters)
	for k := len(joined) - 2; k >= 0 && len(l.Others) == 0; k-- {
		slow, fast := joined[k], joined[k+1]
		if n := of[fast].n; l.strideOfOutput(slow) == n*l.strideOfOutput(fast) {
			of[fast], l.values[slow] = known(n*of[slow].n), known(0)
			joined = slices.Delete(joined, k, k+1)
		}
	}
	l.digits(flat, joined, of, l.values)
}

// strideOfOutput returns the stride of the output's axis that is a letter.
func (l *lowering) strideOfOutput(letter contract.Letter) int64 {
	at := slices.IndexFunc(l.C, func(a contract.Axis) bool { return a.Expr == contract.Expr(letter) })
	return l.Output.Type().(*tile.ArrayType).Strides()[at]
}

// storePixels stores tiles side by side whose columns are consecutive pixels, joined to one whose columns are a power
// of two, at row i and column j of what programs compute.
func (l *lowering) storePixels(whole *ir.Value, i, j number) {
	size, n := l.shape[columns], l.wholeTiles()*l.shape[columns]
	origins := l.origins(i, l.mul(j, known(l.beside)))
	down := l.rangeOf(rows, l.m, l.boxes.rows, origins)
	across := part{letters: l.n, axis: columns}
	across.inside = l.atPixels(columns, l.mul(j, known(l.beside*size)), n)
	if n > l.beside*size {
		across.inside = and(l.b, across.inside, l.below(l.iota(known(0), n), known(l.beside*size)))
	}
	l.shape[columns] = n
	l.storeResult(whole, down, across)
	l.shape[columns] = size
}
