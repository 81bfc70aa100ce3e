package ir_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/builtin"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// A dialect is a Go value: this one has a single operation, whose parser, printer and verifier all derive from its
// definition.
func ExampleOpDef() {
	blend := ir.OpDef{
		Name:     "paint.blend",
		Summary:  "mixes two colours of the same type",
		Operands: []ir.ValueDef{{Name: "under", Type: ir.AnyType}, {Name: "over", Type: ir.AnyType}},
		Results:  []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
		Attrs: []ir.OpAttr{{Name: "opacity", Attr: ir.AttrConstraint{
			Summary: "number of percent",
			Type:    func(ctx *ir.Context) ir.Type { return ctx.I(8) },
			Check:   func(a ir.Attribute) bool { return a.(*ir.IntegerAttr).Int64() <= 100 },
		}}},
		Traits:   ir.Pure | ir.SameOperandsAndResultType,
		Assembly: `$over 'over' $under 'at' $opacity attr-dict ':' type($result)`,
	}
	paint := &ir.Dialect{Name: "paint", Ops: []*ir.OpDef{&blend}}

	ctx := ir.NewContext(paint, builtin.Dialect, fn.Dialect)
	module, err := text.ParseString(ctx, `func.func @mix(%a: i32, %b: i32) -> i32 {
  %0 = paint.blend %a over %b at 40 : i32
  %1 = paint.blend %0 over %0 at 120 : i32
  return %1 : i32
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ir.Verify(module, nil))
	module.Walk(func(op *ir.Operation) bool {
		if op.Is(&blend) && op.Attr("opacity").(*ir.IntegerAttr).Int64() > 100 {
			op.SetAttr("opacity", ctx.Integer(ctx.I(8), 100))
		}
		return true
	})
	fmt.Println(ir.Verify(module, nil))
	fmt.Print(string(text.Print(module, text.Options{})))
	// Output:
	// -:3:8: error: 'paint.blend' op attribute 'opacity' failed to satisfy constraint: number of percent
	// <nil>
	// module {
	//   func.func @mix(%arg0: i32, %arg1: i32) -> i32 {
	//     %0 = paint.blend %arg0 over %arg1 at 40 : i32
	//     %1 = paint.blend %0 over %0 at 100 : i32
	//     return %1 : i32
	//   }
	// }
}

func ExampleBuilder() {
	ctx := registry.NewContext()
	b := ir.NewBuilder(ctx)
	i32 := ctx.I(32)
	f := fn.NewFunc(b, "twice", ctx.FunctionType([]ir.Type{i32}, []ir.Type{i32}))
	b.AtEnd(f.Entry())
	x := f.Entry().Arg(0)
	sum := b.Build(&arith.AddI, []*ir.Value{x, x})
	fn.NewReturn(b, sum.Result(0))

	fmt.Println(ir.Verify(f.Operation, nil))
	fmt.Print(string(text.Print(f.Operation, text.Options{})))
	// Output:
	// <nil>
	// func.func @twice(%arg0: i32) -> i32 {
	//   %0 = arith.addi %arg0, %arg0 : i32
	//   return %0 : i32
	// }
}

// Every use of a value is a node in its list, so that replacing all of them needs no search.
func ExampleValue_ReplaceAllUsesWith() {
	ctx := registry.NewContext()
	module, err := text.ParseString(ctx, `func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	f := ir.LookupSymbol(module, "f")
	a, b := f.Region(0).Entry().Arg(0), f.Region(0).Entry().Arg(1)
	a.ReplaceAllUsesWith(b)
	fmt.Println(a.HasUses())
	fmt.Print(string(text.Print(f, text.Options{})))
	// Output:
	// false
	// func.func @f(%arg0: i32, %arg1: i32) -> i32 {
	//   %0 = arith.addi %arg1, %arg1 : i32
	//   return %0 : i32
	// }
}
