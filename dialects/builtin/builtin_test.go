package builtin_test

import (
	"testing"

	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/dialecttest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/affine"
)

func TestDefinesUpstreamsOperations(t *testing.T) {
	dialecttest.CheckDefinitions(t, builtin.Dialect, "module", "unrealized_conversion_cast")
}

func TestCastsBetweenAnyNumbersOfValues(t *testing.T) {
	ctx := registry.NewContext()
	got := dialecttest.Body(t, ctx, []string{"i64", "f32"}, func(b *ir.Builder, a []*ir.Value) {
		pair := builtin.NewUnrealizedConversionCast(b, a, ctx.TupleType(ctx.I(64), ctx.F32()))
		builtin.NewUnrealizedConversionCast(b, pair.ResultValues(), ctx.Index(), ctx.F64())
		builtin.NewUnrealizedConversionCast(b, nil, ctx.None())
	})
	want := "%0 = builtin.unrealized_conversion_cast %arg0, %arg1 : i64, f32 to tuple<i64, f32>\n" +
		"%1:2 = builtin.unrealized_conversion_cast %0 : tuple<i64, f32> to index, f64\n" +
		"%2 = builtin.unrealized_conversion_cast to none\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestModuleIsAViewOfItsOperation(t *testing.T) {
	ctx := registry.NewContext()
	module := builtin.NewModule(ir.NewBuilder(ctx), "name")
	m, ok := builtin.AsModule(module.Operation)
	if !ok || m.Body() == nil || !m.Body().IsEmpty() {
		t.Errorf("AsModule = %v, %t", m, ok)
	}
	if got := ir.SymbolNameOf(m.Operation); got != "name" {
		t.Errorf("name %q", got)
	}
}

func TestAliasesOfLongTypesAndAttributes(t *testing.T) {
	ctx := registry.NewContext()
	elems := make([]ir.Type, 17)
	for i := range elems {
		elems[i] = ctx.I(8)
	}
	types := []struct {
		typ  ir.Type
		want string
	}{
		{ctx.TupleType(elems...), "tuple"},
		{ctx.TupleType(elems[:16]...), ""},
		{ctx.I(8), ""},
	}
	for _, tt := range types {
		if got := builtin.Dialect.AliasType(tt.typ); got != tt.want {
			t.Errorf("alias of %v is %q, want %q", tt.typ, got, tt.want)
		}
	}
	attrs := []struct {
		attr ir.Attribute
		want string
	}{
		{ctx.AffineMap(affine.Identity(1)), "map"},
		{ctx.FileLoc("f", 1, 2), "loc"},
		{ctx.Unit(), ""},
	}
	for _, tt := range attrs {
		if got := builtin.Dialect.AliasAttr(tt.attr); got != tt.want {
			t.Errorf("alias of %v is %q, want %q", tt.attr, got, tt.want)
		}
	}
}
