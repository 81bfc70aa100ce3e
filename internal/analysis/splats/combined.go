package splats

import "github.com/girih-ir/girih/ir"

// Combined returns which operands of a reduction or scan have equal elements that stay equal: what combines them
// depends on such operands alone. All threads then hold the same at every step, as each has combined equally many.
// An example is the number of elements in each partial result of Welford's method.
func (n *Info) Combined(op *ir.Operation) []bool { return combined(op, n.Is) }

// combined is Combined with the question whether all elements of a tensor are equal.
func combined(op *ir.Operation, is func(v *ir.Value) bool) []bool {
	equal := make([]bool, op.NumOperands())
	if !op.Region(0).HasOneBlock() {
		return equal
	}
	for i, v := range op.OperandValues() {
		equal[i] = is(v)
	}
	body := op.Region(0).Entry()
	for changed := true; changed; {
		changed = false
		from := From(body, equal)
		for i := range equal {
			if equal[i] && !from(body.Last().Operand(i)) {
				equal[i], changed = false, true
				break
			}
		}
	}
	return equal
}

// From returns a function that reports whether a value in the body of a reduction is computed from arguments for the
// chosen operands alone, without effects.
func From(body *ir.Block, chosen []bool) func(v *ir.Value) bool {
	return dependence{body, chosen, map[*ir.Value]bool{}}.on
}

// dependence tells what in the body of a reduction is computed from arguments for the chosen operands alone.
type dependence struct {
	body   *ir.Block
	chosen []bool
	known  map[*ir.Value]bool // since expressions may use a value many times
}

// on reports whether a value in the body is computed without effects from arguments for the chosen operands, and from
// values outside of the body.
func (d dependence) on(v *ir.Value) bool {
	is, found := d.known[v]
	if !found {
		is = d.computed(v)
		d.known[v] = is
	}
	return is
}

func (d dependence) computed(v *ir.Value) bool {
	if v.ParentBlock() != d.body {
		return true
	}
	op := v.DefiningOp()
	if op == nil {
		return d.chosen[v.Index()%len(d.chosen)]
	}
	if !ir.IsPure(op) || op.NumRegions() > 0 {
		return false
	}
	for _, x := range op.Operands() {
		if !d.on(x) {
			return false
		}
	}
	return true
}
