package emit

import (
	"math/bits"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// Offsets returns, for each register, the row-major index of its element in the tensor, as i32. The part that depends
// on the thread is computed once.
func (c *Code) Offsets(l layout.Layout) []*ir.Value {
	return c.Positions(l, RowMajor(l))
}

// Positions computes f of the coordinates of each register's element. f must be linear over F2. Sums of coordinates
// whose bits do not overlap are, if sizes are powers of two.
func (c *Code) Positions(l layout.Layout, f func(coords []int) uint64) []*ir.Value {
	dynamic, used := c.BitSum(nil, 0, c.Lane, l, layout.Lane, f)
	dynamic, used = c.BitSum(dynamic, used, c.Warp, l, layout.Warp, f)
	out := make([]*ir.Value, RegisterCount(l))
	for r := range out {
		out[r] = c.Combine(dynamic, used, f(l.Apply(r)))
	}
	return out
}

// Addresses computes f of the coordinates of the thread's register 0; f must be linear over F2. It returns a function
// that adds f of another register's coordinates in thread 0, a constant.
func (c *Code) Addresses(l layout.Layout, f func(coords []int) uint64) func(constant uint64) *ir.Value {
	dynamic, used := c.BitSum(nil, 0, c.Lane, l, layout.Lane, f)
	dynamic, used = c.BitSum(dynamic, used, c.Warp, l, layout.Warp, f)
	return func(constant uint64) *ir.Value { return c.Combine(dynamic, used, constant) }
}

// Combine adds a constant over F2 to a value. used is a mask of the bits that can be set in the value. They are
// inverted by an exclusive or. Other bits are added, which fits into addressing modes, so that constants that differ
// only there share a register.
func (c *Code) Combine(dynamic *ir.Value, used, constant uint64) *ir.Value {
	if dynamic == nil {
		return c.I32(int64(constant))
	}
	if inverted := used & constant; inverted != 0 {
		dynamic = c.Binary(&llvm.XOr, dynamic, c.I32(int64(inverted)))
	}
	if added := constant &^ used; added != 0 {
		dynamic = c.Disjoint(dynamic, c.I32(int64(added)))
	}
	return dynamic
}

// Disjoint adds values that have no set bit in common.
func (c *Code) Disjoint(x, y *ir.Value) *ir.Value {
	return c.B.Build(&llvm.Add, []*ir.Value{x, y},
		ir.NamedAttr{Name: "overflowFlags", Value: c.Ctx.Integer(c.Ctx.I(32), llvm.NSW|llvm.NUW)}).Result(0)
}

// BitSum adds f of the coordinates that the layout has for index, a register, lane or warp number as in says, to sum.
// used is a mask of the bits that can be set in sum. The results are the new sum and mask.
func (c *Code) BitSum(sum *ir.Value, used uint64, index *ir.Value, l layout.Layout, in string,
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
			sum, used = c.AddBits(sum, used, index, i, n, image)
		}
		i += n
	}
	return sum, used
}

// AddBits adds bits i to i+n-1 of index to sum, where image is the image of bit i and the images of the next bits are
// image shifted left by 1, 2 and so on. used is a mask of the bits that can be set in sum, which may be nil for zero.
// The bits are added by an addition if no bit is in use already, and by an exclusive or otherwise. The results are the
// new sum and mask.
func (c *Code) AddBits(sum *ir.Value, used uint64, index *ir.Value, i, n int, image uint64) (*ir.Value, uint64) {
	term, mask := c.MoveBits(index, i, n, image)
	switch {
	case sum == nil:
		sum = term
	case used&mask == 0:
		sum = c.Disjoint(sum, term)
	default:
		sum = c.Binary(&llvm.XOr, sum, term)
	}
	return sum, used | mask
}

// MoveBits returns the sum of the images of bits i to i+n-1 of index, as [Code.AddBits] defines them, and a mask of the
// bits that can be set in it.
func (c *Code) MoveBits(index *ir.Value, i, n int, image uint64) (*ir.Value, uint64) {
	if bits.OnesCount64(image) != 1 {
		bit := c.Binary(&llvm.And, c.shift(index, -i), c.I32(1))
		return c.Binary(&llvm.Mul, bit, c.I32(int64(image))), image
	}
	mask := int64(1<<n-1) << i
	if c.covers(index, mask) {
		return c.shift(index, bits.TrailingZeros64(image)-i), uint64(1<<n-1) * image
	}
	part := c.Binary(&llvm.And, index, c.I32(mask))
	return c.shift(part, bits.TrailingZeros64(image)-i), uint64(1<<n-1) * image
}

// covers reports whether mask has all bits that can be set in index.
func (c *Code) covers(index *ir.Value, mask int64) bool {
	return index == c.Lane && mask == 31 || index == c.Warp && mask == int64(c.Warps-1)
}

// shift shifts v left by a number of bits, or right if by is negative.
func (c *Code) shift(v *ir.Value, by int) *ir.Value {
	switch {
	case by > 0:
		return c.Binary(&llvm.Shl, v, c.I32(int64(by)))
	case by < 0:
		return c.Binary(&llvm.LShr, v, c.I32(int64(-by)))
	}
	return v
}

// Owner returns the condition that no bit of lanes is set in the thread's lane number, and no bit of warps in its warp
// number. If threads that differ in these bits hold copies, it is true in exactly one of them. nil stands for true.
func (c *Code) Owner(lanes, warps int) *ir.Value {
	mask := int64(lanes) | int64(warps)<<5
	if mask == 0 {
		return nil
	}
	return c.Compare("eq", c.Binary(&llvm.And, c.Thread, c.I32(mask)), c.I32(0))
}

// Place is a linear function over F2 from the coordinates of an element to its index in a buffer of shared memory.
type Place func(coords []int) uint64

// RowMajor returns the Place of elements in row-major order.
func RowMajor(l layout.Layout) Place {
	outs := l.Outs()
	return func(coords []int) (v uint64) {
		for i, x := range coords {
			v = v*uint64(outs[i].Size) + uint64(x)
		}
		return v
	}
}

// Places returns the place of each register's element, with the bits of flip inverted.
func (c *Code) Places(l layout.Layout, at Place, flip uint64) []*ir.Value {
	if len(l.Outs()) == 0 {
		return []*ir.Value{c.I32(int64(flip))}
	}
	out := c.Positions(l, at)
	if flip == 0 {
		return out
	}
	for r, v := range out {
		out[r] = c.Binary(&llvm.XOr, v, c.I32(int64(flip)))
	}
	return out
}
