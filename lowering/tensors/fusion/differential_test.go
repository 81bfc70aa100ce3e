package fusion_test

import (
	"bytes"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/internal/tensorgen"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/tensors/fusion"
	"github.com/girih-ir/girih/pass"
)

// fuse runs the pass, and returns a function of the resulting module.
func fuse(t *testing.T, module *ir.Operation, name, target string) fn.Func {
	t.Helper()
	p := pass.NewPipeline("builtin.module").AddWith(fusion.Pass, &fusion.Options{Target: target})
	before := text.Print(module, text.Options{})
	if err := p.Run(t.Context(), module, pass.RunOptions{Verify: true}); err != nil {
		t.Fatalf("%v\n%s\n%s", err, before, text.Print(module, text.Options{}))
	}
	f, _ := fn.AsFunc(ir.LookupSymbol(module, name))
	return f
}

// TestFusedProgramsComputeWhatTheirPrimitivesDo compares fused programs with their primitives executed one by one.
// Results must have the same bits, and errors must be the same.
func TestFusedProgramsComputeWhatTheirPrimitivesDo(t *testing.T) {
	ctx := registry.NewContext()
	regions, compared, programs := 0, 0, longtest.Count(30, 600)
	for seed := range uint64(programs) {
		module, args := tensorgen.Generate(ctx, seed)
		if err := ir.Verify(module, nil); err != nil {
			t.Fatal(seed, err)
		}
		before := text.Print(module, text.Options{})
		f, _ := fn.AsFunc(ir.LookupSymbol(module, "f"))
		want, wantErr := tensors.Run(t.Context(), f, args, tensors.Options{})
		f = fuse(t, module, "f", []string{"cpu", "gpu"}[seed%2])
		for op := range module.Region(0).Entry().Ops() {
			if op.Attr("prim.region") != nil {
				regions++
			}
		}
		program := tensors.NewProgram(f)
		for range 2 { // the second time with memory that has been used
			got, err := program.Run(t.Context(), args, tensors.Options{})
			if (err == nil) != (wantErr == nil) {
				t.Fatalf("seed %d: error %v, want %v\n%s\n%s", seed, err, wantErr, before, text.Print(module, text.Options{}))
			}
			for i, w := range want {
				compared++
				if !bytes.Equal(got[i].Bytes(), w.Bytes()) {
					t.Fatalf("seed %d: result %d is\n%v, want\n%v\n%s\n%s", seed, i, got[i], w, before,
						text.Print(module, text.Options{}))
				}
			}
		}
	}
	if regions < programs || compared < 10*programs {
		t.Errorf("%d programs had only %d regions, and %d results were compared", programs, regions, compared)
	}
}
