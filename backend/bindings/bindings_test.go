package bindings_test

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/bindings"
	"github.com/girih-ir/girih/backend/manifest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// sample has parameters of every kind, names that are invalid in Go and C, kernels without parameters or without a
// fixed block, and clusters.
func sample() *manifest.Manifest {
	pointer := manifest.Argument{Kind: manifest.Pointer, Bytes: 8}
	integer := func(bytes int, dtype string) manifest.Argument {
		return manifest.Argument{Kind: manifest.Integer, Type: dtype, Bytes: bytes}
	}
	float := func(bytes int, dtype string) manifest.Argument {
		return manifest.Argument{Kind: manifest.Float, Type: dtype, Bytes: bytes}
	}
	return &manifest.Manifest{Target: "sm_90a", PTXVersion: "8.0", Compiler: "llc 22.1.8", Kernels: []manifest.Kernel{
		{
			Entry: "scale_add",
			Arguments: []manifest.Argument{pointer, integer(4, "i32"), integer(4, "i32"), integer(4, "i32"), pointer, pointer,
				pointer,
				integer(4, "i32"), integer(8, "i64"), integer(1, "i1"), integer(1, "i8"), float(4, "f32"), float(8, "f64"),
				float(2, "bf16"),
				integer(1, "i8")},
			Parameters: []manifest.Parameter{
				{Name: "x", Kind: manifest.Array, Type: "f16", Sizes: []int64{-1, -1}, Strides: []int64{-1, 1}, Divisor: 16},
				{Name: "func", Kind: manifest.Pointer, Type: "f32", First: 4},
				{Name: "double", Kind: manifest.Pointer, Type: "bf16", First: 5},
				{Name: "any$thing", Kind: manifest.Pointer, Type: "", First: 6},
				{Name: "grid", Kind: manifest.Integer, Type: "i32", First: 7, Divisor: 8},
				{Name: "k", Kind: manifest.Integer, Type: "i64", First: 8},
				{Name: "flag", Kind: manifest.Integer, Type: "i1", First: 9},
				{Name: "byte_", Kind: manifest.Integer, Type: "ui8", First: 10},
				{Name: "alpha", Kind: manifest.Float, Type: "f32", First: 11},
				{Name: "beta.2", Kind: manifest.Float, Type: "f64", First: 12},
				{Name: "arg13", Kind: manifest.Float, Type: "bf16", First: 13},
				{Name: "e", Kind: manifest.Integer, Type: "f8E4M3FN", First: 14},
			},
			Block: []int64{128, 1, 1}, Grid: manifest.Grid{Unit: "block", Axes: []int{0, 1}}, DynamicSharedMemory: 65536,
		},
		{Entry: "close", Block: []int64{32}, Grid: manifest.Grid{Unit: "block"}, Arguments: []manifest.Argument{}},
		{Entry: "0weird", Grid: manifest.Grid{Unit: "block", Axes: []int{2}},
			Arguments: []manifest.Argument{pointer, float(4, "f32")}},
		{Entry: "clustered", Block: []int64{64, 2}, Cluster: []int64{2, 1, 1},
			Grid:      manifest.Grid{Unit: "block", Axes: []int{0}},
			Arguments: []manifest.Argument{integer(4, "i32")}},
	}}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s is out of date (run with -update):\n%s", path, got)
	}
}

var goOptions = bindings.GoOptions{Package: "scaleadd", Image: "scale_add.ptx", Manifest: "scale_add.json",
	Source: "scale_add.mlir"}

func TestGoPackageOfTheSample(t *testing.T) {
	text, err := bindings.GoPackage(sample(), goOptions)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "scale_add.go.golden", text)
}

func TestGoPackageCompilesAndPassesVet(t *testing.T) {
	text, err := bindings.GoPackage(sample(), goOptions)
	if err != nil {
		t.Fatal(err)
	}
	data, err := sample().JSON()
	if err != nil {
		t.Fatal(err)
	}
	// The directory is inside the module so that imports resolve; the dot excludes it from package patterns.
	dir, err := os.MkdirTemp(".", ".generated-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	for name, content := range map[string][]byte{"scaleadd.go": text, "scale_add.ptx": []byte(".version 8.0\n"),
		"scale_add.json": data} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, command := range []string{"build", "vet"} {
		if out, err := exec.Command("go", command, "./"+dir).CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%s", command, err, out)
		}
	}
}

func TestCHeadersOfKernelsThatNeedMoreThanArgumentsAreRefused(t *testing.T) {
	for needs, change := range map[string]func(k *manifest.Kernel){
		"tensor maps":      func(k *manifest.Kernel) { k.TensorMaps = make([]manifest.TensorMap, 1) },
		"size of its grid": func(k *manifest.Kernel) { k.Grid = manifest.Grid{Unit: manifest.BlockUnit, Resident: 1} },
		"workspaces":       func(k *manifest.Kernel) { k.Workspaces = make([]manifest.Parameter, 1) },
		"other kernels":    func(k *manifest.Kernel) { k.Before = []string{"first"} },
	} {
		m := sample()
		change(&m.Kernels[0])
		_, err := bindings.CHeader(m, "scale_add", "scale_add.mlir")
		if !errors.Is(err, bindings.ErrLauncher) || !strings.Contains(err.Error(), needs) {
			t.Errorf("the error is %v, want one that says %q", err, needs)
		}
	}
}

func TestCHeaderOfTheSample(t *testing.T) {
	text, err := bindings.CHeader(sample(), "scale_add", "scale_add.mlir")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "scale_add.h", text)
	for _, c := range []struct{ compiler, language string }{{"cc", "-std=c99"}, {"c++", "-std=c++17"}} {
		path, err := exec.LookPath(c.compiler)
		if err != nil {
			t.Logf("no %s here", c.compiler)
			continue
		}
		file := filepath.Join(t.TempDir(), "use.c")
		if c.compiler == "c++" {
			file += "pp"
		}
		// Including the header twice must not cause errors.
		use := "#include \"scale_add.h\"\n#include \"scale_add.h\"\nint main(void) { return clustered_get != 0 ? 0 : 1; }\n"
		if err := os.WriteFile(file, []byte(use), 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(path, c.language, "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function",
			"-Wno-address", "-Itestdata", file).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", c.compiler, err, out)
		}
	}
}

func TestNamesThatCannotBeAreErrors(t *testing.T) {
	for _, o := range []bindings.GoOptions{
		{Package: "a-b", Image: "k.ptx", Manifest: "k.json"},
		{Package: "func", Image: "k.ptx", Manifest: "k.json"},
		{Package: "k", Image: "", Manifest: "k.json"},
		{Package: "k", Image: "../k.ptx", Manifest: "k.json"},
		{Package: "k", Image: "k.ptx", Manifest: "a b"},
	} {
		if _, err := bindings.GoPackage(sample(), o); !errors.Is(err, bindings.ErrName) {
			t.Errorf("%+v: error %v", o, err)
		}
	}
	bad := sample()
	bad.Kernels[0].Parameters = bad.Kernels[0].Parameters[1:]
	if _, err := bindings.GoPackage(bad, goOptions); !errors.Is(err, manifest.ErrManifest) {
		t.Errorf("error %v", err)
	}
	if _, err := bindings.CHeader(bad, "k", ""); !errors.Is(err, manifest.ErrManifest) {
		t.Errorf("error %v", err)
	}
}

func TestCommentsCannotEndEarly(t *testing.T) {
	text, err := bindings.CHeader(&manifest.Manifest{}, "k", "a*/b\nc")
	if err != nil || !strings.Contains(string(text), "from ab c;") {
		t.Errorf("%v\n%s", err, text)
	}
}
