package scf

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
	"github.com/girih-ir/girih/rewrite/regionbranch"
)

func init() { // here, since patterns refer to the definitions that they belong to
	rewrite.Canonicalize(&ForOp, &rewrite.Pattern{Name: "scf.for.trivial", Rewrite: simplifyTrivialFor})
	regionbranch.Canonicalize(&ForOp)
}

// simplifyTrivialFor removes a loop that never runs, inlines one that runs once, and removes one that only yields
// values from outside.
func simplifyTrivialFor(rw *rewrite.Rewriter, op *ir.Operation) bool {
	f := For{op}
	count := f.TripCount()
	switch {
	case count == nil:
		return false
	case count.Sign() == 0:
		rw.Replace(op, f.Inits()...)
		return true
	case runs(count, 1):
		replaceWithRegion(rw, op, op.Region(0), append([]*ir.Value{f.LowerBound()}, f.Inits()...)...)
		return true
	case !yieldsOnly(f.Body()):
		return false
	}
	yielded := f.Yield().OperandValues()
	for _, v := range yielded {
		if op.Region(0).IsAncestorOf(parentRegion(v)) {
			return false
		}
	}
	rw.Replace(op, yielded...)
	return true
}
