// Package overlap is an analysis of kernels at the strict level, with or without layouts: which loads read what another
// load of the same block has read already, at a constant distance. A stencil reads x[i], x[i-1] and x[i+1] with three
// loads; a thread that has neighbors in its registers needs memory only for those beyond their ends.
//
// Addresses and masks are polynomials of indices and of whatever scalars the kernel has; two loads overlap if their
// addresses differ by what a shift of the indices makes of one of them. Arithmetic on addresses and indices is assumed
// not to overflow, as package axisinfo assumes.
//
// Start with [Analyze]. [Info.Left] says what of a load remains to be read in a layout.
package overlap

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

const (
	// maxLoads bounds the loads that are compared with each other.
	maxLoads = 32
	// maxShift bounds the distance of tiles along a dimension: what no thread has so many neighbors for.
	maxShift = 64
)

// Reuse says what a load may take from another one. Element x of the load is at the address of element x+Shift of From,
// if there is such an element; and where the mask of the load holds at x, that of From holds there.
type Reuse struct {
	From  *ir.Operation
	Shift []int
	// Same says that both have the same value there: masks, and what elements are without them, agree.
	Same bool
}

// Info is the result of the analysis.
type Info struct {
	reuses map[*ir.Operation][]Reuse
	groups [][]*ir.Operation
	along  map[*ir.Operation][]bool
}

// Of returns what a load may take from earlier ones.
func (in *Info) Of(load *ir.Operation) []Reuse { return in.reuses[load] }

// Along reports whether a load overlaps another one, earlier or later, at a distance along a dimension.
func (in *Info) Along(load *ir.Operation, d int) bool {
	return in.along[load] != nil && in.along[load][d]
}

// Groups returns the loads that overlap others, in lists of such that may trade places: they are in one block, and
// nothing between them writes to memory.
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

// block compares the loads of a block between which nothing writes.
func (in *Info) block(b *ir.Block) {
	var run []*ir.Operation
	for op := range b.Ops() {
		switch {
		case op.Is(&tile.Load) && op.Inherent(tile.VolatileName) == nil:
			if _, tensor := op.Result(0).Type().(*ir.TensorType); tensor {
				run = append(run, op)
			}
		case !onlyReads(op):
			in.compare(run)
			run = nil
		}
	}
	in.compare(run)
}

// onlyReads reports whether an operation, with everything in its regions, does no more to memory than read it.
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
	s := newSpace()
	tiles := make([]*tileOf, len(run))
	for i, op := range run {
		tiles[i] = s.tile(op)
	}
	group := make([]bool, len(run))
	for i, op := range run {
		for k := range i {
			if !alike(op, run[k]) {
				continue
			}
			r, forth, back := s.relate(tiles[i], tiles[k])
			if forth || back {
				group[i], group[k] = true, true
				in.distances(op, r.Shift)
				in.distances(run[k], r.Shift)
			}
			if forth {
				r.From, r.Same = run[k], back && sameOther(op, run[k])
				in.reuses[op] = append(in.reuses[op], r)
			}
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

// distances records along which dimensions a load is apart from another one.
func (in *Info) distances(load *ir.Operation, shift []int) {
	if in.along[load] == nil {
		in.along[load] = make([]bool, len(shift))
	}
	for d, x := range shift {
		in.along[load][d] = in.along[load][d] || x != 0
	}
}

// alike reports whether two loads have results of one shape and element type, and the same hints.
func alike(a, b *ir.Operation) bool {
	x, y := a.Result(0).Type().(*ir.TensorType), b.Result(0).Type().(*ir.TensorType)
	return slices.Equal(x.Shape(), y.Shape()) && x.ElementType() == y.ElementType() &&
		ir.ElementOrSelf(a.Operand(0).Type()) == ir.ElementOrSelf(b.Operand(0).Type()) &&
		a.Inherent(tile.CacheName) == b.Inherent(tile.CacheName) &&
		a.Inherent(tile.EvictionName) == b.Inherent(tile.EvictionName)
}

// sameOther reports whether elements without a mask have one value in two loads.
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

// Left returns which registers of a load are not in earlier loads, if those have the same layout; nil if all are.
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
