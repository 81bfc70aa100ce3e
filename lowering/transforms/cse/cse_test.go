package cse_test

import (
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/differential"
	"github.com/girih-ir/girih/internal/irgen"
	passes "github.com/girih-ir/girih/lowering/registry"
	"github.com/girih-ir/girih/tools/opt"
)

var tileOpt = opt.Config{Name: "tile-opt", Dialects: registry.All(), Passes: passes.Passes()}.Run

func TestLeavesWhatMLIROptLeaves(t *testing.T) {
	executable, everything := irgen.Executable(), irgen.Everything()
	everything.Stable = true
	for name, o := range map[string]irgen.Options{"executable": executable, "everything": everything} {
		t.Run(name, func(t *testing.T) {
			differential.Compare(t, differential.Config{Ours: tileOpt, Flags: []string{"--cse"},
				Programs: differential.Generated(o), Seeds: 300})
		})
	}
}
