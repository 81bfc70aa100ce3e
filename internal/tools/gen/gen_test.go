package gen_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/tools/gen"
)

const source = `package rows

import "github.com/girih-ir/girih/kernel"

// scale is y = a*x.
//
//girih:launch T=float32 block=64
//girih:launch ScaleHalf T=kernel.Float16 block=128 warps=8 divisible=8
func scale[T kernel.Float](x, y kernel.Array1[T], a T, block kernel.Const) {
	i := kernel.Program(0)*int32(block) + kernel.Range(block)
	y.Store(i, a*x.Load(i))
}
`

// folder returns a folder with one Go file.
func folder(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "rows.go"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

func execute(t *testing.T, args ...string) (code int, errs string) {
	var stdout, stderr strings.Builder
	code = gen.Main(t.Context(), args, nil, &stdout, &stderr)
	return code, stderr.String()
}

func TestLaunchersAreWrittenAndStayCurrentUntilAKernelChanges(t *testing.T) {
	dir := folder(t, source)
	if code, errs := execute(t, "--check", dir); code != 1 || !strings.Contains(errs, "girih_gen.go: run tile-gen again") {
		t.Errorf("before: exit code %d, %s", code, errs)
	}
	if err := os.Mkdir(filepath.Join(dir, "girih_gen"), 0o777); err != nil {
		t.Fatal(err)
	}
	old := filepath.Join(dir, "girih_gen", "Gone.mlir")
	if err := os.WriteFile(old, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if code, errs := execute(t, "--target=none", dir); code != 0 {
		t.Fatalf("exit code %d, %s", code, errs)
	}
	if _, err := os.Stat(old); err == nil {
		t.Error("the file of a kernel that is gone was left")
	}
	text, err := os.ReadFile(filepath.Join(dir, "girih_gen.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"func Scale(ctx context.Context, s *launch.Stream, grid launch.Grid,\n" +
			"\tx *launch.Tensor[float32], y *launch.Tensor[float32], a float32) error {",
		"// ScaleHalf enqueues a grid of programs of scale for T = kernel.Float16, block = 128.",
		"a kernel.Float16) error",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if code, errs := execute(t, "--check", "--target=none", filepath.Join(dir, "...")); code != 0 {
		t.Errorf("after: exit code %d, %s", code, errs)
	}
	if code, errs := execute(t, "--check", dir); code != 1 || !strings.Contains(errs, "girih_gen/Scale.json") {
		t.Errorf("for other targets: exit code %d, %s", code, errs)
	}
	changed := strings.Replace(source, "a*x.Load(i)", "a+x.Load(i)", 1)
	if err := os.WriteFile(filepath.Join(dir, "rows.go"), []byte(changed), 0o666); err != nil {
		t.Fatal(err)
	}
	if code, errs := execute(t, "--check", "--target=none", dir); code != 1 ||
		!strings.Contains(errs, "generated files are out of date: girih_gen/Scale.json") {
		t.Errorf("after a change: exit code %d, %s", code, errs)
	}
}

func TestWhatALaunchLineCannotMeanIsAnErrorAtItsPlace(t *testing.T) {
	for line, want := range map[string]string{
		"T=float32":                        "rows.go:7:1: error: say the value of the constant block, as block=64",
		"block=64":                         "rows.go:7:1: error: say which type T stands for, as T=float32",
		"T=float32 block=x":                "block is a number, but got \"x\"",
		"T=float32 block=64 size=3":        "scale has no type parameter and no constant \"size\"; other settings are warps",
		"T=float32 block=64 what":          "expected settings such as block=64, but got \"what\"",
		"T=string block=64":                "string",
		"T=float32 block=63":               "power of two",
		"ScaleHalf T=float32 block=64":     "rows.go:8:1: error: there is a launcher ScaleHalf already",
		"T=float32 block=64 target=sm_9":   "sm_9",
		"T=float32 block=64 warps=3":       "1, 2, 4, 8, 16, 32",
		"T=float32 block=64 divisible=big": "divisible is a number",
	} {
		dir := folder(t, strings.Replace(source, "//girih:launch T=float32 block=64", "//girih:launch "+line, 1))
		code, errs := execute(t, dir)
		if code != 1 || !strings.Contains(errs, want) {
			t.Errorf("%s: exit code %d, got %s want %s", line, code, errs, want)
		}
		if _, err := os.Stat(filepath.Join(dir, "girih_gen.go")); err == nil {
			t.Errorf("%s: files were written", line)
		}
	}
}

func TestFilesOfOthersStay(t *testing.T) {
	dir := folder(t, source)
	mine := filepath.Join(dir, "girih_gen.go")
	if err := os.WriteFile(mine, []byte("package rows\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if code, errs := execute(t, "--target=none", dir); code != 1 || !strings.Contains(errs, "not written by tile-gen") {
		t.Errorf("exit code %d, %s", code, errs)
	}
	if text, err := os.ReadFile(mine); err != nil || string(text) != "package rows\n" {
		t.Errorf("%q %v", text, err)
	}
	if err := os.Remove(mine); err != nil {
		t.Fatal(err)
	}
	notes := filepath.Join(dir, "girih_gen", "notes.txt")
	if err := os.Mkdir(filepath.Dir(notes), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(notes, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if code, errs := execute(t, "--target=none", dir); code != 0 {
		t.Fatal(errs)
	}
	if _, err := os.Stat(notes); err != nil {
		t.Error(err)
	}
}

func TestInputsAreFoldersWithKernels(t *testing.T) {
	for want, args := range map[string][]string{
		"no kernel asks for a launcher": {folder(t, "package p\n")},
		"there are no Go files":         {t.TempDir()},
		"see --help":                    {"--targets=3"},
	} {
		if code, errs := execute(t, args...); code != 1 || !strings.Contains(errs, want) {
			t.Errorf("%v: exit code %d, %s", args, code, errs)
		}
	}
}
