package layouts

import (
	"cmp"
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/axisinfo"
)

const (
	// maxAccessBytes is the width of the widest access of a thread to memory.
	maxAccessBytes = 16
	// sectorBytes is the unit in which global memory is read and written, lineBytes that in which it is cached.
	sectorBytes = 32
	lineBytes   = 128
)

// accessesMemory reports whether an operation goes through pointers, which ask for a layout.
func accessesMemory(op *ir.Operation) bool {
	return op.Is(&tile.Load) || op.Is(&tile.Store) || op.Is(&tile.AtomicRMW) || op.Is(&tile.AtomicCAS)
}

// maskOf returns the mask of an access; nil if there is none.
func maskOf(op *ir.Operation) *ir.Value {
	switch op.Def() {
	case &tile.Load:
		return op.GroupValue(1)
	case &tile.Store, &tile.AtomicRMW:
		return op.GroupValue(2)
	}
	return nil
}

// pointer describes the addresses of an access for the choice of its layout.
type pointer struct {
	dims  []axisinfo.Dim
	mask  []axisinfo.Dim // nil if there is none
	bytes int64          // of an element
}

func (a *assigner) pointerOf(op *ir.Operation) pointer {
	v := op.Operand(0)
	bits := ir.BitWidth(ir.ElementOrSelf(v.Type()).(*tile.PtrType).Pointee())
	p := pointer{dims: a.info.Of(v), bytes: int64(max(8, bits) / 8)}
	if m := maskOf(op); m != nil {
		p.mask = a.info.Of(m)
	}
	return p
}

// vector returns how many elements along dimension d one instruction can move, whatever the layout.
func (p *pointer) vector(d int) int64 {
	n := min(p.dims[d].Contiguity, max(1, p.dims[d].Divisor/p.bytes), maxAccessBytes/p.bytes)
	if p.mask != nil {
		n = min(n, p.mask[d].Constancy)
	}
	return max(1, n)
}

// order sorts dimensions by how far addresses are contiguous along them, the last ones first where that is the same.
func (p *pointer) order() []int {
	order := rowMajor(len(p.dims))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p.dims[j].Contiguity, p.dims[i].Contiguity) })
	return order
}

// coalesced returns the blocked layouts that suit an access best: as many neighbors to a thread as an instruction moves,
// unless threads would be left without any, and threads next to each other along the contiguous dimension. For tensors of
// several dimensions there are variants: warps along the other dimensions first, and only as many lanes along the
// contiguous one as cover a cache line, so that later reductions stay within a warp.
func (a *assigner) coalesced(op *ir.Operation, t *ir.TensorType) ([]tilegpu.Encoding, error) {
	p := a.pointerOf(op)
	order := p.order()
	total, _ := ir.NumElements(t)
	perThread := min(p.vector(order[0]), max(1, total/int64(a.warps*tilegpu.WarpSize)))
	full, err := layout.DefaultBlocked(ints(t.Shape()), int(perThread), order, tilegpu.WarpSize, a.warps)
	if err != nil {
		return nil, err
	}
	out := []tilegpu.Encoding{tilegpu.Blocked(a.ctx, full)}
	if len(order) < 2 {
		return out, nil
	}
	for _, lanes := range []int{tilegpu.WarpSize, int(max(1, min(tilegpu.WarpSize, lineBytes/(perThread*p.bytes))))} {
		e := tilegpu.Blocked(a.ctx, rowwise(full, ints(t.Shape()), lanes, a.warps))
		if !slices.Contains(out, tilegpu.Encoding(e)) {
			out = append(out, e)
		}
	}
	return out, nil
}

// rowwise deals lanes, up to most along the fastest dimension, and warps along the other dimensions first.
func rowwise(spec layout.BlockedSpec, shape []int, most, warps int) layout.BlockedSpec {
	rank := len(shape)
	out := layout.BlockedSpec{SizePerThread: spec.SizePerThread, Order: spec.Order,
		ThreadsPerWarp: slices.Repeat([]int{1}, rank), WarpsPerCTA: slices.Repeat([]int{1}, rank)}
	left := slices.Clone(shape)
	fast := spec.Order[0]
	left[fast] = max(1, left[fast]/spec.SizePerThread[fast])
	deal := func(to []int, n, d, most int) int {
		k := min(n, left[d], most)
		to[d] *= k
		left[d] /= k
		return n / k
	}
	lanes := deal(out.ThreadsPerWarp, tilegpu.WarpSize, fast, most)
	for _, d := range spec.Order[1:] {
		lanes = deal(out.ThreadsPerWarp, lanes, d, lanes)
	}
	lanes = deal(out.ThreadsPerWarp, lanes, fast, lanes)
	for _, d := range append(slices.Clone(spec.Order[1:]), fast) {
		warps = deal(out.WarpsPerCTA, warps, d, warps)
	}
	slowest := spec.Order[rank-1] // takes what the shape has no use for
	out.ThreadsPerWarp[slowest] *= lanes
	out.WarpsPerCTA[slowest] *= warps
	return out
}

// cost is what an access to memory costs in a layout.
type cost struct {
	instructions, sectors float64 // of one warp
	warps                 float64 // that execute it
}

// accessCost returns what an access costs if its pointers have a layout: the instructions of a warp, and the sectors that
// they touch if runs of contiguous addresses are where sectors start.
func (p *pointer) accessCost(l layout.Layout, op *ir.Operation) cost {
	dim, width := p.widest(l)
	free := l.FreeMasks()
	regs := 1 << (len(l.Bases(layout.Register)) - popcount(free[layout.Register]))
	c := cost{instructions: float64(max(1, regs/int(width))), warps: float64(l.InSize(layout.Warp))}
	if !op.Is(&tile.Load) {
		c.warps = float64(int(c.warps) >> popcount(free[layout.Warp]))
	}
	sectors := make(map[string]bool)
	fastest := p.order()[0]
	for lane := range l.InSize(layout.Lane) {
		if !op.Is(&tile.Load) && lane&free[layout.Lane] != 0 {
			continue
		}
		for k := range width {
			coords := l.Apply(0, lane)
			coords[dim] += int(k)
			sectors[p.sector(coords, fastest)] = true
		}
	}
	c.sectors = float64(len(sectors)) * c.instructions
	return c
}

// sector names the sector that an element lies in.
func (p *pointer) sector(coords []int, fastest int) string {
	key := make([]byte, 0, 4*len(coords))
	for d, x := range coords {
		if info := p.dims[d]; d == fastest && info.Contiguity > 1 {
			run := int64(x) / info.Contiguity
			at := int64(x) % info.Contiguity * p.bytes / sectorBytes
			key = append(key, byte(run), byte(run>>8), byte(at), byte(at>>8), byte(at>>16))
		} else {
			x /= int(info.Constancy)
			key = append(key, byte(x), byte(x>>8), byte(x>>16))
		}
	}
	return string(key)
}

// widest returns the dimension along which one instruction moves most elements in a layout, and how many.
func (p *pointer) widest(l layout.Layout) (dim int, width int64) {
	width = 1
	for d := range p.dims {
		if n := min(p.vector(d), int64(l.Contiguous(layout.OutName(d)))); n > width {
			dim, width = d, n
		}
	}
	return dim, width
}

func ints(shape []int64) []int {
	out := make([]int, len(shape))
	for i, n := range shape {
		out[i] = int(n)
	}
	return out
}
