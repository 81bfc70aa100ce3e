package simt

import (
	"fmt"
	"sync/atomic"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// A pointer is the number of an allocation, from 1, above the bits of an offset in bytes.
const (
	offsetBits = 40
	maxBytes   = 1 << 36
)

// space is a kind of memory.
type space uint8

const (
	globalMemory space = iota
	constantMemory
	sharedMemory
	localMemory // local memory of threads
)

// State of a byte of shared memory, or of global memory that is not completely defined.
const (
	unwritten byte = iota
	defined
	poisoned
)

// allocation is a piece of memory.
type allocation struct {
	space space
	name  string // for messages
	data  []byte
	state []byte // state of each byte; nil if all are defined
	base  int64  // offset in the block's shared memory
	// claims orders the accesses of blocks to global memory.
	claims *claims
	// histories order these accesses if atomic operations do. They belong to a worker.
	histories map[int64]*history
	// written says whether global memory was written.
	written *atomic.Bool
	// shadow orders the accesses of threads of one block; it belongs to a worker.
	shadow pages
	// mapped says that a tensor map describes the memory. unfenced has, for its granules, the threads that stored
	// without a fence since. It belongs to a worker.
	mapped   bool
	unfenced map[int64]storer
	// tensorMap is the tensor map that the memory holds; such memory has no bytes.
	tensorMap *tensorMap
}

// global is an llvm.mlir.global that a kernel may use.
type global struct {
	op    *ir.Operation
	space space
	size  int64
	base  int64 // offset in shared memory
	init  []byte
}

// addGlobals allocates the module's global variables. Those in shared memory are placed one after the other, without
// the variables that only other kernels use. An external array without elements in shared memory gets the size that the
// launch gives.
func (c *compiler) addGlobals(sharedBytes int) error {
	top, others := int64(0), c.othersGlobals()
	var dynamic []*global
	for op := range c.module.Region(0).Entry().Ops() {
		g, ok := llvm.AsGlobal(op)
		if !ok || others[op] {
			continue
		}
		size, align, ok := sizeOf(g.Type())
		if !ok {
			return op.Errorf("%w by threads: it has type %s", ErrUnsupported, ir.Quote(g.Type()))
		}
		one := &global{op: op, size: size}
		align = max(align, g.Alignment())
		switch {
		case g.AddrSpace() == llvm.SharedSpace:
			one.space = sharedMemory
			if size == 0 && g.Linkage() == "external" {
				dynamic = append(dynamic, one)
				break
			}
			one.base = alignUp(top, align)
			top = one.base + size
		case g.IsConstant() || g.AddrSpace() == llvm.ConstantSpace:
			one.space = constantMemory
		}
		if one.space != sharedMemory {
			if one.init, ok = initial(g, size); !ok {
				return op.Errorf("%w by threads: its value has no numbers of up to 64 bits", ErrUnsupported)
			}
		}
		c.globals = append(c.globals, one)
	}
	for _, one := range dynamic {
		one.base, one.size = alignUp(top, 16), int64(sharedBytes)
	}
	return nil
}

// othersGlobals returns the shared-memory variables that other kernels use, and that neither this kernel nor a function
// uses.
func (c *compiler) othersGlobals() map[*ir.Operation]bool {
	others, used := make(map[*ir.Operation]bool), make(map[*ir.Operation]bool)
	for f := range c.module.Region(0).Entry().Ops() {
		f.Walk(func(op *ir.Operation) bool {
			if !op.Is(&llvm.AddressOf) {
				return true
			}
			target := ir.ResolveSymbol(op, op.Inherent("global_name").(*ir.SymbolRefAttr))
			if g, ok := llvm.AsGlobal(target); ok && g.AddrSpace() == llvm.SharedSpace {
				if nvvm.IsKernel(f) && f != c.kernel {
					others[target] = true
				} else {
					used[target] = true
				}
			}
			return true
		})
	}
	for g := range used {
		delete(others, g)
	}
	return others
}

// initial returns the initial bytes of a global variable; nil if it has no value.
func initial(g llvm.Global, size int64) (data []byte, ok bool) {
	if g.Value() == nil {
		return nil, true
	}
	one, count := g.Type(), int64(1) // an element of an array, of which there may be many
	for a, ok := one.(*llvm.ArrayType); ok; a, ok = one.(*llvm.ArrayType) {
		one, count = a.Elem, count*a.Len
	}
	s, ok := storageOf(one)
	words := numbersOf(g.Value())
	if !ok || int64(len(words)) != count*int64(len(s.leaves)) {
		return nil, false
	}
	data = make([]byte, size)
	for i, word := range words {
		l := s.leaves[i%len(s.leaves)]
		putWord(data[int64(i/len(s.leaves))*s.size+l.offset:], l.bytes, word&smallint.Mask(width(l.t)))
	}
	return data, true
}

// find returns the allocation that an address points into, and the offset, which may be out of bounds.
func (b *worker) find(address uint64) (a *allocation, number int, offset int64) {
	number, offset = int(address>>offsetBits), int64(address&(1<<offsetBits-1))
	if offset >= 1<<(offsetBits-1) && number+1 <= len(b.memory) { // just before the start of the next allocation
		number, offset = number+1, offset-1<<offsetBits
	}
	if number < 1 || number > len(b.memory) {
		return nil, 0, offset
	}
	return b.memory[number-1], number, offset
}

// address returns a pointer to the start of an allocation.
func address(number int) uint64 { return uint64(number) << offsetBits }

// check returns the allocation that contains an access.
func (b *worker) check(address uint64, bytes, align int64) (a *allocation, offset int64, err error) {
	a, _, offset = b.find(address)
	switch {
	case a == nil:
		return nil, 0, fmt.Errorf("%w: address %#x is in no memory", ErrOutOfBounds, address)
	case offset < 0 || offset+bytes > int64(len(a.data)):
		return nil, 0, fmt.Errorf("%w: %d bytes at %d of %s, which has %d bytes", ErrOutOfBounds, bytes, offset, a.name,
			len(a.data))
	case (a.base+offset)&(align-1) != 0:
		return nil, 0, fmt.Errorf("%w: byte %d of %s, but the access needs a multiple of %d", ErrMisaligned, offset, a.name,
			align)
	}
	return a, offset, nil
}

// word reads a number of 1, 2, 4 or 8 bytes; putWord writes one.
func word(data []byte, bytes int64) uint64 {
	switch bytes {
	case 1:
		return uint64(data[0])
	case 2:
		return uint64(data[0]) | uint64(data[1])<<8
	case 4:
		_ = data[3]
		return uint64(data[0]) | uint64(data[1])<<8 | uint64(data[2])<<16 | uint64(data[3])<<24
	}
	_ = data[7]
	return uint64(data[0]) | uint64(data[1])<<8 | uint64(data[2])<<16 | uint64(data[3])<<24 | uint64(data[4])<<32 |
		uint64(data[5])<<40 | uint64(data[6])<<48 | uint64(data[7])<<56
}

func putWord(data []byte, bytes int64, v uint64) {
	for i := range bytes {
		data[i] = byte(v >> (8 * i))
	}
}
