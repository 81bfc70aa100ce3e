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

// scratch is the kernel's shared memory: buffers for exchanges between threads, each of which begins where it is
// acquired and ends with its last access. Where they lie, and which barriers their sharing of memory takes, is decided
// when the whole kernel is converted (package sharedmem).
type scratch struct {
	global llvm.Global
	base   *ir.Value
	placed []*sharedmem.Buffer
	enters map[*ir.Block]*ir.Block
	tiles  map[*ir.Operation]*tilesize.Tile // of the operations that have buffers
}

// Acquire makes room for n elements and returns the buffer, whose contents are undefined. Barriers between those who
// write it and those who read it are the caller's; others are not.
func (c *Code) Acquire(n int64, elem ir.Type) *ir.Value {
	b := c.place(n * BytesOf(elem))
	c.mustFit(b)
	return b.Address.Result(0)
}

// tooMuch is what [Code.mustFit] panics with, as the rest of the operation's code would be thrown away: of what does
// not fit, that may be gigabytes. [Code.operation] returns the error.
type tooMuch struct{ err error }

// mustFit stops the lowering of an operation whose buffer alone is larger than shared memory.
func (c *Code) mustFit(b *sharedmem.Buffer) {
	if err := b.Fits(c.sharedLimit); err != nil {
		panic(tooMuch{c.tooLarge(err)})
	}
}

// place makes room for a buffer of some bytes.
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

// AcquireAligned makes room for parts of given sizes in bytes, one after the other, whose address is a multiple of
// alignment, a power of two. The rest is as with [Code.Acquire].
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

// purpose says what the present operation has a buffer for.
func (c *Code) purpose() string {
	text := "'" + c.current.Name() + "'"
	for _, v := range c.current.Operands() {
		if t, ok := v.Type().(*ir.TensorType); ok {
			return text + " of " + c.Ctx.TensorType(t.Shape(), t.ElementType(), nil).String()
		}
	}
	return text
}

// sharedMemory returns how many bytes of shared memory a block can have.
func (t Target) sharedMemory() int64 {
	if t.SharedMemory <= 0 {
		return costs.SharedPerBlock
	}
	return t.SharedMemory
}

// Finish gives the buffers of shared memory their places. It comes last, when everything else is lowered. The error
// says which operations need how much, if a block cannot have that.
func (c *Code) Finish() error {
	if c.scratch.base == nil {
		return nil
	}
	if c.callee { // the call before may still be reading
		c.B.AtStart(c.Fn.Region(0).Entry())
		c.Barrier()
	}
	bytes, err := sharedmem.Place(sharedmem.Function{Body: c.Fn.Region(0), Buffers: c.scratch.placed,
		Enters:    c.scratch.enters,
		Barrier:   func(b *ir.Builder) { b.Build(&nvvm.Barrier0, nil) },
		IsBarrier: func(op *ir.Operation) bool { return op.Is(&nvvm.Barrier0) },
		Limit:     c.sharedLimit, Free: int64(c.Warps*tilegpu.WarpSize) * costs.SharedPerThread})
	if err != nil {
		return c.tooLarge(err)
	}
	c.scratch.global.SetAttr("global_type", c.Ctx.TypeAttr(llvm.ArrayOf(c.Ctx, bytes, c.Ctx.I(8))))
	return nil
}

// StoreShared writes a value to element at of a buffer.
func (c *Code) StoreShared(base, at, v *ir.Value) {
	v = c.ToMemory(v)
	ptr := llvm.NewGEP(c.B, v.Type(), base, 0, llvm.Index{Value: at})
	llvm.NewStore(c.B, v, ptr, BytesOf(v.Type()))
}

// LoadShared reads element at of a buffer as a value of type t.
func (c *Code) LoadShared(base, at *ir.Value, t ir.Type) *ir.Value {
	m := MemoryType(c.Ctx, t)
	ptr := llvm.NewGEP(c.B, m, base, 0, llvm.Index{Value: at})
	return c.FromMemory(llvm.NewLoad(c.B, m, ptr, BytesOf(m)), t)
}
