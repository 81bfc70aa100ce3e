package contractions

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// plan is how a contraction is computed.
type plan struct {
	*tile.Contraction
	warps int
	// groups says that warp groups multiply tiles of 16 bits, which are better large.
	groups bool
	// extents is nil unless all sizes and strides are known before the program runs; known has the extents of the letters
	// of which one size is.
	extents *contract.Extents
	known   map[contract.Letter]int64
	// m, n and k are the letters of the classes, and batch, each with the letter of the nearest elements last.
	batch, m, n, k []contract.Letter
	// shape is how many rows, columns and products a tile has.
	shape [3]int64
	// parts is into how many sums each is divided, which different warps add up.
	parts int64
	// patches are the rows and columns of a tile where they have values of several letters; nil for ranges of indices.
	patches [2]*patch
	runs    *runs // of the products of a tile; nil if they may lie anywhere
	// views says that tiles are loaded and stored through views of the arrays.
	views bool
	// boxes are the tiles of letters where tiles are boxes of the operands; nil where they are not.
	boxes   *boxes
	noBoxes string // why they are not, on targets that copy boxes
	// lanes says that threads compute the sums of their elements one by one, because the contraction is no product of
	// matrices; m then has all letters of the output.
	lanes     bool
	neighbors neighbors // that a lane sums up then
	// steps are the distances from product to product in lhs and rhs; nil where they are computed.
	steps [2]*walk
	notes string // for the remark, on the kernels before and after
	wide  bool   // indices need 64 bits
	check bool   // stop where sizes disagree or an index lies outside
}

// walk is how the addresses of an operand, or the indices along one of its axes, depend on the flat index of K.
type walk struct {
	first, step int64   // of a constant one
	table       []int64 // nil for a constant one
}

// maxTable bounds the entries of a table.
const maxTable = 1 << 16

// newPlan returns how a contraction is computed, by tiles of the sizes that it asks for, or else of those that suit it.
func newPlan(c *tile.Contraction, opts Options) (*plan, error) {
	p, err := planOf(c, opts)
	// Few programs, which copy the operands of their next tile, took more time with smaller tiles.
	if err != nil || c.Shape != nil || c.Programs == tile.FewPrograms || !p.groups || p.extents == nil ||
		!p.views && p.boxes == nil || p.tiles() >= multiprocessors {
		return p, err
	}
	return p.smaller(opts), nil
}

// Tiles of warp groups: the rows of each warp, and the fewest columns that are worth an instruction.
const (
	rowsOfWarp   = 16
	leastColumns = 16
)

// smaller returns a plan of fewer rows or columns, if its tiles take less time: where there are few, each brings all
// that it needs from the cache by itself.
func (p *plan) smaller(opts Options) *plan {
	best := p
	for down := p.shape[rows]; down >= rowsOfWarp*int64(p.warps); down /= 2 {
		for across := p.shape[columns]; across >= leastColumns; across /= 2 {
			one := *p.Contraction
			one.Shape = []int64{down, across, p.shape[products]}
			q, err := planOf(&one, opts)
			if err == nil && q.views == p.views && (q.boxes == nil) == (p.boxes == nil) && q.seconds() < best.seconds() {
				best = q
			}
		}
	}
	return best
}

// planOf returns a plan of tiles that have the sizes that a contraction asks for, or as large ones as suit it.
func planOf(c *tile.Contraction, opts Options) (*plan, error) {
	p := &plan{Contraction: c, warps: opts.NumWarps, batch: c.Batch, m: c.M, n: c.N, k: c.K}
	p.groups = opts.Boxes && opts.NumWarps%4 == 0 && p.limits().bits == 16
	e, err := c.StaticExtents()
	if err != nil {
		return nil, err
	}
	if e != nil && !slices.ContainsFunc(c.OperandValues(), func(v *ir.Value) bool {
		return slices.Contains(v.Type().(*tile.ArrayType).Strides(), ir.Dynamic)
	}) {
		p.extents = e
	}
	p.known = knownExtents(c)
	p.batch, p.k = p.ordered(c.Batch, c.LHS, c.A), p.products()
	p.m, p.n = p.outer(c.M, c.LHS, c.A), p.outer(c.N, c.RHS, c.B)
	p.views = p.isProductOfMatrices()
	if p.lanes = !p.views && p.hasNoMatrices(); p.lanes {
		p.m = p.ordered(slices.Concat(c.Batch, c.M, c.N), c.Output, c.C)
		p.batch, p.n = nil, nil
	}
	p.chooseNeighbors()
	p.chooseShape()
	if opts.Boxes && !p.views && !p.lanes {
		p.boxes, p.noBoxes = p.chooseBoxes()
	}
	p.chooseParts()
	p.choosePatches()
	p.chooseRuns()
	if err := p.chooseSteps(); err != nil {
		return nil, err
	}
	return p, p.checkPrograms()
}

// knownExtents returns the extents of the letters that are an axis of known size, or index a table of known size.
func knownExtents(c *tile.Contraction) map[contract.Letter]int64 {
	out := map[contract.Letter]int64{}
	set := func(x contract.Expr, n int64) {
		l, alone := x.(contract.Letter)
		if _, ok := out[l]; alone && !ok && n != ir.Dynamic {
			out[l] = n
		}
	}
	for _, operand := range []struct {
		v    *ir.Value
		axes []contract.Axis
	}{{c.LHS, c.A}, {c.RHS, c.B}, {c.Output, c.C}} {
		for i, axis := range operand.axes {
			set(axis.Expr, operand.v.Type().(*tile.ArrayType).Shape()[i])
		}
	}
	for _, axis := range slices.Concat(c.A, c.B, c.C) {
		contract.Reads(axis.Expr, func(r *contract.Read) {
			t, ok := c.Constants[r.Table]
			for i, x := range r.Indices {
				if l, letter := x.(contract.Letter); letter && ok && !isAxis(c, l) {
					set(x, t.Shape[i])
				}
			}
		})
	}
	return out
}

// shortSum is how many products an element of the output has for which it matters more how it is stored than how the
// factors are loaded: a factor is loaded again for each tile of the other's rows or columns.
const shortSum = 64

// outer sorts the letters of rows, or columns: as they lie in the operand, where neighbors along them are the nearest
// of it, and sums are long or others are the nearest of the output; or else as they lie in the output.
func (p *plan) outer(letters []contract.Letter, operand *ir.Value, axes []contract.Axis) []contract.Letter {
	all := p.ordered(slices.Concat(p.K, p.Batch, letters), operand, axes)
	stored := p.ordered(slices.Concat(p.Batch, p.M, p.N), p.Output, p.C)
	k, known := p.count(p.K)
	if len(all) > 0 && slices.Contains(letters, all[len(all)-1]) && (!known || k > shortSum ||
		p.extents != nil && !slices.Contains(letters, stored[len(stored)-1])) {
		return p.ordered(letters, operand, axes)
	}
	return p.ordered(letters, p.Output, p.C)
}

// products sorts the letters of K in the order of memory of the operand that is contiguous along one of them, so that
// neighboring elements are loaded together.
func (p *plan) products() []contract.Letter {
	all := p.ordered(slices.Concat(p.Batch, p.M, p.K), p.LHS, p.A)
	other := p.ordered(slices.Concat(p.Batch, p.N, p.K), p.RHS, p.B)
	if p.extents != nil && len(p.K) > 0 && !slices.Contains(p.K, all[len(all)-1]) &&
		slices.Contains(p.K, other[len(other)-1]) {
		return p.ordered(p.K, p.RHS, p.B)
	}
	return p.ordered(p.K, p.LHS, p.A)
}

// isAxis reports whether a letter is an axis by itself: a table that it indexes may then be longer than it runs.
func isAxis(c *tile.Contraction, l contract.Letter) bool {
	return slices.ContainsFunc(slices.Concat(c.A, c.B, c.C), func(a contract.Axis) bool {
		return a.Expr == contract.Expr(l)
	})
}

// ordered sorts letters by how far apart neighbors along them are in an array, the nearest last; where sizes are open,
// by the order of the axes.
func (p *plan) ordered(letters []contract.Letter, array *ir.Value, axes []contract.Axis) []contract.Letter {
	step := map[contract.Letter]int64{}
	strides := array.Type().(*tile.ArrayType).Strides()
	for _, l := range letters {
		for i, axis := range axes {
			if !contract.Contains(axis.Expr, l) {
				continue
			}
			far := int64(len(axes) - i)
			if p.extents != nil {
				far = distance(axis.Expr, l, p.extents.Of[l], strides[i], p.Constants)
			}
			if old, ok := step[l]; !ok || far < old {
				step[l] = far
			}
		}
	}
	out := slices.Clone(letters)
	slices.SortStableFunc(out, func(x, y contract.Letter) int { return cmp.Compare(step[y], step[x]) })
	return out
}

// distance returns how far apart the first two values of a letter are in an axis.
func distance(x contract.Expr, l contract.Letter, extent, stride int64, tables map[string]contract.Table) int64 {
	from, err1 := contract.Eval(x, map[contract.Letter]int64{}, tables)
	to, err2 := contract.Eval(x, map[contract.Letter]int64{l: min(1, max(0, extent-1))}, tables)
	if err1 != nil || err2 != nil {
		return math.MaxInt64
	}
	d := (to - from) * stride
	return max(d, -d)
}

// isProductOfMatrices reports whether the tiles of lhs, rhs and output are those of views: each class but that of the
// matrices has one letter, and all axes are letters alone.
func (p *plan) isProductOfMatrices() bool {
	if len(p.m) != 1 || len(p.n) != 1 || len(p.k) != 1 {
		return false
	}
	for _, axes := range [][]contract.Axis{p.A, p.B, p.C} {
		for _, axis := range axes {
			if _, alone := axis.Expr.(contract.Letter); !alone {
				return false
			}
		}
	}
	return true
}

// hasNoMatrices reports whether one of the factors is a row or a column, and neighbors in the output are neighbors in
// the other factor. Lanes that sum up neighboring elements then load from neighboring addresses.
func (p *plan) hasNoMatrices() bool {
	for i, letters := range [2][]contract.Letter{p.n, p.m} {
		if n, ok := p.count(letters); !ok || n != 1 {
			continue
		}
		axes, v := [2][]contract.Axis{p.A, p.B}[i], [2]*ir.Value{p.LHS, p.RHS}[i]
		all := p.ordered(slices.Concat(p.k, p.batch, p.m, p.n), v, axes)
		for _, l := range slices.Backward(all) {
			if slices.ContainsFunc(axes, func(a contract.Axis) bool { return contract.Contains(a.Expr, l) }) {
				return !slices.Contains(p.k, l)
			}
		}
	}
	return false
}

// count returns the product of the extents of letters; ok is false where one is open, or for more than an int64 holds.
func (p *plan) count(letters []contract.Letter) (n int64, ok bool) {
	n = 1
	for _, l := range letters {
		extent, known := p.known[l]
		if !known || extent != 0 && n > math.MaxInt64/extent {
			return 0, false
		}
		n *= extent
	}
	return n, true
}

// limits are sizes of tiles by the bits of the factors' elements: rows, columns and products. Those of tiles through
// views can be larger, as asynchronous copies bring them; least are the fewest that tensor cores take.
type limits struct {
	bits                     int
	most, views, open, least [3]int64
}

var sizes = []limits{
	{bits: 8, most: [3]int64{128, 128, 64}, views: [3]int64{128, 256, 128}, open: [3]int64{64, 64, 64},
		least: [3]int64{16, 16, 32}},
	{bits: 16, most: [3]int64{128, 128, 32}, views: [3]int64{128, 256, 64}, open: [3]int64{64, 64, 32},
		least: [3]int64{16, 16, 16}},
	{bits: 32, most: [3]int64{64, 64, 16}, views: [3]int64{64, 64, 32}, open: [3]int64{32, 32, 16},
		least: [3]int64{1, 1, 1}},
	{bits: 64, most: [3]int64{64, 64, 16}, views: [3]int64{64, 64, 16}, open: [3]int64{32, 32, 8},
		least: [3]int64{1, 1, 1}},
}

// lanesOf is how many elements of the output a tile has that are summed one by one.
const lanesOf = 1024

// limits returns those of the factors' elements.
func (p *plan) limits() limits {
	width := ir.BitWidth(p.LHS.Type().(*tile.ArrayType).ElementType())
	return sizes[slices.IndexFunc(sizes, func(l limits) bool { return width <= l.bits })]
}

// columnsPerWarp is how many columns a warp can add up in registers beside others, where a tile has the most rows.
const columnsPerWarp = 32

func (p *plan) chooseShape() {
	if p.lanes {
		p.shape = [3]int64{lanesOf, 1, 1}
		if n, ok := p.count(p.m); ok {
			n /= p.neighbors.n
			p.shape[0] = min(lanesOf, int64(1)<<bits.Len64(uint64(max(n, 1)-1)))
		}
		if p.Shape != nil {
			p.shape[0] = p.Shape[0]
		}
		return
	}
	if p.Shape != nil {
		p.shape = [3]int64(p.Shape)
		return
	}
	s := p.limits()
	most := s.most
	if p.views || p.groups {
		most = s.views
		most[columns] = min(most[columns], max(s.most[columns], columnsPerWarp*int64(p.warps)))
	}
	for i, letters := range [3][]contract.Letter{p.m, p.n, p.k} {
		switch n, ok := p.count(letters); {
		case !ok:
			p.shape[i] = s.open[i]
			if p.views {
				p.shape[i] = most[i]
			}
		case len(letters) == 0:
			p.shape[i] = s.least[i]
		default:
			p.shape[i] = min(most[i], max(s.least[i], int64(1)<<bits.Len64(uint64(max(n, 1)-1))))
		}
	}
}

// chooseSteps finds the tables of the operands, and how wide indices must be.
func (p *plan) chooseSteps() error {
	if p.extents == nil {
		p.wide = true
		return nil
	}
	if p.views {
		return nil
	}
	for _, letters := range [][]contract.Letter{p.batch, p.m, p.n, p.k} {
		n, ok := p.count(letters)
		p.wide = p.wide || !ok || n > math.MaxInt32/2
	}
	for _, operand := range []struct {
		v     *ir.Value
		spans []contract.Span
	}{{p.LHS, p.extents.A}, {p.RHS, p.extents.B}, {p.Output, p.extents.C}} {
		reach := int64(0)
		for i, stride := range operand.v.Type().(*tile.ArrayType).Strides() {
			s := operand.spans[i]
			far := max(s.Max, -s.Min, operand.v.Type().(*tile.ArrayType).Shape()[i])
			if stride = max(stride, -stride); far != 0 && stride > math.MaxInt32/far {
				reach = math.MaxInt32
			}
			reach = min(reach+far*stride, math.MaxInt32)
		}
		p.wide = p.wide || reach > math.MaxInt32/4
	}
	if p.runs != nil || p.boxes != nil {
		return nil
	}
	for i, axes := range [2][]contract.Axis{p.A, p.B} {
		strides := [2]*ir.Value{p.LHS, p.RHS}[i].Type().(*tile.ArrayType).Strides()
		p.steps[i] = p.walkOf(func(values map[contract.Letter]int64) (sum int64, err error) {
			for d, axis := range axes {
				v, err := contract.Eval(axis.Reduced, values, p.Constants)
				if err != nil {
					return 0, err
				}
				sum += v * strides[d]
			}
			return sum, nil
		})
	}
	return nil
}

// walkOf returns how a function of the letters of K depends on their flat index; nil where that is to be computed.
func (p *plan) walkOf(f func(values map[contract.Letter]int64) (int64, error)) *walk {
	n, ok := p.count(p.k)
	if !ok || n > maxTable || n == 0 {
		return nil
	}
	w, values, constant := &walk{table: make([]int64, n)}, map[contract.Letter]int64{}, true
	for i := range n {
		rest := i
		for _, l := range slices.Backward(p.k) {
			values[l] = rest % p.known[l]
			rest /= p.known[l]
		}
		v, err := f(values)
		if err != nil {
			return nil // as of a table in an array, or one that is too short
		}
		w.table[i] = v
		constant = constant && (i < 2 || v-w.table[i-1] == w.table[1]-w.table[0])
	}
	if w.first = w.table[0]; constant {
		if n > 1 {
			w.step = w.table[1] - w.table[0]
		}
		w.table = nil
	}
	return w
}

// Tiles returns into how many tiles a contraction of known sizes is divided by tile-lower-contractions with some
// options: more programs than that have nothing to do.
func Tiles(op *ir.Operation, opts Options) (int64, error) {
	c, err := tile.ContractionOf(op)
	if err != nil {
		return 0, err
	}
	p, err := newPlan(c, opts)
	if err != nil {
		return 0, err
	}
	if p.extents == nil {
		return 0, c.Errorf("has sizes that are open until it runs")
	}
	return p.tiles(), nil
}

// tiles returns how many tiles the output has, whose sizes are known.
func (p *plan) tiles() int64 {
	n, _ := p.count(p.batch)
	if p.boxes != nil {
		return n * p.boxes.tiles(p, p.m) * p.boxes.tiles(p, p.n)
	}
	if p.lanes {
		all, _ := p.count(p.m)
		return ceil(all/p.neighbors.n, p.shape[rows])
	}
	return n * p.tilesAlong(rows) * p.tilesAlong(columns)
}
