package symboldce

import (
	"github.com/girih-ir/girih/internal/parallel"
	"github.com/girih-ir/girih/ir"
)

// content is what the pass needs to know of an operation with everything in it.
type content struct {
	refs  []*ir.SymbolRefAttr // all that are used
	known bool                // that these are all
	flat  bool                // no operation inside has regions, so that there are no symbol tables either
}

// contentsOf looks at the operations directly inside root, several at a time.
func contentsOf(root *ir.Operation) map[*ir.Operation]*content {
	var ops []*ir.Operation
	for op := range root.Nested() {
		ops = append(ops, op)
	}
	found := make([]content, len(ops))
	const share = 64
	parallel.For(len(ops), share, root.Context().Workers(), func(from, to int) {
		for i := from; i < to; i++ {
			found[i].findUses(ops[i])
			found[i].flat = isFlat(ops[i])
		}
	})
	contents := make(map[*ir.Operation]*content, len(ops))
	for i, op := range ops {
		contents[op] = &found[i]
	}
	return contents
}

// findUses finds the symbols that an operation uses.
func (c *content) findUses(op *ir.Operation) {
	c.known = ir.VisitSymbolUses(op, func(u ir.SymbolUse) bool {
		c.refs = append(c.refs, u.Ref)
		return true
	})
}

func isFlat(op *ir.Operation) bool {
	for inner := range op.Nested() {
		if inner.NumRegions() > 0 {
			return false
		}
	}
	return true
}

// isFlat reports whether it is known that nothing inside an operation has regions.
func (l *liveness) isFlat(op *ir.Operation) bool {
	c := l.inside[op]
	return c != nil && c.flat
}
