package emit

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/internal/analysis/tilesize"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/sharedmem"
)

// scratch is the kernel's shared memory. It consists of buffers for exchanges between threads. A buffer lives from
// where it is acquired to its last access. Package sharedmem places the buffers, and inserts the barriers that sharing
// of memory requires, after the whole kernel is converted.
type scratch struct {
	global llvm.Global
	base   *ir.Value
	placed []*sharedmem.Buffer
	enters map[*ir.Block]*ir.Block
	tiles  map[*ir.Operation]*tilesize.Tile // the tiles of the operations that have buffers
}

// Acquire allocates a buffer of n elements, whose contents are undefined. The caller emits barriers between those who
// write the buffer and those who read it. Package sharedmem inserts all other barriers.
func (c *Code) Acquire(n int64, elem ir.Type) *ir.Value {
	b := c.place(n * BytesOf(elem))
	c.mustFit(b)
	return b.Address.Result(0)
}

// AcquireParted is [Code.Acquire] for a buffer of which each warp group uses only its own bytes, those that parted
// stands for ([sharedmem.Buffer]). The caller emits barriers of groups instead of others, and one before the first
// access.
func (c *Code) AcquireParted(n int64, elem ir.Type, parted string) *ir.Value {
	b := c.place(n * BytesOf(elem))
	b.Parted = parted
	c.mustFit(b)
	return b.Address.Result(0)
}

// tooMuch is the panic of [Code.mustFit]. It ends the lowering of an operation early, whose code might take gigabytes
// if the buffer is much too large. [Code.operation] recovers from it and returns the error.
type tooMuch struct{ err error }

// mustFit stops the lowering of an operation whose buffer alone is larger than shared memory.
func (c *Code) mustFit(b *sharedmem.Buffer) {
	if err := b.Fits(c.sharedLimit); err != nil {
		panic(tooMuch{c.tooLarge(err)})
	}
}

// place allocates a buffer of a size in bytes.
func (c *Code) place(bytes int64) *sharedmem.Buffer {
	if c.scratch.base == nil {
		at := *c.B
		c.B.Before(c.Fn.Operation)
		c.scratch.global = llvm.NewSharedArray(c.B, c.UniqueName("scratch"), llvm.ArrayOf(c.Ctx, 0, c.Ctx.I(8)),
			sharedmem.Alignment)
		c.B.AtStart(c.Fn.Region(0).Entry())
		c.scratch.base = llvm.NewAddressOf(c.B, c.scratch.global)
		*c.B = at
	}
	address := llvm.NewGEP(c.B, c.Ctx.I(8), c.scratch.base, 0, llvm.Index{})
	b := &sharedmem.Buffer{Address: address.DefiningOp(), Bytes: bytes, Purpose: c.purpose()}
	c.sized(b, []int64{b.Bytes})
	c.scratch.placed = append(c.scratch.placed, b)
	return b
}

// AcquireAligned allocates one buffer with parts of the given sizes in bytes, one after the other. Its address is a
// multiple of alignment, a power of two. See [Code.Acquire].
func (c *Code) AcquireAligned(alignment int64, sizes []int64) *ir.Value {
	total := int64(0)
	for _, n := range sizes {
		total += n
	}
	b := c.place(total)
	b.Alignment = alignment
	c.sized(b, sizes)
	c.mustFit(b)
	if c.scratch.global.Alignment() < alignment {
		c.scratch.global.SetAttr("alignment", c.Ctx.Integer(c.Ctx.I(64), alignment))
	}
	return b.Address.Result(0)
}

// Keep keeps the memory of a buffer from being used by others until the end of the program.
func (c *Code) Keep(address *ir.Value) {
	for _, b := range c.scratch.placed {
		b.Stays = b.Stays || b.Address.Result(0) == address
	}
}

// purpose describes what the current operation's buffer is for, in error messages.
func (c *Code) purpose() string {
	text := "'" + c.current.Name() + "'"
	for _, v := range c.current.Operands() {
		if t, ok := v.Type().(*ir.TensorType); ok {
			return text + " of " + c.Ctx.TensorType(t.Shape(), t.ElementType(), nil).String()
		}
	}
	return text
}

// sharedMemory returns the bytes of shared memory that a block can have.
func (t Target) sharedMemory() int64 {
	if t.SharedMemory <= 0 {
		return costs.SharedPerBlock
	}
	return t.SharedMemory
}

// Finish places the buffers in shared memory. It is called last, after everything is lowered. If the buffers do not
// fit, the error says how much each operation needs.
func (c *Code) Finish() error {
	if c.scratch.base == nil {
		return nil
	}
	if c.callee { // other threads may still be reading in an earlier call
		c.B.AtStart(c.Fn.Region(0).Entry())
		c.Barrier()
	}
	bytes, err := sharedmem.Place(sharedmem.Function{Body: c.Fn.Region(0), Buffers: c.scratch.placed,
		Enters:         c.scratch.enters,
		Barrier:        func(b *ir.Builder) { b.Build(&nvvm.Barrier0, nil) },
		IsBarrier:      func(op *ir.Operation) bool { return op.Is(&nvvm.Barrier0) },
		IsGroupBarrier: func(op *ir.Operation) bool { return c.groupBarriers[op] },
		Limit:          c.sharedLimit, Free: c.free})
	if err != nil {
		return c.tooLarge(err)
	}
	c.scratch.global.SetAttr("global_type", c.Ctx.TypeAttr(llvm.ArrayOf(c.Ctx, bytes, c.Ctx.I(8))))
	return nil
}

// free returns how many bytes of shared memory the block can have, if it needs some bytes, so that a multiprocessor has
// room for as many blocks.
func (c *Code) free(needed int64) int64 {
	if share := int64(c.Warps*tilegpu.WarpSize) * costs.SharedPerThread; needed <= share {
		return share
	}
	all := c.sharedLimit + costs.SharedOfSystem
	return all/max(1, all/(needed+costs.SharedOfSystem)) - costs.SharedOfSystem
}

// StoreShared stores v to element at of a buffer.
func (c *Code) StoreShared(base, at, v *ir.Value) {
	v = c.ToMemory(v)
	ptr := llvm.NewGEP(c.B, v.Type(), base, 0, llvm.Index{Value: at})
	llvm.NewStore(c.B, v, ptr, BytesOf(v.Type()))
}

// LoadShared loads element at of a buffer as a value of type t.
func (c *Code) LoadShared(base, at *ir.Value, t ir.Type) *ir.Value {
	m := MemoryType(c.Ctx, t)
	ptr := llvm.NewGEP(c.B, m, base, 0, llvm.Index{Value: at})
	return c.FromMemory(llvm.NewLoad(c.B, m, ptr, BytesOf(m)), t)
}
