package contractions

import (
	"cmp"
	"math"
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// plan says how a contraction is computed.
type plan struct {
	*tile.Contraction
	warps int
	// groups says that warp groups multiply tiles of 16 bits. Large tiles are better then.
	groups bool
	// extents has the extents of all letters; it is nil if some size or stride is dynamic. known has the extents of the
	// letters for which a size is static.
	extents *contract.Extents
	known   map[contract.Letter]int64
	// batch, m, n and k are the letters of the classes. In each class, the letter with the smallest stride is last.
	batch, m, n, k []contract.Letter
	// shape has the numbers of rows, columns and products of a tile.
	shape [3]int64
	// beside is the number of tiles of the output, side by side, that a program computes together (wide.go).
	beside int64
	// most has the largest sizes of a tile; nil for those that suit the type of the factors.
	most *[3]int64
	// parts is the number of parts of each sum (parts.go); 1 if sums are not divided.
	parts int64
	// blocks is the number of blocks that share a tile (clusters.go); 1 if each tile has one.
	blocks int64
	// patches describe the rows and the columns of a tile if they have values of two letters (patches.go). nil stands
	// for a range of flat indices.
	patches [2]*patch
	swapped bool       // lhs and rhs have changed places
	rest    *rest      // smaller tiles for the last rows or columns (rest.go); nil if there are none
	over    [2]stretch // the rows and the columns that tiles are for
	runs    *runs      // describes the products of a tile if they lie along one or two letters (runs.go); else nil
	// views says that tiles are loaded and stored through views of the arrays.
	views bool
	// boxes describes tiles that are boxes of the operands (boxes.go); nil if they are not.
	boxes   *boxes
	noBoxes string // why tiles are not boxes, on targets that can copy boxes
	// lanes says that there is no matrix product: lanes compute the sums of their elements (lanes.go). m has all
	// letters of the output then.
	lanes     bool
	neighbors neighbors // the elements that one lane computes
	once      bool      // the kernel executes the contraction once, and nothing else writes the output
	// cells is the number of tiles of each operand for which there is room in shared memory. Threads copy all but one
	// ahead. 0 if tiles go through registers.
	cells   int
	doubles bool // tensor cores multiply factors of 64 bits
	// twoPlaces says that tiles which go through registers have two places in shared memory, in turns.
	twoPlaces bool
	walks     [2]*walk // as [plan.steps] returns them; nil until it is asked
	notes     string   // text for the remark about the kernels before and after
	wide      bool     // indices need 64 bits
	check     bool     // insert assertions about sizes and indices
}

// walk says how the address in an operand, or the index along one of its axes, depends on the flat index of K: it is
// first + step * index, or table[index].
type walk struct {
	first, step int64
	table       []int64 // nil if the dependence is linear
}

// maxTable bounds the entries of a table.
const maxTable = 1 << 16

// newPlan plans a contraction. Tiles have the sizes that it asks for, or else sizes that suit it.
func newPlan(c *tile.Contraction, opts Options) (*plan, error) {
	p, err := planOf(c, opts, nil)
	switch {
	case err != nil || c.Shape != nil || p.extents == nil || p.lanes:
		return p, err
	case !p.groups:
		return p.fastest(opts), nil
	case !p.views && p.boxes == nil:
		return p, nil
	// Each program copies the operands of its next tile ahead; smaller tiles measured slower there.
	case c.Programs == tile.FewPrograms:
		return p.inRounds(opts).inOneRound(opts), nil
	case p.tiles() > multiprocessors:
		return p, nil
	}
	return p.smaller(opts, func(*plan) bool { return true }), nil
}

// planOf returns a plan with the tile sizes that a contraction asks for, or else with large tiles, though not larger
// than most.
func planOf(c *tile.Contraction, opts Options, most *[3]int64) (*plan, error) {
	p := &plan{Contraction: c, warps: opts.NumWarps, batch: c.Batch, m: c.M, n: c.N, k: c.K, most: most, blocks: 1,
		beside: 1}
	kernel, inKernel := tile.AsKernel(p.Parent())
	p.once = inKernel && p.Block() == kernel.Entry() && p.Output.HasOneUse()
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
	p.chooseBeside()
	if opts.Boxes && !p.views && !p.lanes && p.depth() == p.shape[products] {
		p.boxes, p.noBoxes = p.chooseBoxes()
		p.chooseOrder(opts)
	}
	if err := p.checkBeside(); err != nil {
		return nil, err
	}
	p.chooseCells(opts.SM)
	if p.chooseParts(); p.parts > 1 {
		p.cells, p.twoPlaces = 0, false // so few products of each warp took more time that way
	}
	p.choosePatches()
	p.chooseRuns(opts)
	p.chooseRest()
	p.chooseCellsOfPieces()
	p.chooseWidth()
	return p, cmp.Or(p.checkDepth(), p.checkPrograms())
}

// knownExtents returns the extents of letters that are static: of letters that are an axis of static size by
// themselves, or that index a constant table.
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

// shortSum is the length of a sum up to which the order of stores matters more than the order of loads. In longer sums,
// loads matter more, since a factor is loaded again for each tile of the other factor's rows or columns.
const shortSum = 64

// outer sorts the letters of rows, or columns. They have the order of their strides in the operand if the operand is
// contiguous along one of them and, in addition, sums are long or the output is not contiguous along any of them.
// Otherwise they have the order of their strides in the output.
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

// products sorts the letters of K by their strides in an operand that is contiguous along one of them, so that
// contiguous elements are loaded together.
func (p *plan) products() []contract.Letter {
	all := p.ordered(slices.Concat(p.Batch, p.M, p.K), p.LHS, p.A)
	other := p.ordered(slices.Concat(p.Batch, p.N, p.K), p.RHS, p.B)
	if p.extents != nil && len(p.K) > 0 && !slices.Contains(p.K, all[len(all)-1]) &&
		slices.Contains(p.K, other[len(other)-1]) {
		return p.ordered(p.K, p.RHS, p.B)
	}
	return p.ordered(p.K, p.LHS, p.A)
}

// isAxis reports whether a letter is an axis by itself. Its extent is the size of this axis, and a table that it
// indexes may be longer.
func isAxis(c *tile.Contraction, l contract.Letter) bool {
	return slices.ContainsFunc(slices.Concat(c.A, c.B, c.C), func(a contract.Axis) bool {
		return a.Expr == contract.Expr(l)
	})
}

// ordered sorts letters by their strides in an array, the smallest last. If sizes are dynamic, it sorts them by the
// order of the axes.
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

// distance returns the distance in memory, in elements, between values 0 and 1 of a letter along an axis.
func distance(x contract.Expr, l contract.Letter, extent, stride int64, tables map[string]contract.Table) int64 {
	from, err1 := contract.Eval(x, map[contract.Letter]int64{}, tables)
	to, err2 := contract.Eval(x, map[contract.Letter]int64{l: min(1, max(0, extent-1))}, tables)
	if err1 != nil || err2 != nil {
		return math.MaxInt64
	}
	d := (to - from) * stride
	return max(d, -d)
}

// isProductOfMatrices reports whether tiles can be loaded and stored through views of the operands and the output: M, N
// and K have one letter each, and every axis is a letter alone.
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

// hasNoMatrices reports whether the product is not worth a matrix product: M or N has a single value, and the other
// factor is contiguous along a letter of the output. Lanes that compute neighboring elements then load from neighboring
// addresses.
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

// count returns the product of the extents of letters. ok is false if an extent is dynamic, or if the product does not
// fit in an int64.
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

// chooseWidth finds how wide indices must be.
func (p *plan) chooseWidth() {
	if p.extents == nil {
		p.wide = true
		return
	}
	if p.views {
		return
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
	p.wide = p.wide || isWide(p.Others...)
}

// steps says how the addresses in operand i depend on K. It returns nil if they are computed from the digits. Many
// plans are made to be compared, and few of them need it.
func (p *plan) steps(i int) *walk {
	if p.walks[i] != nil || p.extents == nil || p.views || p.runs != nil || p.boxes != nil {
		return p.walks[i]
	}
	axes, strides := [2][]contract.Axis{p.A, p.B}[i], [2]*ir.Value{p.LHS, p.RHS}[i].Type().(*tile.ArrayType).Strides()
	p.walks[i] = p.walkOf(func(values map[contract.Letter]int64) (sum int64, err error) {
		for d, axis := range axes {
			v, err := contract.Eval(axis.Reduced, values, p.Constants)
			if err != nil {
				return 0, err
			}
			sum += v * strides[d]
		}
		return sum, nil
	})
	return p.walks[i]
}

// walkOf returns how a function of the letters of K depends on their flat index. It returns nil if the function must be
// computed at run time, because a table would be too large or its entries are not known.
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
			return nil // the function reads a table that is an array, or too short
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

// Tiles returns the number of tiles into which tile-lower-contractions divides a contraction of static sizes. Further
// programs have nothing to do.
func Tiles(op *ir.Operation, opts Options) (int64, error) {
	c, err := tile.ContractionOf(op)
	if err != nil {
		return 0, err
	}
	p, err := finalPlan(c, opts)
	if err != nil {
		return 0, err
	}
	if p.extents == nil {
		return 0, c.Errorf("has dynamic sizes, but the number of tiles needs static sizes")
	}
	return p.tiles(), nil
}

// tiles returns the number of tiles of the output. Its sizes must be static.
func (p *plan) tiles() int64 {
	n, _ := p.count(p.batch)
	if p.boxes != nil {
		return n * p.boxes.tiles(p, p.m) * ceil(p.boxes.tiles(p, p.n), p.beside)
	}
	if p.lanes {
		return ceil(p.allLanes(), p.shape[rows])
	}
	return n * p.tilesAlong(rows) * p.tilesAlong(columns)
}
