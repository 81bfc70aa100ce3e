package pipeline_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"sync"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/internal/tilegen"
	"github.com/girih-ir/girih/ir"
)

var (
	onDevice       = flag.Bool("device", false, "run generated products on the first GPU, which must be one of sm_90")
	devicePrograms = flag.Uint64("programs", 2000, "how many generated products -device runs")
	deviceServe    = flag.Bool("serve", false, "with -device, run the programs whose seeds standard input lists")
	deviceFirst    = flag.Uint64("first", 0, "the seed of the first one")
)

// deviceTargets are targets whose programs run on an sm_90 device.
var deviceTargets = []girih.CompileOptions{{SM: 75}, {SM: 80}, {SM: 89}, {SM: 90}, {SM: 90, ArchSpecific: true},
	{SM: 90, ArchSpecific: true}, {SM: 90, ArchSpecific: true}, {SM: 90, ArchSpecific: true}}

// On a GPU, the programs of [TestGeneratedProductsComputeWhatTheReferenceExecutorDoes] also compute the same bits as
// the reference executor. Run this with go test ./lowering/pipeline -run OnADevice -device -v. No program is skipped.
// Programs run in other processes (worker), since one that fails on the device may take its process with it.
func TestGeneratedProductsHaveTheSameBitsOnADevice(t *testing.T) {
	if !*onDevice {
		t.Skip("runs on a GPU, with -device")
	}
	if *deviceServe {
		if err := serve(t.Context(), os.Stdin, os.Stdout); err != nil {
			t.Fatal(err)
		}
		return
	}
	d := &deviceRuns{routes: make(map[string]int)}
	var workers sync.WaitGroup
	seeds := make(chan uint64)
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			w := new(worker)
			defer w.end()
			for seed := range seeds {
				d.record(t, w.run(seed))
			}
		})
	}
	for i := range *devicePrograms {
		seeds <- *deviceFirst + i
	}
	close(seeds)
	workers.Wait()
	d.log(t)
}

// deviceRuns counts what programs did on a device.
type deviceRuns struct {
	mu             sync.Mutex
	routes         map[string]int
	done, failures int
}

// A run that is cut off has printed the counts up to the last program whose number is a multiple of logged.
const logged = 100

// record adds the outcome of a program.
func (d *deviceRuns) record(t *testing.T, o outcome) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.done++
	d.routes[o.Route]++
	if o.Error != "" {
		d.failures++
		t.Errorf("seed %d: %s", o.Seed, o.Error)
	}
	if d.done%logged == 0 {
		d.log(t)
	}
}

func (d *deviceRuns) log(t *testing.T) {
	t.Logf("%d programs from seed %d on, of which %d differ or fail: %v", d.done, *deviceFirst, d.failures, d.routes)
}

// runOnDevice compares the results of the program for a seed.
func runOnDevice(ctx context.Context, gpu *cuda.Context, seed uint64) (o outcome) {
	r := rand.New(rand.NewPCG(seed, 16))
	opts, rows := deviceTargets[r.IntN(len(deviceTargets))], int64(1)
	opts.NumWarps = []int{1, 2, 4, 4, 8, 8}[r.IntN(6)]
	if opts.ArchSpecific && opts.NumWarps >= 4 {
		rows = 64 // the rows of a product of warp groups
	}
	p := tilegen.MakeProducts(r, rows)
	opts.RotateProducts, opts.NoProducerWarp = r.IntN(3) == 0, r.IntN(2) == 0
	opts.Turns = []string{"auto", "always", "never"}[r.IntN(3)]
	opts.Persistent = []string{"auto", "always", "never"}[r.IntN(3)]
	opts.AllowSpills = true
	route, err := compareOnDevice(ctx, gpu, p, opts, seed)
	if o = (outcome{Seed: seed, Route: route}); err != nil {
		o.Error = fmt.Sprintf("%s with %+v, of %v: %v", p.Kind, opts, p.Arrays, err)
	}
	return o
}

// compareOnDevice runs a program in the reference executor and on the device, and compares the outputs.
func compareOnDevice(ctx context.Context, gpu *cuda.Context, p tilegen.Products, opts girih.CompileOptions,
	seed uint64) (route string, err error) {
	m, want, given, err := expectedProducts(p, seed)
	if err != nil {
		return "", err
	}
	program, err := m.Compile(ctx, opts)
	if err != nil {
		return "", err
	}
	route = routeOf(program.String())
	build, err := program.Build(ctx, girih.BuildOptions{Target: "sm_90a"})
	if err != nil {
		return route, err
	}
	results, err := launch(gpu, build, p, given)
	if err != nil {
		return route, err
	}
	for i, a := range p.Arrays {
		width := ir.BitWidth(want[i].Elem()) / 8
		for at := range want[i].Len() {
			if got := numberAt(results[i], at, width); a.Output && got != want[i].Bits(at) {
				return route, fmt.Errorf("element %d of array %d has the bits %#x, want %#x", at, i, got, want[i].Bits(at))
			}
		}
	}
	return route, nil
}

// launch runs a program on the device, and returns the bytes of its arrays.
func launch(gpu *cuda.Context, build *girih.Build, p tilegen.Products,
	arrays []*interp.Array) (out [][]byte, err error) {
	loaded, err := build.Load(gpu)
	if err != nil {
		return nil, err
	}
	defer loaded.Close()
	kernel, err := loaded.Kernel("products")
	if err != nil {
		return nil, err
	}
	var args []cuda.Arg
	var buffers []*cuda.Buffer[uint8]
	for i, a := range p.Arrays {
		buffer, err := cuda.Upload(gpu, bytesOf(arrays[i]))
		if err != nil {
			return nil, err
		}
		defer buffer.Free()
		on, err := buffer.Array(a.Elem, a.Room())
		if err != nil {
			return nil, err
		}
		on.Shape, on.Strides = a.Shape, a.Strides
		args, buffers = append(args, on.Arg()), append(buffers, buffer)
	}
	grid := cuda.Dim3{X: uint32(p.Grid[0]), Y: uint32(p.Grid[1]), Z: uint32(p.Grid[2])}
	if err := kernel.Launch(grid, nil, args...); err != nil {
		return nil, err
	}
	if err := gpu.Synchronize(); err != nil {
		return nil, err
	}
	for _, b := range buffers {
		bytes, err := b.Download()
		if err != nil {
			return nil, err
		}
		out = append(out, bytes)
	}
	return out, nil
}

// bytesOf returns the elements of an array in little-endian order.
func bytesOf(a *interp.Array) []byte {
	width := ir.BitWidth(a.Elem()) / 8
	out := make([]byte, max(1, a.Len()*width))
	for i := range a.Len() {
		bits := a.Bits(i)
		for b := range width {
			out[i*width+b] = byte(bits >> (8 * b))
		}
	}
	return out
}

// numberAt returns the bits of an element.
func numberAt(bytes []byte, at, width int) (bits uint64) {
	for b := range width {
		bits |= uint64(bytes[at*width+b]) << (8 * b)
	}
	return bits
}
