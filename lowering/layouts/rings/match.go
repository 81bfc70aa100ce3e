package rings

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/internal/tensormaps"
)

// product is a tile.dot in a loop that warp groups compute.
type product struct {
	op      *ir.Operation
	loop    scf.For
	factors [2]factor // the left and the right factor
	// swapped says that the transpose of the product is computed (swapped.go). Then factors are those of the transpose:
	// the transposed factors in the opposite order.
	swapped bool
}

// factor is a factor of a product: a tile of a ring, or a tensor in registers, for which tile is nil.
type factor struct {
	tile       *tileLoad
	transposed bool  // the factor is the transpose of the tile
	from       int64 // the first column of a right factor that is a part of a joined tile (neighbours.go)
}

// tileLoad is a load whose tile goes to a ring. Only products use the tile, unless it is a row (rows.go).
type tileLoad struct {
	op       *ir.Operation
	beside   []*ir.Operation // further loads whose tiles have become parts of this one (neighbours.go)
	pieces   []*ir.Operation // the loads of the tile's panels if each has its own (pieces.go); else op alone
	patch    *patch          // the box that is copied if it contains all pieces (patches.go); else nil
	joined   *ir.Value       // the pieces side by side; else the result of op
	array    *ir.Value
	steps    []int64        // by how many elements of the array each index moves
	box      []int64        // the sizes of the boxes that bulk copies move
	tile     *ir.TensorType // the tile as a matrix, with the contiguous dimension last
	reversed bool           // the array has its contiguous dimension first
	products []*product
	slice    map[*ir.Operation]bool // operations of the loop that compute the indices; nil for a load before the loops
	row      scf.For                // for a row, the loop that loads it; else the zero value
	pixels   *tile.Pixels           // the window whose pixels are the tile's rows (pixels.go); nil for boxes
}

// found has the products and loads of a kernel that are rewritten.
type found struct {
	kernel   tile.Kernel
	warps    int
	products []*product
	tiles    map[*ir.Operation]*tileLoad // by their loads
	rows     []*tileLoad
	patches  bool // whether tiles may be patches (patches.go)
	// nestings has, for each inner loop with products, the loop around it, to which the rings belong (nested.go). It is
	// nil without Options.Nested.
	nestings map[*ir.Operation]nesting
}

// choose returns what is rewritten of a kernel: with nested, products of loops in loops. Its tiles are patches where
// that takes less time, if all rings have room then.
func choose(kernel tile.Kernel, warps, shared int, nested bool) *found {
	var f *found
	for _, patches := range []bool{true, false} {
		if f = find(kernel, warps, patches); nested {
			f.nest()
		}
		if f.hasRoomForPatches(shared) {
			break
		}
	}
	return f
}

// find returns the products of a kernel's loops that can take tiles of rings.
func find(kernel tile.Kernel, warps int, patches bool) *found {
	f := &found{kernel: kernel, warps: warps, tiles: make(map[*ir.Operation]*tileLoad), patches: patches}
	kernel.Walk(func(op *ir.Operation) bool {
		if loop, ok := scf.AsFor(op.Parent()); ok && op.Is(&tile.Dot) && op.Block() == loop.Body() && countsUp(loop) {
			f.products = append(f.products, &product{op: op, loop: loop})
		}
		return true
	})
	for _, p := range f.products {
		for i := range p.factors {
			f.trace(p, i)
		}
		p.swap()
	}
	for changed := true; changed; { // tiles depend on the products that use them, and products on their tiles
		changed = false
		for _, t := range f.tiles {
			if !f.suits(t) {
				f.drop(t)
				changed = true
			}
		}
		n := len(f.products)
		f.products = slices.DeleteFunc(f.products, func(p *product) bool { return !f.computes(p) })
		changed = changed || len(f.products) < n
	}
	f.joinNeighbours()
	f.findRows()
	return f
}

// countsUp reports whether a loop's counter is signed, of 32 bits, and grows by a constant.
func countsUp(loop scf.For) bool {
	step, constant := arith.ConstantInt(loop.Step())
	return constant && step >= 1 && !loop.IsUnsigned() && ir.IsInt(loop.InductionVar().Type(), 32)
}

// trace looks for the load of factor i of a product, through permutations and reshapes.
func (f *found) trace(p *product, i int) {
	transposed := false
	for v := p.op.Operand(i); ; {
		op := v.DefiningOp()
		switch {
		case op == nil:
			return
		case op.Is(&tile.Permute) && slices.Equal(tile.OrderOf(op), []int64{1, 0}):
			transposed = !transposed
		case op.Is(&tile.Reshape):
		case op.Is(&tile.LoadView), op.Is(&tile.LoadPixels), op.Is(&tile.Cat):
			t := f.tileFrom(op, f.patches && i == 0 && !transposed)
			if t == nil {
				return
			}
			t.products = append(t.products, p)
			p.factors[i] = factor{tile: t, transposed: transposed != t.reversed}
			return
		default:
			return
		}
		v = op.Operand(0)
	}
}

// tileFrom returns the tile that an operation loads, or makes of pieces; nil if bulk copies cannot load it. With left,
// it is a left factor, which may be windows of a patch.
func (f *found) tileFrom(op *ir.Operation, left bool) (t *tileLoad) {
	load := op
	if op.Is(&tile.Cat) {
		for load.Is(&tile.Cat) || load.Is(&tile.Reshape) {
			if load = load.Operand(0).DefiningOp(); load == nil {
				return nil
			}
		}
	}
	if t = f.tiles[load]; t != nil {
		if t.joined != op.Result(0) {
			return nil
		}
		return t
	}
	if t = f.tileOf(load); t == nil || op != load && !f.joinPieces(t, op, left) {
		return nil
	}
	f.tiles[load] = t
	return t
}

// tileOf returns the tile of a load; nil if no bulk copy can load it.
func (f *found) tileOf(load *ir.Operation) *tileLoad {
	if load.Is(&tile.LoadPixels) {
		return f.tileOfPixels(load)
	}
	if !load.Is(&tile.LoadView) {
		return nil
	}
	t := load.Result(0).Type().(*ir.TensorType)
	array, view := tensormaps.ArrayOf(load.Operand(0)), tile.ViewOf(f.kernel.Context(), load.Operand(0).Type(), t)
	if tile.PaddingOf(load) > tile.PadZero || view.Array().ElementType() != t.ElementType() ||
		!slices.IsSorted(view.Order()) || !tensormaps.Possible(f.kernel, array, load) {
		return nil
	}
	shape, rows := slices.Clone(t.Shape()), int64(1)
	reversed := tensorcores.IsTransposed(view.Array())
	if reversed {
		slices.Reverse(shape)
	}
	for _, n := range shape[:len(shape)-1] {
		rows *= n
	}
	one := &tileLoad{op: load, pieces: []*ir.Operation{load}, joined: load.Result(0), array: array, steps: view.Steps(),
		reversed: reversed, tile: f.kernel.Context().TensorType([]int64{rows, shape[len(shape)-1]}, t.ElementType(), nil)}
	if tensorcores.CheckRingTile(one.tile) != nil {
		return nil
	}
	columns := tensorcores.RingFactor(one.tile, false, 0).Box()[1]
	one.box = append(slices.Clone(shape[:len(shape)-1]), int64(columns))
	return one
}

// suits reports whether only products use a tile. They must be in the loop that loads it, or in loops after the load.
func (f *found) suits(t *tileLoad) bool {
	uses := 0
	var count func(v *ir.Value) bool
	count = func(v *ir.Value) bool {
		for u := range v.Uses() {
			op := u.Owner()
			switch {
			case op.Is(&tile.Dot):
				uses++
			case (op.Is(&tile.Permute) || op.Is(&tile.Reshape)) && op.Block() == t.op.Block():
				if !sameMatrix(op) || !count(op.Result(0)) {
					return false
				}
			default:
				return false
			}
		}
		return true
	}
	if !count(t.joined) || !t.onlyInWhole() {
		return false
	}
	for _, p := range t.products {
		if !slices.Contains(f.products, p) {
			return false
		}
		for _, x := range p.factors {
			if x.tile == t {
				uses--
			}
		}
		if t.op.Block() != p.loop.Body() && (f.ancestor(t, p) == nil || !t.op.IsBefore(f.ancestor(t, p))) {
			return false
		}
		if t.op.Block() == p.loop.Body() && t.slice == nil && !t.follows(p.loop) {
			return false
		}
		if t.slice == nil && len(t.pieces) > 1 { // indices of further pieces may follow the first load
			return false
		}
	}
	return uses == 0 && len(t.products) > 0
}

// sameMatrix reports whether a reshape or permutation leaves the tile the same matrix, or its transpose: a reshape must
// make rows of all dimensions but the last, and a permutation must exchange two dimensions.
func sameMatrix(op *ir.Operation) bool {
	if op.Is(&tile.Permute) {
		return slices.Equal(tile.OrderOf(op), []int64{1, 0})
	}
	to := op.Result(0).Type().(*ir.TensorType).Shape()
	from := op.Operand(0).Type().(*ir.TensorType).Shape()
	return len(to) == 2 && to[1] == from[len(from)-1]
}

// ancestor returns the operation that contains a product and is in the same block as a tile's load; nil if there is
// none.
func (f *found) ancestor(t *tileLoad, p *product) *ir.Operation {
	op := p.op
	for op != nil && op.Block() != t.op.Block() {
		op = op.Parent()
	}
	return op
}

// computes reports whether warp groups can compute a product whose right factor is a tile of a ring.
func (f *found) computes(p *product) bool {
	right := p.factors[1].tile
	sum := p.sum()
	if right == nil || p.op.Inherent(tile.LHSUnsigned) != nil || p.op.Inherent(tile.RHSUnsigned) != nil {
		return false
	}
	left := ir.ElementOrSelf(p.op.Operand(0).Type())
	if tensorcores.CheckRingTypes(left, right.tile.ElementType(), sum.ElementType(), tile.PrecisionOf(p.op)) != nil {
		return false
	}
	inRegisters := ir.BitWidth(left) < 32 // bulk copies round f32 to tf32; a factor in registers would not be rounded
	if p.factors[0].tile == nil && !inRegisters {
		return false
	}
	e, err := tensorcores.RingLayout(f.kernel.Context(), sum, f.warps)
	if err != nil {
		return false
	}
	lines := [2]int{nvvm.WgmmaRows, e.Spec.N}
	for i, x := range p.factors {
		if x.tile == nil {
			continue
		}
		if x.tile.patch != nil {
			if i == 1 || x.transposed {
				return false
			}
			continue
		}
		in := tensorcores.RingFactor(x.tile.tile, x.transposed, i)
		if tensorcores.CheckRingFactor(in, i, lines[i]) != nil {
			if i == 1 || !inRegisters {
				return false
			}
			f.drop(x.tile)
		}
	}
	return true
}

// drop gives up on a ring for a tile, which then stays in registers.
func (f *found) drop(t *tileLoad) {
	delete(f.tiles, t.op)
	for _, p := range t.products {
		for i, x := range p.factors {
			if x.tile == t {
				p.factors[i] = factor{}
			}
		}
	}
}

// follows reports whether the indices of a tile follow from the loop's counter by pure operations. It records these
// operations in slice.
func (t *tileLoad) follows(loop scf.For) bool {
	slice := make(map[*ir.Operation]bool)
	var collect func(v *ir.Value) bool
	collect = func(v *ir.Value) bool {
		op := v.DefiningOp()
		switch {
		case v == loop.InductionVar():
			return true
		case slices.Contains(loop.IterArgs(), v):
			return false
		case op == nil || op.Block() != loop.Body() || slice[op]:
			return true
		case !ir.IsPure(op) || op.NumRegions() > 0:
			return false
		}
		for _, x := range op.Operands() {
			if !collect(x) {
				return false
			}
		}
		slice[op] = true
		return true
	}
	for _, v := range t.indices() {
		if !collect(v) {
			return false
		}
	}
	t.slice = slice
	return true
}
