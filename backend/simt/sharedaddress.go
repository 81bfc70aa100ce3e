package simt

import (
	"math/bits"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// An address in shared memory is a number of bytes from its start. Programs compute with it as a number of 32 bits, for
// example in descriptors of matrices. Where it becomes a pointer again, it points into the variable that is there.

// warpFunc is a function of an element that also depends on the warp.
type warpFunc func(w *warp, x uint64) uint64

func (f warpFunc) step(to slot, from []slot) step {
	a := from[0]
	return func(w *warp, active uint32) error {
		out, x := &w.registers[to], &w.registers[a]
		w.taint(to, active, w.poison[a])
		for m := active; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m)
			out[i] = f(w, x[i])
		}
		return nil
	}
}

// convertPointer compiles a conversion between pointers, or between a pointer and a number.
func convertPointer(op *ir.Operation) elementwise {
	from, to := op.Operand(0).Type(), op.Result(0).Type()
	cut := smallint.Mask(width(to))
	switch {
	case isSharedPointer(from) && width(to) <= 32:
		return warpFunc(func(w *warp, x uint64) uint64 {
			if a, _, offset := w.find(x); a != nil {
				x = uint64(a.base + offset)
			}
			return x & cut
		})
	case isSharedPointer(to) && width(from) == 32:
		return warpFunc(func(w *warp, x uint64) uint64 { return w.sharedPointer(int64(int32(x))) })
	}
	return total1(func(x uint64) uint64 { return x & cut })
}

func isSharedPointer(t ir.Type) bool {
	p, ok := pointerType(t)
	return ok && p.AddrSpace == llvm.SharedSpace
}

// sharedPointer returns a pointer to a byte of the block's shared memory: into the last variable that does not begin
// behind it.
func (b *block) sharedPointer(at int64) (pointer uint64) {
	begin := int64(-1)
	for i, a := range b.memory {
		if a.space == sharedMemory && (begin < 0 || begin <= a.base && a.base <= at) {
			begin, pointer = a.base, address(i+1)+uint64(at-a.base)
		}
	}
	return pointer
}
