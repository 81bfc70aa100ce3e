package registers_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/assign"
	"github.com/girih-ir/girih/lowering/layouts/registers"
	"github.com/girih-ir/girih/pass"
)

// With 128 threads, each thread has 8 elements of a tensor of 1024, and 32 elements of a tensor of 64x64.
func TestEstimateCountsWhatHasToBeHeld(t *testing.T) {
	const pointer = 2 // registers
	for _, c := range []struct {
		name string
		want int64
		at   string
		body string
	}{
		{"across a barrier", 8 + pointer, "tile.barrier", `
  %a = tile.load %ps : $P
  tile.barrier
  tile.store %ps, %a : $P, $F`},
		{"not of what goes on to the next operation", pointer + 1, "tile.store", `
  %a = tile.load %ps : $P
  %b = arith.addf %a, %a : $F
  tile.store %ps, %b : $P, $F
  tile.store %x, %c : !tile.ptr<f32>, f32`},
		{"not of what can be made again", pointer + 1, "tile.barrier", `
  %n = tile.splat %many : i32 -> $I
  %m = arith.cmpi slt, %i, %n : $I
  tile.barrier
  tile.store %ps, %cs, %m : $P, $F, tensor<1024xi1>`},
		{"of loaded indices, not of the addresses made of them", 8 + pointer, "tile.barrier", `
  %a = tile.load %ps : $P
  %b = arith.fptosi %a : $F to $I
  %qs = tile.addptr %ps, %b : $P, $I -> $P
  tile.barrier
  tile.store %qs, %cs : $P, $F`},
		{"of halves, two in a register", 4 + pointer, "tile.barrier", `
  %a = tile.load %ps : $P
  %h = arith.truncf %a : $F to tensor<1024xf16>
  tile.barrier
  %w = arith.extf %h : tensor<1024xf16> to $F
  tile.store %ps, %w : $P, $F`},
		{"of doubles, in two registers", 16 + pointer, "tile.barrier", `
  %a = tile.load %ps : $P
  %d = arith.extf %a : $F to tensor<1024xf64>
  tile.barrier
  %w = arith.truncf %d : tensor<1024xf64> to $F
  tile.store %ps, %w : $P, $F`},
		{"of what a loop carries, and of what it takes in every iteration", 8 + 8 + pointer + 1, "scf.yield", `
  %a = tile.load %ps : $P
  %b = tile.load %ps {volatile} : $P
  %r = scf.for %j = %zero to %many step %one iter_args(%t = %a) -> ($F) : i32 {
    %u = arith.mulf %t, %b : $F
    scf.yield %u : $F
  }
  tile.store %ps, %r : $P, $F`},
		{"of what goes through a branch", 8 + 8 + pointer, "scf.yield", `
  %a = tile.load %ps : $P
  %cond = arith.cmpi slt, %many, %one : i32
  %r = scf.if %cond -> ($F) {
    %b = tile.load %ps {volatile} : $P
    scf.yield %b : $F
  } else {
    scf.yield %cs : $F
  }
  tile.store %ps, %a : $P, $F
  tile.store %ps, %r : $P, $F`},
		{"of what is used before and behind a reduction", 8 + pointer, "tile.reduce", `
  %a = tile.load %ps : $P
  %s = tile.reduce %a axis = 0 {
  ^bb0(%l: f32, %q: f32):
    %v = arith.addf %l, %q : f32
    tile.yield %v : f32
  } : $F -> f32
  %w = tile.splat %s : f32 -> $F
  %b = arith.divf %a, %w : $F
  tile.store %ps, %b : $P, $F`},
		{"once of what is used twice, sixty times over", pointer + 1, "tile.barrier", `
  %v0 = tile.splat %many : i32 -> $I` + doubled(60) + `
  tile.barrier
  %qs = tile.addptr %ps, %v60 : $P, $I -> $P
  tile.store %qs, %cs : $P, $F`},
		{"of one of the copies that a broadcast makes", 8, "tile.barrier", `
  %a = tile.load %ps : $P
  %e = tile.expand_dims %a axis = 0 : $F -> tensor<1x1024xf32>
  %b = tile.broadcast %e : tensor<1x1024xf32> -> tensor<4x1024xf32>
  tile.barrier
  tile.print "b" %b : tensor<4x1024xf32>`},
		{"of sums of products", 32, "tile.dot", `
  %k = tile.splat %c : f32 -> tensor<64x64xf32>
  %d = tile.dot %k, %k, %k : tensor<64x64xf32>, tensor<64x64xf32> -> tensor<64x64xf32>`},
	} {
		source := strings.NewReplacer("$P", "tensor<1024x!tile.ptr<f32>>", "$F", "tensor<1024xf32>", "$I", "tensor<1024xi32>").Replace(`
tile.kernel @k(%x: !tile.ptr<f32>, %c: f32, %many: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %i = tile.iota : $I
  %cs = arith.constant dense<2.0> : $F
  %p = tile.splat %x : !tile.ptr<f32> -> $P
  %ps = tile.addptr %p, %i : $P, $I -> $P` + c.body + `
  tile.return
}`)
		kernel := parse(t, source, 4)
		got, err := registers.Estimate(kernel)
		if err != nil {
			t.Fatal(err)
		}
		sum := int64(0)
		for _, v := range got.Live {
			sum += v.Registers
		}
		if got.Registers != c.want || got.Op.Name() != c.at || sum != got.Registers {
			t.Errorf("%s: %d registers at %s, of %v, want %d at %s", c.name, got.Registers, got.Op.Name(), got.Live,
				c.want, c.at)
		}
	}
}

// doubled returns n additions: each adds the previous result, %v0 at first, to itself.
func doubled(n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, "\n  %%v%d = arith.addi %%v%d, %%v%d : $I", i+1, i, i)
	}
	return out.String()
}

// parse returns the kernel of a module, with layouts.
func parse(t *testing.T, source string, warps int) tile.Kernel {
	t.Helper()
	module, err := text.ParseString(registry.NewContext(), source)
	if err == nil {
		p := pass.Pipeline{Anchor: module.Name(),
			Steps: []pass.Step{{Pass: assign.Pass, Options: &assign.Options{NumWarps: warps}}}}
		err = p.Run(t.Context(), module, pass.RunOptions{Verify: true})
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	kernel, _ := tile.AsKernel(module.Region(0).Entry().First())
	return kernel
}

func TestThreadsOfLargeBlocksHaveFewerRegisters(t *testing.T) {
	for warps, want := range map[int]int64{1: 255, 4: 255, 8: 255, 16: 128, 32: 64} {
		if got := registers.Limit(warps); got != want {
			t.Errorf("%d warps: %d registers, want %d", warps, got, want)
		}
	}
}

// A kernel that needs more registers than a thread has gets a warning. More than eight times as many is an error,
// unless spilling is allowed.
func TestSeverityFollowsHowMuchIsMissing(t *testing.T) {
	for _, c := range []struct {
		elements int
		allow    bool
		errors   bool
		warnings int
	}{
		{1 << 14, false, false, 0},
		{1 << 15, false, false, 1},
		{1 << 17, false, false, 1},
		{1 << 18, false, true, 0},
		{1 << 18, true, false, 1},
	} {
		kernel := parse(t, fmt.Sprintf(`
tile.kernel @k(%%x: !tile.ptr<f32>) {
  %%p = tile.splat %%x : !tile.ptr<f32> -> tensor<%[1]dx!tile.ptr<f32>>
  %%a = tile.load %%p : tensor<%[1]dx!tile.ptr<f32>>
  tile.barrier
  tile.store %%p, %%a : tensor<%[1]dx!tile.ptr<f32>>, tensor<%[1]dxf32>
  tile.return
}`, c.elements), 4)
		var warnings []*ir.Diagnostic
		module := kernel.Parent()
		before := string(text.Print(module, text.Options{}))
		p := pass.Pipeline{Anchor: module.Name(),
			Steps: []pass.Step{{Pass: registers.Pass, Options: &registers.Options{AllowSpills: c.allow}}}}
		err := p.Run(t.Context(), module, pass.RunOptions{Report: func(d *ir.Diagnostic) {
			if d.Severity == ir.Warning {
				warnings = append(warnings, d)
			}
		}})
		var many *registers.TooManyError
		if errors.As(err, &many) != c.errors || len(warnings) != c.warnings {
			t.Errorf("%d elements: error %v, warnings %v", c.elements, err, warnings)
		}
		for _, w := range warnings {
			if !errors.As(w, &many) || many.Limit != 255 || many.Threads != 128 {
				t.Errorf("%d elements: the warning comes from %+v", c.elements, many)
			}
		}
		if after := string(text.Print(module, text.Options{})); after != before {
			t.Errorf("%d elements: the check changed the module:\n%s", c.elements, after)
		}
	}
}

// Tensor cores add up in registers. A product of warp groups whose sums do not fit there is an error at the product,
// even if spilling is allowed.
func TestProductsWhoseSumsDoNotFitAreRefused(t *testing.T) {
	for _, c := range []struct {
		columns, warps int
		fits           string // "" if the product is not refused
	}{
		{128, 8, ""}, {256, 8, "it fits with "}, {512, 8, "it fits with "},
		{512, 32, "it fits with "},
	} {
		const source = `
tile.kernel @k(%%x: !tile.ptr<f16>, %%o: !tile.ptr<f32>) {
  %%p = tile.splat %%x : !tile.ptr<f16> -> tensor<256x64x!tile.ptr<f16>>
  %%q = tile.splat %%x : !tile.ptr<f16> -> tensor<64x%[1]dx!tile.ptr<f16>>
  %%a = tile.load %%p : tensor<256x64x!tile.ptr<f16>>
  %%b = tile.load %%q : tensor<64x%[1]dx!tile.ptr<f16>>
  %%none = arith.constant dense<0.0> : tensor<256x%[1]dxf32>
  %%d = tile.dot %%a, %%b, %%none : tensor<256x64xf16>, tensor<64x%[1]dxf16> -> tensor<256x%[1]dxf32>
  %%r = tile.splat %%o : !tile.ptr<f32> -> tensor<256x%[1]dx!tile.ptr<f32>>
  tile.store %%r, %%d : tensor<256x%[1]dx!tile.ptr<f32>>, tensor<256x%[1]dxf32>
  tile.return
}`
		module, err := text.ParseString(registry.NewContext(), fmt.Sprintf(source, c.columns))
		if err != nil {
			t.Fatal(err)
		}
		p := pass.Pipeline{Anchor: module.Name(), Steps: []pass.Step{
			{Pass: assign.Pass, Options: &assign.Options{NumWarps: c.warps, SM: 90, WarpGroups: true}},
			{Pass: registers.Pass, Options: &registers.Options{AllowSpills: true}}}}
		err = p.Run(t.Context(), module, pass.RunOptions{})
		var many *registers.TooManyError
		if refused := errors.As(err, &many); refused != (c.fits != "") {
			t.Errorf("%d columns, %d warps: %v", c.columns, c.warps, err)
		} else if refused && (many.Product == nil || !strings.Contains(err.Error(), c.fits) ||
			!strings.Contains(err.Error(), "'tile.dot' op needs at least")) {
			t.Errorf("%d columns, %d warps: %v", c.columns, c.warps, err)
		}
	}
}
