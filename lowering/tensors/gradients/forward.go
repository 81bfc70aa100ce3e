package gradients

import (
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/references"
)

// forward builds the tangents behind the computation, in its order. Results that do not change have tangents of zero.
func (d *derivative) forward() error {
	ops := body(d.function)
	d.activate(ops)
	for _, k := range d.arguments {
		x := d.function.Entry().Arg(k)
		d.changes[x] = d.further(x)
	}
	for _, op := range ops {
		if err := d.program.ctx.Err(); err != nil {
			return err
		}
		if err := d.ahead(op); err != nil {
			return err
		}
	}
	var tangents []Tensor
	ret := d.function.Entry().Terminator()
	d.b.CopyLoc(ret)
	for _, v := range ret.OperandValues() {
		if !differentiable(v) {
			continue
		}
		t, ok := d.changes[v]
		if !ok {
			t = zeros(references.Of(d.b, v))
		}
		tangents = append(tangents, t)
	}
	d.finish(tangents)
	return nil
}

// ahead builds the tangents of an operation's results.
func (d *derivative) ahead(op *ir.Operation) error {
	c := newCall(d.b, op)
	c.changes = d.changes
	changed := false
	for i := range op.NumOperands() {
		if _, ok := c.Tangent(i); ok {
			changed = true
		}
	}
	if changed = changed && changes(op); !changed {
		return nil
	}
	d.b.CopyLoc(op)
	rule := d.program.rules[op.Name()]
	if rule.Forward == nil {
		return op.Errorf("%w", missing(op))
	}
	var tangents []Tensor
	if err := references.Build(func() { tangents = rule.Forward(c) }); err != nil {
		return op.Errorf("%w", err)
	}
	for i, t := range tangents {
		if i < op.NumResults() && t.Value != nil && differentiable(op.Result(i)) {
			d.changes[op.Result(i)] = t
		}
	}
	return nil
}

// changes reports whether an operation has a result with a tangent: bools and integers are piecewise constant.
func changes(op *ir.Operation) bool {
	for _, v := range op.ResultValues() {
		if x, ok := prim.TensorOf(v.Type()); ok && prim.DtypeOf(x.Elem)&(prim.Float|prim.Complex) != 0 {
			return true
		}
	}
	return false
}
