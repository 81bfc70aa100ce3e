package cuda_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/backend/manifest"
)

// vectorAdd loads vector_add of testdata with a manifest.
func vectorAdd(t *testing.T, c *cuda.Context) *cuda.Kernel {
	t.Helper()
	image, err := os.ReadFile("testdata/vector_add.llc22.ptx")
	if err != nil {
		t.Fatal(err)
	}
	pointer := manifest.Argument{Kind: manifest.Pointer, Type: "f32", Bytes: 8, Alignment: 16}
	return load(t, c, image, &manifest.Kernel{Entry: "vector_add", Block: []int64{256},
		Grid:      manifest.Grid{Unit: "block", Axes: []int{0}},
		Arguments: []manifest.Argument{pointer, pointer, pointer, {Kind: manifest.Integer, Type: "i32", Bytes: 4}}})
}

func load(t *testing.T, c *cuda.Context, image []byte, m *manifest.Kernel) *cuda.Kernel {
	t.Helper()
	module, err := c.LoadModule(image, cuda.JITOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := module.Close(); err != nil {
			t.Error(err)
		}
	})
	k, err := module.Kernel(m)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestGPUKernelsCheckArgumentsAndRun(t *testing.T) {
	c := openGPU(t)
	k := vectorAdd(t, c)
	x, y, z := upload(t, c, []float32{1, 2, 3, 4}), upload(t, c, []float32{10, 20, 30, 40}),
		upload(t, c, make([]float32, 4))
	if err := k.Launch(cuda.Dim3{X: 1}, nil, x.Arg(), y.Arg(), z.Arg(), cuda.Value(int32(4))); err != nil {
		t.Fatal(err)
	}
	if got, err := z.Download(); err != nil || !slices.Equal(got, []float32{11, 22, 33, 44}) {
		t.Errorf("got %v, %v", got, err)
	}
	odd, err := x.Slice(1, 4)
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Launch(cuda.Dim3{X: 1}, nil, odd.Arg(), y.Arg(), z.Arg(), cuda.Value(int32(3))); !errors.Is(err,
		cuda.ErrMisaligned) {
		t.Errorf("misaligned: %v", err)
	}
	if err := k.Launch(cuda.Dim3{X: 1, Y: 2}, nil, x.Arg(), y.Arg(), z.Arg(), cuda.Value(int32(3))); !errors.Is(err,
		cuda.ErrGrid) {
		t.Errorf("grid: %v", err)
	}
	r, err := k.Function().Resources()
	if err != nil || r.Registers == 0 || r.MaxThreads == 0 || r.Binary == 0 {
		t.Errorf("resources %+v, %v", r, err)
	}
	if threads, blocks, err := k.Function().BestBlock(0); err != nil || threads < 32 || blocks < 1 {
		t.Errorf("BestBlock = %d, %d, %v", threads, blocks, err)
	}
	if _, err := cuda.Alloc[float32](c, 1<<45); !errors.Is(err, cuda.ErrorOutOfMemory) ||
		!strings.Contains(err.Error(), "that are free") {
		t.Errorf("out of memory: %v", err)
	}
}

func TestGPUGraphsRunAndAreUpdated(t *testing.T) {
	c := openGPU(t)
	k := vectorAdd(t, c)
	x, y := upload(t, c, []float32{1, 2, 3, 4}), upload(t, c, make([]float32, 4))
	z := upload(t, c, make([]float32, 4))
	n := cuda.Value(int32(4))
	chain := func(from *cuda.Buffer[float32]) *cuda.Graph {
		g, err := c.Capture(func(s *cuda.Stream) error {
			return errors.Join(k.Launch(cuda.Dim3{X: 1}, s, from.Arg(), from.Arg(), y.Arg(), n),
				k.Launch(cuda.Dim3{X: 1}, s, y.Arg(), y.Arg(), z.Arg(), n))
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { g.Close() })
		return g
	}
	g := chain(x)
	e, err := g.Instantiate()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	s, err := c.NewStreamWith(cuda.StreamOptions{NonBlocking: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	check := func(what string, want ...float32) {
		t.Helper()
		if err := errors.Join(e.Launch(s), s.Synchronize()); err != nil {
			t.Fatal(err)
		}
		if got, err := z.Download(); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: got %v, %v, want %v", what, got, err, want)
		}
	}
	check("as recorded", 4, 8, 12, 16)
	if err := e.Update(chain(upload(t, c, []float32{10, 20, 30, 40}))); err != nil {
		t.Fatal(err)
	}
	check("updated", 40, 80, 120, 160)
	kernels, err := g.Kernels()
	if err != nil || len(kernels) != 2 {
		t.Fatalf("%d kernels, %v", len(kernels), err)
	}
	call, err := k.Prepare(y.Arg(), x.Arg(), z.Arg(), n)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.SetKernel(kernels[1], call, cuda.Dim3{X: 1}); err != nil {
		t.Fatal(err)
	}
	check("with one launch set", 21, 42, 63, 84)
	if _, err := c.Capture(func(s *cuda.Stream) error { return c.Synchronize() }); err == nil {
		t.Error("a capture that synchronizes has succeeded")
	}
	if err := c.Synchronize(); err != nil {
		t.Errorf("after a failed capture: %v", err)
	}
}

// clusterSize writes the number of blocks in the cluster.
const clusterSize = `
.version 7.8
.target sm_90
.address_size 64
.visible .entry cluster_size(.param .u64 out)
{
	.reg .b32 %r<3>;
	.reg .b64 %rd<4>;
	ld.param.u64 %rd1, [out];
	mov.u32 %r1, %cluster_nctaid.x;
	mov.u32 %r2, %ctaid.x;
	mul.wide.u32 %rd2, %r2, 4;
	add.u64 %rd3, %rd1, %rd2;
	st.global.u32 [%rd3], %r1;
	ret;
}
`

func TestGPUClustersAndCooperativeLaunches(t *testing.T) {
	c := openGPU(t)
	if target := targetOf(t, c); target.SM < 90 {
		t.Skipf("%v has no clusters", target)
	}
	k := load(t, c, []byte(clusterSize), &manifest.Kernel{Entry: "cluster_size", Block: []int64{32}, Cluster: []int64{4},
		Grid: manifest.Grid{Axes: []int{0}}, Arguments: []manifest.Argument{{Kind: manifest.Pointer, Bytes: 8}}})
	out := upload(t, c, make([]uint32, 8))
	if err := k.Launch(cuda.Dim3{X: 8}, nil, cuda.Value(out.Pointer())); err != nil {
		t.Fatal(err)
	}
	if got, err := out.Download(); err != nil || !slices.Equal(got, slices.Repeat([]uint32{4}, 8)) {
		t.Errorf("cluster sizes %v, %v", got, err)
	}
	f := k.Function()
	if n, err := f.MaxActiveClusters(cuda.LaunchConfig{Grid: cuda.Dim3{X: 8}, Block: cuda.Dim3{X: 32},
		Cluster: cuda.Dim3{X: 4}}); err != nil || n < 1 {
		t.Errorf("MaxActiveClusters = %d, %v", n, err)
	}
	config := cuda.LaunchConfig{Grid: cuda.Dim3{X: 8}, Block: cuda.Dim3{X: 32}, Cooperative: true}
	if err := errors.Join(f.Launch(config, out.Arg()), c.Synchronize()); err != nil {
		t.Errorf("cooperative: %v", err)
	}
	config.Grid.X = 1 << 20
	if err := f.Launch(config, out.Arg()); !errors.Is(err, cuda.ErrorCooperativeTooLarge) ||
		!strings.Contains(err.Error(), "MaxActiveBlocks") {
		t.Errorf("a cooperative launch of too many blocks: %v", err)
	}
	config = cuda.LaunchConfig{Grid: cuda.Dim3{X: 32}, Block: cuda.Dim3{X: 32}, Cluster: cuda.Dim3{X: 32}}
	if err := f.Launch(config, out.Arg()); err == nil {
		t.Error("a cluster of 32 blocks was launched")
	} else {
		t.Log(err)
	}
	if err := f.Launch(cuda.LaunchConfig{Block: cuda.Dim3{X: 2048}}, out.Arg()); !errors.Is(err, cuda.ErrGrid) {
		t.Errorf("a block of 2048 threads: %v", err)
	}
}

func TestGPUArraysGoThroughDLPack(t *testing.T) {
	c := openGPU(t)
	k := vectorAdd(t, c)
	x, y := upload(t, c, []float32{1, 2, 3, 4}), upload(t, c, make([]float32, 4))
	a, err := x.Array("", 2, 2)
	if err != nil {
		t.Fatal(err)
	}
	released := false
	p, err := a.ExportDLPack(c, func() { released = true })
	if err != nil {
		t.Fatal(err)
	}
	in, err := cuda.ImportDLPackVersioned(c, p)
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Launch(cuda.Dim3{X: 1}, nil, in.Arg(), in.Arg(), y.Arg(), cuda.Value(int32(4))); err != nil {
		t.Fatal(err)
	}
	if got, err := y.Download(); err != nil || !slices.Equal(got, []float32{2, 4, 6, 8}) {
		t.Errorf("got %v, %v", got, err)
	}
	if in.Release(); !released {
		t.Error("the owner was not told")
	}
}

// crash writes to the address that it is given.
const crash = `
.version 7.0
.target sm_75
.address_size 64
.visible .entry crash(.param .u64 out)
{
	.reg .b32 %r<2>;
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [out];
	mov.u32 %r1, 7;
	st.global.u32 [%rd1], %r1;
	ret;
}
`

func TestGPUFailingKernelsLeaveTheProcessAlive(t *testing.T) {
	c := openGPU(t)
	for _, tt := range []struct {
		name    string
		address cuda.DevicePointer
		want    cuda.Result
	}{{"illegal", 0x10, cuda.ErrorIllegalAddress}, {"misaligned", 1, cuda.ErrorMisalignedAddress}} {
		module, err := c.LoadModule([]byte(crash), cuda.JITOptions{})
		if err != nil {
			t.Fatal(err)
		}
		f, err := module.Function("crash")
		if err != nil {
			t.Fatal(err)
		}
		b := upload(t, c, []float32{1})
		address := tt.address
		if tt.want == cuda.ErrorMisalignedAddress {
			address += b.Pointer()
		}
		if err := f.Launch(cuda.LaunchConfig{}, cuda.Value(address)); err != nil {
			t.Fatal(err)
		}
		err = c.Synchronize()
		t.Log(err)
		if !errors.Is(err, tt.want) || !errors.Is(err, cuda.ErrContextLost) || !strings.Contains(err.Error(), "crash") {
			t.Errorf("%s: %v", tt.name, err)
		}
		if _, err := cuda.Upload(c, []float32{1}); !errors.Is(err, cuda.ErrContextLost) {
			t.Errorf("%s: a copy in a lost context: %v", tt.name, err)
		}
		if err := module.Close(); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if c, err = c.Renew(); err != nil {
			t.Log(err)
			if !errors.Is(err, cuda.ErrContextLost) || !errors.Is(err, tt.want) ||
				!strings.Contains(err.Error(), "go on in a new process") {
				t.Errorf("%s: %v", tt.name, err)
			}
			return // this driver gives the process no other context, but the process continues
		}
		again := upload(t, c, []float32{1, 2, 3})
		if got, err := again.Download(); err != nil || !slices.Equal(got, []float32{1, 2, 3}) {
			t.Fatalf("%s: the new context reads %v, %v", tt.name, got, err)
		}
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}
