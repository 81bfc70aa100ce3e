package kernels

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// region is a step that computes a value for each point of a space, and the kernel that is built for it.
type region struct {
	*maker
	step     *Step
	ops      []*ir.Operation
	results  []*ir.Value
	operands []*Operand        // the step's In, followed by its Out
	outside  map[*ir.Value]int // index in operands of values from outside
	place    map[*ir.Value]prim.Place
	space    prim.Space // with sizes from types
	shape    []int64    // of this run
	open     []bool
	whole    []bool // whether operands have an element for each point
	parts    map[*ir.Value][]part

	partial    bool // sums are stored as partial results
	rows, cols *axis
	values     map[located]*ir.Value
}

// located is a value at a place: an operation may need a value from outside as a whole, or one element for each row.
type located struct {
	v     *ir.Value
	place prim.Place
}

// newRegion finds the space of a step, and the places of values in it.
func newRegion(s *Step) (*region, error) {
	r := &region{step: s, operands: slices.Concat(s.In, s.Out), outside: map[*ir.Value]int{},
		place: map[*ir.Value]prim.Place{}, values: map[located]*ir.Value{}}
	r.space.Wide = true
	if s.isRegion() {
		entry := s.Region.Entry()
		for i, arg := range entry.Args() {
			r.outside[arg] = i
		}
		for op := range entry.Ops() {
			if op.Next() == nil {
				r.results = op.OperandValues()
				break
			}
			r.ops = append(r.ops, op)
		}
	} else {
		for i, v := range s.Op.Operands() {
			r.outside[v] = i
		}
		r.ops, r.results = []*ir.Operation{s.Op}, s.Op.ResultValues()
	}
	for _, op := range r.ops {
		at, space, err := r.space.Join(op, r)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrNoKernel, err)
		}
		if prim.DtypeOf(ir.ElementOrSelf(op.Result(0).Type())) == prim.Complex {
			return nil, errComplex
		}
		r.space, r.place[op.Result(0)] = space, at
	}
	return r, r.findShape()
}

// Place and Shape implement [prim.Values] with types. The shapes of a single primitive are those of the run.
func (r *region) Place(v *ir.Value) prim.Place { return r.place[v] }

func (r *region) Shape(v *ir.Value) []int64 {
	if i, ok := r.outside[v]; ok && !r.step.isRegion() && r.operands[i] != nil {
		return r.operands[i].Shape
	}
	if i := slices.Index(r.results, v); i >= 0 && !r.step.isRegion() {
		return r.step.Out[i].Shape
	}
	t, _ := prim.TensorOf(v.Type())
	return t.Shape
}

// findShape finds the sizes of the space in this run, from an operand that has all its points.
func (r *region) findShape() error {
	r.shape, r.whole = r.space.Shape, make([]bool, len(r.operands))
	for _, op := range r.ops {
		for _, v := range op.Operands() {
			if i, ok := r.outside[v]; ok && r.placeOf(v, op) == prim.Whole {
				r.whole[i] = true
			}
		}
	}
	for i, v := range r.results {
		r.whole[len(r.step.In)+i] = r.place[v] != prim.Row
	}
	for i, o := range r.operands {
		if o != nil && r.whole[i] && prim.Compatible(o.Shape, r.space.Shape) {
			r.shape, r.open = o.Shape, o.Open
		}
	}
	if slices.Contains(r.shape, ir.Dynamic) {
		return noKernel("no operand has the sizes of the space %s", prim.ShapeString(r.shape))
	}
	return nil
}

// placeOf returns the place of an operand of op.
func (r *region) placeOf(v *ir.Value, op *ir.Operation) prim.Place {
	switch {
	case r.place[v] != prim.Outside:
		return r.place[v]
	case r.isSelection(op) && v != op.Operand(0):
		return prim.Row
	case prim.IsReduction(op) || r.isSelection(op):
		return prim.Whole
	case op.Is(&prim.Uniform) || op.Is(&prim.Cat):
		return prim.Outside // a key, a size, or an operand with some of the points
	}
	return r.place[op.Result(0)]
}

// isSelection reports whether an operation of a region takes or replaces one element of each row. A single primitive
// has a kernel of its own, which reads no other elements.
func (r *region) isSelection(op *ir.Operation) bool { return r.step.isRegion() && prim.IsSelection(op) }

// combines reports whether op computes a value of a row from all its points.
func (r *region) combines(op *ir.Operation) bool {
	return prim.IsReduction(op) || r.isSelection(op) && op.Is(&prim.Gather) && !r.takes(op)
}

// takes reports whether op takes an element of each row from memory.
func (r *region) takes(op *ir.Operation) bool {
	_, outside := r.outside[op.Operand(0)]
	return outside && r.isSelection(op) && op.Is(&prim.Gather)
}

// strides returns the stride of each operand along each dimension of the space. Values of rows do not vary along a row.
func (r *region) strides() [][]int64 {
	strides := make([][]int64, len(r.operands))
	for i, o := range r.operands {
		switch {
		case o == nil:
		case r.whole[i] && len(o.Strides) == len(r.shape):
			strides[i] = o.Strides
		case !r.whole[i] && len(o.Strides) >= r.space.Kept:
			strides[i] = make([]int64, len(r.shape))
			copy(strides[i], o.Strides[:r.space.Kept])
		}
	}
	return strides
}

// manual returns a region for operands whose places the caller finds.
func manual(s *Step, name string, operands ...*Operand) *region {
	r := &region{step: s, operands: operands, outside: map[*ir.Value]int{}, place: map[*ir.Value]prim.Place{},
		values: map[located]*ir.Value{}, rows: &axis{n: 1}}
	r.maker = newMaker(name, s.Op.Loc(), s.Op.Context(), operands...)
	return r
}

// stridesOf returns the strides of operands of the same shape.
func stridesOf(operands []*Operand) (strides [][]int64) {
	for _, o := range operands {
		strides = append(strides, o.Strides)
	}
	return strides
}

// buildRegion builds the kernel of a region, or of a single primitive.
func buildRegion(s *Step) (*Computation, error) {
	r, err := newRegion(s)
	if err != nil {
		return nil, err
	}
	strides := append(r.strides(), prim.Contiguous(r.shape)) // followed by the strides that pointNumbers uses
	strides = r.placeParts(strides)
	r.maker = newMaker(kernelName(r.ops), s.Op.Loc(), s.Op.Context(), r.operands...)
	r.narrow = s.isNarrow()
	if prim.Numel(r.shape[:r.space.Kept]) == 0 {
		return &Computation{}, nil
	}
	var l Launch
	if r.space.Kept == len(r.shape) {
		l, err = r.pointwise(dimensions(r.shape, r.open, strides))
	} else {
		k := r.space.Kept
		l, err = r.byRow(dimensions(r.shape[:k], head(r.open, k), heads(strides, 0, k)),
			dimensions(r.shape[k:], tail(r.open, k), heads(strides, k, len(r.shape))))
	}
	if err != nil {
		return nil, err
	}
	return &Computation{Launches: []Launch{l}}, nil
}

func head(open []bool, k int) []bool {
	if open == nil {
		return nil
	}
	return open[:k]
}

func tail(open []bool, k int) []bool {
	if open == nil {
		return nil
	}
	return open[k:]
}

func heads(strides [][]int64, from, to int) [][]int64 {
	out := make([][]int64, len(strides))
	for i, s := range strides {
		if s != nil {
			out[i] = s[from:to]
		}
	}
	return out
}

// Tile sizes: the points that a program computes at once if it reduces nothing, and the longest rows that a program
// keeps in registers.
const (
	pointsAtOnce = 1024
	square       = int64(64) // the side of a square
	longestRow   = 32768
	onePassRow   = 8192 // if it is needed once: blocks are small, and one reads while another computes
	maxGridY     = 65535
)

// pointwise computes a tile of points in each program.
func (r *region) pointwise(dims []dimension) (Launch, error) {
	grid, points := r.layOut(dims)
	for _, op := range r.ops {
		if err := r.emit(op); err != nil {
			return Launch{}, err
		}
	}
	r.storeResults(nil)
	return r.finish(warpsFor(points), grid...)
}

// layOut chooses the points of each program: neighbors in row-major order, or squares of two dimensions if an operand
// is contiguous along another dimension than the last. It returns the grid, and the number of points of a program.
func (r *region) layOut(dims []dimension) (grid []int64, points int64) {
	if d := r.crossing(dims); d >= 0 {
		last := len(dims) - 1
		rows := slices.Concat(dims[:d], dims[d+1:last], dims[d:d+1])
		across, down := dims[last:], square
		r.rows = r.newAxis(rows, down, r.toIndex(r.ProgramID(0)))
		r.cols = r.newAxis(across, square, r.toIndex(r.ProgramID(1)))
		total, _ := count(rows)
		return []int64{ceilDiv(total, down), ceilDiv(dims[last].size, square)}, down * square
	}
	total, _ := count(dims)
	n := min(pointsAtOnce, max(2, powerOfTwo(total)))
	r.cols = r.newAxis(dims, n, r.toIndex(r.ProgramID(0)))
	r.rows = &axis{n: 1}
	return []int64{ceilDiv(total, n)}, n
}

// crossing returns a dimension other than the last along which an operand is contiguous, if another operand is
// contiguous along the last one and both dimensions are long. It returns -1 if there is none. Operands that do not vary
// along the last dimension are small and do not count.
func (r *region) crossing(dims []dimension) int {
	last := len(dims) - 1
	if last < 1 || dims[last].size < square || dims[last].size > square*maxGridY {
		return -1
	}
	along := false
	for i := range r.operands {
		along = along || dims[last].strides[i] == 1
	}
	for d := range last {
		for i, s := range dims[d].strides {
			if s == 1 && along && dims[d].size >= square && dims[last].strides[i] != 0 {
				return d
			}
		}
	}
	return -1
}

// warpsFor returns the number of warps that compute a number of points.
func warpsFor(points int64) int {
	switch {
	case points <= 128:
		return 1
	case points <= 2048:
		return 4
	case points <= 8192:
		return 8
	case points <= 16384:
		return 16
	}
	return 32
}

// emit computes an operation other than a reduction.
func (r *region) emit(op *ir.Operation) error {
	v := op.Result(0)
	at := located{v, r.place[v]}
	if r.values[at] != nil {
		return nil
	}
	if op.Is(&prim.Fill) {
		r.values[at] = r.constantOf(prim.NumberOf(op.Inherent("value")), ir.ElementOrSelf(v.Type()), r.tile(at.place))
		return r.Err()
	}
	switch {
	case op.Is(&prim.Cat):
		r.values[at] = r.concatenated(op)
		return r.Err()
	case op.Is(&prim.Uniform):
		if r.values[at] = r.uniform(op); r.values[at] == nil && r.Err() == nil {
			return noKernel("uniform numbers of f64 have none")
		}
		return r.Err()
	case r.takes(op):
		r.values[at] = r.taken(op)
		return r.Err()
	case r.isSelection(op):
		r.values[at] = r.replaced(op)
		return r.Err()
	}
	first := r.value(op.Operand(0), r.placeOf(op.Operand(0), op))
	switch {
	case r.placeOf(op.Operand(0), op) == prim.Row && at.place == prim.Whole:
		r.values[at] = r.alongRow(first)
	case prim.IsElementwise(op):
		var x []*ir.Value
		for _, o := range op.Operands() {
			x = append(x, r.value(o, r.placeOf(o, op)))
		}
		if r.Err() != nil {
			return r.Err()
		}
		out, err := r.elementwise(op, x)
		if err != nil {
			return err
		}
		r.values[at] = out
	default: // a view
		r.values[at] = first
	}
	return r.Err()
}

// tile returns the shape that values of a place have in the tile; nil for scalars.
func (r *region) tile(place prim.Place) []int64 {
	switch {
	case place == prim.Row && r.rows.n == 1:
		return nil
	case place == prim.Row:
		return []int64{r.rows.n}
	case r.rows.n == 1:
		return []int64{r.cols.n}
	}
	return []int64{r.rows.n, r.cols.n}
}

// alongRow broadcasts a value of rows along each row.
func (r *region) alongRow(v *ir.Value) *ir.Value {
	if r.rows.n == 1 {
		return r.Splat(v, r.cols.n)
	}
	return r.Broadcast(r.ExpandDims(v, 1), r.rows.n, r.cols.n)
}

// alongColumn broadcasts a value of columns along each column.
func (r *region) alongColumn(v *ir.Value) *ir.Value {
	if r.rows.n == 1 {
		return v
	}
	return r.Broadcast(r.ExpandDims(v, 0), r.rows.n, r.cols.n)
}

// value returns a value at a place. Values from outside are loaded.
func (r *region) value(v *ir.Value, place prim.Place) *ir.Value {
	at := located{v, place}
	if r.values[at] == nil {
		if i, ok := r.outside[v]; ok {
			r.values[at] = r.load(i, place)
		}
	}
	return r.values[at]
}
