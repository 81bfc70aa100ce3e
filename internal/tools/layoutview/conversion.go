package layoutview

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/layout/view"
)

// conversion adds a note to the layout of a conversion's operand that says how far elements move. If they move through
// shared memory, it also adds a view of their places there and of the cost of the accesses.
func (c *collector) conversion(op *ir.Operation) {
	at := c.view(op, op.Operand(0).Type())
	if at == nil {
		return
	}
	from := at.Layout
	to, err := tilegpu.LinearOf(op.Result(0).Type())
	if err != nil {
		c.err = op.Errorf("%w", err)
		return
	}
	place := ir.Position(op.Loc())
	route := layout.RouteBetween(from, to)
	at.Notes = append(at.Notes, fmt.Sprintf("%s: converted to %s: elements stay in their %s", place,
		op.Result(0).Type().(*ir.TensorType).Encoding, route))
	if route != layout.BetweenWarps {
		return
	}
	bits := elementBits(op.Operand(0).Type())
	if shared, ok := exchangeView(from, to, bits); ok {
		shared.Title = fmt.Sprintf("shared memory of the conversion at %s", place)
		c.views = append(c.views, shared)
	}
}

// exchangeView shows where elements of the given width are in shared memory during a conversion between two layouts.
func exchangeView(from, to layout.Layout, bits int) (view.View, bool) {
	places := layout.ExchangePlaces(from, to, bits/8)
	dims := from.Outs()
	ins, size := make([]layout.In, len(dims)), 1
	for i, d := range dims {
		ins[i].Name = d.Name
		for step := 1; step < d.Size; step *= 2 {
			coords := make([]int, len(dims))
			coords[i] = step
			ins[i].Bases = append(ins[i].Bases, []int{int(places.At(coords))})
		}
		size *= d.Size
	}
	l, err := layout.New(ins, []layout.Dim{{Name: layout.Offset, Size: size}})
	if err == nil {
		l, err = l.Invert()
	}
	if err != nil {
		return view.View{}, false
	}
	return view.View{Layout: l, ElementBits: bits, Notes: []string{
		"written " + passes(from, places, places.Written, bits), "read " + passes(to, places, places.Read, bits)}}, true
}

// passes describes the cost of an access of the first warp to the buffer.
func passes(l layout.Layout, places layout.Places, vector, bits int) string {
	var addresses []int
	index := make([]int, len(l.Ins()))
	free := l.FreeMask(layout.Lane)
	for lane := range l.InSize(layout.Lane) {
		if lane&free != 0 {
			continue
		}
		for i, d := range l.Ins() {
			if d.Name == layout.Lane {
				index[i] = lane
			}
		}
		addresses = append(addresses, int(places.At(l.Apply(index...)))*bits/8)
	}
	bytes := vector * bits / 8
	return fmt.Sprintf("in vectors of %d bits: %d passes over the banks for a warp's access, of %d at least", 8*bytes,
		layout.Wavefronts(addresses, bytes), layout.LeastWavefronts(len(addresses), bytes))
}
