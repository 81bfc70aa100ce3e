package run_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/internal/tools/run"
)

const double = `module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @double(%x: !tile.ptr<i32>) {
    %i = tile.program_id 0
    %p = tile.addptr %x, %i : !tile.ptr<i32>, i32 -> !tile.ptr<i32>
    %v = tile.load %p : !tile.ptr<i32>
    %two = tile.literal 2
    %w = tile.mul %v, %two : i32, !tile.literal<int> -> i32
    tile.store %p, %w : !tile.ptr<i32>, i32
    tile.return
  }
}
`

// execute runs the tool with a source on standard input.
func execute(source string, args ...string) (code int, stdout, stderr string) {
	var out, errs strings.Builder
	code = run.Main(context.Background(), append(args, "-"), strings.NewReader(source), &out, &errs)
	return code, out.String(), errs.String()
}

func TestWrittenArraysArePrinted(t *testing.T) {
	for _, level := range []string{"loose", "strict", "layouts"} {
		code, stdout, stderr := execute(double, "--level", level, "--grid=3", "--arg", "x=iota:4xi32")
		if want := "x: 4xi32\n[0, 2, 4, 3]\n"; code != 0 || stdout != want {
			t.Errorf("level %s: exit code %d, output %q, want %q\n%s", level, code, stdout, want, stderr)
		}
	}
}

func TestArraysTravelThroughFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.npy")
	if code, stdout, stderr := execute(double, "--grid=4", "--arg", "iota:4xi32:out="+path); code != 0 || stdout != "" {
		t.Fatalf("exit code %d, output %q\n%s", code, stdout, stderr)
	}
	code, stdout, stderr := execute(double, "--grid=2", "--arg", "file:"+path)
	if want := "x: 4xi32\n[0, 4, 4, 6]\n"; code != 0 || stdout != want {
		t.Fatalf("exit code %d, output %q, want %q\n%s", code, stdout, want, stderr)
	}
}

func TestBytesOfBoolsInFilesAreTrueUnlessZero(t *testing.T) {
	path := filepath.Join(t.TempDir(), "b.npy")
	header := "{'descr': '|b1', 'fortran_order': False, 'shape': (4,), }" + strings.Repeat(" ", 60) + "\n"
	file := "\x93NUMPY\x01\x00" + string([]byte{byte(len(header)), 0}) + header + "\x00\x01\x02\xff"
	if err := os.WriteFile(path, []byte(file), 0o644); err != nil {
		t.Fatal(err)
	}
	const copies = `
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%x: !tile.ptr<i1>, %y: !tile.ptr<i1>) {
    %i = tile.iota : tensor<4xi32>
    %p = tile.addptr %x, %i : !tile.ptr<i1>, tensor<4xi32> -> tensor<4x!tile.ptr<i1>>
    %q = tile.addptr %y, %i : !tile.ptr<i1>, tensor<4xi32> -> tensor<4x!tile.ptr<i1>>
    %v = tile.load %p : tensor<4x!tile.ptr<i1>>
    tile.store %q, %v : tensor<4x!tile.ptr<i1>>, tensor<4xi1>
    tile.return
  }
}`
	for _, level := range []string{"loose", "llvm"} {
		_, stdout, stderr := execute(copies, "--level", level, "--arg", "file:"+path, "--arg", "zeros:4xi1")
		if want := "y: 4xi1\n[0, 1, 1, 1]\n"; stdout != want {
			t.Errorf("level %s: output %q, want %q\n%s", level, stdout, want, stderr)
		}
	}
}

func TestArgumentsAreBoundByName(t *testing.T) {
	source, err := os.ReadFile("../../../examples/softmax.mlir")
	if err != nil {
		t.Fatal(err)
	}
	want := ""
	for _, args := range []string{
		"x=randn:3x8xf32 y=zeros:3x8xf32 columns=8", "columns=8 y=zeros:3x8xf32 x=randn:3x8xf32",
		"randn:3x8xf32 zeros:3x8xf32 8", "y=zeros:3x8xf32 randn:3x8xf32 8",
	} {
		flags := []string{"--grid=3"}
		for _, a := range strings.Fields(args) {
			flags = append(flags, "--arg", a)
		}
		code, stdout, stderr := execute(string(source), flags...)
		if want == "" {
			want = stdout
		}
		if code != 0 || !strings.HasPrefix(stdout, "y: 3x8xf32\n") || stdout != want {
			t.Errorf("%s: exit code %d, output %q, want %q\n%s", args, code, stdout, want, stderr)
		}
	}
}

func TestErrorsSayWhatIsWrong(t *testing.T) {
	for name, test := range map[string]struct {
		args []string
		want string
	}{
		"kind":          {[]string{"--arg", "zero:4xi32"}, "unknown kind \"zero\""},
		"type":          {[]string{"--arg", "zeros:4yi32"}, "\"4yi32\" is not an element type"},
		"dimension":     {[]string{"--arg", "zeros:-4xi32"}, "expected a type such as 37x100xf32"},
		"no value":      {[]string{"--arg", "full:4xi32"}, "full needs a value, as in full:4xi32:value=2.5"},
		"setting":       {[]string{"--arg", "zeros:4xi32:seed=1"}, "unknown setting \"seed\""},
		"setting value": {[]string{"--arg", "randn:4xi32:seed=one"}, "seed must be an integer"},
		"word":          {[]string{"--arg", "x=y"}, "expected a number or kind:type"},
		"missing": {nil,
			"@double takes 1 arguments, but got 0: x has no value; the parameters of @double are x"},
		"element type": {[]string{"--arg", "zeros:4xf32"}, "expected a value for '!tile.ptr<i32>'"},
		"file":         {[]string{"--arg", "file:nowhere.npy"}, "nowhere.npy"},
		"kernel":       {[]string{"--kernel", "triple", "--arg", "zeros:4xi32"}, `has no kernel "triple": choose one of double by --kernel`},
		"grid":         {[]string{"--grid", "0"}, "expected a positive number"},
		"bounds": {[]string{"--grid", "5", "--arg", "zeros:4xi32"},
			"<stdin>:5:10: error: 'tile.load' op access out of bounds"},
		"program":   {[]string{"--grid", "5", "--arg", "zeros:4xi32"}, "in program (4, 0, 0)"},
		"undefined": {[]string{"--arg", "undefined:4xi32"}, "undefined value: what element 0 stores depends on it"},
		"level":     {[]string{"--level", "low"}, "expected loose, strict, layouts or llvm"},
		"no parameter": {[]string{"--arg", "z=zeros:4xi32"},
			"there is no parameter \"z\"; the parameters of @double are x"},
		"twice":     {[]string{"--arg", "x=1", "--arg", "x=2"}, "parameter \"x\" has two values"},
		"too many":  {[]string{"--arg", "1", "--arg", "2"}, "@double takes 1 arguments, but got 2"},
		"fraction":  {[]string{"--arg", "full:4xi32:value=2.7"}, "value must be an integer of 32 bits"},
		"no room":   {[]string{"--arg", "full:4xi8:value=1e3"}, "value must be an integer of 8 bits"},
		"warps":     {[]string{"--num-warps=0", "--arg", "zeros:4xi32"}, "power of two"},
		"too large": {[]string{"--arg", "zeros:99999999x99999999xi32"}, "is too large"},
	} {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := execute(double, test.args...)
			if code != 1 || stdout != "" || !strings.Contains(stderr, test.want) {
				t.Errorf("exit code %d, output %q, errors %q, want %q", code, stdout, stderr, test.want)
			}
		})
	}
}

func TestBadSourceIsShownWithItsLine(t *testing.T) {
	source := strings.NewReplacer("-> i32\n    tile.store %p, %w : !tile.ptr<i32>, i32",
		"-> i64\n    tile.store %p, %w : !tile.ptr<i32>, i64").Replace(double)
	code, _, stderr := execute(source, "--arg", "zeros:4xi32")
	if code != 1 || !strings.Contains(stderr, "<stdin>:7:10: error: 'tile.mul' op result type must be 'i32'") {
		t.Errorf("exit code %d, errors:\n%s", code, stderr)
	}
}

func TestAFailingRunWritesNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.npy")
	if code, _, _ := execute(double, "--grid=5", "--arg", "zeros:4xi32:out="+path); code != 1 {
		t.Fatalf("exit code %d", code)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("a file was written: %v", err)
	}
}

// large matches arrays that would only need memory.
var large = regexp.MustCompile(`\d{4}|x.*x.*x|file`)

func FuzzArgument(f *testing.F) {
	for _, seed := range []string{"x=randn:3x2xf32:seed=1", "100", "full:2xbf16:value=1e400", "randint:2xi8:low=-9e99",
		"true"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		if large.MatchString(spec) || strings.Contains(spec, "out=") {
			return
		}
		code, _, stderr := execute("module {}", "--kernel", "none", "--arg", spec)
		if code != 1 || stderr == "" {
			t.Errorf("exit code %d without an error", code)
		}
	})
}

func TestWhatAKernelPrintsAndItsProgress(t *testing.T) {
	source := strings.Replace(double, "    tile.return", `    tile.print " w: " %w : i32
    tile.return`, 1)
	code, stdout, stderr := execute(source, "--grid=2", "--progress", "--arg", "x=iota:2xi32")
	want := "pid (0, 0, 0) idx () w: 0\npid (1, 0, 0) idx () w: 2\nx: 2xi32\n[0, 2]\n"
	if code != 0 || stdout != want || !strings.Contains(stderr, "programs") {
		t.Errorf("exit code %d, output %q, want %q\n%q", code, stdout, want, stderr)
	}
	if _, _, stderr := execute(double, "--grid=2", "--arg", "x=iota:2xi32"); stderr != "" {
		t.Errorf("progress without a terminal: %q", stderr)
	}
}

func TestAFailedRunLeavesFilesAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.npy")
	if err := os.WriteFile(path, []byte("precious"), 0o644); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := execute(double, "--grid=8", "--arg", "iota:4xi32:out="+path)
	if content, _ := os.ReadFile(path); code != 1 || string(content) != "precious" {
		t.Errorf("exit code %d, file %q\n%s", code, content, stderr)
	}
}

func TestADeviceThatIsNotThereIsAnErrorWithARemedy(t *testing.T) {
	if _, err := cuda.Open(); err == nil {
		t.Skip("this machine has a GPU")
	}
	path := filepath.Join(t.TempDir(), "x.npy")
	code, stdout, stderr := execute(double, "--device=cuda", "--arg", "iota:4xi32:out="+path)
	if code != 1 || stdout != "" || !strings.Contains(stderr, "needs a GPU") ||
		!strings.Contains(stderr, "install the NVIDIA driver") ||
		!strings.Contains(stderr, "--level=llvm") || strings.Count(stderr, "error:") != 1 {
		t.Errorf("exit code %d, output %q, errors %q", code, stdout, stderr)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("a file was written: %v", err)
	}
}

func TestThreadsAreComparedWithTheReference(t *testing.T) {
	source, err := os.ReadFile("../../../examples/scale_add.mlir")
	if err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := execute(string(source), "--level=llvm", "--compare", "--grid=2,2", "--arg",
		"x=randn:40x130xf16", "--arg",
		"bias=randn:130xf32:seed=2", "--arg", "out=zeros:40x130xf32")
	if code != 0 || !strings.Contains(stdout, "compare out: 5200 elements equal") {
		t.Errorf("exit code %d, output %q, errors %q", code, stdout, stderr)
	}
}

func TestFlagsThatContradictEachOtherAreErrors(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"--device=cuda --level=llvm", "give one of them"},
		{"--device=cuda --level=strict", "give one of them"},
		{"--compare", "--compare needs --device or --level=llvm"},
		{"--device=tpu", "expected cuda"},
		{"--emit=go", "tile-compile writes several"},
	} {
		if code, _, stderr := execute(double, strings.Fields(tt.args)...); code != 1 || !strings.Contains(stderr, tt.want) {
			t.Errorf("%s: exit code %d, errors %q", tt.args, code, stderr)
		}
	}
}
