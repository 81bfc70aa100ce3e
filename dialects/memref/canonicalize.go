package memref

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/ub"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

func init() { // here, since folds and patterns refer to the definitions that they belong to
	Dim.Fold = foldDim
	Cast.Fold = foldCast
	for _, def := range []*ir.OpDef{&Load, &Store, &Copy, &Dealloc} {
		def.Fold = foldUncast
	}
	rewrite.Canonicalize(&Copy,
		&rewrite.Pattern{Name: "memref.copy.self", Rewrite: eraseCopyToItself},
		&rewrite.Pattern{Name: "memref.copy.empty", Rewrite: eraseCopyOfNothing})
	for _, def := range []*ir.OpDef{&Alloc, &Alloca} {
		rewrite.Canonicalize(def,
			&rewrite.Pattern{Name: def.Name + ".constant-sizes", Rewrite: makeSizesStatic},
			&rewrite.Pattern{Name: def.Name + ".only-written", Rewrite: eraseOnlyWritten})
	}
	Alloca.Interfaces = append(Alloca.Interfaces, slot{})
	Load.Interfaces = append(Load.Interfaces, slotLoad{})
	Store.Interfaces = append(Store.Interfaces, slotStore{})
	Dialect.Constant = arith.Dialect.Constant
}

// foldDim returns the size of a dimension if it follows from the type or the allocation.
func foldDim(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	i, known := f.Operands[1].(*ir.IntegerAttr)
	t, ranked := op.Operand(0).Type().(*ir.MemRefType)
	if !known || !ranked || i.Int64() < 0 || i.Int64() >= int64(len(t.Shape())) {
		return foldUncast(op, f)
	}
	if size := t.Shape()[i.Int64()]; size != ir.Dynamic {
		return f.ToConstant(op.Context().Integer(op.Result(0).Type(), size))
	}
	if memory := op.Operand(0).DefiningOp(); memory != nil && isAllocation(memory) {
		return f.To(dynamicSize(memory, int(i.Int64())))
	}
	return foldUncast(op, f)
}

// foldCast folds two casts that lead back to the first type, and merges two casts if one cast can replace both.
func foldCast(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	source := op.Operand(0)
	if source.Type() == op.Result(0).Type() {
		return f.To(source)
	}
	before := source.DefiningOp()
	if before == nil || !before.Is(&Cast) {
		return ir.NotFolded
	}
	if before.Operand(0).Type() == op.Result(0).Type() {
		return f.To(before.Operand(0))
	}
	if !castable(before.Operand(0).Type(), op.Result(0).Type()) {
		return ir.NotFolded
	}
	return foldUncast(op, f)
}

// foldUncast replaces operands that are casts of ranked buffers by these buffers.
func foldUncast(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	if f.ConstantsOnly {
		return ir.NotFolded
	}
	outcome := ir.NotFolded
	for i, v := range op.Operands() {
		cast := v.DefiningOp()
		if cast == nil || !cast.Is(&Cast) || op.Is(&Store) && i == 0 {
			continue
		}
		t, ranked := cast.Operand(0).Type().(*ir.MemRefType)
		if ranked && !(op.Is(&Copy) && hidesMismatch(t, op.Operand(1-i))) {
			op.SetOperand(i, cast.Operand(0))
			outcome = ir.FoldedInPlace
		}
	}
	return outcome
}

// hidesMismatch reports whether a copy between a buffer of type t and another one is only valid because of the cast of
// the first buffer. Such a copy has undefined behavior when it runs, but it may be at a place that the program never
// reaches.
func hidesMismatch(t *ir.MemRefType, other *ir.Value) bool {
	o, ranked := other.Type().(*ir.MemRefType)
	return ranked && !sameShape(t, o)
}

func eraseCopyToItself(rw *rewrite.Rewriter, op *ir.Operation) bool {
	if op.Operand(0) != op.Operand(1) {
		return false
	}
	rw.Erase(op)
	return true
}

// eraseCopyOfNothing removes copies of buffers without elements.
func eraseCopyOfNothing(rw *rewrite.Rewriter, op *ir.Operation) bool {
	for _, v := range op.Operands() {
		if t, ranked := v.Type().(*ir.MemRefType); ranked && slices.Contains(t.Shape(), 0) {
			rw.Erase(op)
			return true
		}
	}
	return false
}

// slot implements [ir.SlotAllocation]: a buffer of one element can be a value.
type slot struct{}

func (slot) Slot(op *ir.Operation) (ptr *ir.Value, elem ir.Type, ok bool) {
	t := op.Result(0).Type().(*ir.MemRefType)
	for _, d := range t.Shape() {
		if d != 1 {
			return nil, nil, false
		}
	}
	switch t.ElementType().(type) {
	case *ir.MemRefType, *ir.UnrankedMemRefType: // there is no default value of these types
		return nil, nil, false
	}
	return op.Result(0), t.ElementType(), true
}

func (slot) Uninitialized(b *ir.Builder, elem ir.Type) *ir.Value { return ub.NewPoison(b, elem) }

// slotLoad and slotStore implement [ir.SlotAccess].
type (
	slotLoad  struct{}
	slotStore struct{}
)

func (slotLoad) Loads(op *ir.Operation, ptr *ir.Value) *ir.Value {
	if op.Operand(0) != ptr {
		return nil
	}
	return op.Result(0)
}

func (slotLoad) Stores(*ir.Operation, *ir.Value) *ir.Value { return nil }

func (slotStore) Loads(*ir.Operation, *ir.Value) *ir.Value { return nil }

func (slotStore) Stores(op *ir.Operation, ptr *ir.Value) *ir.Value {
	if op.Operand(1) != ptr || op.Operand(0) == ptr {
		return nil
	}
	return op.Operand(0)
}
