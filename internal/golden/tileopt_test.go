package golden_test

import (
	"bytes"
	"errors"
	"os"
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

// The golden files are the output of mlir-opt. Tests of package golden compare them with an installed mlir-opt.
func TestTileOptPrintsWhatMlirOptPrints(t *testing.T) {
	Run(t, os.DirFS(corpus), func(input []byte, mode Mode) ([]byte, error) {
		code, stdout, stderr := tool(input, append(InputFlags(), mode.Flags()...)...)
		if code != 0 {
			return nil, errors.New(string(stderr))
		}
		return stdout, nil
	})
}

// The output must read back and print the same.
func TestTileOptReadsWhatItPrints(t *testing.T) {
	for c, err := range Cases(os.DirFS(corpus)) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Mode != Pretty && c.Mode != Generic {
			continue // locations have the file's name and the lines of the input
		}
		t.Run(c.Name(), func(t *testing.T) {
			t.Parallel()
			code, stdout, stderr := tool(c.Want, append(InputFlags(), c.Mode.Flags()...)...)
			if code != 0 {
				t.Fatalf("%s", stderr)
			}
			if d := Diff(c.Want, stdout); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestTileOptEmitsExactlyTheExpectedDiagnostics(t *testing.T) {
	for c, err := range Diagnostics(os.DirFS(corpus)) {
		if err != nil {
			t.Fatal(err)
		}
		t.Run(c.Path, func(t *testing.T) {
			t.Parallel()
			code, _, stderr := tool(c.Input, append(InputFlags(), c.Flag)...)
			if code != 0 {
				t.Errorf("%s", stderr)
			}
		})
	}
}

// Without --verify-diagnostics, every module that expects an error must fail with a message that shows its position.
func TestInvalidModulesFailWithAPositionAndACaret(t *testing.T) {
	for c, err := range Diagnostics(os.DirFS(corpus)) {
		if err != nil {
			t.Fatal(err)
		}
		for i, module := range strings.Split(string(c.Input), "\n// -----") {
			code, stdout, stderr := tool([]byte(module), "--allow-unregistered-dialect", "-")
			if code != 1 || len(stdout) > 0 {
				t.Errorf("%s, module %d: exit code %d, printed %q", c.Path, i+1, code, stdout)
			}
			if text := string(stderr); !strings.HasPrefix(text, "<stdin>:") || !strings.Contains(text, "^\n") {
				t.Errorf("%s, module %d: no position or caret in %q", c.Path, i+1, text)
			}
		}
	}
}
