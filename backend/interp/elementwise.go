package interp

import (
	"errors"
	"fmt"
	"slices"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/ir"
)

// kernel computes an element of a result from the elements of the operands. The error [smallint.ErrPoison] makes the
// element undefined; other errors stop the program.
type kernel func(args []uint64) (uint64, error)

func undefined(what string) error { return fmt.Errorf("%w: %s depends on it", ErrUndefined, what) }

// elementwise applies a kernel to the elements of operands of one shape. If an element of an operand is undefined, so
// is that of the result.
func elementwise(t ir.Type, k kernel, operands []*value) (*value, error) {
	out := newValue(t)
	return out, out.fill(k, operands)
}

// fill is elementwise into an existing result.
func (out *value) fill(k kernel, operands []*value) error {
	args := make([]uint64, len(operands))
	poisoned := slices.ContainsFunc(operands, func(v *value) bool { return v.poison != nil })
	for i := range out.words {
		for j, v := range operands {
			args[j] = v.words[i]
		}
		if poisoned && slices.ContainsFunc(operands, func(v *value) bool { return v.poisoned(i) }) {
			out.setPoison(i)
			continue
		}
		w, err := k(args)
		if err != nil {
			if !errors.Is(err, smallint.ErrPoison) {
				return err
			}
			out.setPoison(i)
		}
		out.words[i] = w
	}
	return nil
}

// evaluate returns an evaluator, from a function that returns the kernel of an operation.
func evaluate(of func(op *ir.Operation) kernel) evaluator {
	return func(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
		v, err := elementwise(op.Result(0).Type(), of(op), operands)
		return []*value{v}, err
	}
}

// selectElements selects by a mask, which is a scalar or has the shape of the values.
func selectElements(t ir.Type, condition, ifTrue, ifFalse *value) *value {
	out := newValue(t)
	for i := range out.len() {
		at := i
		if condition.shape == nil {
			at = 0
		}
		switch {
		case condition.poisoned(at):
			out.setPoison(i)
		case condition.words[at] != 0:
			out.setFrom(i, ifTrue, i)
		default:
			out.setFrom(i, ifFalse, i)
		}
	}
	return out
}
