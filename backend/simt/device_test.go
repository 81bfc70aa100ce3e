package simt_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/longtest"
)

// deviceCase is a kernel whose only argument is an array of words; each word is initially its own index.
type deviceCase struct {
	source string
	words  int
	grid   [3]int32
}

// deviceCases are kernels that other tests simulate, and that a GPU runs too.
func deviceCases() map[string]deviceCase {
	cases := make(map[string]deviceCase)
	add := func(name, source string, words int) { cases[name] = deviceCase{source, words, [3]int32{1, 1, 1}} }
	for name, c := range properStores() {
		add("store "+name, c.source(), len(c.stored()))
	}
	for name, c := range reusedMemory() {
		add("used again, "+name, c.source(), len(c.stored()))
	}
	for _, n := range []int{1, 2, 4} {
		for _, transposed := range []bool{false, true} {
			add(fmt.Sprintf("stmatrix of %d, transposed %v", n, transposed), storedMatrices(n, transposed), 32*n)
		}
	}
	for kind := range reductionKinds {
		c := reduction(kind)
		add("reduce "+kind, c.source(), len(c.stored()))
	}
	floats := addedFloats()
	cases["reduce floats"] = deviceCase{floats.source(), len(floats.stored()), [3]int32{3, 1, 1}}
	cases["cluster, a copy to both blocks"] = deviceCase{clusterSource(nil), 768, [3]int32{2, 1, 1}}
	cases["cluster, its registers"] = deviceCase{placesSource(), 24 * 8, [3]int32{6, 4, 1}}
	add("load and then written", loaded("", ""), 128)
	add("load of what was written", loaded(writeMine+fenceGlobal+met, ""), 128)
	for name, c := range properCopies() {
		add("cp.async, "+name, c.source(), 320)
	}
	for name, c := range registerCases {
		if c.want == nil {
			add("registers, "+name, c.source(), 384)
		}
	}
	return cases
}

// simulate simulates a case in several orders of events, which must give the same result.
func (c deviceCase) simulate(t *testing.T) []uint32 {
	t.Helper()
	var all [][]uint32
	for seed := range uint64(3) {
		x := words(c.words, func(i int) uint32 { return uint32(i) })
		if _, err := run(t, c.source, simt.Launch{Grid: c.grid, Seed: seed}, x); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		all = append(all, values(x))
		if !slices.Equal(all[seed], all[0]) {
			t.Fatalf("seed %d: %v, but seed 0: %v", seed, all[seed], all[0])
		}
	}
	return all[0]
}

// compile compiles a case, to machine code if there is an assembler.
func (c deviceCase) compile(t *testing.T, compiler nvptx.Compiler, target nvptx.Target) []byte {
	t.Helper()
	module := parse(t, c.source)
	pointers := llvmir.Typed
	if read := compiler.Pointers(target); !read.Has(nvptx.TypedPointers) ||
		read.Has(nvptx.OpaquePointers) && llvmir.PassesByValue(module) {
		pointers = llvmir.Opaque
	}
	ll, err := llvmir.Print(module, pointers)
	if err != nil {
		t.Fatal(err)
	}
	ptx, err := compiler.Compile(t.Context(), []byte(ll), target)
	if err != nil {
		t.Fatalf("%v\n%s", err, ll)
	}
	ptxas, err := nvptx.FindPTXAS(t.Context())
	if err != nil {
		return ptx.Text
	}
	cubin, err := ptxas.Assemble(t.Context(), ptx)
	if err != nil {
		t.Fatalf("%v\n%s", err, ptx.Text)
	}
	if losses := cubin.Report.Losses(); len(losses) > 0 {
		t.Errorf("%s says %v", ptxas.Name(), losses)
	}
	return cubin.Image
}

// launch runs code on a GPU.
func (c deviceCase) launch(t *testing.T, on *cuda.Context, image []byte) []uint32 {
	t.Helper()
	described, err := llvmir.NewManifest(parse(t, c.source))
	if err != nil {
		t.Fatal(err)
	}
	module, err := on.LoadModule(image, cuda.JITOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer module.Close()
	k, err := module.Kernel(&described.Kernels[0])
	if err != nil {
		t.Fatal(err)
	}
	host := make([]uint32, c.words)
	for i := range host {
		host[i] = uint32(i)
	}
	x, err := cuda.Upload(on, host)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Free()
	grid := cuda.Dim3{X: uint32(c.grid[0]), Y: uint32(c.grid[1]), Z: uint32(c.grid[2])}
	if err := k.Launch(grid, nil, cuda.Value(x.Pointer())); err != nil {
		t.Fatal(err)
	}
	got, err := x.Download()
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// A GPU computes the same as the simulator, in any order of events. Without a GPU, the kernels are only compiled.
func TestKernelsComputeOnADeviceWhatTheyDoHere(t *testing.T) {
	target, err := nvptx.ParseTarget("sm_90a")
	if err != nil {
		t.Fatal(err)
	}
	var compilers []nvptx.Compiler
	for compiler, err := range nvptx.EachCompiler(context.Background(), target) {
		if err != nil {
			t.Skip(err)
		}
		compilers = append(compilers, compiler)
	}
	on := hopper(t)
	for name, c := range deviceCases() {
		if on == nil && !longtest.IncludesName(name, 8) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			want := c.simulate(t)
			for _, compiler := range compilers {
				image := c.compile(t, compiler, target)
				if on == nil {
					continue
				}
				if got := c.launch(t, on, image); !slices.Equal(got, want) {
					t.Errorf("%s: got\n%v, want\n%v\n%s", compiler.Name(), got, want, strings.TrimSpace(c.source))
				}
			}
		})
	}
}

// hopper returns a context on a GPU of the architecture that has these operations; nil if there is none.
func hopper(t *testing.T) *cuda.Context {
	t.Helper()
	driver, err := cuda.Open()
	if err != nil {
		return nil
	}
	device, err := driver.Device(0)
	if err != nil {
		return nil
	}
	if major, _, err := device.ComputeCapability(); err != nil || major != 9 {
		return nil
	}
	c, err := device.Context()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	t.Log("on a GPU, too")
	return c
}
