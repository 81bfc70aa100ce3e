package control

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

const (
	// maxWhole is the greatest number of iterations of loops that compilers may unroll as a whole. Indices become
	// constants then, such as those of the taps of a convolution.
	maxWhole = 16
	// maxUnrolled bounds the operations in the copies of the body of a longer loop. There are two copies at least of
	// bodies up to this size, and maxCopies at most. Compilers leave larger bodies alone by themselves.
	maxUnrolled = 64
	maxCopies   = 16
)

// unrolling returns how compilers are to unroll a loop whose body begins with a block of the thread's program, or nil
// if they may choose. By themselves they copy the body of a loop with a constant number of iterations until nothing is
// left of the loop, even if there are dozens. The code is long then, and takes long to compile, but not less time to
// run: if a few iterations are copied, their loads wait for memory together.
func unrolling(f scf.For, body *ir.Block) *llvm.LoopAnnotationAttr {
	trips := f.TripCount()
	switch few := trips != nil && trips.IsInt64() && trips.Int64() <= maxWhole; {
	case few:
		return nil
	case f.Attr(tilegpu.LoadsAhead) != nil: // copies would gain nothing
		return llvm.NoUnrolling(f.Context())
	case trips == nil || holdsLoop(f):
		return nil
	}
	size := operations(body)
	if size > maxUnrolled {
		return nil
	}
	most := min(maxCopies, max(2, maxUnrolled/max(size, 1)))
	copies := most
	for ; copies > 1 && (!trips.IsInt64() || trips.Int64()%int64(copies) != 0); copies-- {
	}
	if copies == 1 { // no number divides the iterations
		copies = most
	}
	return llvm.Unrolling(f.Context(), copies)
}

// holdsLoop reports whether a loop has another one inside.
func holdsLoop(f scf.For) (found bool) {
	f.Walk(func(op *ir.Operation) bool {
		found = found || op != f.Operation && (op.Is(&scf.ForOp) || op.Is(&scf.WhileOp))
		return !found
	})
	return found
}

// operations counts the operations of a block and of those that were appended after it, to which the loop's body was
// lowered.
func operations(body *ir.Block) (n int) {
	for b := body; b != nil; b = b.Next() {
		n += b.NumOps()
	}
	return n
}
