package memref

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/ub"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

func init() { // here, since patterns refer to the definitions that they belong to
	Dim.Fold = foldDim
	rewrite.Canonicalize(&Load, &rewrite.Pattern{Name: "memref.load.of-cast", Rewrite: accessUncast(0)})
	rewrite.Canonicalize(&Store, &rewrite.Pattern{Name: "memref.store.of-cast", Rewrite: accessUncast(1)})
	Cast.Fold = foldCast
	Alloca.Interfaces = append(Alloca.Interfaces, slot{})
	Load.Interfaces = append(Load.Interfaces, slotLoad{})
	Store.Interfaces = append(Store.Interfaces, slotStore{})
	Dialect.Constant = arith.Dialect.Constant
}

// foldDim returns the size of a dimension that the type tells.
func foldDim(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	i, known := f.Operands[1].(*ir.IntegerAttr)
	t, ranked := op.Operand(0).Type().(*ir.MemRefType)
	if !known || !ranked || i.Int64() < 0 || i.Int64() >= int64(len(t.Shape())) || t.Shape()[i.Int64()] == ir.Dynamic {
		return ir.NotFolded
	}
	return f.ToConstant(op.Context().Integer(op.Result(0).Type(), t.Shape()[i.Int64()]))
}

// foldCast looks through two casts that lead back to the type of the start.
func foldCast(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	source := op.Operand(0)
	if source.Type() == op.Result(0).Type() {
		return f.To(source)
	}
	if before := source.DefiningOp(); before != nil && before.Is(&Cast) &&
		before.Operand(0).Type() == op.Result(0).Type() {
		return f.To(before.Operand(0))
	}
	return ir.NotFolded
}

// accessUncast has an access use the buffer itself where it uses a cast of it.
func accessUncast(at int) func(rw *rewrite.Rewriter, op *ir.Operation) bool {
	return func(rw *rewrite.Rewriter, op *ir.Operation) bool {
		cast := op.Operand(at).DefiningOp()
		if cast == nil || !cast.Is(&Cast) {
			return false
		}
		if _, ranked := cast.Operand(0).Type().(*ir.MemRefType); !ranked {
			return false
		}
		rw.Modify(op, func() { op.SetOperand(at, cast.Operand(0)) })
		return true
	}
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
	case *ir.MemRefType, *ir.UnrankedMemRefType: // a default value of these cannot be made
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
