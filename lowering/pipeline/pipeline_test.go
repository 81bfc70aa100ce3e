package pipeline_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	dialects "github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/pipeline"
	"github.com/girih-ir/girih/lowering/registry"
	"github.com/girih-ir/girih/pass"
)

var passes = &pass.Registry{Passes: registry.Passes(), Pipelines: registry.Pipelines()}

// A printed pipeline, as from --dump-pass-pipeline, parses to the same pipeline. The named pipeline is the same, too.
func TestPipelinesReadAsTheyPrint(t *testing.T) {
	for _, o := range []pipeline.Options{
		{}, {NumWarps: 8, SM: 90}, {SharedMemory: 1 << 16, AllowSpills: true, CheckConvergence: true},
	} {
		for _, level := range []pipeline.Level{pipeline.Loose, pipeline.Strict, pipeline.Layouts, pipeline.Threads} {
			want := pipeline.New(level, o).String()
			parsed, err := passes.Parse(want, dialects.NewContext())
			if err != nil {
				t.Fatalf("%v\n%s", err, want)
			}
			if got := parsed.String(); got != want {
				t.Errorf("\n%s\nprints, read again, as\n%s", want, got)
			}
			if level == pipeline.Loose {
				continue
			}
			named := pass.NewPipeline("builtin.module")
			text := fmt.Sprintf("to=%s shared-memory=%d allow-spills=%t check-convergence=%t", level, o.SharedMemory,
				o.AllowSpills, o.CheckConvergence)
			if o.NumWarps != 0 {
				text += fmt.Sprintf(" num-warps=%d sm=%d", o.NumWarps, o.SM)
			}
			if err := passes.Append(named, pipeline.TileToGPU.Name, text); err != nil {
				t.Fatal(err)
			}
			if got := named.String(); got != want {
				t.Errorf("tile-to-gpu{%s} is\n%s\nbut the compiler has\n%s", text, got, want)
			}
		}
	}
}

func TestLevelsReadAsTheyPrint(t *testing.T) {
	for _, level := range []pipeline.Level{pipeline.Loose, pipeline.Strict, pipeline.Layouts, pipeline.Threads} {
		if got, err := pipeline.ParseLevel(level.String()); err != nil || got != level {
			t.Errorf("ParseLevel(%q) = %v, %v", level, got, err)
		}
	}
	if _, err := pipeline.ParseLevel("ptx"); err == nil ||
		!strings.Contains(err.Error(), "loose, strict, layouts or llvm") {
		t.Errorf("ParseLevel of no level: %v", err)
	}
}

func ExampleNew() {
	module, err := text.ParseString(dialects.NewContext(), `
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @double(%p: !tile.ptr<f32>) {
    %two = tile.literal 2
    %x = tile.load %p : !tile.ptr<f32>
    %y = tile.mul %x, %two : f32, !tile.literal<int> -> f32
    tile.store %p, %y : !tile.ptr<f32>, f32
    tile.return
  }
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := pipeline.New(pipeline.Strict, pipeline.Options{})
	if err := p.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(text.Print(module, text.Options{})))
	// Output:
	// module attributes {tile.semantics = #tile.semantics<triton>} {
	//   tile.kernel @double(%arg0: !tile.ptr<f32>) {
	//     %0 = tile.load %arg0 : !tile.ptr<f32>
	//     %cst = arith.constant 2.000000e+00 : f32
	//     %1 = arith.mulf %0, %cst : f32
	//     tile.store %arg0, %1 : !tile.ptr<f32>, f32
	//     tile.return
	//   }
	// }
}
