package girih_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/cache"
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/ir"
)

// fixedCompiler returns the same PTX for every program.
type fixedCompiler struct{ text string }

func (c fixedCompiler) Name() string                                { return "fixed 1" }
func (c fixedCompiler) Pointers(nvptx.Target) nvptx.PointerDialects { return nvptx.TypedPointers }
func (c fixedCompiler) Staged() bool                                { return false }
func (c fixedCompiler) Recomputes() bool                            { return false }
func (c fixedCompiler) Compile(_ context.Context, _ []byte, t nvptx.Target) (nvptx.PTX, error) {
	t.PTX = t.Version()
	return nvptx.PTX{Text: []byte(c.text), Target: t, Compiler: c.Name()}, nil
}

// spillingPTXAS is an assembler that reports spills.
const spillingPTXAS = `#!/bin/sh
[ "$1" = --version ] && { echo "Cuda compilation tools, release 13.0, V13.0.88"; exit 0; }
while [ "$1" != -o ]; do shift; done
echo cubin >"$2"
cat >&2 <<END
ptxas info    : Compiling entry function 'softmax' for 'sm_90'
ptxas info    : Function properties for softmax
    48 bytes stack frame, 40 bytes spill stores, 32 bytes spill loads
ptxas info    : Used 128 registers, used 1 barriers, 64 bytes smem
END
`

func buildSoftmax(t *testing.T, o girih.BuildOptions, warps int) (*girih.Build, error) {
	t.Helper()
	source, err := os.ReadFile("examples/softmax.mlir")
	if err != nil {
		t.Fatal(err)
	}
	m, err := girih.Parse("softmax.mlir", source)
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Compile(context.Background(), girih.CompileOptions{NumWarps: warps})
	if err != nil {
		t.Fatal(err)
	}
	o.Target, o.Compiler = "sm_90", fixedCompiler{".version 7.8\n"}
	return p.Build(context.Background(), o)
}

func TestABuildReportsSpilledRegistersAndWhatNeedsFewer(t *testing.T) {
	home := t.TempDir()
	if err := os.Mkdir(filepath.Join(home, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "bin", "ptxas"), []byte(spillingPTXAS), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CUDA_HOME", home)
	for warps, want := range map[int]string{
		4:  "a thread of 128 in a block can have 255: with 8 warps each thread holds half",
		16: "a thread of 512 in a block can have 128: smaller tiles need fewer",
	} {
		b, err := buildSoftmax(t, girih.BuildOptions{}, warps)
		if err != nil {
			t.Fatal(err)
		}
		if string(b.Image()) != "cubin\n" || len(b.Warnings) != 1 || !strings.Contains(b.Warnings[0], want) ||
			!strings.Contains(b.Warnings[0],
				"kernel softmax spills registers: 128 per thread are not enough, and 40 bytes of stores and 32 of loads") {
			t.Errorf("image %q, warnings %q", b.Image(), b.Warnings)
		}
		k := b.Manifest.Kernels[0]
		if r := k.Resources; r == nil || r.Registers != 128 || r.SpillStores != 40 ||
			b.Manifest.Compiler != "fixed 1, ptxas 13.0.88" ||
			b.Manifest.Target != "sm_90" || b.Manifest.PTXVersion != "7.8" {
			t.Errorf("manifest %+v", b.Manifest)
		}
	}
	b, err := buildSoftmax(t, girih.BuildOptions{Assemble: girih.Never}, 4)
	if err != nil || b.Cubin != nil || string(b.Image()) != ".version 7.8\n" {
		t.Errorf("without assembling: %q, %v", b.Image(), err)
	}
}

// The remarks are ptxas's own, with and without the name of the kernel.
func TestABuildWhoseAsynchronousInstructionsAreSerializedIsRefused(t *testing.T) {
	for _, remark := range []string{
		"(C7508) Potential Performance Loss: 'setmaxnreg' ignored to maintain minimum register requirements.",
		"(C7506) Potential Performance Loss: 'setmaxnreg' ignored to maintain compatibility into 'extern' call.",
		"(C7514) Potential Performance Loss: wgmma.mma_async instructions are serialized due to insufficient register " +
			"resources for the wgmma pipeline in the function 'softmax'",
	} {
		home := t.TempDir()
		if err := os.Mkdir(filepath.Join(home, "bin"), 0o755); err != nil {
			t.Fatal(err)
		}
		script := strings.Replace(spillingPTXAS, "ptxas info    : Used", "ptxas info    : "+remark+
			"\nptxas info    : Used", 1)
		if err := os.WriteFile(filepath.Join(home, "bin", "ptxas"), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		t.Setenv("CUDA_HOME", home)
		b, err := buildSoftmax(t, girih.BuildOptions{}, 4)
		var d *ir.Diagnostic
		_, message, _ := strings.Cut(remark, "Loss: ")
		if b != nil || !errors.Is(err, girih.ErrSerialized) || !errors.As(err, &d) ||
			!strings.Contains(err.Error(), message) ||
			!strings.Contains(fmt.Sprint(d.Loc), "softmax.mlir") {
			t.Errorf("%v, %v", b, err)
		}
	}
}

func TestABuildWithoutAnAssemblerIsPTX(t *testing.T) {
	t.Setenv("CUDA_HOME", t.TempDir())
	t.Setenv("PATH", t.TempDir())
	if _, err := nvptx.FindPTXAS(t.Context()); err == nil {
		t.Skip("ptxas is installed where it is always found")
	}
	kept, err := cache.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b, err := buildSoftmax(t, girih.BuildOptions{Cache: kept}, 4)
	if err != nil || b.Cubin != nil {
		t.Errorf("%v, %d bytes of machine code", err, len(b.Cubin))
	}
	var missing *nvptx.NotFoundError
	if _, err := buildSoftmax(t, girih.BuildOptions{Assemble: girih.Always}, 4); !errors.As(err, &missing) ||
		!strings.Contains(err.Error(), "install") {
		t.Errorf("error %v", err)
	}
}

func TestTooMuchSharedMemoryIsAnErrorAtTheKernel(t *testing.T) {
	module := func(bytes int) string {
		return fmt.Sprintf(`llvm.mlir.global external @buffer() {addr_space = 3 : i32} : !llvm.array<%d x i8>
llvm.func @big(%%x: f32) attributes {nvvm.kernel} {
  %%0 = llvm.mlir.addressof @buffer : !llvm.ptr<3>
  llvm.store %%x, %%0 : f32, !llvm.ptr<3>
  llvm.return
}`, bytes)
	}
	for _, tt := range []struct {
		bytes  int
		target string
		want   string
	}{
		{101376, "sm_86", ""},
		{101377, "sm_86", "big uses 101377 bytes of shared memory, a block on sm_86 can have 101376"},
		{200000, "sm_80", "sm_90, sm_100, sm_101, sm_103, sm_110 have enough"},
		{300000, "sm_90", "by a factor of 1.29 at least; no target has that much"},
	} {
		m, err := girih.Parse("big.mlir", []byte(module(tt.bytes)))
		if err != nil {
			t.Fatal(err)
		}
		p, err := girih.NewProgram(m)
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.Build(t.Context(), girih.BuildOptions{Target: tt.target, Compiler: fixedCompiler{".version 8.0\n"},
			Assemble: girih.Never})
		if tt.want == "" {
			if err != nil {
				t.Errorf("%d bytes on %s: %v", tt.bytes, tt.target, err)
			}
			continue
		}
		var d *ir.Diagnostic
		if !errors.Is(err, girih.ErrResources) || !errors.As(err, &d) || !strings.Contains(err.Error(), tt.want) ||
			!strings.Contains(err.Error(), "big.mlir:2:1") {
			t.Errorf("%d bytes on %s: error %v", tt.bytes, tt.target, err)
		}
	}
}

// orderedCompiler records the LLVM IR that it is given.
type orderedCompiler struct {
	fixedCompiler
	staged bool
	got    *string
}

func (c orderedCompiler) Staged() bool { return c.staged }
func (c orderedCompiler) Compile(ctx context.Context, text []byte, t nvptx.Target) (nvptx.PTX, error) {
	*c.got = string(text)
	return c.fixedCompiler.Compile(ctx, text, t)
}

func TestArithmeticComesAfterTheStoresBeforeItForStagedCompilersAndProducts(t *testing.T) {
	const text = `!sums = !llvm.struct<(f32, f32, f32, f32)>
llvm.func @k(%p: !llvm.ptr<1>, %x: f32, %s: !sums, %a: i64) attributes {nvvm.kernel} {
  PRODUCT
  %y = llvm.fmul %x, %x : f32
  llvm.store %x, %p : f32, !llvm.ptr<1>
  llvm.store %y, %p : f32, !llvm.ptr<1>
  llvm.return
}`
	const product = `%m = nvvm.wgmma.mma_async %a, %a, %s, <m = 64, n = 8, k = 16>, D[<f32>, <one>],
    A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !sums -> !sums`
	for _, tt := range []struct {
		staged  bool
		product string
		later   bool
	}{{false, "", false}, {true, "", true}, {false, product, true}, {true, product, true}} {
		m, err := girih.Parse("k", []byte(strings.Replace(text, "PRODUCT", tt.product, 1)))
		if err != nil {
			t.Fatal(err)
		}
		p, err := girih.NewProgram(m)
		if err != nil {
			t.Fatal(err)
		}
		before := p.String()
		var got string
		if _, err := p.PTXBy(context.Background(), orderedCompiler{staged: tt.staged, got: &got},
			nvptx.Target{SM: 90, Variant: nvptx.ArchSpecific}); err != nil {
			t.Fatal(err)
		}
		if later := strings.Index(got, "fmul") > strings.Index(got, "store"); later != tt.later {
			t.Errorf("for a compiler with Staged() = %v, product %q:\n%s", tt.staged, tt.product, got)
		}
		if p.String() != before {
			t.Errorf("the program became\n%s", p)
		}
	}
}

// recomputing is a compiler for which addresses are held, and which records the LLVM IR that it is given.
type recomputing struct{ orderedCompiler }

func (recomputing) Recomputes() bool { return true }

func TestOnlyCompilersThatRecomputeGetHeldAddresses(t *testing.T) {
	m, err := girih.Parse("k", []byte(`!sums = !llvm.struct<(f32, f32, f32, f32)>
llvm.func @k(%p: !llvm.ptr<3>, %i: i32, %c: i1, %a: i64, %s: !sums) attributes {nvvm.kernel} {
  llvm.br ^bb1(%s : !sums)
^bb1(%x: !sums):
  %0 = llvm.mul %i, %i : i32
  %1 = llvm.xor %0, %i : i32
  %2 = llvm.and %1, %i : i32
  %3 = llvm.or %2, %1 : i32
  %4 = llvm.getelementptr %p[%3] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.store %i, %4 : i32, !llvm.ptr<3>
  %y = nvvm.wgmma.mma_async %a, %a, %x, <m = 64, n = 8, k = 16>, D[<f32>, <one>],
    A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !sums -> !sums
  llvm.cond_br %c, ^bb1(%y : !sums), ^bb2
^bb2:
  llvm.return
}`))
	if err != nil {
		t.Fatal(err)
	}
	p, err := girih.NewProgram(m)
	if err != nil {
		t.Fatal(err)
	}
	before, got := p.String(), ""
	target := nvptx.Target{SM: 90, Variant: nvptx.ArchSpecific}
	for _, c := range []nvptx.Compiler{recomputing{orderedCompiler{got: &got}}, orderedCompiler{got: &got}} {
		if _, err := p.PTXBy(context.Background(), c, target); err != nil {
			t.Fatal(err)
		}
		if held := strings.Contains(got, "mov.b32"); held != c.Recomputes() {
			t.Errorf("for a compiler with Recomputes() = %v:\n%s", c.Recomputes(), got)
		}
	}
	if p.String() != before {
		t.Errorf("the program became\n%s", p)
	}
}

// failingCompiler fails with the error of libNVVM for unsupported IR.
type failingCompiler struct{ fixedCompiler }

func (failingCompiler) Compile(context.Context, []byte, nvptx.Target) (nvptx.PTX, error) {
	return nvptx.PTX{}, &nvptx.NVVMError{Call: "nvvmCompileProgram", Code: 9, Text: "NVVM_ERROR_COMPILATION"}
}

func TestWhereACompilerFailsTheNextOneIsTriedWithAWarning(t *testing.T) {
	m, err := girih.Parse("k", []byte(`llvm.func @k() attributes {nvvm.kernel} { llvm.return }`))
	if err != nil {
		t.Fatal(err)
	}
	p, err := girih.NewProgram(m)
	if err != nil {
		t.Fatal(err)
	}
	works := fixedCompiler{text: ".version 8.0"}
	target := nvptx.Target{SM: 90}
	ptx, warnings, err := girih.PTXByAny(p, t.Context(), []nvptx.Compiler{failingCompiler{}, works}, target)
	if err != nil {
		t.Fatal(err)
	}
	if ptx.Compiler != works.Name() || len(warnings) != 1 || !strings.Contains(warnings[0], "NVVM_ERROR_COMPILATION") {
		t.Errorf("compiled by %s, with warnings %q", ptx.Compiler, warnings)
	}
	if _, _, err = girih.PTXByAny(p, t.Context(), []nvptx.Compiler{failingCompiler{}}, target); err == nil {
		t.Error("no error where all compilers fail")
	}
}
