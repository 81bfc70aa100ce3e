package tilellvm

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/sharedmem"
)

// maxVectorBytes is the width of the widest access of a thread to shared memory.
const maxVectorBytes = 16

// vectorOf returns which registers of a thread, as many as a power of two of at most limit, a place function puts one after
// the other, at multiples of their number: registers r^out[0], r^out[1], ... for each r that has none of their bits.
func vectorOf(l layout.Layout, at place, limit int) (out []int) {
	bases := l.Bases(layout.Register)
	out = []int{0}
	var used int
	for n := 0; 2<<n <= limit; n++ {
		next := slices.IndexFunc(bases, func(basis []int) bool { return at(basis) == 1<<n })
		if next < 0 {
			break
		}
		used |= 1 << next
		for _, r := range out {
			out = append(out, r|1<<next)
		}
	}
	for len(out) > 1 && !alone(l, at, used, uint64(len(out)-1)) {
		out = out[:len(out)/2]
		used &= out[len(out)-1]
	}
	return out
}

// alone reports whether only the registers in a mask of bits move the bits in low.
func alone(l layout.Layout, at place, registers int, low uint64) bool {
	for _, in := range []string{layout.Register, layout.Lane, layout.Warp} {
		for i, basis := range l.Bases(in) {
			if at(basis)&low != 0 && (in != layout.Register || registers>>i&1 == 0) {
				return false
			}
		}
	}
	return true
}

// putVectors writes what the thread has of a tensor of layout l to the places of its elements, each element once, in
// vectors of registers that [vectorOf] found.
func (c *converter) putVectors(base *ir.Value, values []*ir.Value, l layout.Layout, at place, vector []int) {
	registers, lanes, warps := c.free(l)
	to := c.places(l, at, 0)
	c.when(c.owner(lanes, warps), nil, func() []*ir.Value {
		for r := range to {
			if r&(registers|vector[len(vector)-1]) != 0 {
				continue
			}
			elements := make([]*ir.Value, len(vector))
			for i, offset := range vector {
				elements[i] = values[r|offset]
			}
			c.scratch.storeVector(c, base, to[r], elements)
		}
		return nil
	})
}

// buffers makes room for several buffers of given sizes in bytes, and returns them.
func (s *scratch) buffers(c *converter, sizes []int64) []*ir.Value {
	offsets, total := make([]int64, len(sizes)), int64(0)
	for i, size := range sizes {
		offsets[i] = (total + sharedmem.Alignment - 1) &^ (sharedmem.Alignment - 1)
		total = offsets[i] + size
	}
	base := s.acquire(c, total, c.ctx.I(8))
	c.sized(s.placed[len(s.placed)-1], sizes)
	out := make([]*ir.Value, len(sizes))
	for i, offset := range offsets {
		if out[i] = base; offset > 0 {
			out[i] = llvm.NewGEP(c.b, c.ctx.I(8), base, 0, llvm.Index{Constant: int32(offset)})
		}
	}
	return out
}

// several makes room for n elements of each type, and returns the buffers.
func (s *scratch) several(c *converter, n int64, types []ir.Type) []*ir.Value {
	sizes := make([]int64, len(types))
	for i, t := range types {
		sizes[i] = n * bytesOf(inMemory(c.ctx, t))
	}
	return s.buffers(c, sizes)
}

// storeVector writes values of one type from a place on, which is a multiple of their number.
func (s *scratch) storeVector(c *converter, base, at *ir.Value, values []*ir.Value) {
	if len(values) == 1 {
		s.store(c, base, at, values[0])
		return
	}
	elem := inMemory(c.ctx, values[0].Type())
	v := c.vectorOf(c.allToMemory(values))
	ptr := llvm.NewGEP(c.b, elem, base, 0, llvm.Index{Value: at})
	llvm.NewStore(c.b, v, ptr, int64(len(values))*bytesOf(elem))
}

// loadVector reads width values of type t from a place on, which is a multiple of their number.
func (s *scratch) loadVector(c *converter, base, at *ir.Value, t ir.Type, width int) []*ir.Value {
	if width == 1 {
		return []*ir.Value{s.load(c, base, at, t)}
	}
	elem := inMemory(c.ctx, t)
	ptr := llvm.NewGEP(c.b, elem, base, 0, llvm.Index{Value: at})
	v := llvm.NewLoad(c.b, c.ctx.VectorType([]int64{int64(width)}, elem, nil), ptr, int64(width)*bytesOf(elem))
	out := make([]*ir.Value, width)
	for i := range out {
		out[i] = c.fromMemory(c.b.Build(&llvm.ExtractElement, []*ir.Value{v, c.i32(int64(i))}).Result(0), t)
	}
	return out
}
