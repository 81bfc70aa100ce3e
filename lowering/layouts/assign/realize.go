package assign

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// version is a value in a certain layout.
type version struct {
	v *ir.Value
	e tilegpu.Encoding
}

// realizer rewrites a kernel by the choices of a network.
type realizer struct {
	*network
	made map[version]*ir.Value // values that were converted to, or computed again in, another layout
}

// realize gives tensors their layouts, and operands the versions of values that they need.
func (n *network) realize(root *ir.Operation) error {
	r := &realizer{network: n, made: make(map[version]*ir.Value)}
	ops := root.Collect(func(op *ir.Operation) bool { return op != root })
	for v, c := range n.ofPass {
		r.setLayout(v, c.encoding())
	}
	for _, op := range ops {
		if x := n.of(op); x.class != nil {
			if err := r.results(op, x.rule, x.class.encoding()); err != nil {
				return err
			}
		}
	}
	for _, op := range ops {
		if err := r.operands(op); err != nil {
			return err
		}
	}
	for i := len(ops) - 1; i >= 0; i-- { // cheap operations whose results nothing needs
		if op := ops[i]; n.of(op).cheap && op.NumResults() > 0 && n.of(op).takes == nil {
			if err := r.unneeded(op); err != nil {
				return err
			}
		}
	}
	return nil
}

// unneeded gives a cheap operation the default layout, since nothing asks for another one.
func (r *realizer) unneeded(op *ir.Operation) error {
	t := r.of(op).rule.tensor
	e, err := r.defaultLayout(t, 1)
	if err != nil {
		return op.Errorf("no layout for tensors of shape %v: %w", t.Shape(), err)
	}
	return r.adopt(op, e)
}

// results gives an operation's results the layouts that its rule derives from layout e.
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

// operands replaces the operands of an operation by versions in the layouts that it needs. Cheap operations have no
// settled layout; see remake.
func (r *realizer) operands(op *ir.Operation) error {
	for i, v := range op.Operands() {
		_, ok := v.Type().(*ir.TensorType)
		if !ok || op.NumResults() > 0 && r.of(op).class == nil && r.uses[use{op, i}] == nil {
			continue // op is cheap, and gets its operands where its result is needed
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

// setOperand replaces operand i by the version of v in layout want. If want is nil, v keeps its layout, or gets the
// default layout if it has none yet.
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
	if r.isCheap(v) {
		return r.remake(v, want, user)
	}
	return r.convert(v, want, user), nil
}

// convert makes a conversion of v before user. If user is in a nested region, the conversion is made outside of it, in
// the region that defines v.
func (r *realizer) convert(v *ir.Value, want tilegpu.Encoding, user *ir.Operation) *ir.Value {
	for user.ParentRegion() != v.ParentBlock().Region() {
		user = user.Parent()
	}
	switch def := v.DefiningOp(); {
	case !r.isCheap(v) && user.Block() == v.ParentBlock():
		r.b.Before(user)
	case def != nil: // users ask for versions in any order, so the place must dominate all of them
		r.b.After(def)
	default:
		r.b.AtStart(v.ParentBlock())
	}
	r.b.SetLoc(user.Loc())
	w := tilegpu.NewConvertLayout(r.b, v, want)
	r.info.Same(w, v)
	r.made[version{v, want}] = w
	return w
}

// raise moves a conversion before user if user precedes it, since users ask for versions in any order. The converted
// value is defined before both.
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
