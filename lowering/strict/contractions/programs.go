package contractions

import (
	"math"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// overTiles makes the loop over the tiles that a program computes. Program p of n computes tiles p, p+n, p+2n and so
// on. tileAt makes the code for the tile at row i and column j of tiles.
func (l *lowering) overTiles(tileAt func(i, j number)) {
	all, one := l.numbered(tileAt)
	if all.is(0) {
		return
	}
	total := l.narrow(all)
	id, programs := l.grid()
	if l.Programs == tile.ProgramForEach {
		l.require(all.n)
		one(id)
		return
	}
	if l.Programs == tile.FewPrograms { // so that tiles of the next iteration can be copied ahead (package rings)
		l.overSum = l.boundsOfSum()
	}
	loop := scf.NewFor(l.b, id, total, programs, nil, func(b *ir.Builder, at *ir.Value, _ []*ir.Value) []*ir.Value {
		outside := l.b
		l.b = b
		defer func() { l.b = outside }()
		one(at)
		return nil
	})
	loop.SetAttr(tile.InAnyOrder, l.Context().Unit())
}

// numbered returns the number of tiles, and a function that makes the code for the tile of a number. tileAt makes the
// code for the tile at row i and column j of tiles.
func (l *lowering) numbered(tileAt func(i, j number)) (all number, one func(at *ir.Value)) {
	down, across := l.cdiv(l.product(l.m), l.shape[rows]), l.cdiv(l.product(l.n), l.width())
	for axis, n := range [2]*number{&down, &across} {
		if l.patches[axis] != nil || l.rest != nil {
			*n = known(l.tilesAlong(axis))
		}
	}
	if l.boxes != nil {
		down, across = known(l.boxes.tiles(l.plan, l.m)), known(ceil(l.boxes.tiles(l.plan, l.n), l.beside))
	}
	if l.lanes && l.neighbors.n > 1 {
		down = known(l.tiles())
	}
	each := l.mul(down, across)
	return l.mul(l.product(l.batch), each), func(at *ir.Value) {
		flat := l.converted(at)
		l.digits(l.div(flat, each), l.batch, l.of, l.values)
		i, j := l.band(l.rem(flat, each), down, across)
		tileAt(i, j)
	}
}

// require says how many programs the kernel has.
func (l *lowering) require(programs int64) {
	l.Parent().SetAttr(tile.RequiredPrograms, l.Context().Integer(l.Context().I(64), programs))
}

// checkPrograms returns an error if a contraction has too many tiles, or if it must have one program for each tile but
// cannot.
func (p *plan) checkPrograms() error {
	kernel, ok := tile.AsKernel(p.Parent())
	switch {
	case p.extents != nil && p.tiles() > math.MaxInt32:
		return p.Errorf("has %d tiles of %d by %d elements, and fewer than 2^31 are possible: choose larger ones with "+
			"'shape'", p.tiles(), p.shape[rows], p.shape[columns])
	case p.Programs != tile.ProgramForEach:
		return nil
	case p.extents == nil:
		return p.Errorf("a program for each tile needs sizes and strides that are known; say \"few\" or \"any\" instead")
	case !ok:
		return p.Errorf("a program for each tile needs a contraction that programs reach once: it must be an operation of " +
			"the kernel itself, of no loop and no branch")
	}
	if n := tile.ProgramsOf(kernel.Operation); n != 0 && n != p.tiles() {
		return p.Errorf("has %d tiles, but another contraction of the kernel has %d, and each is to have a program",
			p.tiles(), n)
	}
	return nil
}

// boundsOfSum returns the bounds and the step of the loop over the tiles of a sum, for tiles that go through views.
func (l *lowering) boundsOfSum() [3]*ir.Value {
	i32 := indices{l.b, l.b.Context().I(32)}
	steps := known(0)
	switch {
	case l.overSum != [3]*ir.Value{}:
		return l.overSum
	case l.views:
		steps = l.cdiv(l.of[l.k[0]], l.shape[products])
	case l.boxes != nil:
		steps = known(l.boxes.tiles(l.plan, l.k))
	}
	return [3]*ir.Value{i32.value(known(0), nil), l.narrow(steps), i32.value(known(1), nil)}
}

// grid returns the number of this program and of all programs.
func (l *lowering) grid() (id, programs *ir.Value) {
	id, programs = tile.NewProgramID(l.b, tile.GridAxes-1), tile.NewNumPrograms(l.b, tile.GridAxes-1)
	for axis := tile.GridAxes - 2; axis >= 0; axis-- {
		n := tile.NewNumPrograms(l.b, axis)
		id = arith.Binary(l.b, &arith.AddI, arith.Binary(l.b, &arith.MulI, id, n), tile.NewProgramID(l.b, axis))
		programs = arith.Binary(l.b, &arith.MulI, programs, n)
	}
	return id, programs
}

// bandHeight is the number of rows of tiles in a band.
const bandHeight = 8

// band returns the row i and column j, counted in tiles, of tile number at of a matrix. Tiles are numbered in bands of
// bandHeight rows, and column by column within a band. So tiles that are computed at the same time share rows and
// columns of the operands in the cache. Triton's tutorial on matrix multiplication does the same.
func (l *lowering) band(at, down, across number) (i, j number) {
	if down.is(1) {
		return known(0), at
	}
	if across.is(1) {
		return at, known(0)
	}
	height := known(bandHeight)
	size := l.mul(height, across)
	first := l.mul(l.div(at, size), height)
	left := l.sub(down, first)
	if left.v == nil {
		left.n = min(left.n, bandHeight)
	} else {
		left = l.binary(&arith.MinSI, left, height)
	}
	within := l.rem(at, size)
	return l.add(first, l.rem(within, left)), l.div(within, left)
}
