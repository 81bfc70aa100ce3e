// Package liveness computes where values are still needed.
//
// [Blocks] has, for every block, the values that are live at its start and end: those that may be used later. This is
// upstream's liveness. It looks at uses, not at effects. [LoadValues] answers another question, with package dataflow:
// which values an operation with effects, or code outside the program, depends on.
package liveness

import (
	"slices"

	"github.com/girih-ir/girih/internal/pointermap"
	"github.com/girih-ir/girih/ir"
)

// Blocks has the values that are live at the start and end of blocks. It does not follow later changes.
type Blocks struct {
	sets    map[*ir.Block]*sets
	defined int                           // how many values have been visited
	order   pointermap.Map[ir.Value, int] // the number of each value of a set, in the order of their definitions
}

// sets are in the order in which the values are defined in the text.
type sets struct {
	in, out []*ir.Value
}

// New computes liveness for the blocks inside root. It takes time proportional to the size of root and of the result.
func New(root *ir.Operation) *Blocks {
	l := &Blocks{sets: make(map[*ir.Block]*sets)}
	l.operation(root)
	return l
}

// operation handles the values that are defined in the regions of op.
func (l *Blocks) operation(op *ir.Operation) {
	for i := range op.NumRegions() {
		for b := range op.Region(i).Blocks() {
			for _, v := range b.Args() {
				l.value(v, b)
			}
			for inner := range b.Ops() {
				for _, v := range inner.Results() {
					l.value(v, b)
				}
				l.operation(inner)
			}
		}
	}
}

// value makes a value, defined in block def, live on all paths from there to its uses.
func (l *Blocks) value(v *ir.Value, def *ir.Block) {
	l.defined++
	for u := range v.Uses() {
		b := u.Owner().Block()
		for ; b != nil && b.Region() != def.Region(); b = b.ParentOp().Block() {
			l.liveIn(v, b, def) // live in nested regions, from their entries on
		}
		if b != nil && b != def {
			l.liveIn(v, b, def)
		}
	}
}

// liveIn makes a value live at the start of a block, and on the paths to it from def, where it is defined.
func (l *Blocks) liveIn(v *ir.Value, b, def *ir.Block) {
	l.order.Set(v, l.defined)
	for work := []*ir.Block{b}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !add(&l.of(b).in, v) {
			continue
		}
		for p := range b.Predecessors() {
			from := p.Block()
			if add(&l.of(from).out, v) && from != def {
				work = append(work, from)
			}
		}
	}
}

// add appends the current value to a set, unless it is its last element.
func add(set *[]*ir.Value, v *ir.Value) bool {
	if n := len(*set); n > 0 && (*set)[n-1] == v {
		return false
	}
	*set = append(*set, v)
	return true
}

func (l *Blocks) of(b *ir.Block) *sets {
	s, ok := l.sets[b]
	if !ok {
		s = new(sets)
		l.sets[b] = s
	}
	return s
}

// In returns the values that are defined elsewhere and used by b, or after it, in the order of their definitions. The
// caller must not change the slice.
func (l *Blocks) In(b *ir.Block) []*ir.Value {
	if s := l.sets[b]; s != nil {
		return s.in
	}
	return nil
}

// Out returns the values that are used after b, in the order of their definitions. The caller must not change the
// slice.
func (l *Blocks) Out(b *ir.Block) []*ir.Value {
	if s := l.sets[b]; s != nil {
		return s.out
	}
	return nil
}

// IsLiveIn reports whether v is in In(b), IsLiveOut whether it is in Out(b).
func (l *Blocks) IsLiveIn(v *ir.Value, b *ir.Block) bool  { return l.contains(l.In(b), v) }
func (l *Blocks) IsLiveOut(v *ir.Value, b *ir.Block) bool { return l.contains(l.Out(b), v) }

func (l *Blocks) contains(set []*ir.Value, v *ir.Value) bool {
	at, known := l.order.Lookup(v)
	if !known {
		return false
	}
	_, found := slices.BinarySearchFunc(set, at, func(w *ir.Value, at int) int { return l.order.Get(w) - at })
	return found
}
