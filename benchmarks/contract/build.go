package main

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/internal/einsums"
)

// choice is a way to compile a contraction. Shape is the shape of a tile; if it is nil, the compiler chooses. Warps are
// those of a block. With Few, there are only as many programs as the GPU runs at the same time, instead of one per
// tile. Stages says when separate kernels copy the operands before or add up partial sums afterwards; "" means "auto".
// Alternate and Cells are options of the pass gpu-prefetch-tiles (package lowering/layouts/prefetch): the first is for
// products whose factors go through registers, the second for those whose factors are copied to shared memory
// asynchronously. With both, each cell has its own code. Parts is the number of blocks of a cluster that share each
// tile; 0 stands for 1.
type choice struct {
	Shape     []int64
	Warps     int
	Few       bool
	Stages    string
	Alternate bool
	Cells     int
	Parts     int
}

func (c choice) String() string {
	text := "default tiles"
	if c.Shape != nil {
		text = fmt.Sprintf("%dx%dx%d", c.Shape[0], c.Shape[1], c.Shape[2])
	}
	if text += fmt.Sprintf(", %d warps", c.Warps); c.Few {
		text += ", few programs"
	}
	if c.Stages != "" {
		text += ", stages " + c.Stages
	}
	switch {
	case c.Cells > 0 && c.Alternate:
		text += fmt.Sprintf(", %d cells in turns", c.Cells)
	case c.Cells > 0:
		text += fmt.Sprintf(", %d cells", c.Cells)
	case c.Alternate:
		text += ", two places"
	}
	if c.Parts > 1 {
		text += fmt.Sprintf(", %d blocks", c.Parts)
	}
	return text
}

// choices are the ways to try, by the type of the factors.
var choices = map[string][]choice{
	"f16": append(sized([]choice{{Warps: 4}, {Warps: 8}, {Warps: 8, Few: true}, {Warps: 8, Stages: "never"}},
		[]int64{128, 128, 64, 8}, []int64{128, 128, 64, 4}, []int64{128, 256, 64, 8}, []int64{128, 64, 64, 4},
		[]int64{256, 64, 64, 8}, []int64{64, 64, 64, 4}, []int64{64, 64, 128, 4}, []int64{64, 128, 64, 4},
		[]int64{128, 64, 128, 4}, []int64{64, 128, 128, 8}, []int64{128, 128, 128, 8}),
		choice{Shape: []int64{128, 256, 64}, Warps: 8, Few: true}, choice{Shape: []int64{128, 64, 64}, Warps: 4, Few: true},
		choice{Shape: []int64{64, 128, 128}, Warps: 4, Few: true},
		choice{Shape: []int64{128, 128, 64}, Warps: 8, Stages: "never"}, choice{Warps: 8, Few: true, Stages: "always"}),
	"f32": {{Warps: 4}, {Warps: 8}, {Warps: 4, Stages: "never"},
		{Warps: 4, Shape: []int64{64, 64, 8}, Alternate: true, Cells: 1},
		{Warps: 4, Shape: []int64{128, 64, 8}, Alternate: true, Cells: 1}, {Warps: 4, Shape: []int64{128, 64, 8}, Cells: 3},
		{Warps: 8, Shape: []int64{128, 128, 8}, Alternate: true, Cells: 1},
		{Warps: 4, Shape: []int64{128, 128, 8}, Cells: 3}, {Warps: 8, Shape: []int64{256, 128, 8}, Cells: 3}},
	"f64": {{Warps: 4}, {Warps: 4, Stages: "never"}, {Warps: 4, Shape: []int64{64, 64, 8}, Cells: 1},
		{Warps: 4, Shape: []int64{64, 64, 8}}, {Warps: 4, Shape: []int64{64, 64, 8}, Cells: 4},
		{Warps: 4, Shape: []int64{64, 64, 16}}, {Warps: 4, Shape: []int64{64, 64, 32}},
		{Warps: 4, Shape: []int64{64, 128, 16}}, {Warps: 4, Shape: []int64{128, 64, 16}},
		{Warps: 4, Shape: []int64{128, 64, 8}, Cells: 4}, {Warps: 4, Shape: []int64{128, 64, 24}}},
}

// sized adds choices with the given sizes: the rows and columns of a tile, its contracted dimension, and the number of
// warps.
func sized(list []choice, sizes ...[]int64) []choice {
	for _, n := range sizes {
		list = append(list, choice{Shape: n[:3], Warps: int(n[3])})
	}
	return list
}

// built is a compiled contraction.
type built struct {
	*problem
	choice   choice
	compiled chan struct{} // closed when the fields below are set
	build    *girih.Build
	took     time.Duration // to compile
	lowered  time.Duration // the part of took until the program of one thread is ready, with its tables
	road     string
	err      error
}

// compileAll compiles contractions in parallel. It does not wait for them: the channel of each is closed when it is
// compiled.
func compileAll(ctx context.Context, list []*built) {
	for _, b := range list {
		b.compiled = make(chan struct{})
	}
	turn := make(chan struct{}, runtime.NumCPU())
	go func() {
		for _, b := range list {
			turn <- struct{}{}
			go func() {
				b.err = b.compile(ctx)
				close(b.compiled)
				<-turn
			}()
		}
	}()
}

// source returns the kernel of a problem for a choice.
func (p *problem) source(c choice) string {
	o := einsums.Options{Facts: "{tile.divisibility = 16 : i32}", Extra: `programs = "each"`}
	if c.Few {
		o.Extra = `programs = "few"`
	}
	if c.Shape != nil {
		o.Extra += fmt.Sprintf(", shape = array<i64: %d, %d, %d>", c.Shape[0], c.Shape[1], c.Shape[2])
	}
	return p.Kernel(p.Types, o)
}

func (b *built) compile(ctx context.Context) error {
	start := time.Now()
	module, err := girih.Parse("contraction.mlir", []byte(b.source(b.choice)))
	if err != nil {
		return err
	}
	o := girih.CompileOptions{NumWarps: b.choice.Warps, SM: 90, ArchSpecific: true, Remarks: true,
		Stages: b.choice.Stages, Alternate: b.choice.Alternate, Cells: b.choice.Cells, Parts: b.choice.Parts}
	if o.Stages == "" {
		o.Stages = "auto"
	}
	program, err := module.Compile(ctx, o)
	if err != nil {
		return err
	}
	b.lowered = time.Since(start)
	for i, r := range program.Remarks() {
		if i == 0 {
			b.road = r.Message
		}
	}
	b.build, err = program.Build(ctx, girih.BuildOptions{Target: "sm_90a"})
	b.took = time.Since(start)
	return err
}
