package launch_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/girih-ir/girih/kernel"
	"github.com/girih-ir/girih/kernel/launch"
)

const parts = `package parts

import "github.com/girih-ir/girih/kernel"

// double takes x with any strides.
//
//girih:strided x
func double(x, y kernel.Array2[float32]) {
	row, j := kernel.Program(0), kernel.Range(4)
	y.Store(row, j, 2*x.Load(row, j))
}

// dense takes rows whose elements are contiguous.
func dense(x, y kernel.Array2[float32]) {
	row, j := kernel.Program(0), kernel.Range(4)
	y.Store(row, j, 2*x.Load(row, j))
}
`

// compileParts compiles a kernel of the source above.
func compileParts(t *testing.T, name string) *kernel.Kernel {
	t.Helper()
	k, err := kernel.Compile(fstest.MapFS{"parts.go": {Data: []byte(parts)}}, name, kernel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestPartsOfArraysAreTheirElements(t *testing.T) {
	d := open(t)
	x, err := launch.Upload(d, []float32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 4, 3)
	if err != nil {
		t.Fatal(err)
	}
	y, err := launch.Empty[float32](d, 3, 8)
	if err != nil {
		t.Fatal(err)
	}
	columns, err := x.Permute(1, 0)
	if err != nil {
		t.Fatal(err)
	}
	half, err := y.Slice(1, 4, 8)
	if err != nil {
		t.Fatal(err)
	}
	if err := compileParts(t, "double").Launch(t.Context(), d.Stream(), launch.Grid{3}, columns, half); err != nil {
		t.Fatal(err)
	}
	got, want := make([]float32, 12), []float32{0, 6, 12, 18, 2, 8, 14, 20, 4, 10, 16, 22}
	if err := half.Download(t.Context(), got); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestPartsThatDoNotFitAreRefused(t *testing.T) {
	d := open(t)
	x, err := launch.Upload(d, make([]float32, 16), 4, 4)
	if err != nil {
		t.Fatal(err)
	}
	columns, err := x.Permute(1, 0)
	if err != nil {
		t.Fatal(err)
	}
	y, err := launch.Empty[float32](d, 4, 4)
	if err != nil {
		t.Fatal(err)
	}
	upper, err := y.Slice(0, 0, 3)
	if err != nil {
		t.Fatal(err)
	}
	lower, err := y.Slice(0, 2, 4)
	if err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][2]any{
		"x of dense: its neighbors along the last dimension lie 4 elements apart": {columns, y},
		"y of dense: it is written and shares memory with x":                      {upper, lower},
	} {
		err := compileParts(t, "dense").Launch(t.Context(), d.Stream(), launch.Grid{2}, args[0], args[1])
		if !errors.Is(err, launch.ErrArgument) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if _, err := y.Slice(2, 0, 1); !errors.Is(err, launch.ErrArgument) {
		t.Error(err)
	}
	if _, err := y.Permute(0, 0); !errors.Is(err, launch.ErrArgument) {
		t.Error(err)
	}
}
