package symboldce

import (
	"github.com/girih-ir/girih/internal/parallel"
	"github.com/girih-ir/girih/ir"
)

// content is the symbol references in an operation, including those in operations inside it.
type content struct {
	refs  []*ir.SymbolRefAttr // all symbol uses
	known bool                // whether all uses are known
	flat  bool                // whether no operation inside has regions, so that there are no symbol tables inside either
}

// contentsOf computes the content of the operations directly inside root, in parallel.
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

// findUses finds the symbol uses in an operation.
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

// isFlat reports whether it is known that no operation inside op has regions.
func (l *liveness) isFlat(op *ir.Operation) bool {
	c := l.inside[op]
	return c != nil && c.flat
}
