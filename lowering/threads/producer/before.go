package producer

import (
	"github.com/girih-ir/girih/ir"
)

// before knows which values follow from what is known before a loop.
type before struct {
	loop  map[*ir.Block]bool
	known map[*ir.Value]bool // what has returned, by value
}

func newBefore(loop map[*ir.Block]bool) before {
	return before{loop, make(map[*ir.Value]bool)}
}

// has reports whether a value follows from what is known before the loop.
func (f before) has(v *ir.Value) bool {
	known, found := f.known[v]
	if !found {
		f.known[v] = false // values of blocks that nothing reaches may depend on each other
		known = f.follows(v)
		f.known[v] = known
	}
	return known
}

// follows is has, for a value that has not been asked for yet.
func (f before) follows(v *ir.Value) bool {
	if !f.loop[v.ParentBlock()] {
		return true
	}
	op := v.DefiningOp()
	if op == nil || !ir.HasNoEffect(op) || op.NumRegions() > 0 {
		return false
	}
	for _, x := range op.OperandValues() {
		if !f.has(x) {
			return false
		}
	}
	return true
}

// compute returns a value that the loop's body computes from what is known before the loop, computed where b is. m has
// what has been computed there.
func (f before) compute(b *ir.Builder, v *ir.Value, m *ir.Mapping) *ir.Value {
	if f.loop[v.ParentBlock()] && m.Lookup(v) == v {
		for _, x := range v.DefiningOp().OperandValues() {
			f.compute(b, x, m)
		}
		b.Clone(v.DefiningOp(), m)
	}
	return m.Lookup(v)
}
