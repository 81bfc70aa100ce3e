package girih_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/manifest"
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
)

// compiled is a compiled kernel of benchmarks/gpu.
type compiled struct {
	name    string
	program *girih.Program
}

// programs compiles every kernel with several numbers of warps.
func programs(t *testing.T) (all []compiled) {
	t.Helper()
	files, err := filepath.Glob("benchmarks/gpu/kernels/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatalf("no kernels: %v", err)
	}
	for i, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for j, warps := range []int{1, 4, 16} {
			if !longtest.Includes(i+j, 3) {
				continue
			}
			m, err := girih.Parse(file, source)
			if err != nil {
				t.Fatal(err)
			}
			p, err := m.Compile(context.Background(), girih.CompileOptions{NumWarps: warps})
			if err != nil {
				t.Fatalf("%s, %d warps: %v", file, warps, err)
			}
			all = append(all, compiled{filepath.Base(file), p})
		}
	}
	return all
}

func TestCompiledKernelsPassLLVMsVerifier(t *testing.T) {
	opt, err := nvptx.FindOpt(context.Background(), 22)
	if err != nil {
		llvmtool.Missing(t, "opt")
	}
	for _, c := range programs(t) {
		for _, lines := range []*llvmir.LineInfo{nil, {Directory: "/src"}} {
			text, err := llvmir.PrintWith(c.program.Operation(), llvmir.Options{Pointers: llvmir.Opaque, LineInfo: lines})
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			if err := opt.Verify(context.Background(), []byte(text)); err != nil {
				t.Errorf("%s: %v\n%s", c.name, err, text)
			}
		}
	}
}

func TestCompiledKernelsBecomePTX(t *testing.T) {
	target, err := nvptx.ParseTarget("sm_90")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		major    int
		pointers llvmir.Pointers
	}{{14, llvmir.Typed}, {22, llvmir.Opaque}} {
		llc, err := nvptx.FindLLC(context.Background(), c.major)
		if err != nil {
			t.Logf("skipped: no llc %d: %v", c.major, err)
			continue
		}
		for _, p := range programs(t) {
			text, err := p.program.LLVMIR(c.pointers)
			if err != nil {
				t.Fatalf("%s: %v", p.name, err)
			}
			if _, err := llc.Compile(context.Background(), []byte(text), target); err != nil {
				t.Errorf("%s by %s: %v", p.name, llc.Name(), err)
			}
		}
	}
}

func TestUpstreamReadsAndTranslatesCompiledKernels(t *testing.T) {
	opt, translate := llvmtool.Find(t, "mlir-opt"), llvmtool.Find(t, "mlir-translate")
	for _, c := range programs(t) {
		cmd := exec.Command(opt)
		cmd.Stdin = strings.NewReader(c.program.String())
		out, err := cmd.Output()
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if strings.TrimSpace(string(out)) != strings.TrimSpace(c.program.String()) {
			t.Errorf("%s: mlir-opt prints\n%s", c.name, out)
		}
		cmd = exec.Command(translate, "--mlir-to-llvmir")
		cmd.Stdin = strings.NewReader(c.program.String())
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", c.name, err, out)
		}
	}
}

func TestErrorsOfCompilationAreLocated(t *testing.T) {
	const kernel = `tile.kernel @k(%p: !tile.ptr<i32>) {
  %y = tt.get_program_id x : i32
  tile.store %p, %y : !tile.ptr<i32>, i32
  tile.return
}`
	m, err := girih.Parse("k.mlir", []byte(kernel))
	if err != nil {
		t.Fatal(err)
	}
	_, err = m.Compile(context.Background(), girih.CompileOptions{})
	var d *ir.Diagnostic
	if !errors.As(err, &d) || !strings.Contains(err.Error(), "k.mlir:2:8") || !strings.Contains(err.Error(), "no rule") {
		t.Errorf("error %v", err)
	}
	if _, err := m.Compile(context.Background(), girih.CompileOptions{NumWarps: 3}); err == nil {
		t.Error("3 warps were accepted")
	}
}

func TestManifestDescribesTheLaunch(t *testing.T) {
	source, err := os.ReadFile("benchmarks/gpu/kernels/vector_add_wide.mlir")
	if err != nil {
		t.Fatal(err)
	}
	m, err := girih.Parse("wide", source)
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Compile(context.Background(), girih.CompileOptions{NumWarps: 2})
	if err != nil {
		t.Fatal(err)
	}
	described, err := p.Manifest()
	if err != nil {
		t.Fatal(err)
	}
	if len(described.Kernels) != 1 {
		t.Fatalf("%d kernels", len(described.Kernels))
	}
	k := described.Kernels[0]
	pointer := manifest.Argument{Kind: "pointer", Type: "f32", Bytes: 8, Alignment: 16}
	want := []manifest.Argument{pointer, pointer, pointer, {Kind: "integer", Type: "i32", Bytes: 4}}
	if k.Entry != "vector_add_wide" || len(k.Arguments) != len(want) || k.Block[0] != 64 || k.SharedMemory != 0 ||
		len(k.Grid.Axes) != 1 || k.Grid.Axes[0] != 0 {
		t.Errorf("manifest %+v", k)
	}
	for i := range min(len(want), len(k.Arguments)) {
		if k.Arguments[i] != want[i] {
			t.Errorf("argument %d is %+v, want %+v", i, k.Arguments[i], want[i])
		}
	}
}
