package kernels_test

import (
	"context"
	"strings"
	"testing"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/tensorgen"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/tensors/kernels"
	"github.com/girih-ir/girih/pass"
)

// Large products of narrow floats are computed in wide tiles if there is room for the operands of the epilogue.
func TestLargeProductsHaveWideTiles(t *testing.T) {
	const (
		arguments = `(%x: tensor<2048x4096xbf16>, %w: tensor<4096x4096xbf16>, %r: tensor<2048x4096xbf16>, ` +
			`%q: tensor<2048x4096xbf16>, %b: tensor<4096xbf16>, %f: tensor<2048x4096xf32>) -> tensor<2048x4096xbf16> {
			%0 = torch.aten.linear(%x, %w) : (tensor<2048x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<2048x4096xbf16>`
		result = `
			return %y : tensor<2048x4096xbf16> }`
		matrices = "(tensor<2048x4096xbf16>, tensor<2048x4096xbf16>) -> tensor<2048x4096xbf16>"
		row      = "(tensor<2048x4096xbf16>, tensor<4096xbf16>) -> tensor<2048x4096xbf16>"
	)
	for _, c := range []struct {
		name, text string
		wide       bool
	}{
		{"an activation", `
			%y = torch.aten.relu(%0) : (tensor<2048x4096xbf16>) -> tensor<2048x4096xbf16>`, true},
		{"a residual", `
			%y = torch.add(%0, %r) : ` + matrices, true},
		{"a bias", `
			%y = torch.add(%0, %b) : ` + row, true},
		{"two residuals", `
			%1 = torch.add(%0, %r) : ` + matrices + `
			%y = torch.mul(%1, %q) : ` + matrices, false},
		{"a bias and a residual", `
			%1 = torch.add(%0, %b) : ` + row + `
			%y = torch.add(%1, %r) : ` + matrices, false},
		{"a residual of other elements", `
			%1 = torch.add(%0, %f) : (tensor<2048x4096xbf16>, tensor<2048x4096xf32>) -> tensor<2048x4096xf32>
			%y = prim.convert_element_type %1 : tensor<2048x4096xf32> -> tensor<2048x4096xbf16>`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			module, err := text.ParseString(registry.NewContext(), "func.func @main"+arguments+c.text+result)
			if err != nil {
				t.Fatal(err)
			}
			lower(t, module)
			if err := pass.NewPipeline("builtin.module", kernels.Pass).Run(context.Background(), module,
				pass.RunOptions{}); err != nil {
				t.Fatal(err)
			}
			got := string(text.Print(module, text.Options{}))
			if wide := strings.Contains(got, `programs = "few", shape = array<i64: 128, 256, 64>`); wide != c.wide {
				t.Errorf("wide tiles: %v, want %v:\n%s", wide, c.wide, got)
			}
		})
	}
}

// A sum of narrow floats that is needed by several regions is stored, not computed again from all that it adds up.
func TestSumsThatAreResidualsAreStored(t *testing.T) {
	module, err := text.ParseString(registry.NewContext(), `
func.func @main(%x: tensor<2048x4096xbf16>, %y: tensor<2048x4096xbf16>, %w: tensor<4096x4096xbf16>) -> tensor<2048x4096xbf16> {
  %0 = torch.add(%x, %y) : (tensor<2048x4096xbf16>, tensor<2048x4096xbf16>) -> tensor<2048x4096xbf16>
  %1 = torch.aten.rms_norm(%0, normalized_shape = [4096]) : (tensor<2048x4096xbf16>) -> tensor<2048x4096xbf16>
  %2 = torch.aten.linear(%1, %w) : (tensor<2048x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<2048x4096xbf16>
  %3 = torch.add(%0, %2) : (tensor<2048x4096xbf16>, tensor<2048x4096xbf16>) -> tensor<2048x4096xbf16>
  return %3 : tensor<2048x4096xbf16>
}`)
	if err != nil {
		t.Fatal(err)
	}
	lower(t, module)
	for op := range module.Region(0).Entry().Ops() {
		if f, ok := fn.AsFunc(op); ok && prim.RegionKind(op) == prim.Product && len(f.Type().Inputs) != 3 {
			t.Errorf("the product reads %d tensors, want its factors and one residual:\n%s", len(f.Type().Inputs),
				text.Print(module, text.Options{}))
		}
	}
}

// Tiles of f32 are only smaller than 64 by 64 if parts of long sums, which other programs compute, do not give all
// multiprocessors work.
func TestLongSumsNeedNoSmallTiles(t *testing.T) {
	for _, c := range []struct{ sum, columns, tile string }{
		{"768", "2304", "64, 64, 32"}, {"768", "768", "32, 64, 32"}, {"3072", "768", "64, 64, 32"},
		{"200", "2304", "32, 64, 32"}, {"768", "50257", "64, 64, 32"},
	} {
		x, w, y := "tensor<128x"+c.sum+"xf32>", "tensor<"+c.sum+"x"+c.columns+"xf32>", "tensor<128x"+c.columns+"xf32>"
		module, err := text.ParseString(registry.NewContext(), "func.func @main(%x: "+x+", %w: "+w+") -> "+y+` {
			%0 = torch.aten.mm(%x, %w) : (`+x+", "+w+") -> "+y+`
			%1 = torch.aten.relu(%0) : (`+y+") -> "+y+`
			return %1 : `+y+" }")
		if err != nil {
			t.Fatal(err)
		}
		lower(t, module)
		if err := pass.NewPipeline("builtin.module", kernels.Pass).Run(t.Context(), module, pass.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		if got := string(text.Print(module, text.Options{})); !strings.Contains(got, "shape = array<i64: "+c.tile+">") {
			t.Errorf("%s products and %s columns: no tile of %s in\n%s", c.sum, c.columns, c.tile, got)
		}
	}
}

// Long columns are reduced in parts, also if the first reduced dimension has one element.
func TestLongColumnsAreReducedInParts(t *testing.T) {
	for x, dims := range map[string]string{"tensor<1024x70xbf16>": "[0]", "tensor<1x1024x70xbf16>": "[0, 1]"} {
		module, err := text.ParseString(registry.NewContext(), "func.func @main(%x: "+x+", %y: "+x+`) -> tensor<70xbf16> {
			%0 = prim.mul %x, %y : `+x+`
			%1 = prim.sum %0 dims `+dims+` : `+x+` -> tensor<70xbf16>
			return %1 : tensor<70xbf16> }`)
		if err != nil {
			t.Fatal(err)
		}
		f, _ := fn.AsFunc(module.Region(0).Entry().First())
		args := tensorgen.Arguments(t, f)
		lower(t, module)
		compared, launches := newComparison(t), 0
		run := compared.run
		compared.run = func(l *kernels.Launch, args []any) error {
			launches++
			return run(l, args)
		}
		if compared.program(f, args, 7); launches != 2 {
			t.Errorf("%s: %d kernels, want one for the parts and one for their sums", x, launches)
		}
	}
}
