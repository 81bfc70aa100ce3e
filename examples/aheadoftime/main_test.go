package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/tools/gen"
	"github.com/girih-ir/girih/kernel"
	"github.com/girih-ir/girih/kernel/launch"
)

func TestTheExampleRuns(t *testing.T) {
	if err := run(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestGeneratedFilesBelongToTheKernels(t *testing.T) {
	var errs strings.Builder
	if code := gen.Main(t.Context(), []string{"--check", "."}, nil, os.Stdout, &errs); code != 0 {
		t.Error(errs.String())
	}
}

func TestKernelsCompiledAheadOfTimeCompute(t *testing.T) {
	d, err := launch.Open("")
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for _, n := range []int{5, 4096} {
		halves := make([]kernel.Float16, n)
		for i := range halves {
			halves[i] = kernel.Float16(i % 100)
		}
		x, err := launch.Upload(d, halves)
		if err != nil {
			t.Fatal(err)
		}
		y, err := launch.Empty[kernel.Float16](d, n)
		if err != nil {
			t.Fatal(err)
		}
		if err := ScaleHalf(t.Context(), d.Stream(), launch.Grid{2}, x, y, 0.5); err != nil {
			t.Fatal(err)
		}
		got := make([]kernel.Float16, n)
		if err := y.Download(t.Context(), got); err != nil {
			t.Fatal(err)
		}
		for i := range halves {
			halves[i] *= 0.5
		}
		if !slices.Equal(got, halves) {
			t.Error(n, got[:5])
		}
	}
}
