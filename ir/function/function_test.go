package function_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/ir/function"
	"github.com/girih-ir/girih/ir/text"
)

// kernel is a function-like operation of a test dialect. extern is one without a body, which may be variadic.
var (
	kernel = ir.OpDef{
		Name: "t.kernel",
		Attrs: []ir.OpAttr{
			{Name: ir.SymbolName, Attr: constraints.SymbolName},
			{Name: function.TypeAttr, Attr: constraints.FunctionTypeAttr},
			{Name: ir.SymbolVisibility, Attr: constraints.String, Optional: true},
			{Name: function.ArgAttrs, Attr: constraints.DictArray, Optional: true},
			{Name: function.ResultAttrs, Attr: constraints.DictArray, Optional: true},
		},
		Regions: []ir.RegionDef{{Name: "body"}},
		Traits:  ir.Symbol | ir.IsolatedFromAbove | ir.DeclarationIfEmpty,
		Parse:   function.Parse,
		Print:   function.Print,
		Verify:  function.Verify,
	}

	extern = ir.OpDef{
		Name: "t.extern",
		Attrs: []ir.OpAttr{
			{Name: ir.SymbolName, Attr: constraints.SymbolName},
			{Name: function.TypeAttr, Attr: constraints.FunctionTypeAttr},
			{Name: "variadic", Attr: constraints.Unit, Optional: true},
		},
		Regions: []ir.RegionDef{{Name: "body"}},
		Traits:  ir.Symbol,
		Parse: func(p ir.OpParser, st *ir.OpState) {
			ctx := p.Context()
			st.SetInherent(ir.SymbolName, ctx.StringAttr(p.Symbol()))
			sig := function.ParseSignature(p, true)
			if sig.Variadic {
				st.SetInherent("variadic", ctx.Unit())
			}
			if !p.Failed() {
				st.SetInherent(function.TypeAttr, ctx.TypeAttr(ctx.FunctionType(sig.ArgTypes(), sig.Results)))
			}
			function.ParseBody(p, st, sig.Args)
		},
		Print: func(p ir.OpPrinter, op *ir.Operation) {
			p.Text(" ")
			p.Symbol(ir.SymbolNameOf(op))
			function.PrintSignature(p, op, function.Type(op), op.Inherent("variadic") != nil)
		},
	}

	end = ir.OpDef{Name: "t.end", Traits: ir.Terminator, Assembly: `attr-dict`}

	dialect = &ir.Dialect{Name: "t", Ops: []*ir.OpDef{&kernel, &extern, &end}}
)

func parse(t *testing.T, line string) (*ir.Operation, error) {
	t.Helper()
	ctx := ir.NewContext(builtin.Dialect, dialect)
	module, err := text.ParseString(ctx, line)
	if err != nil {
		return nil, err
	}
	return module.Region(0).Entry().First(), nil
}

func TestSignaturesRoundTrip(t *testing.T) {
	for _, line := range []string{
		"t.kernel private @f()",
		"t.kernel nested @f(i32, f32 {t.x}) -> (index {t.y = 1 : i8})",
		"t.kernel private @f() -> i32 attributes {t.a}",
		"t.kernel private @f() -> (i32, f32)",
		"t.kernel private @f() -> (() -> ())",
		"t.kernel public @\"quoted name\"(%arg0: i32 {t.x}, %arg1: f32) {\n  t.end\n}",
		"t.extern @f(...)",
		"t.extern @f(i32, ...) -> i8",
	} {
		op, err := parse(t, line)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if err := ir.Verify(op, nil); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		if got := strings.TrimSpace(string(text.Print(op, text.Options{}))); got != line {
			t.Errorf("got %q, want %q", got, line)
		}
	}
}

func TestTextThatIsNoSignature(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"a name after none", "t.kernel @f(i32, %a: i32)", "expected type instead of SSA identifier"},
		{"no name after one", "t.kernel @f(%a: i32, i32)", "expected SSA identifier"},
		{"variadic where it is not allowed", "t.kernel @f(...)", "expected non-function type"},
		{"more after the variadic part", "t.extern @f(..., i32)",
			"variadic arguments must be in the end of the argument list"},
		{"empty body", "t.kernel @f() {}", "expected non-empty function body"},
		{"name in the attributes", "t.kernel @f() attributes {sym_name = \"g\"}",
			"'sym_name' is an inferred attribute and should not be specified in the explicit attribute dictionary"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := parse(t, tt.in); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

func TestBodyAndAttributesFitTheType(t *testing.T) {
	tests := []struct {
		name   string
		change func(ctx *ir.Context, op *ir.Operation)
		want   string
	}{
		{"number of arguments", func(ctx *ir.Context, op *ir.Operation) {
			op.SetAttr(function.TypeAttr, ctx.TypeAttr(ctx.FunctionType(nil, nil)))
		}, "entry block must have 0 arguments to match function signature"},
		{"type of an argument", func(ctx *ir.Context, op *ir.Operation) {
			op.SetAttr(function.TypeAttr, ctx.TypeAttr(ctx.FunctionType([]ir.Type{ctx.F32()}, nil)))
		}, "type of entry block argument #0('i32') must match the type of the corresponding argument in function " +
			"signature('f32')"},
		{"number of attributes of arguments", func(ctx *ir.Context, op *ir.Operation) {
			op.SetAttr(function.ArgAttrs, ctx.Array())
		}, "expects argument attribute array to have the same number of elements as the number of function arguments, " +
			"got 0, but expected 1"},
		{"names of attributes of arguments", func(ctx *ir.Context, op *ir.Operation) {
			op.SetAttr(function.ArgAttrs, ctx.Array(ctx.Dict(ir.NamedAttr{Name: "x", Value: ctx.Unit()})))
		}, "arguments may only have dialect attributes"},
		{"number of attributes of results", func(ctx *ir.Context, op *ir.Operation) {
			op.SetAttr(function.ResultAttrs, ctx.Array(ctx.Dict()))
		}, "expects result attribute array to have the same number of elements as the number of function results, got " +
			"1, but expected 0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			op, err := parse(t, "t.kernel @f(%a: i32) { t.end }")
			if err != nil {
				t.Fatal(err)
			}
			tt.change(op.Context(), op)
			if err := ir.Verify(op, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}
