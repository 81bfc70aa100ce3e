package opt_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	passes "github.com/girih-ir/girih/lowering/registry"
	"github.com/girih-ir/girih/tools/opt"
)

// tool runs tile-opt in this process.
func tool(stdin []byte, args ...string) (code int, stdout, stderr []byte) {
	cfg := opt.Config{Name: "tile-opt", Dialects: registry.All(), Passes: passes.Passes()}
	var out, errs bytes.Buffer
	code = opt.Main(cfg, args, bytes.NewReader(stdin), &out, &errs)
	return code, out.Bytes(), errs.Bytes()
}

const (
	goodModule = "module {\n}\n"
	badModule  = "module {\n  arith.addi\n}\n"
)

// write puts a file into a new directory and returns its path.
func write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWrongCommandLinesAreRefusedWithTheReason(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "nowhere", "x.mlir")
	tests := map[string]struct {
		args []string
		want []string
	}{
		"unknown flag":       {[]string{"--bogus"}, []string{"bogus", "--help"}},
		"value of a switch":  {[]string{"--verify-each=maybe"}, []string{`"maybe"`, "verify-each"}},
		"value of a number":  {[]string{"--mlir-elide-elementsattrs-if-larger=x"}, []string{`"x"`, "elide"}},
		"mode":               {[]string{"--verify-diagnostics=some"}, []string{`"some"`, "all or only-expected"}},
		"flag without value": {[]string{"-o"}, []string{"needs an argument", "-o"}},
		"two inputs":         {[]string{"a.mlir", "b.mlir"}, []string{"too many input files", "a.mlir, b.mlir", "give one"}},
		"missing input":      {[]string{missing}, []string{missing, "no such file"}},
		"directory":          {[]string{t.TempDir()}, []string{"is a directory"}},
		"output nowhere": {[]string{"-o", missing},
			[]string{"cannot write " + missing, filepath.Dir(missing), "no such file"}},
		"unknown pass": {[]string{"--pass-pipeline=builtin.module(nothing)"}, []string{"'nothing'"}},
		"flags and pipeline": {[]string{"--pass-pipeline=builtin.module()", "--tile-promote"},
			[]string{"option can't be used with individual pass options"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := tool([]byte(goodModule), tt.args...)
			if code != 1 || len(stdout) > 0 {
				t.Errorf("exit code %d, printed %q", code, stdout)
			}
			for _, want := range append(tt.want, "tile-opt: ") {
				if !strings.Contains(string(stderr), want) {
					t.Errorf("no %q in %q", want, stderr)
				}
			}
		})
	}
}

func TestFlagsTakeOneOrTwoDashesBeforeOrAfterTheInput(t *testing.T) {
	path := write(t, "x.mlir", `"u.a"() : () -> ()`)
	for _, args := range [][]string{
		{"--allow-unregistered-dialect", "--mlir-print-op-generic", path},
		{"-allow-unregistered-dialect", path, "-mlir-print-op-generic"},
		{path, "--allow-unregistered-dialect=true", "-mlir-print-op-generic=true"},
	} {
		code, stdout, stderr := tool(nil, args...)
		if code != 0 || !strings.HasPrefix(string(stdout), `"builtin.module"() ({`) {
			t.Errorf("%q: exit code %d, printed %q and %q", args, code, stdout, stderr)
		}
	}
}

func TestHelpListsTheFlags(t *testing.T) {
	code, stdout, stderr := tool(nil, "--help")
	if code != 0 || len(stderr) > 0 {
		t.Errorf("exit code %d, %q", code, stderr)
	}
	for _, want := range []string{"split-input-file", "verify-diagnostics", "pass-pipeline", "tile-promote"} {
		if !strings.Contains(string(stdout), want) {
			t.Errorf("no %s in\n%s", want, stdout)
		}
	}
}

func TestShowDialectsListsThemAll(t *testing.T) {
	code, stdout, _ := tool(nil, "--show-dialects")
	if code != 0 {
		t.Errorf("exit code %d", code)
	}
	for _, d := range registry.All() {
		if !strings.Contains(string(stdout), d.Name) {
			t.Errorf("no %s in %q", d.Name, stdout)
		}
	}
}

func TestOutputFileHoldsWhatStandardOutputWould(t *testing.T) {
	in := write(t, "in.mlir", goodModule)
	for name, out := range map[string]string{
		"new file":      filepath.Join(t.TempDir(), "out.mlir"),
		"existing file": write(t, "out.mlir", "old"),
		"the input":     in,
	} {
		t.Run(name, func(t *testing.T) {
			_, want, _ := tool([]byte(goodModule))
			code, stdout, stderr := tool(nil, in, "-o", out)
			if code != 0 || len(stdout) > 0 || len(stderr) > 0 {
				t.Errorf("exit code %d, printed %q and %q", code, stdout, stderr)
			}
			got, err := os.ReadFile(out)
			if err != nil || string(got) != string(want) {
				t.Errorf("%v: got %q, want %q", err, got, want)
			}
		})
	}
}

func TestAnErrorLeavesTheOutputFileAsItWas(t *testing.T) {
	for name, input := range map[string]string{
		"syntax":              badModule,
		"verification":        "func.func @f() -> i32 {\n  return\n}\n",
		"second of two parts": goodModule + "// -----\n" + badModule,
		"first of two parts":  badModule + "// -----\n" + goodModule,
	} {
		t.Run(name, func(t *testing.T) {
			old := write(t, "out.mlir", "old")
			created := filepath.Join(t.TempDir(), "out.mlir")
			for _, out := range []string{old, created} {
				code, stdout, stderr := tool([]byte(input), "--split-input-file", "-o", out)
				if code != 1 || len(stdout) > 0 {
					t.Errorf("exit code %d, printed %q", code, stdout)
				}
				if !strings.Contains(string(stderr), "<stdin>:") || !strings.Contains(string(stderr), "^\n") {
					t.Errorf("no place in %q", stderr)
				}
			}
			if got, err := os.ReadFile(old); err != nil || string(got) != "old" {
				t.Errorf("%v: the file was changed to %q", err, got)
			}
			if _, err := os.Stat(created); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("a file was made: %v", err)
			}
			for _, out := range []string{old, created} {
				left, err := os.ReadDir(filepath.Dir(out))
				if err != nil || len(left) > 1 || len(left) == 1 && left[0].Name() != "out.mlir" {
					t.Errorf("files left behind: %v, %v", left, err)
				}
			}
		})
	}
}

// failingWriter is a closed or full standard output.
type failingWriter struct{}

var errFull = errors.New("no space left")

func (failingWriter) Write([]byte) (int, error) { return 0, errFull }

func TestAnOutputThatCannotBeWrittenIsAnError(t *testing.T) {
	var stderr strings.Builder
	cfg := opt.Config{Name: "tile-opt", Dialects: registry.All()}
	code := opt.Main(cfg, nil, strings.NewReader(goodModule), failingWriter{}, &stderr)
	if code != 1 || !strings.Contains(stderr.String(), errFull.Error()) {
		t.Errorf("exit code %d, %q", code, stderr.String())
	}
}

func TestVerifyDiagnosticsReportsWhatDiffers(t *testing.T) {
	tests := map[string]struct{ input, want string }{
		"missing":    {"// expected-error {{x}}\n" + goodModule, `expected error "x" was not produced`},
		"unexpected": {badModule, "unexpected error:"},
		"other line": {"// expected-error {{SSA operand}}\n" + badModule, "unexpected error:"},
		"other message": {"// expected-error@+2 {{something else}}\n" + badModule,
			`expected error "something else" was not produced`},
		"severity": {"// expected-warning@+2 {{expected SSA operand}}\n" + badModule,
			"'error' diagnostic emitted when expecting a 'warning'"},
		"regexp":      {"// expected-error-re@+2 {{expected {{[0-9]+}} operand}}\n" + badModule, "unexpected error:"},
		"open regexp": {"// expected-error-re@+2 {{expected {{[0-9]+ operand}}\n" + badModule, "no end"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := tool([]byte(tt.input), "--verify-diagnostics")
			if code != 1 || !strings.Contains(string(stderr), tt.want) {
				t.Errorf("exit code %d, printed %q, want %q in %q", code, stdout, tt.want, stderr)
			}
		})
	}
}

// Upstream's tests pipe the output of --verify-diagnostics to FileCheck.
func TestVerifyDiagnosticsPrintsWhatHasNoError(t *testing.T) {
	input := goodModule + "// -----\n// expected-error@+2 {{expected SSA operand}}\n" +
		badModule + "// -----\n" + goodModule
	code, stdout, stderr := tool([]byte(input), "--verify-diagnostics", "--split-input-file")
	if want := "module {\n}\n\n// -----\n// -----\nmodule {\n}\n\n"; code != 0 || string(stdout) != want {
		t.Errorf("exit code %d, printed %q, want %q; %s", code, stdout, want, stderr)
	}
}

func TestVerifyDiagnosticsAcceptsWhatIsExpected(t *testing.T) {
	for name, input := range map[string]string{
		"below":  "module {\n  // expected-error@below {{expected SSA operand}}\n  arith.addi\n}\n",
		"above":  "module {\n  arith.addi\n  // expected-error@above {{expected SSA operand}}\n}\n",
		"offset": "// expected-error@+2 {{expected SSA operand}}\n" + badModule,
		"same":   "arith.addi // expected-error {{expected SSA operand}}\n",
		"regexp": "// expected-error-re@+2 {{expected {{S+}}A operand}}\n" + badModule,
	} {
		t.Run(name, func(t *testing.T) {
			if code, _, stderr := tool([]byte(input), "--verify-diagnostics"); code != 0 {
				t.Errorf("%s", stderr)
			}
		})
	}
}

// For any text and comments, the tool ends with an exit code; if it is not 0, there is a message.
func FuzzVerifyDiagnostics(f *testing.F) {
	f.Add("// expected-error@+2 {{expected SSA operand}}\n" + badModule)
	f.Add("// expected-error-re@below {{{{.*}}}}\n// expected-note@unknown {{}}\n" + goodModule + "// -----\n" + badModule)
	f.Add("// expected-warning@+99999999999999999999 {{x}}\n// expected-error@-5 {{}}")
	f.Fuzz(func(t *testing.T, input string) {
		for _, flag := range []string{"--verify-diagnostics", "--verify-diagnostics=only-expected"} {
			code, _, stderr := tool([]byte(input), "--split-input-file", flag)
			if code != 0 && (code != 1 || len(stderr) == 0) {
				t.Errorf("%s: exit code %d, %q", flag, code, stderr)
			}
		}
	})
}
