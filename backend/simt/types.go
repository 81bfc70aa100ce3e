package simt

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// leaf is a number inside a value of some type: its type and its offset in memory.
type leaf struct {
	t      ir.Type
	offset int64
	bytes  int64
}

// storage is the layout of a type in memory, in bytes.
type storage struct {
	leaves      []leaf
	size, align int64
}

// maxLeaves is the greatest number of numbers in a value.
const maxLeaves = 1 << 10

// storageOf returns the layout of a type in memory on NVPTX (LLVM language reference, "Data layout"). Numbers take a
// power of two of bytes and are aligned to it, vectors have no gaps and are aligned to their size, and structures have
// gaps unless they are packed. ok is false for types that cannot be executed.
func storageOf(t ir.Type) (s storage, ok bool) {
	switch t := t.(type) {
	case *llvm.PointerType:
		return storage{[]leaf{{t, 0, 8}}, 8, 8}, true
	case *ir.IntegerType, *ir.FloatType:
		width := int64(ir.BitWidth(t))
		if width < 1 || width > 64 {
			return s, false
		}
		bytes := powerOfTwo((width + 7) / 8)
		return storage{[]leaf{{t, 0, bytes}}, bytes, bytes}, true
	case *ir.VectorType:
		if w := ir.BitWidth(t.ElementType()); len(t.Shape()) != 1 || w%8 != 0 && w != 1 {
			return s, false
		}
		s, ok = repeat(t.ElementType(), t.Shape()[0])
		s.align = powerOfTwo(s.size)
		return s, ok
	case *llvm.ArrayType:
		return repeat(t.Elem, t.Len)
	case *llvm.StructType:
		return structure(t)
	}
	return s, false
}

func powerOfTwo(n int64) int64 {
	p := int64(1)
	for p < n {
		p *= 2
	}
	return p
}

// repeat is n values of a type, one after the other.
func repeat(t ir.Type, n int64) (s storage, ok bool) {
	one, ok := storageOf(t)
	if !ok || n < 0 || n > maxLeaves || n*int64(len(one.leaves)) > maxLeaves {
		return s, false
	}
	s.align = one.align
	for range n {
		s.append(one)
	}
	return s, true
}

// append adds a value after the existing ones.
func (s *storage) append(next storage) {
	for _, l := range next.leaves {
		s.leaves = append(s.leaves, leaf{l.t, s.size + l.offset, l.bytes})
	}
	s.size += next.size
}

func structure(t *llvm.StructType) (s storage, ok bool) {
	s.align = 1
	for _, f := range t.Fields {
		field, ok := storageOf(f)
		if !ok || len(s.leaves)+len(field.leaves) > maxLeaves {
			return s, false
		}
		if !t.Packed {
			s.align = max(s.align, field.align)
			s.size = alignUp(s.size, field.align)
		}
		s.append(field)
	}
	s.size = alignUp(s.size, s.align)
	return s, true
}

func alignUp(n, align int64) int64 { return (n + align - 1) / align * align }

// sizeOf returns the size of a type in memory, which may be too large for a value.
func sizeOf(t ir.Type) (size, align int64, ok bool) {
	if a, isArray := t.(*llvm.ArrayType); isArray {
		size, align, ok = sizeOf(a.Elem)
		if a.Len < 0 || size > 0 && a.Len > maxBytes/size {
			return 0, 0, false
		}
		return a.Len * size, align, ok
	}
	s, ok := storageOf(t)
	return s.size, s.align, ok
}

// width returns the number of bits of a number; pointers have 64.
func width(t ir.Type) int {
	if _, ok := t.(*llvm.PointerType); ok {
		return 64
	}
	return ir.BitWidth(ir.ElementOrSelf(t))
}

// mask has the lowest bits set.
