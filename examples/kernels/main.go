// Command kernels compiles the matrix product beside it for the GPU of the machine, runs it, checks elements of the
// result in float64, and says how fast it was:
//
//	go run ./examples/kernels -m 4096 -n 4096 -k 4096
//
// It needs an H100 or H200, and libNVVM or llc 22.
package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/ir/apfloat"
)

//go:embed matmul.mlir
var source []byte

// The tile of a program, and the warps that compute it.
const (
	tileM, tileN = 128, 256
	warps        = 8
)

func main() {
	m, n, k := flag.Int("m", 4096, "rows of a"), flag.Int("n", 4096, "columns of b"), flag.Int("k", 4096, "columns of a")
	flag.Parse()
	if *m < 1 || *n < 1 || *k < 1 || *n%8 != 0 || *k%8 != 0 {
		log.Fatalf("sizes are at least 1, and -n and -k multiples of 8, so that rows are aligned to 16 bytes; got %d, "+
			"%d, %d", *m, *n, *k)
	}
	if err := run(*m, *n, *k); err != nil {
		log.Fatal(err)
	}
}

func run(m, n, k int) error {
	build, err := compile(context.Background())
	if err != nil {
		return err
	}
	driver, err := cuda.Open()
	if err != nil {
		return err
	}
	device, err := driver.Device(0)
	if err != nil {
		return err
	}
	ctx, err := device.Context()
	if err != nil {
		return err
	}
	defer ctx.Close()
	program, err := build.Load(ctx)
	if err != nil {
		return err
	}
	defer program.Close()
	kernel, err := program.Kernel("matmul")
	if err != nil {
		return err
	}
	return measure(ctx, kernel, m, n, k)
}

// compile makes code for sm_90a.
func compile(ctx context.Context) (*girih.Build, error) {
	module, err := girih.Parse("matmul.mlir", source)
	if err != nil {
		return nil, err
	}
	program, err := module.Compile(ctx, girih.CompileOptions{NumWarps: warps, SM: 90, ArchSpecific: true})
	if err != nil {
		return nil, err
	}
	build, err := program.Build(ctx, girih.BuildOptions{Target: "sm_90a"})
	if err != nil {
		return nil, err
	}
	for _, w := range build.Warnings {
		fmt.Println("warning:", w)
	}
	fmt.Println("compiled by", build.Manifest.Compiler)
	return build, nil
}

// matrix is a matrix of f16 on the GPU, with its numbers.
type matrix struct {
	columns int
	numbers []float64
	buffer  *cuda.Buffer[uint16]
	array   *cuda.Array
}

// newMatrix uploads normally distributed numbers; those of the seed 0 are NaN, which the kernel has to overwrite.
func newMatrix(ctx *cuda.Context, rows, columns int, seed uint64) (*matrix, error) {
	x := &matrix{columns: columns, numbers: make([]float64, rows*columns)}
	bits := make([]uint16, rows*columns)
	r := rand.New(rand.NewPCG(seed, 0))
	for i := range bits {
		v := math.NaN()
		if seed != 0 {
			v = r.NormFloat64()
		}
		b := apfloat.F16.FromFloat64(v, apfloat.ToNearestEven)
		bits[i], x.numbers[i] = uint16(b.Lo), apfloat.F16.Float64(b)
	}
	var err error
	if x.buffer, err = cuda.Upload(ctx, bits); err != nil {
		return nil, err
	}
	x.array, err = x.buffer.Array("f16", int64(rows), int64(columns))
	return x, err
}

func measure(ctx *cuda.Context, kernel *cuda.Kernel, m, n, k int) error {
	var matrices [3]*matrix
	for i, size := range [3][2]int{{m, k}, {k, n}, {m, n}} {
		x, err := newMatrix(ctx, size[0], size[1], uint64((i+1)%3))
		if err != nil {
			return err
		}
		defer x.buffer.Free()
		matrices[i] = x
	}
	a, b, c := matrices[0], matrices[1], matrices[2]
	programs := (m + tileM - 1) / tileM * ((n + tileN - 1) / tileN)
	launch := func() error {
		return kernel.Launch(cuda.Dim3{X: uint32(programs)}, nil, a.array.Arg(), b.array.Arg(), c.array.Arg())
	}
	if err := launch(); err != nil {
		return err
	}
	worst, err := check(a, b, c, m)
	if err != nil {
		return err
	}
	took, err := median(ctx, launch)
	if err != nil {
		return err
	}
	fmt.Printf("%d x %d x %d: %.0f TFLOP/s, %v; largest relative error of 1000 elements %.2g\n", m, n, k,
		2*float64(m)*float64(n)*float64(k)/took.Seconds()/1e12, took, worst)
	return nil
}

// check compares elements of c with the sums in float64 and returns the largest error, relative to the sum of
// magnitudes.
func check(a, b, c *matrix, rows int) (worst float64, err error) {
	got, err := c.buffer.Download()
	if err != nil {
		return 0, err
	}
	r := rand.New(rand.NewPCG(7, 7))
	for n := range 1000 {
		i, j := r.IntN(rows), r.IntN(c.columns)
		if n == 0 {
			i, j = rows-1, c.columns-1
		}
		sum, size := 0.0, 0.0
		for l := range a.columns {
			p := a.numbers[i*a.columns+l] * b.numbers[l*b.columns+j]
			sum += p
			size += math.Abs(p)
		}
		v := apfloat.F16.Float64(apfloat.Bits{Lo: uint64(got[i*c.columns+j])})
		if e := math.Abs(v-sum) / size; e > worst || math.IsNaN(e) {
			worst = e
		}
	}
	if !(worst < 1e-3) {
		return worst, fmt.Errorf("the result is wrong: relative error %v", worst)
	}
	return worst, nil
}

// median returns how long a launch takes: the median of 20.
func median(ctx *cuda.Context, launch func() error) (time.Duration, error) {
	start, err := ctx.NewEvent()
	if err != nil {
		return 0, err
	}
	defer start.Close()
	end, err := ctx.NewEvent()
	if err != nil {
		return 0, err
	}
	defer end.Close()
	var times []time.Duration
	for range 20 {
		if err := errors.Join(start.Record(nil), launch(), end.Record(nil), end.Synchronize()); err != nil {
			return 0, err
		}
		took, err := end.Since(start)
		if err != nil {
			return 0, err
		}
		times = append(times, took)
	}
	slices.Sort(times)
	return times[len(times)/2], nil
}
