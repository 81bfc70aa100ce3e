package fn_test

import (
	"fmt"
	"testing"

	"github.com/girih-ir/girih/dialects/builtin"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/dialecttest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

func TestDefinesUpstreamsOperations(t *testing.T) {
	dialecttest.CheckDefinitions(t, fn.Dialect, "func", "return", "call", "call_indirect", "constant")
}

func TestCallsTakeTheTypeOfTheFunction(t *testing.T) {
	ctx := registry.NewContext()
	b := ir.NewBuilder(ctx)
	module := builtin.NewModule(b, "m")
	b.AtEnd(module.Body())
	callee := fn.NewDeclaration(b, "g", ctx.FunctionType([]ir.Type{ctx.I(32)}, []ir.Type{ctx.F32(), ctx.Index()}))
	f := fn.NewFunc(b, "f", ctx.FunctionType([]ir.Type{ctx.I(32)}, []ir.Type{ctx.F32()}))
	b.AtEnd(f.Entry())
	call := fn.NewCall(b, callee, f.Entry().Arg(0))
	ref := fn.Dialect.Constant(b, ctx.SymbolRef("g"), callee.Type(), nil)
	indirect := fn.NewCallIndirect(b, ref.Result(0), f.Entry().Arg(0))
	fn.NewReturn(b, indirect.Result(0))
	if err := ir.Verify(module.Operation, nil); err != nil {
		t.Fatal(err)
	}
	if got := call.Callee(); got != "g" {
		t.Errorf("callee %q, want g", got)
	}
	if !callee.IsDeclaration() || f.IsDeclaration() {
		t.Error("only the function without body is a declaration")
	}
	want := `module @m {
  func.func private @g(i32) -> (f32, index)
  func.func @f(%arg0: i32) -> f32 {
    %0:2 = call @g(%arg0) : (i32) -> (f32, index)
    %f = constant @g : (i32) -> (f32, index)
    %1:2 = call_indirect %f(%arg0) : (i32) -> (f32, index)
    return %1#0 : f32
  }
}
`
	if got := string(text.Print(module.Operation, text.Options{})); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestMaterializesOnlyReferencesToFunctions(t *testing.T) {
	ctx := registry.NewContext()
	signature := ctx.FunctionType(nil, nil)
	tests := []struct {
		name  string
		value ir.Attribute
		typ   ir.Type
		want  bool
	}{
		{"function", ctx.SymbolRef("f"), signature, true},
		{"nested symbol", ctx.SymbolRef("m", "f"), signature, false},
		{"another type", ctx.SymbolRef("f"), ctx.I(32), false},
		{"another attribute", ctx.StringAttr("f"), signature, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := fn.Dialect.Constant(ir.NewBuilder(ctx), tt.value, tt.typ, nil) != nil; got != tt.want {
				t.Errorf("materialized: %t, want %t", got, tt.want)
			}
		})
	}
}

func Example() {
	ctx := ir.NewContext(builtin.Dialect, fn.Dialect)
	b := ir.NewBuilder(ctx)
	module := builtin.NewModule(b, "")
	f := fn.NewFunc(b.AtEnd(module.Body()), "same", ctx.FunctionType([]ir.Type{ctx.F32()}, []ir.Type{ctx.F32()}))
	fn.NewReturn(b.AtEnd(f.Entry()), f.Entry().Args()...)
	fmt.Printf("%s", text.Print(module.Operation, text.Options{}))
	// Output:
	// module {
	//   func.func @same(%arg0: f32) -> f32 {
	//     return %arg0 : f32
	//   }
	// }
}
