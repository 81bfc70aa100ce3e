package tilellvm

import (
	"math/bits"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// offsets returns, for each register, the row-major position of the thread's element in the tensor, as i32. The part that
// depends on the thread is computed once.
func (c *converter) offsets(l layout.Layout) []*ir.Value {
	return c.positions(l, rowMajor(l))
}

// positions evaluates a linear function of the coordinates for each register. With powers of two as sizes, sums of
// coordinates whose bits do not overlap are linear over F2.
func (c *converter) positions(l layout.Layout, f func(coords []int) uint64) []*ir.Value {
	dynamic, used := c.bitSum(nil, 0, c.lane, l, layout.Lane, f)
	dynamic, used = c.bitSum(dynamic, used, c.warp, l, layout.Warp, f)
	out := make([]*ir.Value, registerCount(l))
	for r := range out {
		out[r] = c.combine(dynamic, used, f(l.Apply(r)))
	}
	return out
}

// addresses returns a function that adds constants to a linear function of the coordinates of the thread's register 0, which
// is computed at once.
func (c *converter) addresses(l layout.Layout, f func(coords []int) uint64) func(constant uint64) *ir.Value {
	dynamic, used := c.bitSum(nil, 0, c.lane, l, layout.Lane, f)
	dynamic, used = c.bitSum(dynamic, used, c.warp, l, layout.Warp, f)
	return func(constant uint64) *ir.Value { return c.combine(dynamic, used, constant) }
}

// combine adds a constant to a value whose bits are among used: a sum where they do not overlap, for the sake of
// addressing modes, and their exclusive or otherwise.
func (c *converter) combine(dynamic *ir.Value, used, constant uint64) *ir.Value {
	switch {
	case dynamic == nil:
		return c.i32(int64(constant))
	case constant == 0:
		return dynamic
	case used&constant == 0:
		return c.disjoint(dynamic, c.i32(int64(constant)))
	}
	return c.binary(&llvm.XOr, dynamic, c.i32(int64(constant)))
}

func (c *converter) disjoint(x, y *ir.Value) *ir.Value {
	return c.b.Build(&llvm.Add, []*ir.Value{x, y},
		ir.NamedAttr{Name: "overflowFlags", Value: c.ctx.Integer(c.ctx.I(32), llvm.NSW|llvm.NUW)}).Result(0)
}

// bitSum adds to sum the image of index, a value of input dimension in. used are the bits that sum can have.
func (c *converter) bitSum(sum *ir.Value, used uint64, index *ir.Value, l layout.Layout, in string,
	f func(coords []int) uint64) (*ir.Value, uint64) {
	bases := l.Bases(in)
	for i := 0; i < len(bases); {
		image := f(bases[i])
		n := 1
		// Neighboring bits that move by the same distance go together.
		for bits.OnesCount64(image) == 1 && i+n < len(bases) && f(bases[i+n]) == image<<n {
			n++
		}
		if image != 0 {
			term, mask := c.move(index, i, n, image)
			switch {
			case sum == nil:
				sum = term
			case used&mask == 0:
				sum = c.disjoint(sum, term)
			default:
				sum = c.binary(&llvm.XOr, sum, term)
			}
			used |= mask
		}
		i += n
	}
	return sum, used
}

// move returns bits i to i+n-1 of index at the place of image, the image of bit i, and the bits that the result can have.
func (c *converter) move(index *ir.Value, i, n int, image uint64) (*ir.Value, uint64) {
	if bits.OnesCount64(image) != 1 {
		bit := c.binary(&llvm.And, c.shift(index, -i), c.i32(1))
		return c.binary(&llvm.Mul, bit, c.i32(int64(image))), image
	}
	mask := int64(1<<n-1) << i
	if c.covers(index, mask) {
		return c.shift(index, bits.TrailingZeros64(image)-i), uint64(1<<n-1) * image
	}
	part := c.binary(&llvm.And, index, c.i32(mask))
	return c.shift(part, bits.TrailingZeros64(image)-i), uint64(1<<n-1) * image
}

// covers reports whether index has no bits outside mask.
func (c *converter) covers(index *ir.Value, mask int64) bool {
	return index == c.lane && mask == 31 || index == c.warp && mask == int64(c.warps-1)
}

// shift moves bits up, or down for a negative distance.
func (c *converter) shift(v *ir.Value, by int) *ir.Value {
	switch {
	case by > 0:
		return c.binary(&llvm.Shl, v, c.i32(int64(by)))
	case by < 0:
		return c.binary(&llvm.LShr, v, c.i32(int64(-by)))
	}
	return v
}

// owner returns the condition that the thread's lane and warp have none of the given bits set: that the thread is the
// one of those with copies that acts for all. nil stands for true.
func (c *converter) owner(lanes, warps int) *ir.Value {
	mask := int64(lanes) | int64(warps)<<5
	if mask == 0 {
		return nil
	}
	return c.compare("eq", c.binary(&llvm.And, c.thread, c.i32(mask)), c.i32(0))
}
