package interp

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
)

// evalParallel runs the iterations one after the other, the last induction variable fastest. Reductions combine in that
// order.
func evalParallel(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	loop := scf.Parallel{Operation: op}
	rank := loop.Body().NumArgs()
	var bounds [3][]uint64
	for i := range bounds {
		for _, v := range operands[i*rank : (i+1)*rank] {
			w, err := word(v, "a loop bound")
			if err != nil {
				return nil, err
			}
			bounds[i] = append(bounds[i], w)
		}
	}
	carried := operands[3*rank:]
	err := space(bounds).each(op.Context(), func(ivs []*value) error {
		end, values, err := f.runBlocks(loop.Body(), ivs)
		if err != nil || end.NumRegions() == 0 {
			return err
		}
		next := make([]*value, len(carried))
		for i, v := range values {
			_, combined, err := f.runBlocks(end.Region(i).Entry(), []*value{carried[i], v})
			if err != nil {
				return err
			}
			next[i] = combined[0]
		}
		carried = next
		return nil
	})
	return carried, err
}

// evalForall runs the iterations one after the other. Shared outputs are not supported: the operations that write them
// belong to dialects that Girih does not have.
func evalForall(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	loop := scf.Forall{Operation: op}
	if len(loop.Outputs()) > 0 {
		return nil, fmt.Errorf("%w: it has shared outputs", ErrUnsupported)
	}
	var bounds [3][]uint64
	for i, mixed := range [][]scf.MixedIndex{loop.LowerBounds(), loop.UpperBounds(), loop.Steps()} {
		for _, m := range mixed {
			w := uint64(m.Static)
			if m.Value != nil {
				var err error
				if w, err = word(operands[0], "a loop bound"); err != nil {
					return nil, err
				}
				operands = operands[1:]
			}
			bounds[i] = append(bounds[i], w)
		}
	}
	return nil, space(bounds).each(op.Context(), func(ivs []*value) error {
		_, _, err := f.runBlocks(loop.Body(), ivs)
		return err
	})
}

// space is the iteration space of a parallel loop: lower bounds, upper bounds and steps, of type index.
type space [3][]uint64

// each calls body with the induction variables of every iteration.
func (s space) each(ctx *ir.Context, body func(ivs []*value) error) error {
	for _, step := range s[2] {
		if int64(step) <= 0 {
			return fmt.Errorf("%w: its step is %d", ErrLoop, int64(step))
		}
	}
	return s.from(ctx, nil, body)
}

// from calls body for the iterations with given values of the first induction variables.
func (s space) from(ctx *ir.Context, ivs []*value, body func(ivs []*value) error) error {
	d := len(ivs)
	if d == len(s[0]) {
		return body(ivs)
	}
	upper, step := int64(s[1][d]), int64(s[2][d])
	for i := int64(s[0][d]); i < upper; {
		if err := s.from(ctx, append(ivs[:d:d], scalar64(ctx.Index(), uint64(i))), body); err != nil {
			return err
		}
		if i+step < i {
			break // the induction variable would overflow, so it has passed the bound
		}
		i += step
	}
	return nil
}
