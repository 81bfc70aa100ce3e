package contractions

import (
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// pieceBits is the size of the pieces of a tile that threads copy to shared memory at once (PTX ISA, cp.async).
const pieceBits = 128

// mostCells is the size of the tiles for which a block of sm_90 has room in shared memory, in bits, beside what threads
// exchange: most of [costs.SharedPerBlock].
const mostCells = 192 << 13

// chooseCellsOfPieces has tiles of warp groups copied ahead that are not boxes, but consist of aligned pieces. An
// example is "n(h+sh[c])(w+sw[c])c,ck->nhwk" if eight neighbors along c always have the same shifts: bulk copies cannot
// load a tile whose shifts differ, but threads can copy it piece by piece, so that it does not go through registers.
// With up to three tiles along the sum, that took more time than registers (contract-h100.md).
func (p *plan) chooseCellsOfPieces() {
	k, ok := p.count(p.k)
	if ok && p.groups && p.extents != nil && p.boxes == nil && !p.views && !p.lanes && p.parts == 1 &&
		k > cellsOfTiles*p.shape[products] && p.hasRoomForCells() && p.hasPieces(0) && p.hasPieces(1) {
		p.cells = cellsOfTiles
	}
}

// hasRoomForCells reports whether shared memory has room for several tiles of both operands.
func (p *plan) hasRoomForCells() bool {
	return cellsOfTiles*p.shape[products]*(p.shape[rows]+p.shape[columns])*int64(p.limits().bits) <= mostCells
}

// hasPieces reports whether the tiles of lhs (i = 0), or rhs (i = 1), consist of aligned pieces of memory.
func (p *plan) hasPieces(i int) bool {
	v, axes := [2]*ir.Value{p.LHS, p.RHS}[i], [2][]contract.Axis{p.A, p.B}[i]
	t := v.Type().(*tile.ArrayType)
	near := slices.Index(t.Strides(), 1)
	each := pieceBits / int64(ir.BitWidth(t.ElementType()))
	kernel, inKernel := tile.AsKernel(p.Parent())
	if near < 0 || p.Outside[i][near] == tile.OutsideZero || !inKernel || v.ArgumentOf() != kernel.Entry() ||
		kernel.ArgFacts(v.Index()).Divisibility%(pieceBits/8) != 0 {
		return false
	}
	for d, stride := range t.Strides() {
		if d != near && stride%each != 0 {
			return false
		}
	}
	if letters := [2][]contract.Letter{p.m, p.n}[i]; len(letters) > 0 && p.patches[i] == nil {
		if l := letters[len(letters)-1]; p.alongAxis(axes[near], l, each) {
			return p.shape[i]%each == 0 && p.same(axes, near, l, each)
		}
	}
	l, n := p.k[len(p.k)-1], p.shape[products]
	if p.runs != nil {
		if n = p.runs.each; p.runs.crossed {
			return false
		}
	}
	return p.alongAxis(axes[near], l, each) && n%each == 0 && p.same(axes, near, l, each)
}

// piecesOf returns the axis along which an operand is contiguous, if it is the given letter alone, and how many
// neighbors along it form a box: a power of two, of at least one piece. For all of them, the other axes have the same
// indices. A tile of so many products consists of several boxes then. at is -1 if there are no such boxes.
func (p *plan) piecesOf(axes []contract.Expr, l contract.Letter, products int64, bits int) (at int, n int64) {
	if at = len(axes) - 1; !letterAt(axes, at, l) || p.known[l]%products != 0 {
		return -1, 0
	}
	described := make([]contract.Axis, len(axes))
	for d, x := range axes {
		if described[d].Expr = x; !p.apart(x, l) {
			return -1, 0
		}
	}
	for n = products / 2; n >= int64(pieceBits/bits); n /= 2 {
		if p.same(described, at, l, n) {
			return at, n
		}
	}
	return -1, 0
}

// apart reports whether what a letter adds to an index does not depend on other letters. In "h+r*sh[c]", what c adds
// depends on r.
func (p *plan) apart(x contract.Expr, l contract.Letter) bool {
	if !contract.Contains(x, l) {
		return true
	}
	switch x := x.(type) {
	case *contract.Neg:
		return p.apart(x.X, l)
	case *contract.Binary:
		if x.Op == "+" || x.Op == "-" {
			return p.apart(x.X, l) && p.apart(x.Y, l)
		}
	}
	for other := range p.known {
		if other != l && contract.Contains(x, other) {
			return false
		}
	}
	return true
}

// alongAxis reports whether groups of n values of a letter are n neighbors along an axis that begin at a multiple of n.
func (p *plan) alongAxis(axis contract.Axis, l contract.Letter, n int64) bool {
	return p.known[l]%n == 0 && coefficient(axis.Expr, l) == 1 && isMultiple(axis.Expr, l, n)
}

// same reports whether the indices along all other axes are the same for groups of n values of a letter, with other
// letters at 0. Where threads copy the pieces, only speed depends on it.
func (p *plan) same(axes []contract.Axis, near int, l contract.Letter, n int64) bool {
	for d, axis := range axes {
		if d == near || !contract.Contains(axis.Expr, l) {
			continue
		}
		values, first := map[contract.Letter]int64{}, int64(0)
		for at := range p.known[l] {
			values[l] = at
			v, err := contract.Eval(axis.Expr, values, p.Constants)
			if err != nil || at%n != 0 && v != first {
				return false
			}
			first = v
		}
	}
	return true
}

// piece is a box of a tile that consists of several boxes along a letter, side by side.
type piece struct {
	tile   number // the tile's number along the letter
	size   int64  // how many values of the letter each box has; 0 if the tile of the current operand is one box
	number int64  // the number of the box, from 1
}

// wordBits is the size of a word that has the values of a table for all boxes of a tile.
const wordBits = 32

// ofPiece returns the element of a table for the current box, if the table is indexed by the letter along which the
// boxes lie and its values are small. The values for all boxes of a tile are then in one word: the thread that copies
// them loads one word instead of many.
func (l *lowering) ofPiece(table []int64, at []contract.Expr) (v number, ok bool) {
	if l.piece == nil || l.piece.size == 0 || len(at) != 1 || at[0] != contract.Expr(l.boxes.along) || len(table) == 0 ||
		slices.Min(table) < 0 {
		return v, false
	}
	each := l.shape[products] / l.piece.size
	width := int64(bits.Len64(uint64(slices.Max(table))))
	if each*width > wordBits || width == 0 {
		return v, false
	}
	words := make([]int64, ceil(int64(len(table)), l.shape[products]))
	for i := range int64(len(table)) {
		if i%l.piece.size == 0 {
			n := i / l.piece.size
			words[n/each] |= table[i] << (n % each * width)
		}
	}
	for i, w := range words {
		words[i] = int64(int32(uint32(w)))
	}
	word := l.lookup(words, l.piece.tile)
	shift, mask := (l.piece.number-1)*width, int64(1)<<width-1
	if word.v == nil {
		return known(int64(uint32(word.n)) >> shift & mask), true
	}
	return l.binary(&arith.AndI, l.binary(&arith.ShRUI, word, known(shift)), known(mask)), true
}
