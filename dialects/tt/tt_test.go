package tt_test

import (
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tt"
	"github.com/girih-ir/girih/internal/dialecttest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

func TestDefinesTritonsOperations(t *testing.T) {
	dialecttest.CheckDefinitions(t, tt.Dialect, "addptr", "advance", "assert", "atomic_cas", "atomic_rmw", "bitcast",
		"broadcast", "call", "cat", "clampf", "descriptor_gather", "descriptor_load", "descriptor_reduce",
		"descriptor_scatter", "descriptor_store", "dot", "dot_scaled", "elementwise_inline_asm", "expand_dims",
		"extern_elementwise", "fp_to_fp", "func", "gather", "get_num_programs", "get_program_id", "histogram",
		"int_to_ptr", "join", "load", "make_range", "make_tensor_descriptor", "make_tensor_ptr", "map_elementwise",
		"map_elementwise.return", "mulhiui", "precise_divf", "precise_sqrt", "print", "ptr_to_int", "reduce",
		"reduce.return", "reshape", "return", "scan", "scan.return", "splat", "split", "store", "trans", "unsplat")
}

func TestWhatLoadsYield(t *testing.T) {
	ctx := registry.NewContext()
	for in, want := range map[string]string{
		"!tt.ptr<f32>":                    "f32",
		"!tt.ptr<tensor<8x8xf16>>":        "tensor<8x8xf16>",
		"tensor<8x!tt.ptr<i1>>":           "tensor<8xi1>",
		"tensor<8x!tt.ptr<!tt.ptr<i32>>>": "tensor<8x!tt.ptr<i32>>",
	} {
		from, err := text.ParseType(ctx, in)
		if err != nil {
			t.Fatal(err)
		}
		if got := tt.Pointees(ctx, from).String(); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
	if got := tt.Pointees(ctx, ctx.F32()); got != nil {
		t.Errorf("a float points to %s", got)
	}
}

func TestEffectsOnMemory(t *testing.T) {
	module := parse(t, `
tt.func @f(%p: !tt.ptr<f32>, %v: f32, %d: !tt.tensordesc<tensor<8xf32>>, %i: i32, %t: tensor<8xf32>) {
  %0 = tt.load %p : !tt.ptr<f32>
  %1 = tt.load %p {isVolatile = true} : !tt.ptr<f32>
  tt.store %p, %v : !tt.ptr<f32>
  %2 = tt.atomic_rmw fadd, acq_rel, gpu, %p, %v : (!tt.ptr<f32>, f32) -> f32
  %3 = tt.descriptor_load %d[%i] : !tt.tensordesc<tensor<8xf32>> -> tensor<8xf32>
  %4 = tt.elementwise_inline_asm "x" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %v : f32 -> f32
  %5 = tt.elementwise_inline_asm "x" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %v : f32 -> f32
  %6 = tt.cat %t, %t : tensor<8xf32> -> tensor<16xf32>
  tt.return
}`)
	dead := map[string]bool{"%0": true, "%3": true, "%4": true, "%6": true}
	n := 0
	module.Walk(func(op *ir.Operation) bool {
		if op.NumResults() == 1 {
			name := "%" + string(rune('0'+n))
			if got := ir.IsTriviallyDead(op); got != dead[name] {
				t.Errorf("%s, %s: dead is %v", name, op.Name(), got)
			}
			n++
		} else if op.Is(&tt.Store) && ir.IsTriviallyDead(op) {
			t.Error("a store is dead")
		}
		return true
	})
}

func TestViewsOfFunctions(t *testing.T) {
	module := parse(t, `module {
  tt.func public @kernel(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) { tt.return }
  tt.func private @helper() { tt.return }
}`)
	var public []string
	module.Walk(func(op *ir.Operation) bool {
		if f, ok := tt.AsFunc(op); ok && f.IsPublic() {
			public = append(public, f.SymName())
			if f.ArgAttrs(0).Get("tt.divisibility") == nil || f.ArgAttrs(1).Len() != 0 || f.ArgAttrs(7).Len() != 0 {
				t.Errorf("attributes of arguments: %v, %v", f.ArgAttrs(0), f.ArgAttrs(1))
			}
			if len(f.Type().Inputs) != 2 || f.Body().IsEmpty() {
				t.Errorf("type %v", f.Type())
			}
		}
		return true
	})
	if len(public) != 1 || public[0] != "kernel" {
		t.Errorf("public functions: %v", public)
	}
}
