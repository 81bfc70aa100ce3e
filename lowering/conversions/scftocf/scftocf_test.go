package scftocf_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/differential"
	"github.com/girih-ir/girih/internal/irgen"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/conversions/scftocf"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/tools/opt"
)

var tileOpt = opt.Config{Name: "tile-opt", Dialects: registry.All(), Passes: []*pass.Pass{scftocf.Pass}}.Run

func TestControlFlowIsTheOneThatMlirOptMakes(t *testing.T) {
	for name, c := range map[string]struct {
		features irgen.Feature
		flags    []string
	}{
		"structured": {irgen.Structured | irgen.Branches | irgen.Calls,
			[]string{"--mlir-print-debuginfo", "--mlir-print-local-scope"}},
		// The locations of block arguments differ from mlir-opt, which replaces values late and still uses the location
		// of an induction variable whose loop has been converted.
		"parallel": {irgen.Structured | irgen.Parallel | irgen.Unregistered, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opts := irgen.Options{Features: c.features, Stable: true, Ops: 40, Depth: 5}
			differential.Compare(t, differential.Config{
				Ours:     tileOpt,
				Flags:    append(c.flags, "--convert-scf-to-cf"),
				Programs: differential.Generated(opts),
				Seeds:    200,
			})
		})
	}
}

func TestSharedOutputsAreRefusedAndTheProgramIsLeftAlone(t *testing.T) {
	const source = `func.func @f(%t: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  scf.if %c {
  }
  %0 = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
    }
  }
  return %0 : tensor<4xf32>
}`
	ctx := registry.NewContext()
	m, err := text.ParseString(ctx, source)
	if err != nil {
		t.Fatal(err)
	}
	before := string(text.Print(m, text.Options{}))
	err = scftocf.Pass.Run(&pass.Context{Context: t.Context()}, m)
	if err == nil || !strings.Contains(err.Error(), "failed to legalize operation 'scf.forall'") {
		t.Fatalf("error %v", err)
	}
	var d *ir.Diagnostic
	if !asDiagnostic(err, &d) || len(d.Notes) == 0 || !strings.Contains(d.Notes[0].Message, "bufferized first") {
		t.Errorf("no note says why: %v", err)
	}
	if after := string(text.Print(m, text.Options{})); after != before {
		t.Errorf("the program changed:\n%s", after)
	}
}

func asDiagnostic(err error, d **ir.Diagnostic) bool {
	var ok bool
	*d, ok = err.(*ir.Diagnostic)
	return ok
}
