package symboldce_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/differential"
	"github.com/girih-ir/girih/internal/irgen"
	"github.com/girih-ir/girih/lowering/transforms/symboldce"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/tools/opt"
)

// tileOpt runs tile-opt with the pass.
var tileOpt = opt.Config{Name: "tile-opt", Dialects: registry.All(), Passes: []*pass.Pass{symboldce.Pass}}.Run

// TestErasesWhatMlirOptErases has no operations that may be symbol tables, which both mlir-opt and this pass reject.
func TestErasesWhatMlirOptErases(t *testing.T) {
	for name, opts := range map[string]irgen.Options{
		"executable": irgen.Executable(),
		"symbols":    {Functions: 8, Ops: 10, Features: irgen.Structured | irgen.Calls | irgen.Symbols | irgen.Attributes},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			differential.Compare(t, differential.Config{
				Ours:     tileOpt,
				Flags:    []string{"--symbol-dce"},
				Programs: differential.Generated(opts),
				Seeds:    100,
			})
		})
	}
}

func TestRefusesWhatItCannotSeeThrough(t *testing.T) {
	tests := []struct{ name, flags, source, want string }{
		{"an operation that may be a symbol table", "--symbol-dce",
			`"test.table"() ({ "test.inner"() : () -> () }) : () -> ()`,
			"error: operation contains potentially unknown symbol table, meaning that we can't reliable compute symbol uses"},
		{"an operation that is none", "--pass-pipeline=builtin.module(func.func(symbol-dce))", "func.func @f() { return }",
			"error: 'func.func' op  was scheduled to run under SymbolDCE, but does not define a symbol table"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, stderr, code := tileOpt([]string{"--allow-unregistered-dialect", tt.flags}, []byte(tt.source))
			if code != 1 || !strings.Contains(string(stderr), tt.want) {
				t.Errorf("exit code %d, %s", code, stderr)
			}
		})
	}
}
