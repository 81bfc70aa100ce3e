package translate_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/tools/translate"
)

const module = `llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  llvm.return
}
`

func TestTranslatesToEitherDialect(t *testing.T) {
	for args, want := range map[string]string{
		"--mlir-to-llvmir":                          "define ptx_kernel void @k(ptr addrspace(1) %p0)",
		"--mlir-to-llvmir --opaque-pointers=false":  "define ptx_kernel void @k(i8 addrspace(1)* %p0)",
		"-mlir-to-llvmir -opaque-pointers=false - ": "i8 addrspace(1)*",
	} {
		var out, errs bytes.Buffer
		if code := translate.Main(context.Background(), strings.Fields(args), strings.NewReader(module), &out,
			&errs); code != 0 {
			t.Errorf("%s: exit code %d: %s", args, code, &errs)
		}
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s: no %q in\n%s", args, want, &out)
		}
	}
}

func TestBadInputIsAnError(t *testing.T) {
	for _, c := range []struct{ args, input, want string }{
		{"", module, "no translation is named"},
		{"--mlir-to-llvmir", "llvm.func", "error"},
		{"--mlir-to-llvmir", "func.func @f() {\nreturn\n}", "cannot be translated"},
		{"--mlir-to-llvmir x y", module, "too many input files"},
	} {
		var out, errs bytes.Buffer
		code := translate.Main(context.Background(), strings.Fields(c.args), strings.NewReader(c.input), &out, &errs)
		if code != 1 || out.Len() != 0 || !strings.Contains(errs.String(), c.want) {
			t.Errorf("%q: exit code %d, output %q, message %q, want %q", c.args, code, &out, &errs, c.want)
		}
	}
}

func TestGraphsOfTorchBecomeOperators(t *testing.T) {
	const graph = `{"exported": [
  {"name": "x", "op": "placeholder", "meta": {"dtype": "f32", "shape": [4]}},
  {"name": "y", "op": "call_function", "target": "aten.relu.default", "args": [{"node": "x"}],
   "meta": {"dtype": "f32", "shape": [4]}},
  {"name": "output", "op": "output", "args": [[{"node": "y"}]]}]}`
	for input, want := range map[string]string{
		graph:                                  "%0 = torch.aten.relu(%arg0) : (tensor<4xf32>) -> tensor<4xf32>",
		strings.Replace(graph, "relu", "x", 1): `node y: the dialect torch has no operator "x"`,
	} {
		var out, errs bytes.Buffer
		translate.Main(context.Background(), []string{"--import-torch"}, strings.NewReader(input), &out, &errs)
		if !strings.Contains(out.String()+errs.String(), want) {
			t.Errorf("no %q in\n%s%s", want, &out, &errs)
		}
	}
}
