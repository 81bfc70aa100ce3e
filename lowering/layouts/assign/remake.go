package assign

import (
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// remake returns the version of a cheap value in layout want. The operation that computes it gets the first layout that
// is asked for. For each further layout, remake makes a copy of the operation; its operands are remade in the same way.
// If converting the existing version costs less than computing all of this again, remake converts it instead.
func (r *realizer) remake(v *ir.Value, want tilegpu.Encoding, user *ir.Operation) (*ir.Value, error) {
	op := v.DefiningOp()
	e := r.of(op).rule.results[v.Index()].back(want)
	if r.of(op).takes != nil {
		have := tilegpu.EncodingOf(v.Type())
		if e == nil || r.conversionCost(v.Type().(*ir.TensorType), have, want) < r.remakeCost(v, want,
			make(map[version]bool)) {
			return r.convert(v, want, user), nil
		}
		copied, err := r.copy(op, e)
		if err != nil {
			return nil, err
		}
		for i, w := range copied.Results() {
			r.made[version{op.Result(i), tilegpu.EncodingOf(w.Type())}] = w
		}
		return r.fitted(copied.Result(v.Index()), v, want, user), nil
	}
	if e == nil {
		if err := r.unneeded(op); err != nil {
			return nil, err
		}
		return r.version(v, want, user)
	}
	if err := r.adopt(op, e); err != nil {
		return nil, err
	}
	return r.fitted(v, v, want, user), nil
}

// fitted returns made, a version of v, with the encoding want. The rules may derive another encoding for the same
// layout; then made is converted, which moves nothing.
func (r *realizer) fitted(made, v *ir.Value, want tilegpu.Encoding, user *ir.Operation) *ir.Value {
	if tilegpu.EncodingOf(made.Type()) == want {
		return made
	}
	w := r.convert(made, want, user)
	r.made[version{v, want}] = w
	return w
}

// adopt gives a cheap operation its first layout, without copying it.
func (r *realizer) adopt(op *ir.Operation, e tilegpu.Encoding) error {
	x := r.of(op)
	if x.takes = op.OperandValues(); x.takes == nil {
		x.takes = []*ir.Value{}
	}
	if err := r.results(op, x.rule, e); err != nil {
		return err
	}
	return r.feed(op, op, e)
}

// feed gives op, which is original or a copy of it, the versions of original's operands that layout e needs.
func (r *realizer) feed(op, original *ir.Operation, e tilegpu.Encoding) error {
	x := r.of(original)
	for i, v := range x.takes {
		if _, ok := v.Type().(*ir.TensorType); !ok {
			continue
		}
		if err := r.setOperand(op, i, v, x.rule.operands[i].of(e)); err != nil {
			return err
		}
	}
	return nil
}

// copy makes a copy of a cheap operation, right after it, in another layout.
func (r *realizer) copy(op *ir.Operation, e tilegpu.Encoding) (*ir.Operation, error) {
	r.b.After(op)
	copied := r.b.Clone(op, &ir.Mapping{})
	for i, v := range op.Results() {
		r.info.Same(copied.Result(i), v)
	}
	if err := r.results(copied, r.of(op).rule, e); err != nil {
		return nil, err
	}
	return copied, r.feed(copied, op, e)
}

// remakeCost returns the cost of computing a cheap value again in a layout. Versions that exist already cost nothing;
// seen has versions that are counted already.
func (r *realizer) remakeCost(v *ir.Value, want tilegpu.Encoding, seen map[version]bool) float64 {
	at := version{v, want}
	if want == nil || !r.isCheap(v) || seen[at] || r.made[at] != nil || tilegpu.EncodingOf(v.Type()) == want {
		return 0
	}
	seen[at] = true
	op := v.DefiningOp()
	x := r.of(op)
	e := x.rule.results[v.Index()].back(want)
	l, ok := r.linear(want, v.Type().(*ir.TensorType))
	if e == nil || !ok {
		return unlimited
	}
	total := opCost(op) * registers(l) * float64(r.warps)
	takes := x.takes
	if takes == nil {
		takes = op.OperandValues()
	}
	for i, w := range takes {
		if _, ok := w.Type().(*ir.TensorType); ok {
			total += r.remakeCost(w, x.rule.operands[i].of(e), seen)
		}
	}
	return total
}

// unlimited is more than anything costs.
const unlimited = 1e18
