package contractions

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// lowering replaces a contraction by loops.
type lowering struct {
	*plan
	indices
	of     map[contract.Letter]number // the extents of letters
	arrays map[*ir.Value]*array
	// overSum has the bounds and the step of the loop over the tiles of a sum, if they are computed once for all tiles.
	overSum [3]*ir.Value
	// values has the values of letters in the current tile: scalars for batch letters, tensors for rows, columns and
	// products.
	values map[contract.Letter]number
	// piece is the box that is being loaded, of a tile of several ones side by side; nil if a tile is one box.
	piece *piece
}

// array is an array's sizes and strides, and the address of its first element.
type array struct {
	base           *ir.Value
	sizes, strides []number
}

// Rows, columns and products of a tile: the axes of its parts.
const (
	rows = iota
	columns
	products
)

func (p *plan) lower() error {
	l := p.newLowering()
	for _, v := range p.OperandValues() {
		if l.arrays[v] == nil {
			l.arrays[v] = l.describe(v)
		}
	}
	if err := l.findExtents(); err != nil {
		return err
	}
	l.checkTables()
	l.overTiles(l.tile)
	p.Erase()
	return nil
}

// newLowering prepares to replace a contraction.
func (p *plan) newLowering() *lowering {
	b := ir.NewBuilder(p.Context()).Before(p.Operation)
	b.SetLoc(p.Loc())
	width := uint32(32)
	if p.wide {
		width = 64
	}
	return &lowering{plan: p, indices: indices{b, b.Context().I(width)}, of: map[contract.Letter]number{},
		arrays: map[*ir.Value]*array{}, values: map[contract.Letter]number{}}
}

// describe returns an array's sizes and strides. It takes them from the type, or computes them if they are dynamic.
func (l *lowering) describe(v *ir.Value) *array {
	t, a := v.Type().(*tile.ArrayType), &array{}
	for i := range t.Rank() {
		size, stride := known(t.Shape()[i]), known(t.Strides()[i])
		if size.n == ir.Dynamic {
			size = l.converted(tile.NewDim(l.b, v, i))
		}
		if stride.n == ir.Dynamic && !l.views {
			stride = l.converted(tile.NewStride(l.b, v, i))
		}
		a.sizes, a.strides = append(a.sizes, size), append(a.strides, stride)
	}
	return a
}

// address returns the address of an array's first element.
func (l *lowering) address(v *ir.Value) *ir.Value {
	if l.arrays[v].base == nil {
		l.arrays[v].base = tile.NewBase(l.b, v)
	}
	return l.arrays[v].base
}

// findExtents finds the extent of each letter: the size of an axis that is the letter alone, or else of a table's
// dimension that the letter indexes.
func (l *lowering) findExtents() error {
	if l.extents != nil {
		for letter, n := range l.extents.Of {
			l.of[letter] = known(n)
		}
		return nil
	}
	set := func(letter contract.Letter, n number) {
		if old, ok := l.of[letter]; !ok || old.v != nil && n.v == nil {
			l.of[letter] = n
		}
	}
	for _, operand := range []struct {
		name string
		v    *ir.Value
		axes []contract.Axis
	}{{"lhs", l.LHS, l.A}, {"rhs", l.RHS, l.B}, {"the output", l.Output, l.C}} {
		for i, axis := range operand.axes {
			if letter, alone := axis.Expr.(contract.Letter); alone {
				l.agrees(letter, l.arrays[operand.v].sizes[i], fmt.Sprintf("dimension %d of %s", i, operand.name))
				set(letter, l.arrays[operand.v].sizes[i])
			}
		}
	}
	for _, axis := range slices.Concat(l.A, l.B, l.C) {
		contract.Reads(axis.Expr, func(r *contract.Read) {
			for i, x := range r.Indices {
				letter, alone := x.(contract.Letter)
				if _, ok := l.of[letter]; !alone || ok {
					continue
				}
				if t, ok := l.Constants[r.Table]; ok {
					set(letter, known(t.Shape[i]))
				} else {
					set(letter, l.arrays[l.Tables[r.Table]].sizes[i])
				}
			}
		})
	}
	for i, v := range l.Others {
		for d, letter := range l.Axes[i] {
			l.agrees(letter, l.arrays[v].sizes[d], fmt.Sprintf("dimension %d of operand %d of the epilogue", d, i))
		}
	}
	for _, letter := range slices.Concat(l.batch, l.m, l.n, l.k) {
		if _, ok := l.of[letter]; !ok {
			return l.Errorf("the extent of letter '%s' is unknown, since sizes are dynamic: the letter must be an axis by "+
				"itself, or the index of a table", letter)
		}
	}
	return nil
}

// product returns how many values letters have together.
func (l *lowering) product(letters []contract.Letter) number {
	n := known(1)
	for _, letter := range letters {
		n = l.mul(n, l.of[letter])
	}
	return n
}

// tile computes the tile of the output at row i and column j of tiles.
func (l *lowering) tile(i, j number) {
	switch {
	case l.views:
		l.tileOfViews(i, j)
		return
	case l.boxes != nil:
		l.tileOfBoxes(i, j)
		return
	case l.lanes:
		l.tileOfLanes(i)
		return
	case l.rest != nil:
		l.tileOrRest(i, j)
		return
	}
	at, letters := [2]number{i, j}, [2][]contract.Letter{l.m, l.n}
	var parts [2]part
	for axis := range parts {
		if l.patches[axis] == nil {
			parts[axis] = l.part(letters[axis], axis, l.mul(at[axis], known(l.shape[axis])))
		} else {
			parts[axis] = l.patch(axis, at[axis], false)
		}
	}
	factors := [2]*factor{l.factor(0, parts[rows]), l.factor(1, parts[columns])}
	sum := l.whole(l.sum(factors))
	for axis := range parts {
		if l.patches[axis] == nil {
			continue
		}
		if parts[axis] = l.patch(axis, at[axis], true); !l.turnsFactors() {
			sum = l.reordered(sum, axis)
		}
	}
	l.store(sum, parts[rows], parts[columns])
}

// part is the part of a tile along one of its axes: its rows, columns or products.
type part struct {
	letters []contract.Letter
	axis    int
	inside  *ir.Value // a mask of the indices that lie within the extents; nil if all do
}

// part sets the values of letters for the flat indices along an axis of a tile, which begin with first.
func (l *lowering) part(letters []contract.Letter, axis int, first number) part {
	p, n := part{letters: letters, axis: axis}, l.product(letters)
	if over := l.over[axis]; over != (stretch{}) {
		n = known(over.end)
	}
	flat := l.iota(l.add(first, known(l.over[axis].first)), l.shape[axis])
	if n.v != nil || (n.n-l.over[axis].first)%l.shape[axis] != 0 {
		p.inside = l.below(flat, n)
	}
	l.digits(flat, letters, l.of, l.values)
	return p
}

// sum makes the loop that multiplies the tiles along K, and returns the sum of the products. If the length of K is not
// a multiple of the tile, the shorter tile comes first, before the loop, unless all tiles are copied at once.
func (l *lowering) sum(factors [2]*factor) *ir.Value {
	if l.runs != nil {
		return l.sumOfRuns(factors)
	}
	n, size := l.product(l.k), l.shape[products]
	acc := l.zeros()
	if n.is(0) {
		return acc
	}
	steps := l.cdiv(n, size)
	first, from := known(0), int64(0)
	masked := n.v == nil && n.n%size != 0 && l.atOnce()
	switch {
	case masked: // the shorter tile is in the loop, so that it is copied together with the others
		first = known(n.n - steps.n*size)
	case n.v != nil || n.n%size != 0:
		if steps.v != nil {
			steps = l.binary(&arith.MaxSI, steps, known(1))
		}
		first, from = l.sub(n, l.mul(steps, known(size))), 1
		acc = l.multiply(factors, first, true, acc)
	}
	if steps.v == nil && steps.n <= from {
		return acc
	}
	i32 := indices{l.b, l.b.Context().I(32)}
	loop := scf.NewFor(l.b, i32.value(known(from), nil), l.narrow(steps), i32.value(known(1), nil), []*ir.Value{acc},
		func(b *ir.Builder, step *ir.Value, acc []*ir.Value) []*ir.Value {
			outside := l.b
			l.b = b
			defer func() { l.b = outside }()
			at := l.add(first, l.mul(l.converted(step), known(size)))
			return []*ir.Value{l.multiply(factors, at, masked, acc[0])}
		})
	l.copyAhead(loop)
	return loop.Result(0)
}

// copyAhead asks for asynchronous copies of the tiles of a loop, or for two places of tiles, if the plan has some.
func (l *lowering) copyAhead(loop scf.For) {
	if l.cells > 0 {
		loop.SetAttr(tilegpu.Cells, l.Context().Integer(l.Context().I(32), int64(l.cells)))
	}
	if l.twoPlaces {
		loop.SetAttr(tilegpu.TwoPlaces, l.Context().Unit())
	}
}

// zeros returns the initial accumulator: a tile of zeros, or one for each part of the sums.
func (l *lowering) zeros() *ir.Value {
	ctx, shape := l.Context(), []int64{l.shape[rows], l.shape[columns]}
	if l.parts > 1 {
		shape = slices.Insert(shape, 0, l.parts)
	}
	t := ctx.TensorType(shape, l.Accumulator, nil)
	return arith.NewConstant(l.b, ctx.DenseSplat(t, zero(ctx, l.Accumulator)))
}

func zero(ctx *ir.Context, t ir.Type) ir.Attribute {
	if f, ok := t.(*ir.FloatType); ok {
		return ctx.FloatAttr(f, 0)
	}
	return ctx.Integer(t, 0)
}

// digitsOfSum sets the values of the letters of K for flat indices. It divides in 32 bits, which is faster: K has fewer
// than 2^31 values. mayBeEmpty says that an extent may be 0. Then the values are masked, but the code must not divide
// by 0.
func (l *lowering) digitsOfSum(flat number, mayBeEmpty bool) {
	x := indices{l.b, l.b.Context().I(32)}
	extents, digits := map[contract.Letter]number{}, map[contract.Letter]number{}
	for _, letter := range l.k {
		if extents[letter] = l.narrowed(l.of[letter]); mayBeEmpty && extents[letter].v != nil {
			extents[letter] = x.binary(&arith.MaxSI, extents[letter], known(1))
		}
	}
	x.digits(l.narrowed(flat), l.k, extents, digits)
	for _, letter := range l.k { // in order, so that the code is the same each time
		if v, ok := digits[letter]; ok && v.v != nil {
			l.values[letter] = l.converted(v.v)
		} else if ok {
			l.values[letter] = v
		}
	}
}

// multiply adds to acc the product of the tiles that begin at flat index at of K. masked says that at may be negative;
// then products at negative indices are masked.
func (l *lowering) multiply(factors [2]*factor, at number, masked bool, acc *ir.Value) *ir.Value {
	along := part{letters: l.k, axis: products}
	flat := l.iota(at, l.shape[products])
	if masked {
		along.inside = l.below(flat, l.product(l.k))
	}
	l.digitsOfSum(flat, masked)
	lhs, rhs := factors[0].load(flat, along), factors[1].load(flat, along)
	return l.dot(lhs, rhs, acc)
}
