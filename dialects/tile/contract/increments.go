package contract

import (
	"cmp"
	"fmt"
	"slices"
)

// Increments describes how a kernel steps through an operand along the sum.
type Increments struct {
	// Order lists the letters of K. The last one varies fastest; it has the shortest steps in memory.
	Order []Letter
	// Steps are the distances from each term of the sum to the next, in elements. There is one step less than there are
	// terms.
	Steps []int64
	// Constant reports whether all steps are equal, so that no table is needed.
	Constant bool
}

// maxTerms bounds the number of terms of a sum whose steps are computed.
const maxTerms = 1 << 22

// Order returns the letters of K sorted by their shortest step in an operand with the given strides. The letter with
// the shortest step is last, so that consecutive terms are close in memory. Letters with equal steps keep the order of
// the equation.
func (eq *Equation) Order(axes []Axis, strides []int64, e *Extents, tables map[string]Table) ([]Letter, error) {
	step := map[Letter]int64{}
	for _, l := range eq.K {
		var values Values
		from, err := address(axes, strides, &values, tables)
		if err != nil {
			return nil, err
		}
		values[l] = min(1, max(0, e.Of[l]-1))
		to, err := address(axes, strides, &values, tables)
		if err != nil {
			return nil, err
		}
		step[l] = int64(min(magnitude(to-from), 1<<62))
	}
	order := slices.Clone(eq.K)
	slices.SortStableFunc(order, func(x, y Letter) int { return cmp.Compare(step[y], step[x]) })
	return order, nil
}

// Increments returns the steps along the sum in an operand, for a given order of the letters of K. axes is eq.A or
// eq.B, and strides count elements. The steps do not depend on the letters of the output.
func (eq *Equation) Increments(axes []Axis, strides []int64, order []Letter, e *Extents,
	tables map[string]Table) (*Increments, error) {
	if len(strides) != len(axes) {
		return nil, fmt.Errorf("%w: %d strides for %d dimensions", ErrExtents, len(strides), len(axes))
	}
	walk := &extents{Equation: eq, of: e.Of, tables: tables}
	terms := int64(1)
	for _, l := range order {
		var err error
		if terms, err = multiply(terms, e.Of[l]); err != nil || terms > maxTerms {
			return nil, fmt.Errorf("%w: a sum of more than %d terms", ErrExtents, maxTerms)
		}
	}
	in := &Increments{Order: order, Constant: true}
	last, first := int64(0), true
	err := walk.eachPoint(order, func(values *Values) error {
		at, err := address(axes, strides, values, tables)
		if err == nil && !first {
			var step int64
			if step, err = apply("-", at, last); err == nil {
				in.Steps = append(in.Steps, step)
				in.Constant = in.Constant && step == in.Steps[0]
			}
		}
		last, first = at, false
		return err
	})
	return in, err
}

// address returns the offset in memory that the reduced parts of an operand's axes give.
func address(axes []Axis, strides []int64, values *Values, tables map[string]Table) (at int64, err error) {
	for i, axis := range axes {
		v, err := values.Eval(axis.Reduced, tables)
		if err != nil {
			return 0, err
		}
		if v, err = multiply(v, strides[i]); err != nil {
			return 0, err
		}
		if at, err = apply("+", at, v); err != nil {
			return 0, err
		}
	}
	return at, nil
}
