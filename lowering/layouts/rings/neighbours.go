package rings

import (
	"slices"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/internal/tensormaps"
)

// Tiles whose widths are not powers of two are several tensors (package splittiles), such as right factors of 128 and
// 64 columns instead of 192. Where they lie side by side in an array, they are copied to one slot. Then one instruction
// can multiply both, which reads the left factor once:
//
//	%x = load b[k, 3 * j], steps 64 : 64x128           %r = ring : 64x192
//	%y = load b[k, 3 * j + 2], steps 64 : 64x64   =>   ring_dot %a by %r, %s {rhs_from = 0}
//	dot %a, %x, %s; dot %a, %y, %t                     ring_dot %a by %r, %t {rhs_from = 128}
//
// Tiles of the same shape that lie elsewhere in the array, such as boxes of an image, share a slot as well, if each is
// a panel: then each has its own copy.

// joinNeighbours makes one tile of right factors that are multiplied by the same left factors, if they lie side by side
// in an array, or are panels of the same shape.
func (f *found) joinNeighbours() {
	for _, t := range f.ordered() {
		if f.tiles[t.op] != t { // it has become a part of another one
			continue
		}
		rest := f.ordered()
		for i := 0; i < len(rest); i++ {
			if f.join(t, rest[i]) {
				rest, i = f.ordered(), -1
			}
		}
	}
}

// inTile reports whether an operation loads a tile, or a part of one.
func (f *found) inTile(op *ir.Operation) bool {
	for _, t := range f.tiles {
		if slices.Contains(t.pieces, op) || slices.Contains(t.beside, op) {
			return true
		}
	}
	return false
}

// join makes next a part of t if its columns are those behind t.
func (f *found) join(t, next *tileLoad) bool {
	at := f.columnsOf(t) // the dimension of the tile
	if t == next || at < 0 || f.columnsOf(next) != at || (t.pixels == nil) != (next.pixels == nil) ||
		t.op.Block() != next.op.Block() || t.array != next.array ||
		(t.slice == nil) != (next.slice == nil) || t.reversed != next.reversed || !sameLeft(t, next) {
		return false
	}
	shape, wide := slices.Clone(t.tile.Shape()), t.tile.Shape()[at]
	shape[at] += next.tile.Shape()[at]
	joined := f.kernel.Context().TensorType(shape, t.tile.ElementType(), nil)
	behind := f.behind(t, next, at)
	if tensorcores.CheckRingTile(joined) != nil || !f.reads(joined, t, 0) || !f.reads(joined, next, wide) ||
		!behind && !(f.arePanels(t, next, joined) && shape[at] <= mostColumns) {
		return false
	}
	for _, p := range next.products {
		p.factors[1].tile = t
		p.factors[1].from += wide // next may have parts itself
	}
	t.tile = joined
	if behind {
		t.box[len(t.box)-1] = int64(tensorcores.RingFactor(joined, false, 0).Box()[1])
		if at == 0 {
			t.box[len(t.box)-2] = shape[0]
		}
	} else {
		t.pieces = append(slices.Clone(t.pieces), next.pieces...)
		for op := range next.slice {
			t.slice[op] = true
		}
	}
	t.beside = append(append(t.beside, next.op), next.beside...)
	t.products = append(t.products, next.products...)
	delete(f.tiles, next.op)
	return true
}

// reads reports whether the products of a tile can read it as a part of a joined one, on whose column from it begins.
func (f *found) reads(joined *ir.TensorType, t *tileLoad, from int64) bool {
	return !slices.ContainsFunc(t.products, func(p *product) bool {
		right := tensorcores.RingFactor(joined, p.factors[1].transposed, 1)
		e, err := tensorcores.RingLayout(f.kernel.Context(), p.sum(), f.warps)
		return err != nil || right.CheckPart(int(from+p.factors[1].from), int(p.sum().Shape()[1]), e.Spec.N) != nil
	})
}

// columnsOf returns the dimension of a tile in memory that has the columns of right factors; -1 if the tile is not just
// that.
func (f *found) columnsOf(t *tileLoad) int {
	if t.joined != t.op.Result(0) || len(t.products) == 0 {
		return -1
	}
	first := t.products[0].factors[1]
	for _, p := range t.products {
		if p.swapped || p.factors[0].tile == t || p.factors[1].transposed != first.transposed {
			return -1
		}
	}
	if first.transposed {
		return 0
	}
	return 1
}

// behind reports whether the columns of next, which are a dimension of its tile in memory, follow those of t in the
// array, and its rows are the same.
func (f *found) behind(t, next *tileLoad, at int) bool {
	if t.pixels != nil {
		return t.pixelsBehind(next, at)
	}
	rank := len(t.box)
	dimension := rank - 2 + at // of the array
	if t.reversed {
		dimension = 1 - at
	}
	if t.tile.Shape()[1-at] != next.tile.Shape()[1-at] || len(next.box) != rank || t.reversed && rank != 2 ||
		len(t.pieces) > 1 || len(next.pieces) > 1 || t.tile.Shape()[0] != t.box[rank-2] ||
		next.tile.Shape()[0] != next.box[rank-2] {
		return false
	}
	for d := range rank {
		want := int64(0)
		if d == dimension {
			want = t.tile.Shape()[at]
		}
		if t.steps[d] != next.steps[d] || want%t.steps[d] != 0 ||
			!tensormaps.Exceeds(next.op.Operand(1+d), t.op.Operand(1+d), want/t.steps[d]) {
			return false
		}
	}
	return true
}

// mostColumns is the most columns of an instruction (PTX ISA, wgmma.mma_async).
const mostColumns = 256

// arePanels reports whether two tiles consist of panels of the same shape, of which a joined tile consists as well.
// Each piece has one copy, and so must be one panel.
func (f *found) arePanels(t, next *tileLoad, joined *ir.TensorType) bool {
	one, whole := tensorcores.RingFactor(next.tile, false, 0), tensorcores.RingFactor(joined, false, 0)
	pieces := int64(1)
	if t.tile.Shape()[0] == joined.Shape()[0] {
		pieces = int64(len(t.pieces))
	}
	return t.pixels == nil && t.slice != nil && t.tile.Shape()[1] == pieces*t.box[len(t.box)-1] &&
		next.tile.Shape()[1] == next.box[len(next.box)-1] &&
		slices.Equal(t.box, next.box) && slices.Equal(t.steps, next.steps) &&
		int64(one.Box()[1]) == t.box[len(t.box)-1] && one.Spec.SwizzleBytes == whole.Spec.SwizzleBytes &&
		one.Box()[1] == whole.Box()[1]
}

// sameLeft reports whether products with t and with next have the same left factors, in the same loops. Where they are
// joined tiles, these are the products with the first part.
func sameLeft(t, next *tileLoad) bool {
	type left struct {
		loop  scf.For
		value *ir.Value
	}
	count := make(map[left]int)
	for i, one := range []*tileLoad{t, next} {
		for _, p := range one.products {
			if p.factors[1].from == 0 {
				count[left{p.loop, p.op.Operand(0)}] += 1 - 2*i
			}
		}
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}
