package uniformity

import (
	"github.com/girih-ir/girih/dialects/gpu"
	"github.com/girih-ir/girih/ir"
)

// Variance says how a value may differ between threads. The zero value means uniform. Any two threads of a block are
// compared in two steps, along the lanes of one warp and then, at one lane, from warp to warp. So the lane's number
// differs in a warp, but not from warp to warp, although it is not the same in a block.
type Variance struct {
	// Warp has the bits that may differ between two lanes of a warp. Group and Block have those that may differ between
	// the same lane of two warps of a warp group, and of a block. For values that are not integers of at most 64 bits,
	// they have all bits or none.
	Warp, Group, Block uint64
	// Lanes has the bits of the lane's number on which the value may depend, if it differs in a warp.
	Lanes uint8
	// Mixed says that a bit may depend on bits of the lane's number at other positions than its own.
	Mixed bool
}

// allLanes are the bits of a lane's number.
const allLanes = 31

var (
	anything = Variance{^uint64(0), ^uint64(0), ^uint64(0), allLanes, true}
	// byWarp is the variance of a value that is the same in all lanes of a warp.
	byWarp = Variance{Group: ^uint64(0), Block: ^uint64(0)}
)

// Join returns the variance of a value that is one of two values, and whether it differs from v.
func (v Variance) Join(x Variance) (Variance, bool) {
	out := Variance{v.Warp | x.Warp, v.Group | x.Group, v.Block | x.Block, v.Lanes | x.Lanes, v.Mixed || x.Mixed}
	return out, out != v
}

func (v Variance) uniform(s gpu.Scope) bool {
	switch s {
	case gpu.Thread:
		return true
	case gpu.Warp:
		return v.Warp == 0
	case gpu.WarpGroup:
		return v.Warp == 0 && v.Group == 0
	}
	return v.Warp == 0 && v.Block == 0
}

// spread returns the variance of a value whose bits may all depend on each bit of v.
func (v Variance) spread() Variance {
	out := Variance{}
	if v.Block != 0 {
		out.Block = ^uint64(0)
	}
	if v.Group != 0 {
		out.Group = ^uint64(0)
	}
	if v.Warp != 0 {
		out.Warp, out.Lanes, out.Mixed = ^uint64(0), v.Lanes, true
	}
	return out
}

// keep returns v with only the bits of a mask.
func (v Variance) keep(mask uint64) Variance {
	v.Warp, v.Group, v.Block = v.Warp&mask, v.Group&mask, v.Block&mask
	if !v.Mixed || v.Warp == 0 {
		v.Lanes &= uint8(v.Warp & allLanes)
	}
	v.Mixed = v.Mixed && v.Warp != 0
	return v
}

// upwards returns the variance of a sum: a carry goes from the lowest bit that differs to all higher bits.
func (v Variance) upwards() Variance {
	return v.bitwise(func(bits uint64) uint64 { return -(bits & -bits) })
}

// bitwise moves bits to other positions.
func (v Variance) bitwise(move func(uint64) uint64) Variance {
	return Variance{move(v.Warp), move(v.Group), move(v.Block), v.Lanes, true}.keep(^uint64(0))
}

// widthMask returns the bits of a type's values; all bits for a type that is not an integer.
func widthMask(t ir.Type) uint64 {
	if i, ok := t.(*ir.IntegerType); ok && i.Width < 64 {
		return 1<<i.Width - 1
	}
	return ^uint64(0)
}

// isScalar reports whether the bits of a type's values are tracked separately.
func isScalar(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Width <= 64
}
