package llvmir_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

var update = flag.Bool("update", false, "write the golden files anew")

// parse parses a module of testdata.
func parse(t *testing.T, name string) *ir.Operation {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return parseText(t, string(data))
}

func parseText(t *testing.T, s string) *ir.Operation {
	t.Helper()
	module, err := text.ParseString(ir.NewContext(builtin.Dialect, llvm.Dialect, nvvm.Dialect), s)
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(module, nil); err != nil {
		t.Fatal(err)
	}
	return module
}

func inputs(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob("testdata/*.mlir")
	if err != nil || len(names) == 0 {
		t.Fatalf("no inputs: %v", err)
	}
	return names
}

var dialects = map[string]llvmir.Pointers{"typed": llvmir.Typed, "opaque": llvmir.Opaque}

func TestTextIsGolden(t *testing.T) {
	for _, name := range inputs(t) {
		for suffix, pointers := range dialects {
			got, err := llvmir.Print(parse(t, name), pointers)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			golden := strings.TrimSuffix(name, ".mlir") + "." + suffix + ".ll"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s differs from\n%s", golden, got)
			}
		}
	}
}

func TestCompilersAcceptText(t *testing.T) {
	target, err := nvptx.ParseTarget("sm_90a")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		major    int
		pointers llvmir.Pointers
	}{{14, llvmir.Typed}, {22, llvmir.Typed}, {22, llvmir.Opaque}} {
		llc, err := nvptx.FindLLC(context.Background(), c.major)
		if err != nil {
			t.Logf("skipped: no llc %d: %v", c.major, err)
			continue
		}
		for _, name := range inputs(t) {
			out, err := llvmir.Print(parse(t, name), c.pointers)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			ptx, err := llc.Compile(context.Background(), []byte(out), target)
			if err != nil {
				t.Errorf("%s, llc %d, dialect %d: %v", name, c.major, c.pointers, err)
			} else if !bytes.Contains(ptx.Text, []byte(".visible .entry")) {
				t.Errorf("%s, llc %d: no entry in the PTX", name, c.major)
			}
		}
	}
}

// ptxas assembles the PTX of libNVVM without a remark that it changed the meaning of asynchronous instructions.
func TestLibNVVMAndPTXASAcceptText(t *testing.T) {
	target, err := nvptx.ParseTarget("sm_90a")
	if err != nil {
		t.Fatal(err)
	}
	library, err := nvptx.FindNVVM()
	if err != nil {
		t.Skip(err)
	}
	ptxas, err := nvptx.FindPTXAS(t.Context())
	if err != nil {
		t.Skip(err)
	}
	for _, name := range inputs(t) {
		out, err := llvmir.Print(parse(t, name), llvmir.Typed)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		ptx, err := library.Compile(t.Context(), []byte(out), target)
		if err != nil {
			t.Errorf("%s, %s: %v", name, library.Name(), err)
			continue
		}
		cubin, err := ptxas.Assemble(t.Context(), ptx)
		if err != nil {
			t.Errorf("%s, %s: %v", name, ptxas.Name(), err)
		} else if losses := cubin.Report.Losses(); len(losses) > 0 {
			t.Errorf("%s, %s: %v", name, ptxas.Name(), losses)
		}
	}
}

func TestVerifierAcceptsOpaqueText(t *testing.T) {
	opt, err := nvptx.FindOpt(context.Background(), 22)
	if err != nil {
		t.Skip("needs opt of LLVM 22: ", err)
	}
	for _, name := range inputs(t) {
		out, err := llvmir.Print(parse(t, name), llvmir.Opaque)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := opt.Verify(context.Background(), []byte(out)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestUpstreamTranslatesTheSameModules(t *testing.T) {
	tool := llvmtool.Find(t, "mlir-translate")
	for _, name := range inputs(t) {
		if out, err := exec.Command(tool, "--mlir-to-llvmir", name).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

func TestOperationsWithoutTranslationAreReported(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"exp": {"%0 = llvm.intr.exp(%f) : (f32) -> f32", "no form that all compilers know"},
		"bf16 arithmetic": {"%0 = llvm.mlir.constant(1.0 : bf16) : bf16\n%1 = llvm.fadd %0, %0 : bf16",
			"arithmetic on bf16"},
		"registers of a kernel that does not say how many it starts with": {"nvvm.setmaxregister increase 240",
			"needs a kernel that says how many registers its threads start with: by nvvm.maxnreg, or"},
		"a load of a vector from another block": {"%0 = llvm.mlir.undef : !llvm.ptr<7>\n" +
			"%1 = llvm.load %0 : !llvm.ptr<7> -> vector<8xf32>", "or vectors of up to 128 bits, not"},
		"a store to another block": {"%0 = llvm.mlir.undef : !llvm.ptr<7>\n%1 = llvm.mlir.undef : i32\n" +
			"llvm.store %1, %0 : i32, !llvm.ptr<7>", "pointers into other blocks of the cluster are for"},
		"an address in another block": {"%0 = llvm.mlir.undef : !llvm.ptr<7>\n" +
			"%1 = llvm.addrspacecast %0 : !llvm.ptr<7> to !llvm.ptr<3>", "only from shared memory of the block"},
		"generic addresses of a cluster": {"%0 = llvm.mlir.undef : !llvm.ptr\n%1 = llvm.mlir.undef : i32\n" +
			"%2 = nvvm.mapa %0, %1 : !llvm.ptr -> !llvm.ptr", "only from shared memory of the block"},
		"a box of a later target": {"%0 = llvm.mlir.undef : !llvm.ptr\n%1 = llvm.mlir.undef : i32\n" +
			"%2 = llvm.mlir.undef : !llvm.ptr<3>\nnvvm.cp.async.bulk.tensor.global.shared.cta %0, %2, " +
			"box[%1, %1, %1, %1, %1] {mode = #nvvm.tma_store_mode<tile_scatter4>} : !llvm.ptr, <3>",
			"its mode must be tile or im2col"},
		"f128": {"%0 = llvm.mlir.undef : f128", "no counterpart"},
	} {
		module := parseText(t, "llvm.func @k(%f: f32) attributes {nvvm.kernel} {\n"+c.body+"\nllvm.return\n}")
		_, err := llvmir.Print(module, llvmir.Typed)
		var d *ir.Diagnostic
		if !errors.As(err, &d) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want a diagnostic with %q", name, err, c.want)
		}
	}
}

// Every module that verifies is translated or refused with a diagnostic; nothing panics.
func FuzzPrint(f *testing.F) {
	names, err := filepath.Glob("testdata/*.mlir")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range append(names, "../../lit/test/llvm/ops.mlir", "../../lit/test/nvvm/ops.mlir",
		"../../lit/test/nvvm/tensor_cores.mlir") {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for part := range strings.SplitSeq(string(data), "// -----") {
			f.Add(part)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		module, err := text.ParseString(ir.NewContext(builtin.Dialect, llvm.Dialect, nvvm.Dialect), s)
		if err != nil || ir.Verify(module, nil) != nil {
			return
		}
		for _, pointers := range dialects {
			_, err := llvmir.Print(module, pointers)
			var d *ir.Diagnostic
			if err != nil && !errors.As(err, &d) {
				t.Errorf("%v is no diagnostic", err)
			}
		}
		if _, err := llvmir.NewManifest(module); err != nil {
			var d *ir.Diagnostic
			if !errors.As(err, &d) {
				t.Errorf("%v is no diagnostic", err)
			}
		}
	})
}
