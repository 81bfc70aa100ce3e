package simt

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// allocate compiles an alloca of a constant number of elements. The parts of all threads of a block are in one
// allocation, one after the other.
func (c *compiler) allocate(op *ir.Operation) error {
	n, ok := llvm.ConstantInt(op.Operand(0))
	size, align, known := sizeOf(llvm.AllocaType(op))
	if !ok || !known || n < 0 || size > 0 && n > maxLocal/size {
		return op.Errorf("%w by threads: they have memory of their own of a constant size of at most %d bytes",
			ErrUnsupported,
			maxLocal)
	}
	each := alignUp(n*size, max(8, align, llvm.Alignment(op)))
	result, number := c.result(op), len(c.locals)
	c.locals = append(c.locals, each)
	c.emit(op, func(w *warp, active uint32) error {
		w.taint(result, active, 0)
		forEach(active, func(lane int) {
			w.registers[result][lane] = address(len(w.global)+number+1) + uint64(each)*uint64(w.thread(lane))
		})
		return nil
	})
	return nil
}

// maxLocal bounds the memory of one alloca in a thread (CUDA C++ Programming Guide, "Technical Specifications").
const maxLocal = 512 << 10

// addLocals allocates the memory of a block's threads for each alloca.
func (w *worker) addLocals(threads int64) {
	for _, each := range w.program.locals {
		a := &allocation{space: localMemory, name: "memory of threads' own", data: make([]byte, each*threads),
			state: make([]byte, each*threads)}
		w.own, w.memory = append(w.own, a), append(w.memory, a)
	}
}
