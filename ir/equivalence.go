package ir

import (
	"slices"
	"unsafe"
)

// Equivalent reports whether a and b compute the same from the same operands: they have the same name, attributes,
// result types, operands, and regions that hold the same operations. The operands of a [Commutative] operation may come
// in any order. Locations are ignored, and so are memory effects.
func Equivalent(a, b *Operation) bool {
	return a == b || sameHead(a, b) && sameOperands(a, b, nil) && sameRegions(a, b, nil)
}

// SameButOperands reports whether a and b differ in nothing but their operands, and neither has regions with blocks.
func SameButOperands(a, b *Operation) bool {
	if !sameHead(a, b) || a.NumOperands() != b.NumOperands() {
		return false
	}
	for i := range a.NumRegions() {
		if !a.Region(i).IsEmpty() || !b.Region(i).IsEmpty() {
			return false
		}
	}
	return true
}

// sameHead compares operations without their operands and the contents of their regions.
func sameHead(a, b *Operation) bool {
	if a.info != b.info || a.Properties() != b.Properties() || a.attrs != b.attrs || a.NumResults() != b.NumResults() ||
		a.NumRegions() != b.NumRegions() || a.NumSuccessors() != b.NumSuccessors() {
		return false
	}
	for i := range a.results() {
		if a.results()[i].typ != b.results()[i].typ {
			return false
		}
	}
	return true
}

// counterparts maps values and blocks of one region to those at the same place of another.
type counterparts struct {
	values map[*Value]*Value
	blocks map[*Block]*Block
}

func (c *counterparts) of(v *Value) *Value {
	if c != nil {
		if w, ok := c.values[v]; ok {
			return w
		}
	}
	return v
}

func sameOperands(a, b *Operation, c *counterparts) bool {
	n := a.NumOperands()
	if n != b.NumOperands() {
		return false
	}
	same := true
	for i := range a.operands() {
		if c.of(a.operands()[i].value) != b.operands()[i].value {
			same = false
			break
		}
	}
	if same || n < 2 || a.info.traits&Commutative == 0 {
		return same
	}
	if n == 2 {
		return c.of(a.operands()[0].value) == b.operands()[1].value && c.of(a.operands()[1].value) == b.operands()[0].value
	}
	return samePermuted(a, b, c)
}

// samePermuted reports whether the operands of a and b are the same apart from their order.
func samePermuted(a, b *Operation, c *counterparts) bool {
	byAddress := func(x, y *Value) int {
		switch p, q := uintptr(unsafe.Pointer(x)), uintptr(unsafe.Pointer(y)); {
		case p < q:
			return -1
		case p > q:
			return 1
		}
		return 0
	}
	left, right := a.OperandValues(), b.OperandValues()
	for i, v := range left {
		left[i] = c.of(v)
	}
	slices.SortFunc(left, byAddress)
	slices.SortFunc(right, byAddress)
	return slices.Equal(left, right)
}

func sameRegions(a, b *Operation, c *counterparts) bool {
	if a.NumRegions() == 0 {
		return true
	}
	if c == nil {
		c = &counterparts{values: make(map[*Value]*Value), blocks: make(map[*Block]*Block)}
	}
	for i := range a.ext.regions {
		if !sameRegion(&a.ext.regions[i], &b.ext.regions[i], c) {
			return false
		}
	}
	return true
}

// sameRegion compares regions. All values are paired first, since some may be used before they are defined.
func sameRegion(r, s *Region, c *counterparts) bool {
	x, y := r.first, s.first
	for ; x != nil && y != nil; x, y = x.next, y.next {
		c.blocks[x] = y
		if !slices.EqualFunc(x.args, y.args, func(v, w *Value) bool {
			c.values[v] = w
			return v.typ == w.typ
		}) {
			return false
		}
		p, q := x.first, y.first
		for ; p != nil && q != nil; p, q = p.next, q.next {
			if !sameHead(p, q) {
				return false
			}
			for i := range p.results() {
				c.values[&p.results()[i]] = &q.results()[i]
			}
		}
		if p != nil || q != nil {
			return false
		}
	}
	return x == nil && y == nil && sameContents(r, s, c)
}

// sameContents compares the operands, successors and nested regions of two regions whose operations are otherwise
// alike.
func sameContents(r, s *Region, c *counterparts) bool {
	for x, y := r.first, s.first; x != nil; x, y = x.next, y.next {
		for p, q := x.first, y.first; p != nil; p, q = p.next, q.next {
			if !sameOperands(p, q, c) || !sameRegions(p, q, c) {
				return false
			}
			for i := range p.NumSuccessors() {
				if c.blocks[p.Successor(i)] != q.Successor(i) {
					return false
				}
			}
		}
	}
	return true
}

// HashHead returns a hash of op without its operands and regions. It is the same for operations that are [Equivalent].
// It is computed from addresses, which differ from run to run, so it must not decide an order that is visible.
func (op *Operation) HashHead() uint32 {
	h := mix(uint64(op.info.index), address(unsafe.Pointer(op.attrs)))
	if op.props != nil {
		h = mix(h, address(unsafe.Pointer(op.props)))
	} else if op.ext != nil && op.ext.props != nil {
		h = mix(h, attrAddress(op.ext.props))
	}
	for i := range op.results() {
		h = mix(h, typeAddress(op.results()[i].typ))
	}
	return uint32(h >> 32)
}

// HashType returns a hash of t; see [Operation.HashHead].
func HashType(t Type) uint32 { return uint32(mix(0, typeAddress(t)) >> 32) }

// mix adds v to a hash.
func mix(h, v uint64) uint64 {
	h ^= v
	h *= 0x9E3779B97F4A7C15
	return h ^ h>>29
}

func address(p unsafe.Pointer) uint64 { return uint64(uintptr(p)) >> 3 }

// typeAddress and attrAddress return the address that an interface holds. Types and attributes are interned and never
// move.
func typeAddress(t Type) uint64      { return address((*[2]unsafe.Pointer)(unsafe.Pointer(&t))[1]) }
func attrAddress(a Attribute) uint64 { return address((*[2]unsafe.Pointer)(unsafe.Pointer(&a))[1]) }

// HasLoc reports whether the location of op is known.
func (op *Operation) HasLoc() bool { return op.loc != 0 }
