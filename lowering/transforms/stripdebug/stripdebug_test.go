package stripdebug_test

import (
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/differential"
	"github.com/girih-ir/girih/internal/irgen"
	"github.com/girih-ir/girih/lowering/transforms/stripdebug"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/tools/opt"
)

// tileOpt runs tile-opt with the pass.
var tileOpt = opt.Config{Name: "tile-opt", Dialects: registry.All(), Passes: []*pass.Pass{stripdebug.Pass}}.Run

func TestPrintsTheLocationsThatMlirOptPrints(t *testing.T) {
	opts := irgen.Everything()
	opts.Stable = true
	differential.Compare(t, differential.Config{
		Ours:     tileOpt,
		Flags:    []string{"--strip-debuginfo", "--mlir-print-debuginfo"},
		Programs: differential.Generated(opts),
		Seeds:    50,
	})
}
