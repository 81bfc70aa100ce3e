package contractions

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
)

// boxes describes tiles that are boxes of the operands: each letter has a range of values in a tile. For example, in
// the convolution "n(h+r)(w+s)c,krsc->nhwk", a tile of 128 rows and 64 products can have 2 values of h, 64 of w and 64
// of c, and one value of n, r and s. For each r and s, the tile of the image is then a box that a bulk copy can load.
type boxes struct {
	of map[contract.Letter]int64 // how many values of a letter a tile has; 1 for letters that are not listed
	// rows and columns are the letters of M and N of which a tile has several values, the fastest last.
	rows, columns []contract.Letter
	along         contract.Letter // the letter of K of which a tile has several values
	first         [2]bool         // whether along is the first dimension of the matrix in memory, for lhs and rhs
	outermost     bool            // along changes the slowest in a sum, instead of the fastest (order.go)
	// pieces has, for lhs and rhs, how many values of along are in each box, if several boxes side by side make a tile;
	// else 0. In "n(h+sh[c])(w+sw[c])c,ck->nhwk", boxes have as many channels as have the same shifts.
	pieces   [2]int64
	operands [2]described
	// pixels has, for lhs and rhs, the pixels that are rows or columns of a tile if these are consecutive ones instead of
	// a box (pixels.go); else nil.
	pixels [2]*pixels
}

// size returns how many values of a letter a tile has.
func (b *boxes) size(l contract.Letter) int64 { return max(1, b.of[l]) }

// hasPieces reports whether a tile of an operand consists of several boxes.
func (b *boxes) hasPieces() bool { return b.pieces != [2]int64{} }

// tiles returns the number of tiles along the given letters: the product of their numbers of ranges.
func (b *boxes) tiles(p *plan, letters []contract.Letter) int64 {
	for i, all := range [2][]contract.Letter{p.m, p.n} {
		if x := b.pixels[i]; x != nil && slices.Equal(letters, all) {
			return ceil(x.all, x.size)
		}
	}
	n := int64(1)
	for _, l := range letters {
		n *= ceil(p.known[l], b.size(l))
	}
	return n
}

// String returns the ranges, as in "h 2, w 64, k 128, c 64".
func (b *boxes) String() string {
	var parts []string
	for _, l := range slices.Concat(b.rows, b.columns, []contract.Letter{b.along}) {
		parts = append(parts, fmt.Sprintf("%s %d", l, b.of[l]))
	}
	text := strings.Join(parts, ", ")
	for i, x := range b.pixels {
		if x != nil {
			text += fmt.Sprintf("; %s of a tile are consecutive values of %s, which one copy of mode im2col loads",
				[2]string{"rows", "columns"}[i], spell(x.letters))
		}
	}
	if b.outermost {
		text += fmt.Sprintf("; %s changes slowest in a sum, so that windows which overlap are read one after the other",
			b.along)
	}
	for i, n := range b.pieces {
		if n > 0 {
			text += fmt.Sprintf("; a tile of %s is several boxes side by side, each of %d values of %s, which have the same "+
				"indices along the other axes", [2]string{"lhs", "rhs"}[i], n, b.along)
		}
	}
	return text
}

func ceil(n, by int64) int64 { return (n + by - 1) / by }

// maxWaste bounds the number of elements in all tiles, relative to the number of elements within the extents.
const maxWaste = 2

// waste returns the number of elements in all tiles, relative to the number of elements within the extents.
func (b *boxes) waste(p *plan) float64 {
	waste := 1.0
	for _, x := range b.pixels {
		if x != nil {
			waste *= float64(ceil(x.all, x.size)*x.size) / float64(x.all)
		}
	}
	for _, l := range slices.Concat(b.rows, b.columns, []contract.Letter{b.along}) {
		waste *= float64(ceil(p.known[l], b.size(l))*b.size(l)) / float64(max(1, p.known[l]))
	}
	return waste
}

// chooseBoxes finds tiles that are boxes of both operands. It returns nil and the reason if there are none that bulk
// copies can load, or if they would not fit the extents well. Such tiles are for tensor cores only.
func (p *plan) chooseBoxes() (*boxes, string) {
	x, y := p.LHS.Type().(*tile.ArrayType).ElementType(), p.RHS.Type().(*tile.ArrayType).ElementType()
	switch {
	case ir.BitWidth(x) > 16:
		return nil, fmt.Sprintf("elements have %d bits", ir.BitWidth(x))
	case p.extents == nil:
		return nil, "sizes or strides are dynamic, or a table is an array"
	case p.Scatters():
		return nil, "several sums are added to one element"
	case len(p.k) == 0 || len(p.n) == 0 || len(p.m) == 0:
		return nil, "there are no letters of M, N or K"
	}
	if err := tensorcores.CheckRingTypes(x, y, p.Accumulator, tile.PrecisionIEEE); err != nil {
		return nil, err.Error()
	}
	kernel, ok := tile.AsKernel(p.Parent())
	for i, v := range [2]*ir.Value{p.LHS, p.RHS} {
		name := [2]string{"lhs", "rhs"}[i]
		switch {
		case !ok || v.ArgumentOf() != kernel.Entry():
			return nil, name + " is not a kernel argument"
		case kernel.MayOverlap(v.Index()):
			return nil, name + " may overlap what is written"
		case !tensorcores.Aligned(kernel, v) || tensorcores.IsTransposed(v.Type().(*tile.ArrayType)):
			return nil, name + " has no tensor map: its address and rows must be multiples of 16 bytes (tile.divisibility), " +
				"its last stride 1, its dimensions 2 to 5"
		}
	}
	for _, l := range slices.Backward(p.k) {
		if b := p.boxesAlong(l); b != nil {
			return b, ""
		}
	}
	return nil, "no tile is a box of both operands whose rows begin at multiples of 16 bytes"
}

// leastFirst is the least number of rows or columns of a tile along a contiguous letter: a product of warp groups has
// 64 rows.
const leastFirst = 64

// boxesAlong finds boxes that have several values of one letter of K.
func (p *plan) boxesAlong(along contract.Letter) *boxes {
	b := &boxes{of: map[contract.Letter]int64{}, along: along,
		operands: [2]described{p.describe(0, p.m), p.describe(1, p.n)}}
	s := p.limits()
	shape := p.boxShape(s, along)
	shape[products] = min(shape[products], int64(1)<<bits.Len64(uint64(max(p.known[along], 1)-1)))
	if shape[products] < s.least[products] || !p.endsWithTiles(b, along, shape[products]) {
		return nil
	}
	b.of[along] = shape[products]
	for i, letters := range [2][]contract.Letter{p.m, p.n} {
		if b.pixels[i] = p.pixelsOf(i, along, letters, shape); b.pixels[i] != nil {
			continue
		}
		axes := b.operands[i].axes
		at := axisOf(axes, along)
		if at < 0 {
			at, b.pieces[i] = p.piecesOf(axes, along, shape[products], s.bits)
		}
		if at < 0 || len(axes) > mapRank {
			return nil
		}
		last := axes[len(axes)-1]
		var can []contract.Letter
		if b.first[i] = at != len(axes)-1; b.first[i] {
			if s.bits == 8 { // tensor cores take bytes along the sum alone
				return nil
			}
			for _, l := range letters { // the contiguous axis must be one of rows or columns
				if coefficient(last, l) == 1 && axisOf(axes, l) == len(axes)-1 {
					can = append(can, l)
				}
			}
			can = can[:min(len(can), 1)]
			if len(can) == 1 && p.Shape == nil {
				shape[i] = min(shape[i], max(leastFirst, int64(1)<<bits.Len64(uint64(max(p.known[can[0]], 1)-1))))
			}
		} else {
			can = inOrderOfAxes(axes, letters, at)
		}
		if len(can) == 0 || !p.divide(b, can, shape[i], p.loads(b, i, shape, can)) ||
			!b.beginsAligned(i, can, along, s.bits) {
			return nil
		}
		if i == 0 {
			b.rows = can
		} else {
			b.columns = can
		}
	}
	if b.pieces[rows] > 0 && b.waste(p) > maxWaste { // tiles that waste less may take more time to load
		p.divide(b, b.rows, shape[rows], sameLoads)
	}
	if b.waste(p) > maxWaste {
		return nil
	}
	p.shape = shape
	return b
}

// boxAlignment is the alignment of the rows of a box, in bytes. Bulk copies of other rows raise an illegal instruction
// error.
const boxAlignment = 16

// beginsAligned reports whether the rows of a box of operand i always begin at aligned addresses. The last axis must
// contain a letter with a range of values whose size is a multiple of the alignment, and everything else in the axis
// must be a multiple of it, too.
func (b *boxes) beginsAligned(i int, outer []contract.Letter, along contract.Letter, bits int) bool {
	last := b.operands[i].axes[len(b.operands[i].axes)-1]
	by := int64(8 * boxAlignment / bits)
	ranged := append(slices.Clone(outer), along)
	at := slices.IndexFunc(ranged, func(l contract.Letter) bool { return contract.Contains(last, l) })
	return at >= 0 && b.size(ranged[at])%by == 0 && isMultiple(last, ranged[at], by) &&
		(b.pieces[i] == 0 || ranged[at] == along)
}

// isMultiple reports whether an expression is a multiple of n whenever the letter of is.
func isMultiple(x contract.Expr, of contract.Letter, n int64) bool {
	switch x := x.(type) {
	case contract.Letter:
		return x == of
	case contract.Const:
		return int64(x)%n == 0
	case *contract.Neg:
		return isMultiple(x.X, of, n)
	case *contract.Binary:
		a, b := isMultiple(x.X, of, n), isMultiple(x.Y, of, n)
		return (x.Op == "+" || x.Op == "-") && a && b || x.Op == "*" && (a || b)
	}
	return false
}

// boxShape returns the numbers of rows, columns and products of a tile, before the latter is limited by the length of
// K.
func (p *plan) boxShape(s limits, along contract.Letter) [3]int64 {
	if p.Shape != nil {
		return [3]int64{p.Shape[rows], p.shape[columns], p.Shape[products]}
	}
	shape := s.views
	// Two such blocks run on a multiprocessor at the same time.
	shape[columns] = s.most[columns]
	if axes := p.describe(0, p.m).axes; axisOf(axes, along) < 0 { // fewer tiles load the pieces of lhs
		if _, n := p.piecesOf(axes, along, shape[products], s.bits); n > 0 {
			shape[columns] = min(s.views[columns], columnsPerWarp*int64(p.warps))
		}
	}
	if n, ok := p.count(p.n); ok {
		shape[columns] = min(shape[columns], max(s.least[columns], int64(1)<<bits.Len64(uint64(max(n, 1)-1))))
	}
	return shape
}

// endsWithTiles reports whether the last tile along a letter of K has only zeros beyond the letter's extent. That is so
// if the tile ends with the extent, or if both operands end there.
func (p *plan) endsWithTiles(b *boxes, l contract.Letter, size int64) bool {
	if p.known[l]%size == 0 {
		return true
	}
	for _, d := range b.operands {
		at := axisOf(d.axes, l)
		if !letterAt(d.axes, at, l) || d.shape[at] != p.known[l] {
			return false
		}
	}
	return true
}

// coefficient returns the coefficient of a letter in a linear expression; 0 if the expression is not linear in the
// letter.
func coefficient(x contract.Expr, l contract.Letter) int64 {
	switch x := x.(type) {
	case contract.Letter:
		if x == l {
			return 1
		}
	case *contract.Neg:
		return -coefficient(x.X, l)
	case *contract.Binary:
		switch c, isConst := x.X.(contract.Const); {
		case x.Op == "+":
			return sumOf(x, l, 1)
		case x.Op == "-":
			return sumOf(x, l, -1)
		case x.Op == "*" && isConst:
			return int64(c) * coefficient(x.Y, l)
		case x.Op == "*":
			if c, ok := x.Y.(contract.Const); ok {
				return int64(c) * coefficient(x.X, l)
			}
		}
	}
	return 0
}

// sumOf returns the coefficient of a letter in a sum (sign 1) or difference (sign -1). It is 0 if a part has the letter
// but is not linear in it.
func sumOf(x *contract.Binary, l contract.Letter, sign int64) int64 {
	a, b := coefficient(x.X, l), coefficient(x.Y, l)
	if a == 0 && contract.Contains(x.X, l) || b == 0 && contract.Contains(x.Y, l) {
		return 0
	}
	return a + sign*b
}

// maxRange is the largest number of values of a letter in a tile (CUDA driver API, cuTensorMapEncodeTiled: boxDim).
const maxRange = 256

// divide chooses how many values of each letter a tile has: powers of two with a given product. It minimizes the number
// of elements, with those beyond the extents, times what the loads of a tile cost. Among equal choices it prefers long
// ranges of the last letters.
func (p *plan) divide(b *boxes, letters []contract.Letter, product int64, loads func(ranges []int64) float64) bool {
	best, least := []int64(nil), math.Inf(1)
	var choose func(i int, left int64, ranges []int64, cost float64)
	choose = func(i int, left int64, ranges []int64, cost float64) {
		if i < 0 {
			if left != 1 {
				return
			}
			if cost *= loads(ranges); cost < least {
				best, least = slices.Clone(ranges), cost
			}
			return
		}
		for n := min(left, maxRange); n >= 1; n /= 2 {
			extent := max(1, p.known[letters[i]])
			ranges[i] = n
			choose(i-1, left/n, ranges, cost*float64(ceil(extent, n)*n)/float64(extent))
		}
	}
	choose(len(letters)-1, product, make([]int64, len(letters)), 1)
	for i, n := range best {
		b.of[letters[i]] = n
	}
	return best != nil
}
