// Package view shows layouts to people: as text in a terminal, and as a page with drawings for a browser. It says which
// thread and register holds which element, which bank of shared memory an element is in, and what an access costs.
//
// It knows layouts and numbers only; the caller finds the layouts of a program. Start reading at [View]; [Text] and
// [HTML] write a list of them.
package view

import (
	"fmt"

	"github.com/girih-ir/girih/layout"
)

// View is a layout of a tensor, with the operations and notes to show with it.
type View struct {
	// Title names the layout, such as the encoding and the shape.
	Title string
	// Layout is from register, lane and warp, or from [layout.Offset], to the tensor's coordinates.
	Layout layout.Layout
	// ElementBits is the width of an element in shared memory; layouts of registers do not need it.
	ElementBits int
	// Holders are the operations whose results have the layout.
	Holders []Holder
	// Accesses are the operations that move such tensors between registers and global memory.
	Accesses []Access
	// Notes are further sentences to show, such as the route of a conversion.
	Notes []string
}

// Holder is an operation and its place in the source, which may be unknown.
type Holder struct{ What, Where string }

// String returns the operation and its place, in one line.
func (h Holder) String() string {
	if h.Where == "" {
		return h.What
	}
	return h.Where + ": " + h.What
}

// Access is an operation that loads or stores elements of a width.
type Access struct {
	Holder
	ElementBits int
}

// shared reports whether the layout is one of shared memory.
func (v *View) shared() bool {
	return len(v.Layout.Ins()) == 1 && v.Layout.Ins()[0].Name == layout.Offset
}

// bytesOf is the size of an element, one at least.
func bytesOf(bits int) int { return max(1, bits/8) }

// Place says where an element is: in a register of a thread, or in shared memory.
type Place struct {
	Register, Lane, Warp int
	// Copies is the number of other registers, of this thread or others, that also hold the element.
	Copies int
	// Offset is the offset in shared memory, in elements. The bank follows from the size of an element.
	Offset int
}

// bankOf returns the bank that the first byte of an element lies in.
func (v *View) bankOf(offset int) int { return offset * bytesOf(v.ElementBits) / 4 % 32 }

// place returns where the element at coords is. Of several copies, it is the one with the least register, lane and
// warp.
func (v *View) place(inverse layout.Layout, coords []int) Place {
	at := inverse.Apply(coords...)
	if v.shared() {
		return Place{Offset: at[0]}
	}
	p := Place{Copies: 1<<v.Layout.Kernel().Dim() - 1}
	for i, d := range inverse.Outs() {
		switch d.Name {
		case layout.Register:
			p.Register = at[i]
		case layout.Lane:
			p.Lane = at[i]
		case layout.Warp:
			p.Warp = at[i]
		}
	}
	return p
}

// shape returns the sizes of the tensor.
func (v *View) shape() []int {
	var out []int
	for _, d := range v.Layout.Outs() {
		out = append(out, d.Size)
	}
	return out
}

// slices calls f for every matrix of the last two dimensions, with the coordinates before them. A vector is split into
// rows of some width. at maps a row and a column to the coordinates of an element.
func (v *View) slices(width int, f func(before []int, rows, columns int, at func(row, column int) []int)) {
	shape := v.shape()
	switch len(shape) {
	case 0:
		return
	case 1:
		width = min(width, shape[0])
		f(nil, shape[0]/width, width, func(row, column int) []int { return []int{row*width + column} })
		return
	}
	rows, columns, outer := shape[len(shape)-2], shape[len(shape)-1], shape[:len(shape)-2]
	before := make([]int, len(outer))
	for {
		f(before, rows, columns, func(row, column int) []int {
			return append(append([]int(nil), before...), row, column)
		})
		i := len(before) - 1
		for ; i >= 0; i-- {
			if before[i]++; before[i] < outer[i] {
				break
			}
			before[i] = 0
		}
		if i < 0 {
			return
		}
	}
}

// facts returns sentences that follow from the layout and its accesses.
func (v *View) facts() []string {
	l := v.Layout
	if v.shared() {
		n := l.InSize(layout.Offset)
		return []string{fmt.Sprintf("%d elements of %d bits, %d bytes", n, v.ElementBits, n*bytesOf(v.ElementBits))}
	}
	out := []string{fmt.Sprintf("%d registers in each of %d threads, %s", l.InSize(layout.Register),
		l.InSize(layout.Lane)*l.InSize(layout.Warp), v.replication())}
	for _, a := range v.Accesses {
		out = append(out, fmt.Sprintf("%s: %s", a.Holder, v.cost(a.ElementBits)))
	}
	return out
}

// cost describes the cost of the first access of a warp, if elements are consecutive in memory along the dimension in
// which threads hold most of them.
func (v *View) cost(bits int) string {
	outs := v.Layout.Outs()
	fastest := outs[len(outs)-1].Name
	for _, d := range outs {
		if v.Layout.Contiguous(d.Name) > v.Layout.Contiguous(fastest) {
			fastest = d.Name
		}
	}
	bytes := bytesOf(bits)
	vector := max(1, min(v.Layout.Contiguous(fastest), 16/bytes))
	sectors := layout.Sectors(v.warpAddresses(fastest, bytes), vector*bytes)
	moved := vector * bytes << v.Layout.Image(layout.Lane).Dim()
	return fmt.Sprintf("where memory is consecutive along %s, vectors of up to %d bits; the access of a warp touches %d "+
		"sectors of 32 bytes for %d bytes (%.0f%% used)", fastest, 8*vector*bytes, sectors, moved,
		100*float64(moved)/float64(32*sectors))
}

// replication returns a sentence about the number of copies of an element.
func (v *View) replication() string {
	copies := 1 << v.Layout.Kernel().Dim()
	if copies == 1 {
		return "every element once"
	}
	return fmt.Sprintf("every element in %d places", copies)
}

// warpAddresses returns the byte addresses of the first access of warp 0. Elements of the tensor are consecutive along
// dim, then along the other dimensions from the last to the first.
func (v *View) warpAddresses(dim string, bytes int) []int {
	var out []int
	index := make([]int, len(v.Layout.Ins()))
	for lane := range v.Layout.InSize(layout.Lane) {
		for i, d := range v.Layout.Ins() {
			if d.Name == layout.Lane {
				index[i] = lane
			}
		}
		coords := v.Layout.Apply(index...)
		at, stride := 0, 1
		outs := v.Layout.Outs()
		for i, d := range outs {
			if d.Name == dim {
				at, stride = coords[i], d.Size
			}
		}
		for i := len(outs) - 1; i >= 0; i-- {
			if outs[i].Name != dim {
				at += coords[i] * stride
				stride *= outs[i].Size
			}
		}
		out = append(out, at*bytes)
	}
	return out
}
