package tilellvm

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/analysis/tilesize"
	"github.com/girih-ir/girih/lowering/threads/sharedmem"
)

// scratch is the kernel's shared memory: buffers for exchanges between threads, each of which begins where it is acquired
// and ends with its last access. Where they lie, and which barriers their sharing of memory takes, is decided when the
// whole kernel is converted (package sharedmem).
type scratch struct {
	global llvm.Global
	base   *ir.Value
	placed []*sharedmem.Buffer
	enters map[*ir.Block]*ir.Block
	tiles  map[*ir.Operation]*tilesize.Tile // of the operations that have buffers
}

// acquire makes room for n elements and returns the buffer, whose contents are undefined. Barriers between those who write
// it and those who read it are the caller's; others are not.
func (s *scratch) acquire(c *converter, n int64, elem ir.Type) *ir.Value {
	if s.base == nil {
		at := *c.b
		c.b.Before(c.fn.Operation)
		s.global = llvm.NewSharedArray(c.b, c.uniqueName("scratch"), llvm.ArrayOf(c.ctx, 0, c.ctx.I(8)), sharedmem.Alignment)
		c.b.AtStart(c.fn.Region(0).Entry())
		s.base = llvm.NewAddressOf(c.b, s.global)
		*c.b = at
	}
	address := llvm.NewGEP(c.b, c.ctx.I(8), s.base, 0, llvm.Index{})
	b := &sharedmem.Buffer{Address: address.DefiningOp(), Bytes: n * bytesOf(elem), Purpose: c.purpose()}
	c.sized(b, []int64{b.Bytes})
	s.placed = append(s.placed, b)
	return address
}

// purpose says what the present operation has a buffer for.
func (c *converter) purpose() string {
	text := "'" + c.current.Name() + "'"
	for _, v := range c.current.Operands() {
		if t, ok := v.Type().(*ir.TensorType); ok {
			return text + " of " + c.ctx.TensorType(t.Shape(), t.ElementType(), nil).String()
		}
	}
	return text
}

const (
	// maxShared is the most shared memory that a block can have on any target, in bytes: compute capability 9.0 and 10.x
	// (CUDA C++ Programming Guide, "Technical Specifications").
	maxShared = 227 << 10
	// sharedPerThread is what a thread's share of a multiprocessor comes to when all its threads are in use: 228 KiB for
	// 2048 threads.
	sharedPerThread = 114
)

// sharedMemory returns how many bytes of shared memory a block can have.
func (o Options) sharedMemory() int64 {
	if o.SharedMemory <= 0 {
		return maxShared
	}
	return int64(o.SharedMemory)
}

// finish gives the buffers their places.
func (s *scratch) finish(c *converter) error {
	if s.base == nil {
		return nil
	}
	bytes, err := sharedmem.Place(sharedmem.Function{Body: c.fn.Region(0), Buffers: s.placed, Enters: s.enters,
		Barrier:   func(b *ir.Builder) { b.Build(&nvvm.Barrier0, nil) },
		IsBarrier: func(op *ir.Operation) bool { return op.Is(&nvvm.Barrier0) },
		Limit:     c.shared, Free: int64(c.warps) * 32 * sharedPerThread})
	if err != nil {
		return c.tooLarge(err)
	}
	s.global.SetAttr("global_type", c.ctx.TypeAttr(llvm.ArrayOf(c.ctx, bytes, c.ctx.I(8))))
	return nil
}

// divergent says of new blocks that only some threads enter them, from the present one.
func (c *converter) divergent(blocks ...*ir.Block) {
	for _, b := range blocks {
		c.scratch.enters[b] = c.b.Block()
	}
}

// bytesOf returns the size of a value in shared memory; pointers have 64 bits.
func bytesOf(t ir.Type) int64 {
	if _, ok := t.(*llvm.PointerType); ok {
		return 8
	}
	return int64(max(8, ir.BitWidth(t)) / 8)
}

func (s *scratch) store(c *converter, base, at, v *ir.Value) {
	v = c.toMemory(v)
	ptr := llvm.NewGEP(c.b, v.Type(), base, 0, llvm.Index{Value: at})
	llvm.NewStore(c.b, v, ptr, bytesOf(v.Type()))
}

func (s *scratch) load(c *converter, base, at *ir.Value, t ir.Type) *ir.Value {
	m := inMemory(c.ctx, t)
	ptr := llvm.NewGEP(c.b, m, base, 0, llvm.Index{Value: at})
	return c.fromMemory(llvm.NewLoad(c.b, m, ptr, bytesOf(m)), t)
}
