package assign

import (
	"fmt"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/ir"
)

// agreed makes classes for the tensors in calls and returns. Layouts are chosen for one function at a time, but caller
// and callee must agree on them. So these tensors have the default layout of their type.
func (n *network) agreed(op *ir.Operation) error {
	if !op.Is(&fn.CallOp) && !op.Is(&fn.Return) {
		return nil
	}
	for i, v := range op.Operands() {
		c, err := n.fixed(v)
		if err != nil {
			return err
		}
		if c != nil {
			n.uses[use{op, i}] = c
		}
	}
	return n.agreedValues(op.ResultValues())
}

func (n *network) agreedValues(values []*ir.Value) error {
	for _, v := range values {
		c, err := n.fixed(v)
		if err != nil {
			return err
		}
		if c != nil {
			n.ofPass[v] = c
		}
	}
	return nil
}

// fixed returns a class whose only candidate is the default layout of a value's type; nil for a scalar.
func (n *network) fixed(v *ir.Value) (*class, error) {
	t, ok := v.Type().(*ir.TensorType)
	if !ok {
		return nil, nil
	}
	e, err := n.defaultLayout(t, 1)
	if err != nil {
		return nil, fmt.Errorf("no layout for tensors of shape %v: %w", t.Shape(), err)
	}
	c := n.newClass(t)
	c.fixed = e
	return c, nil
}

// retypeFunction sets the type of a function to the types of its arguments and results, which have layouts now.
func (n *network) retypeFunction(op *ir.Operation) {
	f, ok := fn.AsFunc(op)
	if !ok {
		return
	}
	results := f.Type().Results
	for b := range f.Body().Blocks() {
		if end := b.Last(); end.Is(&fn.Return) {
			results = end.OperandTypes()
		}
	}
	f.SetAttr("function_type", n.ctx.TypeAttr(n.ctx.FunctionType(f.Entry().ArgTypes(), results)))
}
