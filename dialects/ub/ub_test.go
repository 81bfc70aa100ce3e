package ub_test

import (
	"fmt"
	"testing"

	"github.com/girih-ir/girih/dialects/ub"
	"github.com/girih-ir/girih/internal/dialecttest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constfold"
)

func TestDefinesUpstreamsOperations(t *testing.T) {
	dialecttest.CheckDefinitions(t, ub.Dialect, "poison", "unreachable")
}

func TestMaterializesPoisonOnly(t *testing.T) {
	ctx := ir.NewContext(ub.Dialect)
	b := ir.NewBuilder(ctx)
	op := ub.Dialect.Constant(b, ub.PoisonAttrOf(ctx), ctx.F32(), nil)
	if op == nil || op.Result(0).Type() != ir.Type(ctx.F32()) {
		t.Fatalf("poison is materialized as %v", op)
	}
	if got := ir.ConstantOf(op.Result(0)); !constfold.IsPoison(got) {
		t.Errorf("the constant is %v", got)
	}
	if op := ub.Dialect.Constant(b, ctx.Integer(ctx.I(32), 1), ctx.I(32), nil); op != nil {
		t.Errorf("an integer is materialized as %s", op.Name())
	}
}

func TestPoisonIsOneAttribute(t *testing.T) {
	ctx := ir.NewContext(ub.Dialect)
	first, second := ub.PoisonAttrOf(ctx), ub.PoisonAttrOf(ctx)
	if first != second {
		t.Error("two attributes")
	}
	if got := first.String(); got != "#ub.poison" {
		t.Errorf("it prints as %s", got)
	}
}

func Example() {
	ctx := ir.NewContext(ub.Dialect)
	v := ub.NewPoison(ir.NewBuilder(ctx), ctx.I(32))
	fmt.Println(v.DefiningOp().Name(), v.Type())
	// Output: ub.poison i32
}
