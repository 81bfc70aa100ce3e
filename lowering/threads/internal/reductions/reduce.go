// Package reductions lowers the operations that combine elements along an axis: tile.reduce, tile.scan and
// tile.histogram.
package reductions

import (
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
	r.equal = c.Splats.Combined(op)
	partial, err := r.inThread()
	if err != nil {
		return err
	}
	part, err := r.acrossLanes(partial)
	if err != nil {
		return err
	}
	if warps := r.axisBits(layout.Warp); warps != 0 {
		if partial, err = r.acrossWarps(part, warps); err != nil {
			return err
		}
	} else {
		partial = r.gathered(part)
		if len(r.out.Outs()) == 0 && !commutes(op) {
			r.agree(partial)
		}
	}
	for i, v := range op.Results() {
		c.Values.Set(v, make([]*ir.Value, len(partial)))
		for reg := range partial {
			c.Values.Get(v)[reg] = partial[reg][i]
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
	for _, in := range [...]string{layout.Lane, layout.Warp} {
		if along, others := r.in.Along(in, r.axis); along&others != 0 {
			return r.op.Errorf("has no rule for a layout in which a bit of the thread number changes several coordinates")
		}
	}
	return nil
}

// without removes the axis from coordinates.
func (r *reduction) without(coords []int) []int {
	return slices.Delete(slices.Clone(coords), r.axis, r.axis+1)
}

// axisBits returns the bits of register, lane or warp numbers that move along the axis and do not select copies.
func (r *reduction) axisBits(in string) int {
	along, _ := r.in.Along(in, r.axis)
	return along &^ r.in.FreeMask(in)
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

// combineWith applies the combiner to two groups of elements.
func (r *reduction) combineWith(left, right []*ir.Value) ([]*ir.Value, error) {
	body := r.op.Region(0).Entry()
	for i, v := range slices.Concat(left, right) {
		r.Values.Set(body.Arg(i), []*ir.Value{v})
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
