package gradients

import (
	"slices"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/references"
)

// reverse builds the gradients, from the results back to the arguments.
func (d *derivative) reverse(loss int, cotangents bool) error {
	ops := body(d.function)
	d.activate(ops)
	if err := d.seed(loss, cotangents); err != nil {
		return err
	}
	if err := d.back(ops); err != nil {
		return err
	}
	var gradients []Tensor
	for _, k := range d.arguments {
		x := d.function.Entry().Arg(k)
		g, ok := d.changes[x]
		if !ok {
			g = zeros(references.Of(d.b, x))
		}
		gradients = append(gradients, g)
	}
	d.finish(gradients)
	return nil
}

// seed sets the gradients of the results: 1 for the loss, or additional arguments.
func (d *derivative) seed(loss int, cotangents bool) error {
	ret := d.function.Entry().Terminator()
	if cotangents {
		for _, v := range ret.OperandValues() {
			if differentiable(v) {
				d.add(v, d.further(v))
			}
		}
		return nil
	}
	if loss < 0 || loss >= ret.NumOperands() {
		return ret.Errorf("%w: there is no result %d; the function returns %d, counted from 0", ErrArguments, loss,
			ret.NumOperands())
	}
	v := ret.Operand(loss)
	x, ok := prim.TensorOf(v.Type())
	if !ok || !differentiable(v) || prim.Numel(x.Shape) != 1 {
		return ret.Errorf("%w: result %d is of type %s; a loss is one float: sum or average it, choose another result with "+
			"the option loss, or give the gradients of results as arguments with the option cotangents", ErrArguments, loss,
			ir.Quote(v.Type()))
	}
	d.add(v, references.Of(d.b, v).Like(1.0))
	return nil
}

// back goes through operations from the last to the first.
func (d *derivative) back(ops []*ir.Operation) error {
	for _, op := range slices.Backward(ops) {
		if err := d.program.ctx.Err(); err != nil {
			return err
		}
		if err := d.backOne(op); err != nil {
			return err
		}
	}
	return nil
}

// backOne builds the gradients of an operation's operands.
func (d *derivative) backOne(op *ir.Operation) error {
	if !slices.ContainsFunc(op.ResultValues(), func(v *ir.Value) bool {
		_, ok := d.changes[v]
		return ok && d.active[v]
	}) {
		return nil
	}
	d.b.CopyLoc(op)
	if call, ok := op, op.Is(&fn.CallOp); ok {
		return d.recompute(fn.Call{Operation: call})
	}
	rule := d.program.rules[op.Name()]
	if rule.Reverse == nil {
		return op.Errorf("%w", missing(op))
	}
	c := newCall(d.b, op)
	c.changes = d.changes
	c.wants = func(x Tensor) bool { return x.Value != nil && d.active[x.Value] && differentiable(x.Value) }
	c.give = func(x, g Tensor) {
		if c.wants(x) {
			d.add(x.Value, fitted(g, x))
		}
	}
	if err := references.Build(func() { rule.Reverse(c) }); err != nil {
		return op.Errorf("%w", err)
	}
	return nil
}

// add adds to the gradient of a value.
func (d *derivative) add(v *ir.Value, g Tensor) {
	if have, ok := d.changes[v]; ok {
		g = have.Add(g)
	}
	d.changes[v] = g
}

// recompute inserts a copy of the callee of a call with a checkpoint, and builds the gradients of the copied
// operations.
func (d *derivative) recompute(call fn.Call) error {
	callee, err := d.program.callee(call)
	if err != nil {
		return err
	}
	ops, results := d.program.copyOf(d.b, callee, call)
	d.activate(ops)
	for i, v := range results {
		if g, ok := d.changes[call.Result(i)]; ok && d.active[v] {
			d.add(v, g)
		}
	}
	return d.back(ops)
}
