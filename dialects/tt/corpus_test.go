package tt_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// asTriton has the printer options that Triton uses.
var asTriton = text.Options{DebugInfo: true, NameLocAsPrefix: true}

func TestWhatTritonPrintedIsReadVerifiedAndPrintedUnchanged(t *testing.T) {
	files, err := filepath.Glob("../../benchmarks/triton/recorded/*/*.ttir")
	if err != nil || len(files) < 100 {
		t.Fatalf("found %d files: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(filepath.Dir(file))+"/"+filepath.Base(file), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			module := parse(t, string(want))
			if err := ir.Verify(module, nil); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(text.Print(module, asTriton))); diff != "" {
				t.Error(diff)
			}
			for _, opts := range []text.Options{{}, {Generic: true}, {Generic: true, DebugInfo: true}} {
				first := text.Print(module, opts)
				if diff := cmp.Diff(string(first), string(text.Print(parse(t, string(first)), opts))); diff != "" {
					t.Errorf("with %+v: %s", opts, diff)
				}
			}
		})
	}
}

func parse(t *testing.T, source string) *ir.Operation {
	t.Helper()
	src := &ir.Source{Name: "module.mlir", Text: []byte(source)}
	module, err := text.Parse(registry.NewContext(), src, text.ParseOptions{KeepNames: true})
	if err != nil {
		t.Fatal(err)
	}
	return module
}
