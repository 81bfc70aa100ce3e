// Package accesses says how accesses of tensors to global memory coalesce: how many elements one instruction of a
// thread moves in a layout, which sectors of memory a warp touches, and what keeps an access from being wider. Layout
// assignment chooses by it, lowering to threads follows it, and [Report] tells it to people.
//
// Facts about addresses come from package axisinfo.
package accesses

import (
	"cmp"
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/analysis/axisinfo"
)

const (
	// maxBytes is the width of the widest access of a thread to memory.
	maxBytes = 16
	// sectorBytes is the unit in which global memory is read and written, LineBytes that in which it is cached (CUDA
	// C++ Programming Guide, "Global Memory" of compute capability 5.x and later).
	sectorBytes = 32
	LineBytes   = 128
)

// IsAccess reports whether an operation goes through pointers to global memory.
func IsAccess(op *ir.Operation) bool {
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

// Pattern is what is known of the addresses of an access.
type Pattern struct {
	Dims  []axisinfo.Dim // of the pointers
	Mask  []axisinfo.Dim // nil if there is no mask
	Bytes int64          // of an element
	reads bool
}

// PatternOf returns the pattern of an access.
func PatternOf(info *axisinfo.Info, op *ir.Operation) Pattern {
	v := op.Operand(0)
	bits := ir.BitWidth(ir.ElementOrSelf(v.Type()).(*tile.PtrType).Pointee())
	p := Pattern{Dims: info.Of(v), Bytes: int64(max(8, bits) / 8), reads: op.Is(&tile.Load)}
	if m := maskOf(op); m != nil {
		p.Mask = info.Of(m)
	}
	return p
}

// Vector returns how many elements along dimension d one instruction can move, whatever the layout.
func (p *Pattern) Vector(d int) int64 {
	n := min(p.Dims[d].Contiguity, p.Dims[d].Divisor/p.Bytes, maxBytes/p.Bytes)
	if p.Mask != nil {
		n = min(n, p.Mask[d].Constancy)
	}
	return max(1, n)
}

// Order sorts dimensions by how far addresses are contiguous along them, the last ones first where that is the same.
func (p *Pattern) Order() []int {
	order := make([]int, len(p.Dims))
	for i := range order {
		order[i] = len(order) - 1 - i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p.Dims[j].Contiguity, p.Dims[i].Contiguity) })
	return order
}

// Widest returns the dimension along which one instruction moves most elements in a layout, and how many.
func (p *Pattern) Widest(l layout.Layout) (dim int, width int64) {
	width = 1
	for d := range l.Outs() {
		if n := min(p.Vector(d), int64(l.Contiguous(layout.OutName(d)))); n > width {
			dim, width = d, n
		}
	}
	return dim, width
}

// Cost is what an access takes in a layout.
type Cost struct {
	Instructions int // of a warp
	Sectors      int // that they touch, if runs of contiguous addresses start where sectors do
	Warps        int // that execute them
}

// Cost returns what an access takes.
func (p *Pattern) Cost(l layout.Layout) Cost {
	dim, width := p.Widest(l)
	free := l.FreeMasks()
	c := Cost{Instructions: 1, Warps: l.InSize(layout.Warp)}
	for i := range l.Bases(layout.Register) {
		if free[layout.Register]>>i&1 == 0 {
			c.Instructions *= 2
		}
	}
	c.Instructions = max(1, c.Instructions/int(width))
	if !p.reads { // one of those who hold copies writes
		for i := range l.Bases(layout.Warp) {
			if free[layout.Warp]>>i&1 != 0 {
				c.Warps /= 2
			}
		}
	}
	sectors := make(map[sector]bool)
	fastest := 0
	if len(p.Dims) > 0 {
		fastest = p.Order()[0]
	}
	for lane := range l.InSize(layout.Lane) {
		if !p.reads && lane&free[layout.Lane] != 0 {
			continue
		}
		coords := l.Apply(0, lane)
		for range width {
			sectors[p.sector(coords, fastest)] = true
			if dim < len(coords) {
				coords[dim]++
			}
		}
	}
	c.Sectors = len(sectors) * c.Instructions
	return c
}

// sector names a sector by the coordinates that tell it from others.
type sector [8]int

// sector returns the sector that an element lies in.
func (p *Pattern) sector(coords []int, fastest int) (s sector) {
	for d, x := range coords {
		info := p.Dims[d]
		switch {
		case d == fastest && info.Contiguity > 1:
			x = x/int(info.Contiguity)<<20 | x%int(info.Contiguity)*int(p.Bytes)/sectorBytes
		default:
			x /= int(info.Constancy)
		}
		s[d%len(s)] = s[d%len(s)]*31 + x
	}
	return s
}
