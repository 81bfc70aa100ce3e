package main

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// Blocks share the last of three tiles: with a bias, with numbers of i8 and of fp8 that are scaled, with tiles of f32,
// and in a batch. The simulator runs half as many blocks as there are tiles.
func TestKernelsShareTheirLastTiles(t *testing.T) {
	for _, c := range []struct {
		of  example
		set string
	}{
		{persistentExample, "m=129,n=64,k=264,programs=2"},
		{persistentExample, "m=300,n=260,k=330,tilem=128,tilen=256,warps=8,programs=5"},
		{int8Example, "m=300,n=64,k=520"}, {fp8Example, "m=300,n=7,k=520"}, {tf32Example, "m=300,n=8,k=264,tilen=256"},
		{batchedExample, "n=3,rows=60,columns=56,k=264"},
	} {
		t.Run(c.of.name+" "+c.set, func(t *testing.T) {
			t.Parallel()
			s, err := c.of.small.with(c.set)
			if err != nil {
				t.Fatal(err)
			}
			p, err := c.of.problem(s)
			if err != nil {
				t.Fatal(err)
			}
			p.options.Tail, p.options.Persistent, p.options.Remarks = "always", "always", true
			program, err := p.compile(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			shares := false
			for _, remark := range program.Remarks() {
				shares = shares || strings.Contains(remark.Error(), "shares the programs of the last round")
			}
			counts := program.Operation().Collect(func(op *ir.Operation) bool { return op.Is(&llvm.AtomicRMW) })
			if !shares || len(counts) != 1 {
				t.Errorf("%d counters: %v", len(counts), program.Remarks())
			}
			fits(t, program)
			if err = p.simulate(t.Context(), program, 1); err == nil {
				_, err = p.check()
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}
