package compile_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/tools/compile"
)

const kernel = `tile.kernel @fill(%p: !tile.ptr<f32>, %v: f32) {
  %i = tile.iota : tensor<64xi32>
  %ps = tile.addptr %p, %i : !tile.ptr<f32>, tensor<64xi32> -> tensor<64x!tile.ptr<f32>>
  tile.store %ps, %v : tensor<64x!tile.ptr<f32>>, f32
  tile.return
}
`

// run calls the tool on the kernel as standard input.
func run(args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = compile.Main(context.Background(), args, strings.NewReader("module attributes {tile.semantics = "+
		"#tile.semantics<triton>} {\n"+kernel+"}\n"), &out, &errs)
	return code, out.String(), errs.String()
}

func TestEmitsWhatIsAskedFor(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"--emit=mlir", "llvm.func @fill("},
		{"", "define ptx_kernel void @fill(float addrspace(1)* noalias %p0, float %p1)"},
		{"--emit=llvm-opaque", "define ptx_kernel void @fill(ptr addrspace(1) noalias %p0, float %p1)"},
		{"-emit=manifest -num-warps=2", `"entry": "fill"`},
	} {
		code, out, errs := run(strings.Fields(c.args)...)
		if code != 0 || !strings.Contains(out, c.want) {
			t.Errorf("%s: exit code %d, %s\n%s", c.args, code, errs, out)
		}
	}
}

func TestManifestIsJSON(t *testing.T) {
	_, out, _ := run("--emit=manifest", "--num-warps=2")
	var m struct {
		Kernels []struct {
			Block []int `json:"block"`
		} `json:"kernels"`
	}
	if err := json.Unmarshal([]byte(out), &m); err != nil || len(m.Kernels) != 1 || m.Kernels[0].Block[0] != 64 {
		t.Errorf("%+v, error %v", m, err)
	}
}

func TestBadInputIsAnErrorAndWritesNothing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "out")
	if err := os.WriteFile(file, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, want string }{
		{"--emit=nothing", "cannot emit"},
		{"--num-warps=3 -o " + file, "power of two"},
		{"--num-warps=0 -o " + file, "power of two"},
		{"--parts=0 -o " + file, "expected a power of two from 1 to 16"},
		{"--parts=32 -o " + file, "expected a power of two from 1 to 16"},
		{"--emit=ptx --target=sm_1 -o " + file, "sm_1"},
		{"no-such-file.mlir -o " + file, "no-such-file.mlir"},
		{"a b", "too many input files"},
		{"--no-such-flag", "no-such-flag"},
	} {
		code, out, errs := run(strings.Fields(c.args)...)
		if code != 1 || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%s: exit code %d, output %q, message %q, want %q", c.args, code, out, errs, c.want)
		}
	}
	if data, err := os.ReadFile(file); err != nil || string(data) != "old" {
		t.Errorf("the output file has become %q (%v)", data, err)
	}
}

func TestWritesTheOutputFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "out.ll")
	if code, out, errs := run("-o", file); code != 0 || out != "" {
		t.Fatalf("exit code %d, output %q, %s", code, out, errs)
	}
	data, err := os.ReadFile(file)
	if err != nil || !strings.HasPrefix(string(data), "target datalayout") {
		t.Errorf("%v: %q", err, data)
	}
}

func TestTheTimeReportHasEveryStepAndTheSizeOfItsResult(t *testing.T) {
	source, err := os.ReadFile("../../../examples/softmax.mlir")
	if err != nil {
		t.Fatal(err)
	}
	var out, errs strings.Builder
	if code := compile.Main(t.Context(), []string{"--time-report", "-"}, bytes.NewReader(source), &out, &errs); code != 0 {
		t.Fatal(errs.String())
	}
	for _, want := range []string{`step +time +share +result`, `source +[\d.]+ ms +\d+ % +1 kernels`,
		`passes +[\d.]+ ms`, `LLVM IR +[\d.]+ ms +\d+ % +\d+ lines, \d+ instructions`, `PTX +[\d.]+ ms`,
		`total +[\d.]+ ms`, `function +LLVM IR +PTX`, `softmax +[1-9]\d+ +([1-9]\d+|-)`} {
		if !regexp.MustCompile(want).MatchString(errs.String()) {
			t.Errorf("no %s in\n%s", want, errs.String())
		}
	}
	if !strings.Contains(out.String(), "define") {
		t.Error("the output is missing")
	}
}
