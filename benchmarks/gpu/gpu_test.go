package main

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/internal/longtest"
)

func TestEveryKernelCompilesAndTakesItsArguments(t *testing.T) {
	for _, k := range kernels {
		for _, w := range warps {
			p, err := lower(context.Background(), k.name, w)
			if err != nil {
				t.Fatalf("%s: %v", k.name, err)
			}
			m, err := p.Manifest()
			if err != nil {
				t.Fatal(err)
			}
			for _, one := range k.problems {
				if want := len(one.inputs) + 1 + len(one.numbers); len(m.Kernels[0].Arguments) != want {
					t.Errorf("%s %s passes %d arguments, the kernel has %d", k.name, one.name, want,
						len(m.Kernels[0].Arguments))
				}
			}
			if _, err := p.LLVMIR(llvmir.Typed); err != nil {
				t.Errorf("%s: %v", k.name, err)
			}
		}
	}
}

func TestKernelsThatAreExamplesAreTheExamples(t *testing.T) {
	for _, name := range []string{"vector_add.mlir", "softmax.mlir"} {
		mine, err := sources.ReadFile("kernels/" + name)
		if err != nil {
			t.Fatal(err)
		}
		example, err := os.ReadFile(filepath.Join("../../examples", name))
		if err != nil {
			t.Fatal(err)
		}
		if string(mine) != string(example) {
			t.Errorf("kernels/%s differs from examples/%[1]s: copy it", name)
		}
	}
}

// A comparison that accepts everything would prove nothing.
func TestCompareTellsRightFromWrong(t *testing.T) {
	for _, k := range kernels {
		for _, p := range k.problems {
			right := make([]float32, len(p.want))
			for i, w := range p.want {
				right[i] = float32(w)
			}
			if _, ok := compare(k.name, right, p.want); !ok {
				t.Errorf("%s %s: the reference itself is wrong", k.name, p.name)
			}
			for _, off := range []float32{float32(math.NaN()), float32(math.Inf(1)), right[0] * 1.0001, right[0] + 1} {
				wrong := append([]float32{off}, right[1:]...)
				if _, ok := compare(k.name, wrong, p.want); ok && off != right[0] && !strings.HasSuffix(k.name, "_sum") {
					t.Errorf("%s %s: %v passes for %v", k.name, p.name, off, right[0])
				}
			}
		}
	}
}

func TestRecordShowsFailures(t *testing.T) {
	r := &Record{Device: "D", Results: []Result{
		{Kernel: "a", Compiler: "c", Warps: 4, Problem: "n=1", MaxError: 0.5, OK: true},
		{Kernel: "a", Compiler: "c", Warps: 4, Problem: "n=2", MaxError: 9, OK: false},
		{Kernel: "b", Compiler: "c", Warps: 4, Error: "no such kernel"},
	}}
	page := r.markdown()
	for _, want := range []string{"| a | c | 4 | n=1, n=2 | 9.00 | **wrong** |", "no such kernel"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	if err := r.failure(); err == nil || !strings.Contains(err.Error(), "a n=2") ||
		!strings.Contains(err.Error(), "no such kernel") {
		t.Errorf("failure %v", err)
	}
}

func TestPreparedImagesAreReadBack(t *testing.T) {
	longtest.Only(t, "compiles every kernel with every compiler")
	if len(compilers(context.Background())) == 0 {
		t.Skip("no compiler for PTX is installed (Debian: llvm-22)")
	}
	dir := t.TempDir()
	if err := prepareAll(context.Background(), dir, "sm_90"); err != nil {
		t.Fatal(err)
	}
	images, err := readPrepared(dir)
	if err != nil {
		t.Fatal(err)
	}
	if want := len(kernels) * len(warps); len(images) == 0 || len(images)%want != 0 {
		t.Errorf("%d images, want a multiple of %d", len(images), want)
	}
	for _, one := range images {
		if !strings.Contains(one.PTX, ".entry "+one.Manifest.Entry) {
			t.Errorf("%s by %s: no entry in the PTX", one.Kernel, one.Compiler)
		}
	}
}
