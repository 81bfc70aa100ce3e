package layouts

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// assigner gives the values of one kernel layouts, in the order of their definitions.
type assigner struct {
	ctx       *ir.Context
	b         *ir.Builder
	warps     int
	preferred map[string]tilegpu.Encoding
}

func (a *assigner) block(b *ir.Block) error {
	for op := range b.Ops() {
		if err := a.operation(op); err != nil {
			return err
		}
	}
	return nil
}

func (a *assigner) operation(op *ir.Operation) error {
	switch {
	case op.Is(&tile.Load), op.Is(&tile.Store):
		a.useAll(op, a.prefer(op.Operand(0).Type()))
		a.give(op, a.prefer(op.Operand(0).Type()))
	case op.Is(&tilegpu.SharedLoad):
		a.give(op, nil)
	case op.Is(&tilegpu.SharedAlloc), op.Is(&tilegpu.SharedStore): // takes a value in any layout
	case op.Is(&tile.Reduce):
		a.reduce(op)
	case op.Is(&tile.ExpandDims):
		a.expandDims(op)
	case op.Is(&tile.Broadcast):
		a.broadcast(op)
	case op.Is(&tile.Dot): // takes factors in any layout
		a.use(op, 2, a.prefer(op.Result(0).Type()))
		a.give(op, nil)
	case op.Is(&scf.ForOp):
		return a.loop(scf.For{Operation: op})
	case op.Is(&scf.IfOp):
		return a.branches(op)
	case op.Is(&tile.Reshape), op.Is(&tile.Permute), op.Is(&tile.Cat), op.Is(&tile.Join), op.Is(&tile.Split),
		op.Is(&tile.Flip): // take tensors in any layout
		a.give(op, nil)
	case op.Is(&tile.Gather):
		a.use(op, 1, a.prefer(op.Result(0).Type()))
		a.give(op, nil)
	case op.NumRegions() > 0 || op.NumSuccessors() > 0:
		return op.Errorf("has no rule for layouts")
	case op.HasTrait(ir.Terminator):
	case op.Is(&tile.Splat), op.Is(&tile.Iota), op.Is(&arith.ConstantOp):
		a.give(op, nil)
	case op.Is(&tile.AddPtr), op.HasTrait(ir.Elementwise):
		a.elementwise(op)
	default:
		if hasTensors(op) {
			return op.Errorf("has no rule for layouts")
		}
	}
	return nil
}

func hasTensors(op *ir.Operation) bool {
	for _, t := range append(op.OperandTypes(), op.ResultTypes()...) {
		if _, ok := t.(*ir.TensorType); ok {
			return true
		}
	}
	return false
}

// prefer returns the layout that tensors of t's shape have by preference, nil for a scalar.
func (a *assigner) prefer(t ir.Type) tilegpu.Encoding {
	if tensor, ok := t.(*ir.TensorType); ok {
		return a.preferred[shapeKey(tensor)]
	}
	return nil
}

// give sets the layout of all results; nil stands for the preferred one of each.
func (a *assigner) give(op *ir.Operation, e tilegpu.Encoding) {
	for _, v := range op.Results() {
		a.set(v, e)
	}
	if op.Is(&arith.ConstantOp) {
		a.retypeConstant(op)
	}
}

func (a *assigner) set(v *ir.Value, e tilegpu.Encoding) {
	t, ok := v.Type().(*ir.TensorType)
	if !ok {
		return
	}
	if e == nil {
		e = a.prefer(t)
	}
	v.SetType(a.ctx.TensorType(t.Shape(), t.ElementType(), e))
}

// retypeConstant makes the type of a constant's elements that of its result.
func (a *assigner) retypeConstant(op *ir.Operation) {
	t, isTensor := op.Result(0).Type().(*ir.TensorType)
	dense, ok := op.Inherent("value").(*ir.DenseElementsAttr)
	if isTensor && ok {
		op.SetAttr("value", a.ctx.DenseElements(t, []byte(dense.Raw()), dense.IsSplat()))
	}
}

// use makes operand i have a layout. What costs nothing to make is made again, other tensors are converted.
func (a *assigner) use(op *ir.Operation, i int, e tilegpu.Encoding) {
	v := op.Operand(i)
	t, ok := v.Type().(*ir.TensorType)
	if !ok || e == nil || t.Encoding == ir.Attribute(e) {
		return
	}
	if remakeable(v) {
		def := v.DefiningOp()
		op.SetOperand(i, a.remake(def, e))
		if !v.HasUses() {
			def.Erase()
		}
		return
	}
	a.b.Before(op).SetLoc(op.Loc())
	op.SetOperand(i, tilegpu.NewConvertLayout(a.b, v, e))
}

func (a *assigner) useAll(op *ir.Operation, e tilegpu.Encoding) {
	for i := range op.NumOperands() {
		a.use(op, i, e)
	}
}

// remakeable reports whether a tensor costs nothing to make in another layout.
func remakeable(v *ir.Value) bool {
	def := v.DefiningOp()
	return def != nil && (def.Is(&tile.Splat) || def.Is(&tile.Iota) || def.Is(&arith.ConstantOp))
}

// remake returns the result of a copy of def, an operation without tensor operands, in another layout.
func (a *assigner) remake(def *ir.Operation, e tilegpu.Encoding) *ir.Value {
	a.b.After(def).SetLoc(def.Loc())
	st := &ir.OpState{Info: def.Info(), Operands: def.OperandValues(), Types: def.ResultTypes(), Attrs: def.Attrs()}
	if props, ok := def.Properties().(*ir.DictAttr); ok {
		st.Inherent = append(st.Inherent, props.All()...)
	}
	copied := a.b.Create(st)
	a.give(copied, e)
	return copied.Result(0)
}

// elementwise keeps a layout that all tensor operands agree on, but for those that can be made again, and prefers that
// of the shape otherwise.
func (a *assigner) elementwise(op *ir.Operation) {
	var common tilegpu.Encoding
	agree := true
	for _, v := range op.Operands() {
		if e := tilegpu.EncodingOf(v.Type()); e != nil && !remakeable(v) {
			agree = agree && (common == nil || common == e)
			common = e
		}
	}
	if !agree || common == nil {
		common = a.prefer(op.Result(0).Type())
	}
	a.useAll(op, common)
	a.give(op, common)
}

// reduce leaves its operands where they are if they agree; results have a slice of their layout.
func (a *assigner) reduce(op *ir.Operation) {
	e := tilegpu.EncodingOf(op.Operand(0).Type())
	for _, v := range op.Operands() {
		if tilegpu.EncodingOf(v.Type()) != e {
			e = a.prefer(op.Operand(0).Type())
		}
	}
	a.useAll(op, e)
	a.give(op, tilegpu.Slice(a.ctx, tile.Axis(op), e))
}

// expandDims undoes a slice of its dimension, and asks for one otherwise.
func (a *assigner) expandDims(op *ir.Operation) {
	axis := tile.Axis(op)
	if s, ok := tilegpu.EncodingOf(op.Operand(0).Type()).(*tilegpu.SliceAttr); ok && s.Dim == axis {
		a.give(op, s.Parent)
		return
	}
	parent := a.prefer(op.Result(0).Type())
	a.use(op, 0, tilegpu.Slice(a.ctx, axis, parent))
	a.give(op, parent)
}

// broadcast takes its operand in the layout of the result, without the dimensions that come in front.
func (a *assigner) broadcast(op *ir.Operation) {
	result := a.prefer(op.Result(0).Type())
	operand := result
	for range result.Rank() - len(op.Operand(0).Type().(*ir.TensorType).Shape()) {
		operand = tilegpu.Slice(a.ctx, 0, operand)
	}
	a.use(op, 0, operand)
	a.give(op, result)
}

// loop carries tensors in the preferred layout of their shape.
func (a *assigner) loop(f scf.For) error {
	for i, v := range f.Inits() {
		a.use(f.Operation, 3+i, a.prefer(v.Type()))
	}
	for _, v := range f.IterArgs() {
		a.set(v, nil)
	}
	if err := a.block(f.Body()); err != nil {
		return err
	}
	a.yield(f.Yield())
	a.give(f.Operation, nil)
	return nil
}

// branches end in the preferred layout of each shape.
func (a *assigner) branches(op *ir.Operation) error {
	for i := range op.NumRegions() {
		for b := range op.Region(i).Blocks() {
			if err := a.block(b); err != nil {
				return err
			}
			a.yield(b.Last())
		}
	}
	a.give(op, nil)
	return nil
}

func (a *assigner) yield(op *ir.Operation) {
	for i, v := range op.Operands() {
		a.use(op, i, a.prefer(v.Type()))
	}
}
