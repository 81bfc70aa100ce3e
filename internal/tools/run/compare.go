package run

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/ir"
)

// errDifferent is wrapped if the results of a run differ from the reference executor's.
var errDifferent = errors.New("the results differ from the reference executor's")

// tolerance bounds the difference between floats: |got - want| <= absolute + relative * |want|.
type tolerance struct {
	relative, absolute float64 // negative means that the element type decides
}

// of returns the tolerance for an element type. It allows for different orders of summation, and for functions with an
// error of a few units in the last place. Integers must be equal.
func (t tolerance) of(elem ir.Type) tolerance {
	f, ok := elem.(*ir.FloatType)
	if !ok {
		return tolerance{}
	}
	chosen := tolerance{1.3e-6, 1e-5}
	switch width := f.Width(); {
	case width == 64:
		chosen = tolerance{1e-7, 1e-7}
	case f.Format.Name() == "bf16":
		chosen = tolerance{1.6e-2, 1e-5}
	case width == 16:
		chosen = tolerance{1e-3, 1e-5}
	case width < 16:
		chosen = tolerance{0.125, 1e-2}
	}
	if t.relative >= 0 {
		chosen.relative = t.relative
	}
	if t.absolute >= 0 {
		chosen.absolute = t.absolute
	}
	return chosen
}

// cloneArguments copies arguments, so that a second run starts from the same values.
func cloneArguments(args []any) ([]any, error) {
	out := make([]any, len(args))
	for i, a := range args {
		array, ok := a.(*interp.Array)
		if !ok {
			out[i] = a
			continue
		}
		c, err := interp.NewArray(array.Elem(), array.Shape()...)
		if err != nil {
			return nil, err
		}
		for j := range array.Len() {
			if array.Defined(j) {
				c.SetBits(j, array.Bits(j))
			}
		}
		out[i] = c
	}
	return out, nil
}

// shownDifferences bounds the number of elements of an array that an error lists.
const shownDifferences = 4

// compareArrays prints how much the arrays of a run differ from those of the reference, and returns an error if a
// difference is too large.
func compareArrays(w io.Writer, args []argument, want []any, t tolerance) error {
	var errs []error
	for i, a := range args {
		reference, ok := want[i].(*interp.Array)
		if !ok || a.array == nil || !reference.Written() && !a.array.Written() {
			continue
		}
		d := difference(a.array, reference, t.of(reference.Elem()))
		fmt.Fprintf(w, "compare %s: %s\n", a.name, d.summary(reference.Len()))
		if d.wrong > 0 {
			errs = append(errs, fmt.Errorf("%w: %s: %d of %d elements: %s", errDifferent, a.name, d.wrong, reference.Len(),
				strings.Join(d.shown, ", ")))
		}
	}
	return errors.Join(errs...)
}

// differences has the differences between two arrays.
type differences struct {
	unequal, wrong int
	worst          float64 // the greatest absolute difference that is within the tolerance
	shown          []string
}

func (d *differences) summary(n int) string {
	switch {
	case d.wrong > 0:
		return fmt.Sprintf("%d of %d elements are out of tolerance", d.wrong, n)
	case d.unequal > 0:
		return fmt.Sprintf("%d elements within tolerance, %d not equal, by %.3g at most", n, d.unequal, d.worst)
	}
	return fmt.Sprintf("%d elements equal", n)
}

// difference compares the elements that are defined in the reference.
func difference(got, want *interp.Array, t tolerance) (d differences) {
	for i := range want.Len() {
		if !want.Defined(i) || got.Defined(i) && got.Bits(i) == want.Bits(i) {
			continue
		}
		g, w := got.Float64(i), want.Float64(i)
		away := math.Abs(g - w)
		switch {
		case !got.Defined(i):
			away = math.Inf(1)
		case g == w && isFloating(want), g != g && w != w:
			continue // zeros of either sign, and NaNs with any payload
		}
		d.unequal++
		if away <= t.absolute+t.relative*math.Abs(w) && isFloating(want) {
			d.worst = max(d.worst, away)
			continue
		}
		if d.wrong++; len(d.shown) < shownDifferences {
			text := "not written"
			if got.Defined(i) {
				text = fmt.Sprint(g)
			}
			d.shown = append(d.shown, fmt.Sprintf("[%d] is %s, want %v", i, text, w))
		}
	}
	return d
}

func isFloating(a *interp.Array) bool {
	_, ok := a.Elem().(*ir.FloatType)
	return ok
}
