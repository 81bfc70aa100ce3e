package contractions

import (
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// Sizes of the tiles of a kernel that copies: the largest number of rows and of elements. Letters are added to the
// columns until there are leastCopy of them.
const (
	copyRows     = 64
	copyElements = 4096
	leastCopy    = 32
)

// merged returns a form with fewer letters. Two letters become one if they are like the two digits of one index in the
// operand and in the copy. The second letter then takes all values of that index, and the index of the first is 0.
func (f *form) merged(from, to *tile.ArrayType) *form {
	m := *f
	m.letters, m.shape, m.from = slices.Clone(f.letters), slices.Clone(f.shape), slices.Clone(f.from)
	for _, l := range f.letters {
		m.to = append(m.to, l)
	}
	for i := len(m.letters) - 2; i >= 0; i-- {
		first, second := m.letters[i], m.letters[i+1]
		if apart(m.from, from, first) == m.shape[i+1]*apart(m.from, from, second) &&
			apart(m.to, to, first) == m.shape[i+1]*apart(m.to, to, second) && apart(m.from, from, first) != 0 {
			m.from[slices.Index(m.from, contract.Expr(first))] = contract.Const(0)
			m.to[slices.Index(m.to, contract.Expr(first))] = contract.Const(0)
			m.shape[i+1] *= m.shape[i]
			m.letters, m.shape = slices.Delete(m.letters, i, i+1), slices.Delete(m.shape, i, i+1)
		}
	}
	return &m
}

// apart returns the stride of a letter. It is 0 if the letter is not an axis by itself, or if another axis has it, too.
func apart(indices []contract.Expr, t *tile.ArrayType, l contract.Letter) int64 {
	at := slices.Index(indices, contract.Expr(l))
	for d, x := range indices {
		if d != at && contract.Contains(x, l) {
			return 0
		}
	}
	if at < 0 {
		return 0
	}
	return t.Strides()[at]
}

// copy replaces a contraction by the copies of its operands to arrays. Each program copies a tile of one of them.
func (s *stages) copy(c *tile.Contraction, to [2]*ir.Value) {
	var copies []*copying
	programs := int64(0)
	for i, f := range s.copied {
		if f != nil {
			one := s.copying(c, i, to[i])
			copies = append(copies, one)
			programs += one.tiles
		}
	}
	if len(copies) > 0 {
		l := copies[0].lowering
		id, _ := l.grid()
		l.require(max(programs, 1))
		copyTiles(l.b, id, copies)
	}
	c.Erase()
}

// copyTiles makes the code that copies tile number at of all tiles of several copies.
func copyTiles(b *ir.Builder, at *ir.Value, copies []*copying) {
	one := func(b *ir.Builder) []*ir.Value {
		if copies[0].b = b; copies[0].tiles > 0 {
			copies[0].at(at)
		}
		return nil
	}
	if len(copies) == 1 {
		one(b)
		return
	}
	n := arith.NewInt(b, at.Type(), copies[0].tiles)
	scf.NewIf(b, arith.NewCmpI(b, arith.ULT, at, n), one, func(b *ir.Builder) []*ir.Value {
		copyTiles(b, arith.Binary(b, &arith.SubI, at, n), copies[1:])
		return nil
	})
}

// copying is the code that copies an operand tile by tile.
type copying struct {
	*lowering
	tiles int64
	at    func(number *ir.Value) // makes the code for the tile of a number
}

// copying prepares the copy of operand i of a contraction to an array.
func (s *stages) copying(c *tile.Contraction, i int, to *ir.Value) *copying {
	from := [2]*ir.Value{c.LHS, c.RHS}[i]
	f := s.copied[i].merged(from.Type().(*tile.ArrayType), to.Type().(*tile.ArrayType))
	p := s.copyPlan(c, f, from, to.Type().(*tile.ArrayType))
	l := p.newLowering()
	for letter, n := range p.known {
		l.of[letter] = known(n)
	}
	for _, v := range []*ir.Value{from, to} {
		l.arrays[v] = l.describe(v)
	}
	beyond := s.opts.SM >= leastOverlap && ir.BitWidth(to.Type().(*tile.ArrayType).ElementType()) <= 16 &&
		s.opts.cacheSize() < sizeOf(from)+sizeOf(to)
	all, at := l.numbered(func(at, across number) {
		down := l.part(l.m, rows, l.mul(at, known(l.shape[rows])))
		l.copyTile(f, i, from, to, down, l.part(l.n, columns, l.mul(across, known(l.shape[columns]))), beyond)
	})
	return &copying{l, all.n, at}
}

// copyPlan returns the plan of a copy to a form whose letters are merged.
func (s *stages) copyPlan(c *tile.Contraction, f *form, from *ir.Value, to *tile.ArrayType) *plan {
	one := *c
	one.Programs = tile.ProgramForEach
	p := &plan{Contraction: &one, warps: s.opts.NumWarps, parts: 1, beside: 1, neighbors: neighbors{n: 1},
		known: map[contract.Letter]int64{}, wide: isFar(from.Type().(*tile.ArrayType)) || isFar(to)}
	for d, l := range f.letters {
		p.known[l] = f.shape[d]
	}
	p.extents = &contract.Extents{Of: p.known}
	p.m, p.n = p.copyAxes(f, from)
	for _, l := range f.letters {
		if !slices.Contains(p.m, l) && !slices.Contains(p.n, l) {
			p.batch = append(p.batch, l)
		}
	}
	p.shape = [3]int64{1, 1, 1}
	for axis, letters := range [2][]contract.Letter{p.m, p.n} {
		n, _ := p.count(letters)
		most := [2]int64{copyRows, copyElements / p.shape[rows]}[axis]
		p.shape[axis] = min(most, int64(1)<<bits.Len64(uint64(max(n, 1)-1)))
	}
	return p
}

// padding returns the size of all tiles of a copy of operand i, relative to that of the copy: more than 1 if the last
// tiles reach beyond it.
func (s *stages) padding(p *plan, i int, f *form) float64 {
	from := [2]*ir.Value{p.LHS, p.RHS}[i]
	t := from.Type().(*tile.ArrayType)
	to := workspace(p.Context(), f.shape, t.ElementType())
	q := s.copyPlan(p.Contraction, f.merged(t, to), from, to)
	padding := 1.0
	for axis, letters := range [2][]contract.Letter{q.m, q.n} {
		if n, _ := q.count(letters); n > 0 {
			padding *= float64(ceil(n, q.shape[axis])*q.shape[axis]) / float64(n)
		}
	}
	return padding
}

// copyAxes returns the letters of the rows and of the columns of a tile. Columns follow the order of the copy; rows are
// along the remaining letter whose neighbors are the nearest in the operand.
func (p *plan) copyAxes(f *form, from *ir.Value) (down, across []contract.Letter) {
	n := int64(1)
	for d := len(f.letters) - 1; d >= 0 && n < leastCopy; d-- {
		across = slices.Insert(across, 0, f.letters[d])
		n *= f.shape[d]
	}
	axes := make([]contract.Axis, len(f.from))
	for d, x := range f.from {
		axes[d].Expr = x
	}
	for _, l := range slices.Backward(p.ordered(f.letters, from, axes)) {
		if !slices.Contains(across, l) && p.known[l] > 1 {
			return []contract.Letter{l}, across
		}
	}
	return nil, across
}

// copyTile copies one tile of operand i. Elements outside of the operand are zero in the copy. If both are beyond the
// size of the L2 cache, it keeps the copy, which is read next. Otherwise, the next launch may find the operand in it.
// That was measured for copies that bulk copies load.
func (l *lowering) copyTile(f *form, i int, from, to *ir.Value, down, across part, beyond bool) {
	shape, ctx := []int64{l.shape[rows], l.shape[columns]}, l.Context()
	mask := l.mask(down, across)
	inside := mask
	for d, x := range f.from {
		_, alone := x.(contract.Letter)
		_, merged := x.(contract.Const)
		if alone || merged || l.Outside[i][d] != tile.OutsideZero {
			continue
		}
		in := l.full(l.below(l.spread(x, shape), l.arrays[from].sizes[d]), shape)
		inside = l.where(inside, in, shape)
	}
	var other *ir.Value
	elem := from.Type().(*tile.ArrayType).ElementType()
	if inside != nil {
		other = arith.NewConstant(l.b, ctx.DenseSplat(ctx.TensorType(shape, elem, nil), zero(ctx, elem)))
	}
	v := tile.NewLoad(l.b, l.pointers(from, f.from, shape), inside, other)
	store := tile.NewStore(l.b, l.pointers(to, f.to, shape), v, mask)
	if beyond {
		setEviction(v.DefiningOp(), "evict_first")
		setEviction(store, "evict_last")
	}
}

// setEviction sets the priority with which caches keep what an operation accesses.
func setEviction(op *ir.Operation, policy string) {
	hint, _ := tile.EvictionPolicies.Parse(policy)
	op.SetAttr(tile.EvictionName, tile.EvictionPolicies.Attr(op.Context(), hint))
}
