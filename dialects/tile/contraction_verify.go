package tile

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

func verifyContract(op *ir.Operation) error {
	c, err := ContractionOf(op)
	if err != nil {
		return err
	}
	for _, operand := range []struct {
		name string
		v    *ir.Value
		axes []contract.Axis
	}{{"lhs", c.LHS, c.A}, {"rhs", c.RHS, c.B}, {"the output", c.Output, c.C}} {
		if rank := operand.v.Type().(*ArrayType).Rank(); rank != len(operand.axes) {
			return op.Errorf("%s has %d dimensions, but %d in the equation", operand.name, rank, len(operand.axes))
		}
	}
	if err := c.verifyTypes(); err != nil {
		return err
	}
	if c.Shape != nil && (len(c.Shape) != 3 || !isTile(c.Shape) || !isEven(c.Shape[:1])) {
		return op.Errorf("%s must have three powers of two, or columns and products that are a sum of up to four of them "+
			"and a multiple of 8, but got %v", shapeName, c.Shape)
	}
	if err := c.verifyKnown(); err != nil {
		return err
	}
	if err := c.verifyReach(); err != nil {
		return err
	}
	e, err := c.StaticExtents()
	if err != nil {
		return err
	}
	if e != nil {
		if err := c.CheckSpans(e, func(v *ir.Value) []int64 { return v.Type().(*ArrayType).shape }); err != nil {
			return op.Errorf("%w", err)
		}
	} else if i := slices.Index(slices.Concat(c.Outside[:]...), OutsideNever); i >= 0 && !c.bare(i) {
		return op.Errorf("'never' cannot be proved without the sizes of all arrays; use 'checked' instead")
	}
	out := c.Output.Type().(*ArrayType)
	if !c.Scatters() && Overlaps(out.shape, out.strides) {
		return op.Errorf("elements of the output have the same address: its sizes are %v and its strides %v", out.shape,
			out.strides)
	}
	return nil
}

// verifyKnown compares the known sizes of axes that are the same letter. Other sizes may be unknown.
func (c *Contraction) verifyKnown() error {
	type place struct {
		size int64
		name string
	}
	known := map[contract.Letter]place{}
	for _, operand := range []struct {
		name string
		v    *ir.Value
		axes []contract.Axis
	}{{"lhs", c.LHS, c.A}, {"rhs", c.RHS, c.B}, {"the output", c.Output, c.C}} {
		for i, axis := range operand.axes {
			l, alone := axis.Expr.(contract.Letter)
			size := operand.v.Type().(*ArrayType).shape[i]
			if !alone || size == ir.Dynamic {
				continue
			}
			here := place{size, fmt.Sprintf("dimension %d of %s", i, operand.name)}
			if other, ok := known[l]; ok && other.size != size {
				return c.Errorf("letter '%s' has extent %d by %s, but %d by %s", l, other.size, other.name, size, here.name)
			}
			known[l] = here
		}
	}
	return nil
}

// verifyReach returns an error if an array's known sizes and strides give distances in bytes that do not fit in 64
// bits.
func (c *Contraction) verifyReach() error {
	for i, v := range [3]*ir.Value{c.LHS, c.RHS, c.Output} {
		t := v.Type().(*ArrayType)
		left := math.MaxInt64 / int64(max(8, ir.BitWidth(t.elem))/8)
		for axis, size := range t.shape {
			stride := max(t.strides[axis], -t.strides[axis])
			if size <= 1 || stride == 0 || stride == math.MinInt64 || t.strides[axis] == ir.Dynamic {
				continue
			}
			if size-1 > left/stride {
				return c.Errorf("axis %d of %s has size %d and stride %d: distances of its elements do not fit in 64 bits", axis,
					[3]string{"lhs", "rhs", "the output"}[i], size, t.strides[axis])
			}
			left -= (size - 1) * stride
		}
	}
	return nil
}

// bare reports whether axis i is a letter. Axes of lhs are counted first, then those of rhs.
func (c *Contraction) bare(i int) bool {
	_, ok := slices.Concat(c.A, c.B)[i].Expr.(contract.Letter)
	return ok
}

func (c *Contraction) verifyTypes() error {
	elem := func(v *ir.Value) ir.Type { return v.Type().(*ArrayType).elem }
	lhs, rhs := elem(c.LHS), elem(c.RHS)
	if !multiplies(lhs, rhs) {
		return c.Errorf("lhs and rhs must have the same elements, both 8-bit floats or both integers of one width, but got "+
			"%s and %s", ir.Quote(lhs), ir.Quote(rhs))
	}
	if ok, allowed := accumulatesIn(lhs, c.Accumulator); !ok {
		return c.Errorf("products of %s are accumulated in %s, but the accumulator is %s", ir.Quote(lhs), allowed,
			ir.Quote(c.Accumulator))
	}
	if PrecisionOf(c.Operation) != PrecisionIEEE && !isF32(lhs) {
		return c.Errorf("precision %s needs operands of f32, but got %s", Precisions.Name(PrecisionOf(c.Operation)),
			ir.Quote(lhs))
	}
	if c.Scatters() {
		if err := checkAtomic(AtomicAdd, elem(c.Output)); err != nil {
			return c.Errorf("sums are added to the output, but %w", err)
		}
	}
	if c.Region(0).IsEmpty() && len(c.Others) > 0 {
		return c.Errorf("there are operands of an epilogue, but no epilogue")
	}
	if out := elem(c.Output); c.Region(0).IsEmpty() && ir.IsFloat(out) != ir.IsFloat(c.Accumulator) {
		return c.Errorf("sums of %s are not converted to %s without an epilogue", ir.Quote(c.Accumulator), ir.Quote(out))
	}
	return nil
}

// ErrOutside is wrapped by errors about indices outside of an array.
var ErrOutside = errors.New("index outside of an array")

// CheckSpans returns an error if an index is outside of an operand along an axis for which [Outside] does not allow it,
// for arrays of the given sizes. The error wraps [ErrOutside] and names the operand, the axis and the index. CheckSpans
// also compares the sizes of the epilogue's operands with the extents.
func (c *Contraction) CheckSpans(e *contract.Extents, shape func(v *ir.Value) []int64) error {
	if n := c.products(e); n > math.MaxInt32 {
		return fmt.Errorf("%w: each sum has %d products, and fewer than 2^31 are possible", contract.ErrExtents, n)
	}
	empty := slices.ContainsFunc(slices.Concat(c.Batch, c.M, c.N, c.K),
		func(l contract.Letter) bool { return e.Of[l] == 0 })
	for i, spans := range [2][]contract.Span{e.A, e.B} {
		v := [2]*ir.Value{c.LHS, c.RHS}[i]
		for k, span := range spans {
			index := span.Min
			if span.Min >= 0 {
				index = span.Max
			}
			if size := shape(v)[k]; !empty && c.Outside[i][k] != OutsideZero && (index < 0 || index >= size) {
				return fmt.Errorf("%w: axis %d of %s is read at index %d, but its size is %d; use 'zero' in %s for padding",
					ErrOutside,
					k, [2]string{"lhs", "rhs"}[i], index, size, outsideNames[i])
			}
		}
	}
	for i, v := range c.Others {
		for k, l := range c.Axes[i] {
			if size := shape(v)[k]; size != e.Of[l] {
				return fmt.Errorf("%w: axis %d of operand %d of the epilogue has size %d, but '%s' has extent %d",
					contract.ErrExtents, k, i, size, l, e.Of[l])
			}
		}
	}
	return nil
}

// products returns the number of products of a sum, limited to 2^62.
func (c *Contraction) products(e *contract.Extents) int64 {
	n := int64(1)
	for _, l := range c.K {
		if e.Of[l] > 0 && n > 1<<62/e.Of[l] {
			return 1 << 62
		}
		n *= e.Of[l]
	}
	return n
}

// maxEnumerated bounds the number of addresses that are compared.
const maxEnumerated = 1 << 16

// Overlaps reports whether two elements of an array have the same address. It returns false if sizes or strides are not
// known. In large arrays it only finds elements that differ along one or two axes.
func Overlaps(shape, strides []int64) bool {
	n, zero, seen := int64(1), false, map[int64]bool{}
	for i, size := range shape {
		if size == 0 || size == ir.Dynamic || strides[i] == ir.Dynamic {
			return false
		}
		zero = zero || size > 1 && strides[i] == 0
		n = min(n*min(size, maxEnumerated), maxEnumerated)
	}
	if zero || nested(shape, strides) {
		return zero
	}
	if n == maxEnumerated {
		return meet(shape, strides)
	}
	for i := range n {
		at := int64(0)
		for axis, size := range slices.Backward(shape) {
			at += i % size * strides[axis]
			i /= size
		}
		if seen[at] {
			return true
		}
		seen[at] = true
	}
	return false
}

// meet reports whether different elements along two axes have the same address. This is the case if each axis has more
// elements than the other axis' stride divided by the greatest common divisor of both strides.
func meet(shape, strides []int64) bool {
	for i := range shape {
		for k := range i {
			if shape[i] == 1 || shape[k] == 1 {
				continue
			}
			x, y := max(strides[i], -strides[i]), max(strides[k], -strides[k])
			by := x
			for rest := y; rest != 0; {
				by, rest = rest, by%rest
			}
			if y/by < shape[i] && x/by < shape[k] {
				return true
			}
		}
	}
	return false
}

// nested reports whether each stride is greater than the distance that all axes with shorter strides span together.
func nested(shape, strides []int64) bool {
	axes := make([]int, len(shape))
	for i := range axes {
		axes[i] = i
	}
	size := func(i int) int64 { return max(strides[i], -strides[i]) }
	slices.SortFunc(axes, func(x, y int) int { return cmp.Compare(size(x), size(y)) })
	reach := int64(0)
	for _, i := range axes {
		if shape[i] > 1 && size(i) <= reach {
			return false
		}
		reach += size(i) * (shape[i] - 1)
	}
	return true
}

func verifyEpilogue(op *ir.Operation) error {
	if op.Region(0).IsEmpty() {
		return nil
	}
	c, err := ContractionOf(op)
	if err != nil {
		return err
	}
	takes := []ir.Type{c.Accumulator}
	for _, v := range c.Others {
		takes = append(takes, v.Type().(*ArrayType).elem)
	}
	return verifyBody(op, "epilogue", takes, []ir.Type{c.Output.Type().(*ArrayType).elem})
}
