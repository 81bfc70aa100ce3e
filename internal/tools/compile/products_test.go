package compile_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/cache"
	"github.com/girih-ir/girih/backend/manifest"
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/internal/llvmtool"
)

func TestMain(m *testing.M) {
	os.Setenv(cache.Environment, "off") // tests must not use the user's cache
	os.Exit(m.Run())
}

// needLLC skips a test where no compiler is installed.
func needLLC(t *testing.T) {
	t.Helper()
	if _, err := nvptx.FindCompiler(t.Context(), nvptx.Target{SM: 90}); err != nil {
		llvmtool.Missing(t, "llc")
	}
}

// list returns the names of the files in a directory.
func list(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestSeveralKindsGoToADirectory(t *testing.T) {
	needLLC(t)
	dir := filepath.Join(t.TempDir(), "a", "out")
	code, out, errs := run("--emit=llvm,llvm-opaque,mlir,ptx,manifest,c-header,go", "-o", dir)
	if code != 0 || out != "" {
		t.Fatalf("exit code %d, output %q, %s", code, out, errs)
	}
	want := []string{"module.go", "module.h", "module.json", "module.ll", "module.lowered.mlir", "module.opaque.ll",
		"module.ptx"}
	if _, err := nvptx.FindPTXAS(t.Context()); err == nil {
		want = slices.Insert(want, 0, "module.cubin")
	}
	if got := list(t, dir); !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
	data, err := os.ReadFile(filepath.Join(dir, "module.json"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := manifest.Parse(data)
	if err != nil || m.Target != "sm_90" || m.PTXVersion == "" || m.Compiler == "" ||
		m.Kernels[0].Parameters[0].Name != "p" {
		t.Errorf("manifest %s, %v", data, err)
	}
}

func TestTheGoPackageBuilds(t *testing.T) {
	needLLC(t)
	// The directory is inside the module, so that imports resolve, but is not matched by package patterns.
	if err := os.MkdirAll("testdata", 0o755); err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("testdata", "generated-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		os.RemoveAll(dir)
		os.Remove("testdata") // if it is empty
	})
	if code, _, errs := run("--emit=go", "-o", dir, "--package=filling"); code != 0 {
		t.Fatal(errs)
	}
	use := `package main

import (
	"fmt"

	"github.com/girih-ir/girih/backend/cuda"
	filling "github.com/girih-ir/girih/internal/tools/compile/` + dir + `"
)

func main() {
	var k *filling.Kernels
	var b *cuda.Buffer[float32]
	if k != nil {
		fmt.Println(k.Fill(nil, cuda.Dim3{}, b, 2.5))
	}
}
`
	main := filepath.Join(dir, "use")
	if err := os.Mkdir(main, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(main, "main.go"), []byte(use), 0o644); err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(t.TempDir(), "use")
	cmd := exec.Command("go", "build", "-o", binary, "./"+main)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(binary).CombinedOutput(); err != nil || len(out) != 0 {
		t.Errorf("%v: %s", err, out)
	}
}

func TestSeveralKindsNeedADirectory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, want string }{
		{"--emit=go", "name their directory with -o"},
		{"--emit=llvm,manifest", "name their directory with -o"},
		{"--emit=llvm,pdf -o x", `cannot emit "pdf"`},
		{"--emit=llvm,manifest -o " + file, "file: not a directory"},
	} {
		code, out, errs := run(strings.Fields(c.args)...)
		if code != 1 || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%s: exit code %d, output %q, message %q, want %q", c.args, code, out, errs, c.want)
		}
	}
	if data, err := os.ReadFile(file); err != nil || string(data) != "old" {
		t.Errorf("the file has become %q (%v)", data, err)
	}
}

func TestAFailureLeavesTheFilesOfADirectoryAlone(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "module.ll"), []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	// A directory with the name of an output file cannot be replaced.
	if err := os.MkdirAll(filepath.Join(dir, "module.json", "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"--emit=llvm,manifest", "-o", dir},
		{"--emit=llvm,ptx", "--compiler=llc-3", "-o", dir},
		{"--emit=llvm,ptx", "--target=sm_1", "-o", dir},
		{"--emit=llvm,c-header", "--num-warps=3", "-o", dir},
	} {
		if code, _, errs := run(args...); code != 1 || errs == "" {
			t.Errorf("%v: exit code %d, message %q", args, code, errs)
		}
	}
	if data, err := os.ReadFile(filepath.Join(dir, "module.ll")); err != nil || string(data) != "old" {
		t.Errorf("the output has become %q (%v)", data, err)
	}
	if got := list(t, dir); !slices.Equal(got, []string{"module.json", "module.ll"}) {
		t.Errorf("files %q", got)
	}
}

func TestTargetsAreListed(t *testing.T) {
	code, out, errs := run("--target=help")
	for _, want := range []string{"sm_75 ", "sm_90a", "sm_100f", "sm_121a", "232448", "sm_90 alone",
		"the family of sm_100", "sm_80 and later"} {
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("exit code %d, no %q in\n%s%s", code, want, out, errs)
		}
	}
}

func TestLineInfoAndTheCompilerAreChosen(t *testing.T) {
	llc, err := nvptx.FindLLC(t.Context(), 14)
	if err != nil {
		llvmtool.Missing(t, "llc")
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(t.TempDir(), "fill.mlir")
	if err := os.WriteFile(source,
		[]byte("module attributes {tile.semantics = #tile.semantics<triton>} {\n"+kernel+"}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	code, out, errs := run("--emit=ptx", "--lineinfo", "--compiler=llc-14", "--target=sm_86", source)
	if code != 0 || !strings.Contains(out, ".loc") || !strings.Contains(out, "fill.mlir") ||
		!strings.Contains(out, ".target sm_86\n") {
		t.Errorf("by %s in %s: exit code %d, %s\n%s", llc.Name(), dir, code, errs, out)
	}
	for flag, want := range map[string]string{"--compiler=gcc": "expected llc",
		"--compiler=llc-x": "a version such as llc-14",
		"--compiler=llc-3": "llc 3 not found"} {
		if code, _, errs := run("--emit=ptx", flag); code != 1 || !strings.Contains(errs, want) {
			t.Errorf("%s: exit code %d, %s", flag, code, errs)
		}
	}
}

func TestWhatWasCompiledIsKept(t *testing.T) {
	needLLC(t)
	dir := t.TempDir()
	_, first, _ := run("--emit=ptx", "--cache="+dir)
	entries := list(t, dir)
	_, again, _ := run("--emit=ptx", "--cache="+dir)
	if first == "" || first != again || len(entries) == 0 || !slices.Equal(list(t, dir), entries) {
		t.Errorf("entries %q, then %q; the same PTX: %v", entries, list(t, dir), first == again)
	}
}

func TestResourceUsageIsShown(t *testing.T) {
	needLLC(t)
	code, _, errs := run("--emit=ptx", "--resource-usage")
	if code != 0 || !strings.Contains(errs, "tile-compile: fill: 0 bytes of shared memory") {
		t.Errorf("exit code %d, %q", code, errs)
	}
}

func TestTheCHeaderIsOneFile(t *testing.T) {
	code, out, errs := run("--emit=c-header")
	if code != 0 || !strings.Contains(out, "CUdeviceptr p; /* pointer to f32 */") || !strings.Contains(out, "float v;") ||
		!strings.Contains(out, `#define FILL_ENTRY "fill"`) {
		t.Errorf("exit code %d, %s\n%s", code, errs, out)
	}
}
