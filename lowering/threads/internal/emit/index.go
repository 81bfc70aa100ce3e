package emit

import (
	"math/bits"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// Offsets returns, for each register, the row-major position of the thread's element in the tensor, as i32. The part
// that depends on the thread is computed once.
func (c *Code) Offsets(l layout.Layout) []*ir.Value {
	return c.Positions(l, RowMajor(l))
}

// Positions evaluates a linear function of the coordinates for each register. With powers of two as sizes, sums of
// coordinates whose bits do not overlap are linear over F2.
func (c *Code) Positions(l layout.Layout, f func(coords []int) uint64) []*ir.Value {
	dynamic, used := c.BitSum(nil, 0, c.Lane, l, layout.Lane, f)
	dynamic, used = c.BitSum(dynamic, used, c.Warp, l, layout.Warp, f)
	out := make([]*ir.Value, RegisterCount(l))
	for r := range out {
		out[r] = c.Combine(dynamic, used, f(l.Apply(r)))
	}
	return out
}

// Addresses returns a function that adds constants to a linear function of the coordinates of the thread's register 0,
// which is computed at once.
func (c *Code) Addresses(l layout.Layout, f func(coords []int) uint64) func(constant uint64) *ir.Value {
	dynamic, used := c.BitSum(nil, 0, c.Lane, l, layout.Lane, f)
	dynamic, used = c.BitSum(dynamic, used, c.Warp, l, layout.Warp, f)
	return func(constant uint64) *ir.Value { return c.Combine(dynamic, used, constant) }
}

// Combine combines a constant with a value whose bits are among used: by a sum if they have no bit in common, which
// addressing modes can do, and by an exclusive or otherwise.
func (c *Code) Combine(dynamic *ir.Value, used, constant uint64) *ir.Value {
	switch {
	case dynamic == nil:
		return c.I32(int64(constant))
	case constant == 0:
		return dynamic
	case used&constant == 0:
		return c.Disjoint(dynamic, c.I32(int64(constant)))
	}
	return c.Binary(&llvm.XOr, dynamic, c.I32(int64(constant)))
}

// Disjoint adds values that have no bit in common.
func (c *Code) Disjoint(x, y *ir.Value) *ir.Value {
	return c.B.Build(&llvm.Add, []*ir.Value{x, y},
		ir.NamedAttr{Name: "overflowFlags", Value: c.Ctx.Integer(c.Ctx.I(32), llvm.NSW|llvm.NUW)}).Result(0)
}

// BitSum adds to sum the image of index, a value of input dimension in. used are the bits that sum can have.
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

// AddBits combines sum with bits i to i+n-1 of index, moved to where image, the image of bit i, is set: a sum if they
// have no bit in common, an exclusive or otherwise. used are the bits that sum can have; nil stands for zero. It
// returns the combination and the bits that it can have.
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

// MoveBits returns bits i to i+n-1 of index, moved to where image, the image of bit i, is set, and the bits that the
// result can have.
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

// covers reports whether index has no bits outside mask.
func (c *Code) covers(index *ir.Value, mask int64) bool {
	return index == c.Lane && mask == 31 || index == c.Warp && mask == int64(c.Warps-1)
}

// shift moves bits up, or down for a negative distance.
func (c *Code) shift(v *ir.Value, by int) *ir.Value {
	switch {
	case by > 0:
		return c.Binary(&llvm.Shl, v, c.I32(int64(by)))
	case by < 0:
		return c.Binary(&llvm.LShr, v, c.I32(int64(-by)))
	}
	return v
}

// Owner returns the condition that the thread's lane and warp have none of the given bits set. If lanes and warps that
// differ in these bits hold copies, that is the thread which acts for all of them. nil stands for true.
func (c *Code) Owner(lanes, warps int) *ir.Value {
	mask := int64(lanes) | int64(warps)<<5
	if mask == 0 {
		return nil
	}
	return c.Compare("eq", c.Binary(&llvm.And, c.Thread, c.I32(mask)), c.I32(0))
}

// Place is a linear function from the coordinates of an element to its place in a buffer of shared memory, in elements.
type Place func(coords []int) uint64

// RowMajor returns the place of elements one after the other.
func RowMajor(l layout.Layout) Place {
	outs := l.Outs()
	return func(coords []int) (v uint64) {
		for i, x := range coords {
			v = v*uint64(outs[i].Size) + uint64(x)
		}
		return v
	}
}

// Places evaluates a place, with the bits of flip inverted, for each register.
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
