// Package accesses determines how accesses of tensors to global memory coalesce: how many elements one instruction of a
// thread moves in a layout, which sectors of memory a warp touches, and what keeps an access from being wider. Layout
// assignment and the lowering to threads use it, and [Report] describes accesses for people.
//
// Package axisinfo provides the facts about addresses.
package accesses

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/axisinfo"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

const (
	// maxBytes is the width in bytes of the widest access of a thread to memory.
	maxBytes = 16
	// SectorBytes is the unit in which global memory is transferred, LineBytes the unit in which it is cached (CUDA C++
	// Programming Guide, "Global Memory" of compute capability 5.x and later).
	SectorBytes = 32
	LineBytes   = 128
	// longestRun bounds the bytes that a thread loads one part after the other at little cost. With longer runs, the
	// threads of a warp touch more lines at a time than the cache looks up quickly.
	longestRun = 64
)

// IsAccess reports whether an operation accesses global memory through pointers.
func IsAccess(op *ir.Operation) bool {
	return op.Is(&tilegpu.SharedCopy) || op.Is(&tile.Load) ||
		op.Is(&tile.Store) || op.Is(&tile.AtomicRMW) || op.Is(&tile.AtomicCAS)
}

// maskOf returns the mask of an access; nil if there is none.
func maskOf(op *ir.Operation) *ir.Value {
	switch op.Def() {
	case &tile.Load:
		return op.GroupValue(1)
	case &tilegpu.SharedCopy:
		return op.Operand(1)
	case &tile.Store, &tile.AtomicRMW:
		return op.GroupValue(2)
	}
	return nil
}

// Pattern is what is known about the addresses of an access.
type Pattern struct {
	Dims  []axisinfo.Dim // of the pointers
	Mask  []axisinfo.Dim // nil if there is no mask
	Other []axisinfo.Dim // of the values of masked elements; nil if there are none
	Bytes int64          // size of an element
	reads bool
	// edge is set for a store with a mask. For each dimension it is the length of aligned runs in which all elements
	// are stored if the first and the last one are; nil if there is no mask.
	edge []int64
}

// PatternOf returns the pattern of an access.
func PatternOf(info *axisinfo.Info, op *ir.Operation) Pattern {
	v := op.Operand(0)
	bits := ir.BitWidth(ir.ElementOrSelf(v.Type()).(*tile.PtrType).Pointee())
	p := Pattern{Dims: info.Of(v), Bytes: int64(max(8, bits) / 8), reads: op.Is(&tile.Load) || op.Is(&tilegpu.SharedCopy)}
	if m := maskOf(op); m != nil {
		p.Mask = info.Of(m)
		if op.Is(&tile.Store) {
			for d := range p.Mask {
				p.edge = append(p.edge, edge(info, m, d))
			}
		}
	}
	if op.Is(&tile.Load) && op.GroupValue(2) != nil {
		p.Other = info.Of(op.GroupValue(2))
	}
	return p
}

// Vector returns the greatest number of elements along dimension d that one instruction can move, in any layout.
func (p *Pattern) Vector(d int) int64 {
	n := min(p.Dims[d].Contiguity, p.Dims[d].Divisor/p.Bytes, maxBytes/p.Bytes)
	switch {
	case p.edge != nil:
		n = min(n, p.edge[d])
	case p.Mask != nil:
		n = min(n, p.Mask[d].Constancy)
	}
	return max(1, n)
}

// Guarded reports whether a store moves several elements at once and the mask may disable some of them. Then the store
// moves all at once if the mask enables the first and the last one. Otherwise it stores each element separately.
func (p *Pattern) Guarded(w Widest) bool {
	return p.edge != nil && w.Moved > 1 && p.Mask[w.Dim].Constancy < int64(w.Moved)
}

// Reach returns the number of elements along dimension d of a tensor that one instruction can serve, in any layout, and
// the number of elements in memory that it moves for them. That is less if neighbors have the same address, as in a
// load of x[i/2].
func (p *Pattern) Reach(d int) (elements, moved int64) {
	dim := p.Dims[d]
	if !p.reads || dim.Constancy == 1 {
		n := p.Vector(d)
		return n, n
	}
	each := dim.Constancy
	elements, moved = each, 1
	if s := dim.Steps; s.Each == each {
		moved = max(1, min(s.Rise(), s.Divisor/p.Bytes, maxBytes/p.Bytes))
		elements = each * moved
	}
	if p.Other != nil && p.Other[d].Constancy < each {
		each = p.Other[d].Constancy
		elements = each
	}
	if p.Mask != nil {
		elements = min(elements, p.Mask[d].Constancy)
	}
	return elements, max(1, elements/each)
}

// Order sorts dimensions by the contiguity of addresses along them. Among equal ones, the last dimension comes first.
func (p *Pattern) Order() []int {
	order := make([]int, len(p.Dims))
	for i := range order {
		order[i] = len(order) - 1 - i
	}
	run := func(d int) int64 { return max(p.Dims[d].Contiguity, p.Dims[d].Steps.Rise()) }
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(run(j), run(i)) })
	return order
}

// Widest describes one instruction of a thread in a layout.
type Widest struct {
	Dim   int // the dimension of the elements that it serves
	Serve int // elements of the tensor, in consecutive registers
	Moved int // elements in memory: fewer than it serves if neighbors have the same address
}

// Widest returns the instruction that serves the most elements in a layout.
func (p *Pattern) Widest(l layout.Layout) Widest {
	out := Widest{Serve: 1, Moved: 1}
	for d := range l.Outs() {
		elements, moved := p.Reach(d)
		if n := min(elements, int64(l.Contiguous(layout.OutName(d)))); n > int64(out.Serve) {
			out = Widest{d, int(n), int(max(1, n*moved/elements))}
		}
	}
	return out
}

// Cost is the cost of an access in a layout.
type Cost struct {
	Instructions int // of a warp
	Sectors      int // sectors that they touch, if runs of contiguous addresses start at sectors
	Again        int // those of them that an instruction just before has loaded for the same thread
	Warps        int // warps that execute them
}

// Cost returns the cost of an access.
func (p *Pattern) Cost(l layout.Layout) Cost {
	w := p.Widest(l)
	free := bits.OnesCount(uint(l.FreeMask(layout.Register)))
	c := Cost{Instructions: max(1, l.InSize(layout.Register)>>free/w.Serve), Warps: l.InSize(layout.Warp)}
	if !p.reads { // one of the threads with copies writes
		c.Warps >>= bits.OnesCount(uint(l.FreeMask(layout.Warp)))
	}
	c.Sectors = p.sectors(l, w) * c.Instructions
	if p.reads && w.Dim < len(p.Dims) {
		run := min(int64(l.Contiguous(layout.OutName(w.Dim))), p.Dims[w.Dim].Contiguity) * p.Bytes
		if run <= longestRun {
			c.Again = c.Sectors - c.Sectors/int(max(1, min(run, SectorBytes)/(int64(w.Moved)*p.Bytes)))
		}
	}
	return c
}

// sectors returns how many sectors an instruction of a warp touches.
func (p *Pattern) sectors(l layout.Layout, w Widest) int {
	fastest := 0
	if len(p.Dims) > 0 {
		fastest = p.Order()[0]
	}
	copies := 0 // lanes with such bits do not write
	if !p.reads {
		copies = l.FreeMask(layout.Lane)
	}
	var touched []sector // a list, as they are few
	last := sector{-1}
	coords := make([]int, l.NumOuts())
	for lane := range l.InSize(layout.Lane) {
		if lane&copies != 0 {
			continue
		}
		l.ApplyTo(coords, 0, lane)
		for range w.Serve {
			if s := p.sector(coords, fastest); s != last { // neighbors are often in the same one
				if last = s; !slices.Contains(touched, s) {
					touched = append(touched, s)
				}
			}
			if w.Dim < len(coords) {
				coords[w.Dim]++
			}
		}
	}
	return len(touched)
}

// sector identifies a sector by the coordinates in which it differs from others.
type sector [8]int

// sector returns the sector of an element.
func (p *Pattern) sector(coords []int, fastest int) (s sector) {
	for d, x := range coords {
		info := &p.Dims[d]
		switch {
		case d == fastest && info.Steps.Rise() > 1:
			at := x % int(info.Steps.Length) / int(info.Steps.Each)
			x = x/int(info.Steps.Length)<<20 | at*int(p.Bytes)/SectorBytes
		case d == fastest && info.Contiguity > 1:
			x = x/int(info.Contiguity)<<20 | x%int(info.Contiguity)*int(p.Bytes)/SectorBytes
		default:
			x /= int(info.Constancy)
		}
		s[d%len(s)] = s[d%len(s)]*31 + x
	}
	return s
}
