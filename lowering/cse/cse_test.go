package cse_test

import (
	"bytes"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/lit/differential"
	"github.com/girih-ir/girih/lit/irgen"
	passes "github.com/girih-ir/girih/lowering/registry"
	"github.com/girih-ir/girih/tools/opt"
)

func tileOpt(args []string, input []byte) ([]byte, []byte, int) {
	var stdout, stderr bytes.Buffer
	code := opt.Main(opt.Config{Name: "tile-opt", Dialects: registry.All(), Passes: passes.Passes()}, args,
		bytes.NewReader(input), &stdout, &stderr)
	return stdout.Bytes(), stderr.Bytes(), code
}

func TestLeavesWhatMLIROptLeaves(t *testing.T) {
	executable, everything := irgen.Executable(), irgen.Everything()
	everything.Stable = true
	for name, o := range map[string]irgen.Options{"executable": executable, "everything": everything} {
		t.Run(name, func(t *testing.T) {
			differential.Compare(t, differential.Config{Ours: tileOpt, Flags: []string{"--cse"}, Programs: differential.Generated(o), Seeds: 300})
		})
	}
}
