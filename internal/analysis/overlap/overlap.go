// Package overlap is an analysis of kernels at the strict level, with or without layouts. It finds loads that read
// elements which another load of the same block has already read, at a constant distance. A stencil reads x[i], x[i-1]
// and x[i+1] with three loads; a thread that has the neighbors in its registers needs memory only for the elements
// beyond them.
//
// Addresses, and the numbers that masks compare, are polynomials of indices and scalars of the kernel. Two loads
// overlap if a shift of the indices turns the address of one into that of the other.
//
// Integers wrap around. Even so, equal polynomials are equal numbers if both have 32 bits. Otherwise they are equal
// up to a multiple of 2^32. That is enough for addresses: two elements of memory that are read are assumed to be less
// than 2^32 elements apart. Numbers of more bits from which others are computed, other than by sums and products, are
// not extended from sums that may wrap (see exact). A comparison implies another one of numbers at a distance if the
// sum of number and distance cannot wrap (see condition).
//
// Start with [Analyze]. [Info.Left] returns the part of a load that still has to be read in a layout.
package overlap

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

const (
	// maxLoads bounds the number of loads that are compared with each other.
	maxLoads = 32
	// maxShift bounds the distance of tiles along a dimension. No thread has that many neighbors.
	maxShift = 64
)

// Reuse says which elements a load may take from another load, From. Element x of the load has the address of element
// x+Shift of From, if there is such an element. If the mask of the load is set at x, that of From is set there.
type Reuse struct {
	From  *ir.Operation
	Shift []int
	// Same says that both elements have the same value: the masks, and the values of masked elements, agree too.
	Same bool
}

// Info is the result of the analysis.
type Info struct {
	reuses map[*ir.Operation][]Reuse
	groups [][]*ir.Operation
	along  map[*ir.Operation][]bool
}

// Of returns what a load may take from earlier loads.
func (in *Info) Of(load *ir.Operation) []Reuse { return in.reuses[load] }

// Along reports whether a load overlaps another one, earlier or later, at a distance along a dimension.
func (in *Info) Along(load *ir.Operation, d int) bool {
	return in.along[load] != nil && in.along[load][d]
}

// Groups returns the loads that overlap others, in lists of loads whose order may change: they are in one block, and no
// operation between them writes to memory.
func (in *Info) Groups() [][]*ir.Operation { return in.groups }

// Analyze looks at everything inside a kernel, or function.
func Analyze(root *ir.Operation) *Info {
	in := &Info{reuses: make(map[*ir.Operation][]Reuse), along: make(map[*ir.Operation][]bool)}
	root.Walk(func(op *ir.Operation) bool {
		for i := range op.NumRegions() {
			for b := range op.Region(i).Blocks() {
				in.block(b)
			}
		}
		return true
	})
	return in
}

// block compares the loads of a block between which nothing writes to memory.
func (in *Info) block(b *ir.Block) {
	var run []*ir.Operation
	for op := range b.Ops() {
		switch {
		case op.Is(&tile.Load) && op.Inherent(tile.VolatileName) == nil:
			if _, tensor := op.Result(0).Type().(*ir.TensorType); tensor {
				run = append(run, op)
			}
		case len(run) > 0 && !ir.HasNoEffect(op) && !onlyReads(op):
			in.compare(run)
			run = nil
		}
	}
	in.compare(run)
}

// onlyReads reports whether an operation, with everything in its regions, has no effect on memory other than reads.
func onlyReads(op *ir.Operation) bool {
	reads := op.Inherent(tile.VolatileName) == nil
	known := ir.VisitEffects(op, func(_ *ir.Operation, e ir.Effect) bool {
		reads = reads && e.Kind == ir.Read
		return reads
	})
	return known && reads
}

// compare finds the loads of a run that overlap earlier ones.
func (in *Info) compare(run []*ir.Operation) {
	if len(run) < 2 || len(run) > maxLoads {
		return
	}
	pairs := pairsOf(run)
	if len(pairs) == 0 {
		return
	}
	s := newSpace()
	tiles := make([]*tileOf, len(run))
	for i, op := range run {
		if slices.ContainsFunc(pairs, func(p [2]int) bool { return p[0] == i || p[1] == i }) {
			tiles[i] = s.tile(op)
		}
	}
	group := make([]bool, len(run))
	for _, p := range pairs {
		op, from := run[p[0]], run[p[1]]
		r, forth, back := s.relate(tiles[p[0]], tiles[p[1]])
		if forth || back {
			group[p[0]], group[p[1]] = true, true
			in.distances(op, r.Shift)
			in.distances(from, r.Shift)
		}
		if forth {
			r.From, r.Same = from, back && sameOther(op, from)
			in.reuses[op] = append(in.reuses[op], r)
		}
	}
	var list []*ir.Operation
	for i, op := range run {
		if group[i] {
			list = append(list, op)
		}
	}
	if list != nil {
		in.groups = append(in.groups, list)
	}
}

// distances records the dimensions along which a load is at a distance from another one.
func (in *Info) distances(load *ir.Operation, shift []int) {
	if in.along[load] == nil {
		in.along[load] = make([]bool, len(shift))
	}
	for d, x := range shift {
		in.along[load][d] = in.along[load][d] || x != 0
	}
}

// pairsOf returns the pairs of loads that may overlap, each with the number of the later one first.
func pairsOf(run []*ir.Operation) (pairs [][2]int) {
	bases := make([]*ir.Value, len(run))
	for i, op := range run {
		bases[i] = base(op.Operand(0))
		for k := range i {
			if (bases[i] == nil || bases[k] == nil || bases[i] == bases[k]) && alike(op, run[k]) {
				pairs = append(pairs, [2]int{i, k})
			}
		}
	}
	return pairs
}

// base returns the argument of a block that pointers start from; nil if it is not known. The polynomials of addresses
// with different bases differ in them.
func base(pointers *ir.Value) *ir.Value {
	for op := pointers.DefiningOp(); op != nil; op = pointers.DefiningOp() {
		switch op.Def() {
		case &tile.AddPtr, &tile.Splat, &tile.ExpandDims, &tile.Broadcast, &tile.Permute, &tilegpu.ConvertLayout, &tile.Hint:
			pointers = op.Operand(0)
		default:
			return nil
		}
	}
	return pointers
}

// alike reports whether two loads have the same result shape, element type and hints.
func alike(a, b *ir.Operation) bool {
	x, y := a.Result(0).Type().(*ir.TensorType), b.Result(0).Type().(*ir.TensorType)
	return slices.Equal(x.Shape(), y.Shape()) && x.ElementType() == y.ElementType() &&
		ir.ElementOrSelf(a.Operand(0).Type()) == ir.ElementOrSelf(b.Operand(0).Type()) &&
		a.Inherent(tile.CacheName) == b.Inherent(tile.CacheName) &&
		a.Inherent(tile.EvictionName) == b.Inherent(tile.EvictionName)
}

// sameOther reports whether masked elements have the same value in two loads.
func sameOther(a, b *ir.Operation) bool {
	x, y := a.GroupValue(2), b.GroupValue(2)
	if x == y {
		return true
	}
	if x == nil || y == nil || x.DefiningOp() == nil || y.DefiningOp() == nil {
		return false
	}
	p, ok1 := splatOf(x)
	q, ok2 := splatOf(y)
	return ok1 && ok2 && p == q
}

// Left returns the registers of a load that no earlier load with the same layout has; nil if it must read all of them.
func (in *Info) Left(load *ir.Operation, l layout.Layout) []bool {
	reuses := in.reuses[load]
	if len(reuses) == 0 {
		return nil
	}
	left := slices.Repeat([]bool{true}, l.InSize(layout.Register))
	for _, r := range reuses {
		for at, from := range l.Shifted(r.Shift) {
			left[at] = left[at] && from < 0
		}
	}
	return left
}
