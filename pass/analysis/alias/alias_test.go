package alias_test

import (
	"strconv"
	"testing"

	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/cf"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// effects implements [ir.MemoryEffects] with one effect, on a result if there is one, otherwise on the first operand.
type effects ir.EffectKind

func (k effects) Effects(op *ir.Operation, yield func(ir.Effect) bool) {
	v := (*ir.Value)(nil)
	if op.NumResults() > 0 {
		v = op.Result(0)
	} else if op.NumOperands() > 0 {
		v = op.Operand(0)
	}
	yield(ir.Effect{Kind: ir.EffectKind(k), Value: v})
}

type first struct{}

func (first) ViewSource(op *ir.Operation) *ir.Value { return op.Operand(0) }

// dialect has operations on references, which are values of any type.
var dialect = &ir.Dialect{Name: "t", Ops: []*ir.OpDef{
	{Name: "t.alloc", Results: one("r"), Interfaces: []any{effects(ir.Allocate)}},
	{Name: "t.global", Results: one("r"), Traits: ir.ConstantLike | ir.Pure},
	{Name: "t.load_ref", Results: one("r"), Traits: ir.Pure},
	{Name: "t.view", Operands: one("o"), Results: one("r"), Traits: ir.Pure, Interfaces: []any{first{}}},
	{Name: "t.read", Operands: one("o"), Interfaces: []any{effects(ir.Read)}},
	{Name: "t.write", Operands: one("o"), Interfaces: []any{effects(ir.Write)}},
	{Name: "t.write_all", Interfaces: []any{effects(ir.Write)}},
	{Name: "t.free", Operands: one("o"), Interfaces: []any{effects(ir.Free)}},
}}

func one(name string) []ir.ValueDef { return []ir.ValueDef{{Name: name, Type: constraints.AnyType}} }

func parse(t *testing.T, source string) map[string]*ir.Value {
	t.Helper()
	ctx := ir.NewContext(builtin.Dialect, fn.Dialect, cf.Dialect, scf.Dialect, dialect)
	ctx.AllowUnregistered = true
	m, err := text.ParseString(ctx, source)
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m, nil); err != nil {
		t.Fatal(err)
	}
	values := make(map[string]*ir.Value)
	m.Walk(func(op *ir.Operation) bool {
		if op.Name() == "u.name" {
			values[op.Attr("is").(*ir.StringAttr).Value] = op.Operand(0)
		}
		return true
	})
	return values
}

const references = `func.func @f(%arg: i64, %arg2: i64, %c: i1, %n: index) {
  %a = "t.alloc"() : () -> i64
  %b = "t.alloc"() : () -> i64
  %g = "t.global"() {value = 1 : i64} : () -> i64
  %unknown = "t.load_ref"() : () -> i64
  %va = "t.view"(%a) : (i64) -> i64
  %vva = "t.view"(%va) : (i64) -> i64
  %varg = "t.view"(%arg) : (i64) -> i64
  %either = scf.if %c -> i64 {
    scf.yield %a : i64
  } else {
    scf.yield %va : i64
  }
  %mixed = scf.if %c -> i64 {
    scf.yield %a : i64
  } else {
    scf.yield %b : i64
  }
  %rotated:2 = scf.for %i = %n to %n step %n iter_args(%x = %a, %y = %b) -> (i64, i64) {
    "u.name"(%x) {is = "x"} : (i64) -> ()
    scf.yield %y, %x : i64, i64
  }
  "u.name"(%arg) {is = "arg"} : (i64) -> ()
  "u.name"(%arg2) {is = "arg2"} : (i64) -> ()
  "u.name"(%varg) {is = "view of arg"} : (i64) -> ()
  "u.name"(%a) {is = "a"} : (i64) -> ()
  "u.name"(%b) {is = "b"} : (i64) -> ()
  "u.name"(%g) {is = "global"} : (i64) -> ()
  "u.name"(%unknown) {is = "unknown"} : (i64) -> ()
  "u.name"(%vva) {is = "view of a"} : (i64) -> ()
  "u.name"(%either) {is = "a or its view"} : (i64) -> ()
  "u.name"(%mixed) {is = "a or b"} : (i64) -> ()
  "u.name"(%rotated#0) {is = "rotated"} : (i64) -> ()
  cf.cond_br %c, ^next(%a : i64), ^next(%va : i64)
^next(%z: i64):
  %new = "t.alloc"() : () -> i64
  "u.name"(%z) {is = "a through blocks"} : (i64) -> ()
  "u.name"(%new) {is = "new"} : (i64) -> ()
  return
}`

func TestReferences(t *testing.T) {
	values := parse(t, references)
	for _, tt := range []struct {
		a, b string
		want alias.Result
	}{
		{"a", "a", alias.Must},
		{"a", "b", alias.No},
		{"a", "arg", alias.No},
		{"a", "view of arg", alias.No},
		{"a", "global", alias.No},
		{"a", "unknown", alias.May},
		{"arg", "arg2", alias.May},
		{"arg", "view of arg", alias.Must},
		{"arg", "global", alias.May},
		{"a", "view of a", alias.Must},
		{"b", "view of a", alias.No},
		{"a", "a or its view", alias.Must},
		{"a", "a or b", alias.May},
		{"new", "a or b", alias.No},
		{"arg", "a or b", alias.No},
		{"a", "rotated", alias.May},
		{"new", "rotated", alias.No},
		{"b", "x", alias.May},
		{"a", "a through blocks", alias.Must},
		{"b", "a through blocks", alias.No},
	} {
		if got := alias.Of(values[tt.a], values[tt.b]); got != tt.want {
			t.Errorf("%s and %s: %s, want %s", tt.a, tt.b, got, tt.want)
		}
		if got := alias.Of(values[tt.b], values[tt.a]); got != tt.want {
			t.Errorf("%s and %s, the other way round: %s, want %s", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestEffectsOnMemory(t *testing.T) {
	values := parse(t, `func.func @f(%arg: i64, %c: i1) {
  %a = "t.alloc"() : () -> i64
  %v = "t.view"(%a) : (i64) -> i64
  "u.name"(%a) {is = "a"} : (i64) -> ()
  "u.name"(%arg) {is = "arg"} : (i64) -> ()
  "t.read"(%v) : (i64) -> ()
  "t.write"(%a) : (i64) -> ()
  "t.write"(%arg) : (i64) -> ()
  "t.write_all"() : () -> ()
  "t.free"(%a) : (i64) -> ()
  scf.if %c {
    "t.read"(%a) : (i64) -> ()
    "t.write"(%v) : (i64) -> ()
  }
  "u.op"() : () -> ()
  return
}`)
	type want struct{ a, arg alias.Access }
	wants := []want{
		{alias.Ref, 0}, {alias.Mod, 0}, {0, alias.Mod}, {alias.Mod, alias.Mod}, {0, 0},
		{alias.Ref | alias.Mod, 0}, {alias.Ref | alias.Mod, alias.Ref | alias.Mod},
	}
	a, arg := values["a"], values["arg"]
	op := a.DefiningOp().Next().Next().Next().Next() // after the names
	for i, w := range wants {
		if got := (want{alias.Effects(op, a), alias.Effects(op, arg)}); got != w {
			t.Errorf("operation %d, %s: effects %v, want %v", i, op.Name(), got, w)
		}
		op = op.Next()
	}
}

// The search ends for long chains of views, and for references that are only passed around in a cycle.
func TestSearchIsBounded(t *testing.T) {
	source := "func.func @f(%c: i1) {\n  %v0 = \"t.alloc\"() : () -> i64\n"
	for i := range 200 {
		source += "  %v" + strconv.Itoa(i+1) + " = \"t.view\"(%v" + strconv.Itoa(i) + ") : (i64) -> i64\n"
	}
	source += `  "u.name"(%v0) {is = "first"} : (i64) -> ()
  "u.name"(%v200) {is = "last"} : (i64) -> ()
  return
^loop(%x: i64):
  "u.name"(%x) {is = "circle"} : (i64) -> ()
  cf.br ^loop(%x : i64)
}`
	values := parse(t, source)
	if got := alias.Of(values["first"], values["last"]); got != alias.May {
		t.Errorf("a chain that is too long: %s", got)
	}
	if got := alias.Of(values["first"], values["circle"]); got != alias.May {
		t.Errorf("a circle: %s", got)
	}
}

// Arguments that are apart, selects between several references, and views of dialect tile.
func TestReferencesOfTilePrograms(t *testing.T) {
	values := make(map[string]*ir.Value)
	module, err := text.ParseString(registry.NewContext(), `tile.kernel @k(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %c: i1, %n: i32, %z: !tile.array<?xf32>) {
  %moved = tile.addptr %x, %n : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
  %chosen = arith.select %c, %x, %y : !tile.ptr<f32>
  %same = arith.select %c, %x, %moved : !tile.ptr<f32>
  %tensor = tile.splat %chosen : !tile.ptr<f32> -> tensor<4x!tile.ptr<f32>>
  %bytes = tile.ptr_cast %y : !tile.ptr<f32> -> !tile.ptr<i8>
  %element = tile.element_ptr %z[%n] : !tile.array<?xf32>, i32 -> !tile.ptr<f32>
  %number = tile.ptr_to_int %x : !tile.ptr<f32> -> i64
  %laundered = tile.int_to_ptr %number : i64 -> !tile.ptr<f32>
  %carried = scf.while (%p = %x) : (!tile.ptr<f32>) -> !tile.ptr<f32> {
    scf.condition(%c) %p : !tile.ptr<f32>
  } do {
  ^bb0(%p: !tile.ptr<f32>):
    %next = tile.addptr %p, %n : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
    scf.yield %next : !tile.ptr<f32>
  }
  tile.return
}`)
	if err != nil {
		t.Fatal(err)
	}
	entry := module.Region(0).Entry().First().Region(0).Entry()
	for i, name := range []string{"x", "y", "c", "n", "z"} {
		values[name] = entry.Arg(i)
	}
	for i, name := 0, []string{"moved", "chosen", "same", "tensor", "bytes", "element", "number", "laundered",
		"carried"}; i < len(name); i++ {
		op := entry.First()
		for range i {
			op = op.Next()
		}
		values[name[i]] = op.Result(0)
	}
	for _, tt := range []struct {
		a, b string
		want alias.Result
	}{
		{"x", "y", alias.No}, {"x", "z", alias.No}, {"x", "moved", alias.Must}, {"moved", "y", alias.No},
		{"chosen", "x", alias.May}, {"chosen", "y", alias.May}, {"chosen", "z", alias.No}, {"tensor", "bytes", alias.May},
		{"same", "x", alias.Must}, {"same", "bytes", alias.No}, {"element", "z", alias.Must}, {"element", "tensor", alias.No},
		{"laundered", "x", alias.May}, {"laundered", "y", alias.May}, {"carried", "x", alias.Must},
		{"carried", "y", alias.No},
	} {
		if got := alias.Of(values[tt.a], values[tt.b]); got != tt.want {
			t.Errorf("%s and %s: %s, want %s", tt.a, tt.b, got, tt.want)
		}
	}
}
