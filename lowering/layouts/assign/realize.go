package assign

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// version is a value in one of the layouts that it is needed in.
type version struct {
	v *ir.Value
	e tilegpu.Encoding
}

// realizer rewrites a kernel by the choices of a network.
type realizer struct {
	*network
	made map[version]*ir.Value // of values in other layouts
	// takes has the operands, as they were, of the cheap operations that have got a layout, when one was first needed.
	takes map[*ir.Operation][]*ir.Value
}

// realize gives tensors their layouts, and operands the versions of values that they need.
func (n *network) realize(root *ir.Operation) error {
	r := &realizer{network: n, made: make(map[version]*ir.Value), takes: make(map[*ir.Operation][]*ir.Value)}
	ops := root.Collect(func(op *ir.Operation) bool { return op != root })
	for v, c := range n.ofPass {
		r.setLayout(v, c.encoding())
	}
	for _, op := range ops {
		if c := n.ofOp[op]; c != nil {
			if err := r.results(op, n.rules[op], c.encoding()); err != nil {
				return err
			}
		}
	}
	for _, op := range ops {
		if err := r.operands(op); err != nil {
			return err
		}
	}
	for i := len(ops) - 1; i >= 0; i-- { // what nobody needs
		if op := ops[i]; n.ofOp[op] == nil && op.NumResults() > 0 && n.cheap[op.Result(0)] && r.takes[op] == nil {
			if err := r.unneeded(op); err != nil {
				return err
			}
		}
	}
	return nil
}

// unneeded gives a cheap operation that has no use some layout.
func (r *realizer) unneeded(op *ir.Operation) error {
	e, err := r.defaultLayout(r.rules[op].tensor, 1)
	if err != nil {
		return op.Errorf("no layout for tensors of shape %v: %w", r.rules[op].tensor.Shape(), err)
	}
	return r.adopt(op, e)
}

// results gives an operation's results the layouts that follow from its own.
func (r *realizer) results(op *ir.Operation, rule rule, e tilegpu.Encoding) error {
	for i, v := range op.Results() {
		t, ok := v.Type().(*ir.TensorType)
		if !ok {
			continue
		}
		own := rule.results[i].of(e)
		if own == nil {
			var err error
			if own, err = r.defaultLayout(t, 1); err != nil {
				return op.Errorf("no layout for tensors of shape %v: %w", t.Shape(), err)
			}
		}
		r.setLayout(v, own)
	}
	if op.Is(&arith.ConstantOp) {
		retypeConstant(op)
	}
	return nil
}

// operands replaces the operands of an operation whose layouts are settled.
func (r *realizer) operands(op *ir.Operation) error {
	for i, v := range op.Operands() {
		_, ok := v.Type().(*ir.TensorType)
		if !ok || len(op.ResultValues()) > 0 && r.ofOp[op] == nil && r.uses[use{op, i}] == nil {
			continue // of what is cheap, and made again where it is needed
		}
		var want tilegpu.Encoding
		if c, rel := r.consumer(op, i); c != nil {
			want = rel.of(c.encoding())
		}
		if err := r.setOperand(op, i, v, want); err != nil {
			return err
		}
	}
	return nil
}

// setOperand makes operand i the version of a tensor in a layout, or if that is nil, in the one that it has or the
// default.
func (r *realizer) setOperand(op *ir.Operation, i int, v *ir.Value, want tilegpu.Encoding) error {
	if want == nil {
		want = tilegpu.EncodingOf(v.Type())
	}
	if want == nil {
		t := v.Type().(*ir.TensorType)
		var err error
		if want, err = r.defaultLayout(t, 1); err != nil {
			return op.Errorf("no layout for tensors of shape %v: %w", t.Shape(), err)
		}
	}
	w, err := r.version(v, want, op)
	if err != nil {
		return err
	}
	op.SetOperand(i, w)
	return nil
}

// version returns a value in a layout, for an operation that needs it.
func (r *realizer) version(v *ir.Value, want tilegpu.Encoding, user *ir.Operation) (*ir.Value, error) {
	if tilegpu.EncodingOf(v.Type()) == want {
		return v, nil
	}
	if w := r.made[version{v, want}]; w != nil {
		raise(w.DefiningOp(), user)
		return w, nil
	}
	if r.cheap[v] {
		return r.remake(v, want, user)
	}
	return r.convert(v, want, user), nil
}

// convert makes a conversion in the block that defines v, outside of loops that it is used in, before the first use.
func (r *realizer) convert(v *ir.Value, want tilegpu.Encoding, user *ir.Operation) *ir.Value {
	for user.ParentRegion() != v.ParentBlock().Region() {
		user = user.Parent()
	}
	switch def := v.DefiningOp(); {
	case !r.cheap[v] && user.Block() == v.ParentBlock():
		r.b.Before(user)
	case def != nil: // users need it in no particular order
		r.b.After(def)
	default:
		r.b.AtStart(v.ParentBlock())
	}
	r.b.SetLoc(user.Loc())
	w := tilegpu.NewConvertLayout(r.b, v, want)
	r.made[version{v, want}] = w
	return w
}

// raise moves a conversion before another operation that needs it, since versions are asked for in no particular order.
// The converted value is defined before both.
func raise(conversion, user *ir.Operation) {
	if conversion == nil || !conversion.Is(&tilegpu.ConvertLayout) {
		return
	}
	for user.ParentRegion() != conversion.ParentRegion() {
		if user = user.Parent(); user == nil {
			return
		}
	}
	if user.Block() == conversion.Block() && user.IsBefore(conversion) {
		conversion.MoveBefore(user)
	}
}

func (r *realizer) setLayout(v *ir.Value, e tilegpu.Encoding) {
	t := v.Type().(*ir.TensorType)
	v.SetType(r.ctx.TensorType(t.Shape(), t.ElementType(), e))
}

// retypeConstant sets the type of a constant's attribute to that of its result.
func retypeConstant(op *ir.Operation) {
	t, isTensor := op.Result(0).Type().(*ir.TensorType)
	dense, ok := op.Inherent("value").(*ir.DenseElementsAttr)
	if isTensor && ok {
		op.SetAttr("value", op.Context().DenseElements(t, []byte(dense.Raw()), dense.IsSplat()))
	}
}
