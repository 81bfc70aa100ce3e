package kernelfile_test

import (
	"errors"
	"flag"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/tools/kernelfile"
	"github.com/girih-ir/girih/ir/text"
)

const goSource = `package rows

import "github.com/girih-ir/girih/kernel"

type rows = kernel.Array2[float32]

// Double doubles.
//
//girih:launch block=128 warps=2
func Double(x, y rows, block kernel.Const) {
	row, j := kernel.Program(0), kernel.Range(block)
	y.Store(row, j, 2*x.Load(row, j, kernel.Else(0)))
}

func Copy[T kernel.Number](x, y kernel.Array1[T]) {
	i := kernel.Range(32)
	y.Store(i, x.Load(i))
}
`

const tileSource = `module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @one() {
    tile.return
  }
  tile.kernel @two() {
    tile.return
  }
}
`

const tritonSource = `module {
  tt.func public @copy(%x: !tt.ptr<f32>) {
    tt.return
  }
}
`

// read writes a file and reads it with flags.
func read(t *testing.T, name, source string, args ...string) (*kernelfile.File, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	var o kernelfile.Options
	set := flag.NewFlagSet("tool", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	o.RegisterKernel(set)
	o.RegisterSet(set)
	if err := set.Parse(args); err != nil {
		return nil, err
	}
	return o.Read(file, nil)
}

func TestReadsGoTileTextAndTritonsIR(t *testing.T) {
	for _, c := range []struct {
		name, source, args string
		want               string // in the module
		kernels            string
		warps              int
	}{
		{"k.go", goSource, "", "tile.kernel @Double", "Double Copy", 2},
		{"k.go", goSource, "--set=block=256 --set=warps=8", "1x256xf32", "Double Copy", 8},
		{"k.go", goSource, "--kernel=Copy", "32xf32", "Double Copy", 0},
		{"k.go", goSource, "--kernel=Copy --set=T=kernel.Float16", "32xf16", "Double Copy", 0},
		{"k.mlir", tileSource, "", "tile.kernel @two", "one two", 0},
		{"k.ttir", tritonSource, "", "tile.kernel @copy", "copy", 0},
	} {
		f, err := read(t, c.name, c.source, strings.Fields(c.args)...)
		if err != nil {
			t.Errorf("%s %s: %v", c.name, c.args, err)
			continue
		}
		printed := string(text.Print(f.Module.Operation(), text.Options{}))
		if !strings.Contains(printed, c.want) || strings.Join(f.Kernels, " ") != c.kernels || f.Warps != c.warps {
			t.Errorf("%s %s: kernels %q, warps %d, no %q in\n%s", c.name, c.args, f.Kernels, f.Warps, c.want, printed)
		}
	}
}

// Facts about arrays that only a launch knows are not promised here.
func TestArraysOfGoAreDivisibleOnlyIfSomebodySaysSo(t *testing.T) {
	for args, want := range map[string]bool{"": false, "--set=divisible=16": true} {
		f, err := read(t, "k.go", goSource, strings.Fields(args)...)
		if err != nil {
			t.Fatal(err)
		}
		printed := string(text.Print(f.Module.Operation(), text.Options{}))
		if strings.Contains(printed, "tile.divisib") != want {
			t.Errorf("%q:\n%s", args, printed)
		}
	}
}

func TestErrorsNameTheFileAndWhatThereIs(t *testing.T) {
	for _, c := range []struct{ name, source, args, want string }{
		{"k.go", goSource, "--kernel=Triple", "k.go has no kernel Triple: choose one of Double, Copy"},
		{"k.go", goSource, "--set=size=3", `Double has no type parameter and no constant "size"`},
		{"k.go", goSource, "--set=block", "expected NAME=VALUE"},
		{"k.go", "package p\n", "", "k.go has no kernel"},
		{"k.go", "package p\nfunc {", "", "k.go:2:6: "},
		{"k.mlir", tileSource, "--set=size=3", "--set is for kernels in Go"},
		{"k.mlir", "tile.bogus", "", "k.mlir:1:1: "},
	} {
		_, err := read(t, c.name, c.source, strings.Fields(c.args)...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: error %v, want %s", c.name, c.args, err, c.want)
		}
	}
	if _, err := new(kernelfile.Options).Read("no/such/file.go", nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
	if _, err := new(kernelfile.Options).Read("no/such/file.mlir", nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

func TestKeepRemovesOtherKernels(t *testing.T) {
	f, err := read(t, "k.mlir", tileSource)
	if err != nil {
		t.Fatal(err)
	}
	if err := kernelfile.Keep(f.Module, "k.mlir", "three"); err == nil ||
		err.Error() != "k.mlir has no kernel three: choose one of one, two" {
		t.Errorf("error %v", err)
	}
	if err := kernelfile.Keep(f.Module, "k.mlir", "two"); err != nil || strings.Join(f.Module.Kernels(), " ") != "two" {
		t.Errorf("%v, error %v", f.Module.Kernels(), err)
	}
}
