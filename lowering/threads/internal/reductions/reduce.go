// Package reductions lowers the operations that combine elements along an axis: tile.reduce, tile.scan and
// tile.histogram.
package reductions

import (
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// reduction is the lowering of one tile.reduce.
type reduction struct {
	*emit.Code
	op      *ir.Operation
	axis    int
	in, out layout.Layout
	types   []ir.Type // the type of an element of each operand
	equal   []bool    // operands whose elements all are equal, and remain so: threads need not exchange them
}

// Reduce combines the elements of each thread, then those of the lanes of each warp, then those of the warps.
// Afterwards every thread holds the elements that the layout of the result assigns to it.
func Reduce(c *emit.Code, op *ir.Operation) error {
	r := &reduction{Code: c, op: op, axis: tile.Axis(op)}
	var err error
	if r.in, err = c.Layout(op, op.Operand(0).Type()); err != nil {
		return err
	}
	if r.out, err = c.Layout(op, op.Result(0).Type()); err != nil {
		return err
	}
	if err := r.elementTypes(); err != nil {
		return err
	}
	if err := r.check(); err != nil {
		return err
	}
	r.equal = equalOperands(op)
	partial, err := r.inThread()
	if err != nil {
		return err
	}
	free := r.in.FreeMasks()
	for i, basis := range r.in.Bases(layout.Lane) {
		if basis[r.axis] != 0 && free[layout.Lane]>>i&1 == 0 {
			if err := r.acrossLanes(partial, 1<<i); err != nil {
				return err
			}
		}
	}
	if warps := r.axisBits(layout.Warp); warps != 0 {
		if partial, err = r.acrossWarps(partial, warps); err != nil {
			return err
		}
	} else if len(r.out.Outs()) == 0 && !commutes(op) {
		r.agree(partial)
	}
	for i, v := range op.Results() {
		c.Values[v] = make([]*ir.Value, len(partial))
		for reg := range partial {
			c.Values[v][reg] = partial[reg][i]
		}
	}
	return nil
}

func (r *reduction) elementTypes() error {
	for _, v := range r.op.Operands() {
		t, err := r.Scalar(r.op, v.Type())
		if err != nil {
			return err
		}
		r.types = append(r.types, t)
	}
	return nil
}

// check refuses layouts in which one bit of a lane or warp moves along the axis and another dimension at once.
func (r *reduction) check() error {
	for _, in := range []string{layout.Lane, layout.Warp} {
		for _, basis := range r.in.Bases(in) {
			rest := r.without(basis)
			if basis[r.axis] != 0 && slices.ContainsFunc(rest, func(x int) bool { return x != 0 }) {
				return r.op.Errorf("has no rule for a layout in which a bit of the thread number changes several coordinates")
			}
		}
	}
	return nil
}

// without removes the axis from coordinates.
func (r *reduction) without(coords []int) []int {
	return slices.Delete(slices.Clone(coords), r.axis, r.axis+1)
}

// axisBits returns the bits of register, lane or warp numbers that move along the axis and do not select copies.
func (r *reduction) axisBits(in string) (mask int) {
	free := r.in.FreeMask(in)
	for i, basis := range r.in.Bases(in) {
		if basis[r.axis] != 0 && free>>i&1 == 0 {
			mask |= 1 << i
		}
	}
	return mask
}

// inThread combines the registers that contribute to each element of the result, as a balanced tree, for
// instruction-level parallelism. The outcome is indexed by register of the result, then by operand.
func (r *reduction) inThread() ([][]*ir.Value, error) {
	partial := make([][]*ir.Value, emit.RegisterCount(r.out))
	elements := make([][][]*ir.Value, len(partial))
	free := r.in.FreeMask(layout.Register)
	for reg := range emit.RegisterCount(r.in) {
		if reg&free != 0 {
			continue
		}
		element := make([]*ir.Value, r.op.NumOperands())
		for i, v := range r.op.Operands() {
			element[i] = r.Element(v, reg)
		}
		to := r.target(reg)
		if to < 0 {
			return nil, r.op.Errorf("operand and result have layouts that do not fit")
		}
		elements[to] = append(elements[to], element)
	}
	for to, list := range elements {
		var err error
		if partial[to], err = r.tree(list); err != nil {
			return nil, err
		}
	}
	for i := range partial { // a register that holds a copy of another
		if partial[i] == nil {
			partial[i] = partial[i&^r.out.FreeMask(layout.Register)]
		}
	}
	return partial, nil
}

// tree combines the elements of a list as a balanced tree. It returns nil for an empty list.
func (r *reduction) tree(list [][]*ir.Value) ([]*ir.Value, error) {
	switch len(list) {
	case 0:
		return nil, nil
	case 1:
		return list[0], nil
	}
	half := len(list) / 2
	low, err := r.tree(list[:half])
	if err != nil {
		return nil, err
	}
	high, err := r.tree(list[half:])
	if err != nil {
		return nil, err
	}
	return r.combineWith(low, high)
}

// target returns the register of the result to which register reg of the operand contributes.
func (r *reduction) target(reg int) int {
	want := r.without(r.in.Apply(reg))
	for to := range emit.RegisterCount(r.out) {
		if slices.Equal(r.out.Apply(to), want) {
			return to
		}
	}
	return -1
}

// acrossLanes combines each lane's values with those of the lane that differs in the bits of mask.
func (r *reduction) acrossLanes(partial [][]*ir.Value, mask int) error {
	for reg, mine := range partial {
		theirs := make([]*ir.Value, len(mine))
		for i, v := range mine {
			theirs[i] = v
			if !r.equal[i] {
				theirs[i] = r.Shuffle(v, int64(mask))
			}
		}
		var err error
		if partial[reg], err = r.combineWith(mine, theirs); err != nil {
			return err
		}
	}
	return nil
}

// commutes reports whether a reduction combines its only operand by one commutative operation.
func commutes(op *ir.Operation) bool {
	body := op.Region(0).Entry()
	first := body.First()
	return op.NumOperands() == 1 && first.HasTrait(ir.Commutative) && first.Next() == body.Last() &&
		body.Last().Operand(0) == first.Result(0)
}

// agree gives all lanes the scalar of the first lane. Each lane combines with its own value on the left, and a combiner
// may be commutative except for ties, as for the index of the greatest element. Then lanes may have different results,
// but a number that a branch depends on must be the same in all threads.
func (r *reduction) agree(partial [][]*ir.Value) {
	first := r.I32(0)
	for _, values := range partial {
		for i, v := range values {
			values[i] = r.Moved(v, func(word *ir.Value) *ir.Value { return nvvm.NewIndexed(r.B, word, first) })
		}
	}
}

// acrossWarps exchanges the results of the warps that differ in the bits of mask through shared memory: each warp
// writes its own, everyone reads all. Slot w*n + e holds what the w-th of those warps has of element e of the result.
func (r *reduction) acrossWarps(partial [][]*ir.Value, mask int) ([][]*ir.Value, error) {
	elements := int64(1)
	for _, d := range r.out.Outs() {
		elements *= int64(d.Size)
	}
	warps := warpOrder(mask)
	bases := r.acquire(elements * int64(len(warps)))
	r.exchange(partial, bases, elements, mask, warps)
	return r.combineWarps(partial, len(warps))
}

// acquire returns shared memory for so many elements of each operand that warps exchange, and nil for others.
func (r *reduction) acquire(elements int64) []*ir.Value {
	var types []ir.Type
	for i, t := range r.types {
		if !r.equal[i] {
			types = append(types, t)
		}
	}
	bases, found := make([]*ir.Value, len(r.types)), r.AcquireEach(elements, types)
	for i := range bases {
		if !r.equal[i] {
			bases[i], found = found[0], found[1:]
		}
	}
	return bases
}

// warpOrder returns all numbers whose bits are in mask, in ascending order.
func warpOrder(mask int) []int {
	warps := []int{0}
	for w := 1; w <= mask; w++ {
		if w&^mask == 0 {
			warps = append(warps, w)
		}
	}
	return warps
}

// exchange appends the values of each of the warps, for each operand, to every register of partial.
func (r *reduction) exchange(partial [][]*ir.Value, bases []*ir.Value, elements int64, mask int, warps []int) {
	at := r.resultOffsets()
	slot := r.warpSlot(mask, elements)
	_, lanes, copies := r.Copies(r.in)
	lanes |= r.axisBits(layout.Lane)
	r.When(r.Owner(lanes, copies), nil, func() []*ir.Value {
		for reg := range at {
			if reg&r.freeRegisters() == 0 {
				own := slot
				if at[reg] != nil {
					own = r.Disjoint(slot, at[reg])
				}
				for i, base := range bases {
					if base != nil {
						r.StoreShared(base, own, partial[reg][i])
					}
				}
			}
		}
		return nil
	})
	r.Barrier()
	for reg := range partial {
		for i, base := range bases {
			if base == nil { // other warps have what this one has
				partial[reg] = append(partial[reg], slices.Repeat(partial[reg][i:i+1], len(warps))...)
				continue
			}
			for w := range warps {
				from := r.I32(int64(w) * elements)
				if at[reg] != nil {
					from = r.Disjoint(at[reg], from)
				}
				partial[reg] = append(partial[reg], r.LoadShared(base, from, r.types[i]))
			}
		}
	}
}

func (r *reduction) freeRegisters() int { return r.out.FreeMask(layout.Register) }

// resultOffsets returns the index of each register's element in the result. For a scalar it is nil.
func (r *reduction) resultOffsets() []*ir.Value {
	if len(r.out.Outs()) == 0 {
		return []*ir.Value{nil}
	}
	return r.Offsets(r.out)
}

// warpSlot returns the index of the thread's warp among those that differ in the bits of mask, times elements.
func (r *reduction) warpSlot(mask int, elements int64) *ir.Value {
	var slot *ir.Value
	for i, image := 0, uint64(elements); mask>>i != 0; {
		n := bits.TrailingZeros(^uint(mask >> i)) // the length of a run of set bits
		if n == 0 {
			i++
			continue
		}
		part, _ := r.MoveBits(r.Warp, i, n, image)
		if slot == nil {
			slot = part
		} else {
			slot = r.Disjoint(slot, part)
		}
		i, image = i+n, image<<n
	}
	return slot
}

// combineWarps combines the values of all warps that exchange has appended.
func (r *reduction) combineWarps(partial [][]*ir.Value, warps int) ([][]*ir.Value, error) {
	n := len(r.types)
	for reg, values := range partial {
		acc := make([]*ir.Value, n)
		for w := range warps {
			next := make([]*ir.Value, n)
			for i := range n {
				next[i] = values[n+i*warps+w]
			}
			if w == 0 {
				acc = next
				continue
			}
			var err error
			if acc, err = r.combineWith(acc, next); err != nil {
				return nil, err
			}
		}
		partial[reg] = acc
	}
	return partial, nil
}

// combineWith applies the combiner to two groups of elements.
func (r *reduction) combineWith(left, right []*ir.Value) ([]*ir.Value, error) {
	body := r.op.Region(0).Entry()
	for i, v := range slices.Concat(left, right) {
		r.Values[body.Arg(i)] = []*ir.Value{v}
	}
	if err := r.Block(body); err != nil {
		return nil, err
	}
	out := make([]*ir.Value, len(left))
	for i, v := range body.Last().Operands() {
		out[i] = r.Element(v, 0)
	}
	return out, nil
}
