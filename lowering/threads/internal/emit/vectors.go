package emit

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/sharedmem"
)

// ConsecutiveRegisters finds registers whose elements are consecutive in memory, according to at, and can be accessed
// as an aligned vector. The size of the vector is a power of two of at most limit elements. A vector consists of
// registers r^out[0], r^out[1] and so on, for each r that has no bit in common with the elements of out.
func ConsecutiveRegisters(l layout.Layout, at Place, limit int) (out []int) {
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

// alone reports whether the bits low of the place depend only on the bits registers of the register number.
func alone(l layout.Layout, at Place, registers int, low uint64) bool {
	for _, in := range []string{layout.Register, layout.Lane, layout.Warp} {
		for i, basis := range l.Bases(in) {
			if at(basis)&low != 0 && (in != layout.Register || registers>>i&1 == 0) {
				return false
			}
		}
	}
	return true
}

// PutVectors writes each element of a tensor with layout l once to its place in shared memory, in vectors of registers
// that [ConsecutiveRegisters] found.
func (c *Code) PutVectors(base *ir.Value, values []*ir.Value, l layout.Layout, at Place, vector []int) {
	registers, lanes, warps := c.Copies(l)
	to := c.Places(l, at, 0)
	c.When(c.Owner(lanes, warps), nil, func() []*ir.Value {
		for r := range to {
			if r&(registers|vector[len(vector)-1]) != 0 {
				continue
			}
			elements := make([]*ir.Value, len(vector))
			for i, offset := range vector {
				elements[i] = values[r|offset]
			}
			c.storeSharedVector(base, to[r], elements)
		}
		return nil
	})
}

// AcquireParts allocates several buffers of the given sizes in bytes, and returns their addresses.
func (c *Code) AcquireParts(sizes []int64) []*ir.Value {
	offsets, total := make([]int64, len(sizes)), int64(0)
	for i, size := range sizes {
		offsets[i] = (total + sharedmem.Alignment - 1) &^ (sharedmem.Alignment - 1)
		total = offsets[i] + size
	}
	b := c.place(total)
	c.sized(b, sizes)
	c.mustFit(b)
	base := b.Address.Result(0)
	out := make([]*ir.Value, len(sizes))
	for i, offset := range offsets {
		out[i] = c.AddBytes(base, offset)
	}
	return out
}

// AcquireEach allocates a buffer of n elements for each type, and returns their addresses.
func (c *Code) AcquireEach(n int64, types []ir.Type) []*ir.Value {
	sizes := make([]int64, len(types))
	for i, t := range types {
		sizes[i] = n * BytesOf(MemoryType(c.Ctx, t))
	}
	return c.AcquireParts(sizes)
}

// storeSharedVector stores values of one type at consecutive elements from at on, a multiple of their number.
func (c *Code) storeSharedVector(base, at *ir.Value, values []*ir.Value) {
	if len(values) == 1 {
		c.StoreShared(base, at, values[0])
		return
	}
	elem := MemoryType(c.Ctx, values[0].Type())
	ptr := llvm.NewGEP(c.B, elem, base, 0, llvm.Index{Value: at})
	bytes := int64(len(values)) * BytesOf(elem)
	if words := c.wordsOf(values); len(words) > 0 {
		values = words
	}
	v := values[0]
	if len(values) > 1 {
		v = c.Vector(c.AllToMemory(values))
	}
	llvm.NewStore(c.B, v, ptr, bytes)
}

// wordsOf returns the elements as words, if they are narrower than a word and are known to lie in words. It returns nil
// otherwise.
func (c *Code) wordsOf(elements []*ir.Value) (words []*ir.Value) {
	t := elements[0].Type()
	perWord := int(costs.WordBytes / BytesOf(t))
	if perWord < 2 || len(elements)%perWord != 0 || MemoryType(c.Ctx, t) != t {
		return nil
	}
	undefined := slices.ContainsFunc(c.current.OperandValues(), c.MayBeUndefined)
	for part := range slices.Chunk(elements, perWord) {
		if undefined && !c.alike(part) {
			return nil
		}
		word := c.Gathered(part)
		if word == nil {
			return nil
		}
		words = append(words, word)
	}
	return words
}

// LoadSharedVector loads width consecutive elements as values of type t, from element at on, a multiple of width.
func (c *Code) LoadSharedVector(base, at *ir.Value, t ir.Type, width int) []*ir.Value {
	return c.loadSharedVector(base, at, t, width, false)
}

// loadSharedVector is LoadSharedVector. If all elements are defined, it may load words, from which later accesses can
// be made without extracting elements. A word with an undefined element would be undefined as a whole.
func (c *Code) loadSharedVector(base, at *ir.Value, t ir.Type, width int, defined bool) []*ir.Value {
	if width == 1 {
		return []*ir.Value{c.LoadShared(base, at, t)}
	}
	elem := MemoryType(c.Ctx, t)
	ptr := llvm.NewGEP(c.B, elem, base, 0, llvm.Index{Value: at})
	bytes := int64(width) * BytesOf(elem)
	if defined && elem == t && BytesOf(elem) < costs.WordBytes && bytes >= costs.WordBytes {
		return c.elementsOf(c.LoadVector(ptr, c.Ctx.I(32), int(bytes/costs.WordBytes), bytes), t)
	}
	out := c.LoadVector(ptr, elem, width, bytes)
	for i, v := range out {
		out[i] = c.FromMemory(v, t)
	}
	return out
}

// alike reports whether no element that may be undefined shares a word with others that are defined: all come from the
// same word, or from words that are frozen.
func (c *Code) alike(elements []*ir.Value) bool {
	first, _ := c.partOf(elements[0])
	return !slices.ContainsFunc(elements, func(v *ir.Value) bool {
		p, ok := c.partOf(v)
		return ok && p.Word != first.Word && (!isFrozen(p.Word) || !isFrozen(first.Word))
	})
}

func isFrozen(v *ir.Value) bool {
	return v != nil && v.DefiningOp() != nil && v.DefiningOp().Is(&llvm.Freeze)
}

// LoadVector loads count numbers of type t, which have the given size in bytes together.
func (c *Code) LoadVector(ptr *ir.Value, t ir.Type, count int, bytes int64) []*ir.Value {
	if count == 1 {
		return []*ir.Value{llvm.NewLoad(c.B, t, ptr, bytes)}
	}
	v := llvm.NewLoad(c.B, c.Ctx.VectorType([]int64{int64(count)}, t, nil), ptr, bytes)
	out := make([]*ir.Value, count)
	for i := range out {
		out[i] = c.B.Build(&llvm.ExtractElement, []*ir.Value{v, c.I32(int64(i))}).Result(0)
	}
	return out
}

// elementsOf extracts elements of a narrower type from words.
func (c *Code) elementsOf(words []*ir.Value, t ir.Type) (out []*ir.Value) {
	bits := c.Ctx.I(uint32(ir.BitWidth(t)))
	for _, word := range words {
		for at := int64(0); at < costs.WordBytes; at += BytesOf(t) {
			out = append(out, c.Bitcast(c.Parted(Part{Word: word, Byte: int(at)}, bits), t))
		}
	}
	return out
}

// PutAll writes each element of operand v once to its place in shared memory.
func (c *Code) PutAll(base, v *ir.Value, l layout.Layout, at Place, flip uint64) {
	registers, lanes, warps := c.Copies(l)
	to := c.Places(l, at, flip)
	c.When(c.Owner(lanes, warps), nil, func() []*ir.Value {
		for r, address := range to {
			if r&registers == 0 {
				c.StoreShared(base, address, c.Element(v, r))
			}
		}
		return nil
	})
}

// GetAll loads the registers of a result from the given places in shared memory.
func (c *Code) GetAll(base, v *ir.Value, t ir.Type, from []*ir.Value) {
	out := make([]*ir.Value, len(from))
	for r, address := range from {
		out[r] = c.LoadShared(base, address, t)
	}
	c.Values.Set(v, out)
}

// GetVectors loads the registers of a tensor with layout l from the places of their elements, in vectors of registers
// that [ConsecutiveRegisters] found.
func (c *Code) GetVectors(base *ir.Value, l layout.Layout, at Place, vector []int, t ir.Type) []*ir.Value {
	return c.getVectors(base, l, at, vector, t, false)
}

// GetDefined is [Code.GetVectors] for elements that are known to be defined, or are not narrower than a word; see
// [Code.Defined].
func (c *Code) GetDefined(base *ir.Value, l layout.Layout, at Place, vector []int, t ir.Type) []*ir.Value {
	return c.getVectors(base, l, at, vector, t, true)
}

func (c *Code) getVectors(base *ir.Value, l layout.Layout, at Place, vector []int, t ir.Type,
	defined bool) []*ir.Value {
	free, _, _ := c.Copies(l)
	from := c.Places(l, at, 0)
	out := make([]*ir.Value, len(from))
	for r := range out {
		if r&(free|vector[len(vector)-1]) != 0 {
			continue
		}
		for i, v := range c.loadSharedVector(base, from[r], t, len(vector), defined) {
			out[r|vector[i]] = v
		}
	}
	if s, ok := layout.Select(l, l); ok { // registers that hold copies are assigned the register that they copy
		for r, source := range s.Registers {
			out[r] = out[source]
		}
	}
	return out
}
