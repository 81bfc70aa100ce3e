package tilegpu

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// AwaitProducts defines `tilegpu.await_products`: the thread waits until at most the given number of its warp group's
// newest groups of products are still running. The results are the accumulators, which may be used after the wait. The
// operation is nvvm.wgmma.wait.group.sync.aligned with results. Because of the results, compilers do not move uses of
// an accumulator before the wait and do not copy its registers while a product writes them.
var AwaitProducts = ir.OpDef{
	Name:     "tilegpu.await_products",
	Summary:  "wait for the products of a warp group",
	Operands: []ir.ValueDef{{Name: "accumulators", Type: accumulator, Arity: ir.Variadic}},
	Results:  []ir.ValueDef{{Name: "results", Type: accumulator, Arity: ir.Variadic}},
	Attrs:    []ir.OpAttr{{Name: "pending", Attr: constraints.I32Attr}},
	Assembly: `$accumulators attr-dict ':' type($accumulators) '->' type($results)`,
	Verify:   verifyAwait,
}

var accumulator = ir.TypeConstraint{Summary: "LLVM structure type", Check: func(t ir.Type) bool {
	_, ok := t.(*llvm.StructType)
	return ok
}}

func verifyAwait(op *ir.Operation) error {
	if op.NumOperands() != op.NumResults() {
		return op.Errorf("has %d accumulators but %d results", op.NumOperands(), op.NumResults())
	}
	for i, v := range op.Operands() {
		if v.Type() != op.Result(i).Type() {
			return op.Errorf("result #%d has type %s, but its accumulator has %s", i, ir.Quote(op.Result(i).Type()),
				ir.Quote(v.Type()))
		}
	}
	return nil
}

// PendingOf returns how many groups of products may still be running after a wait.
func PendingOf(op *ir.Operation) int64 { return op.Inherent("pending").(*ir.IntegerAttr).Int64() }

// NewAwaitProducts creates a wait until at most pending groups of products are running, and returns the accumulators.
func NewAwaitProducts(b *ir.Builder, pending int64, accumulators []*ir.Value) []*ir.Value {
	st := b.State(&AwaitProducts)
	st.Operands = append(st.Operands, accumulators...)
	for _, v := range accumulators {
		st.Types = append(st.Types, v.Type())
	}
	st.SetInherent("pending", b.Context().Integer(b.Context().I(32), pending))
	return b.Create(st).ResultValues()
}
