package cuda_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/backend/nvptx"
)

var update = flag.Bool("update", false, "rewrite the PTX under testdata with the llc versions of this machine")

// openGPU returns a context on the first GPU, or skips the test.
func openGPU(t testing.TB) *cuda.Context {
	t.Helper()
	driver, err := cuda.Open()
	if err != nil {
		t.Skipf("no GPU here: %v", err)
	}
	device, err := driver.Device(0)
	if err != nil {
		t.Skipf("no GPU here: %v", err)
	}
	c, err := device.Context()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// targetOf returns the portable target of the context's device.
func targetOf(t testing.TB, c *cuda.Context) nvptx.Target {
	t.Helper()
	major, minor, err := c.Device().ComputeCapability()
	if err != nil {
		t.Fatal(err)
	}
	return nvptx.Target{SM: 10*major + minor}
}

// sources are two forms of the same kernel: with typed and with opaque pointers.
var sources = map[nvptx.PointerDialects]string{
	nvptx.TypedPointers:  "vector_add.typed.ll",
	nvptx.OpaquePointers: "vector_add.opaque.ll",
}

func readSource(t testing.TB, dialect nvptx.PointerDialects) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", sources[dialect]))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// With the PTX files, a machine that has a GPU but no LLVM can run the output of llc.
func TestPTXFilesAreWhatLLCMakes(t *testing.T) {
	ctx := context.Background()
	target := nvptx.Target{SM: 80}
	for _, tt := range []struct {
		major   int
		dialect nvptx.PointerDialects
		file    string
	}{
		{14, nvptx.TypedPointers, "vector_add.llc14.ptx"},
		{22, nvptx.OpaquePointers, "vector_add.llc22.ptx"},
	} {
		t.Run(tt.file, func(t *testing.T) {
			llc, err := nvptx.FindLLC(ctx, tt.major)
			if err != nil {
				t.Skip(err)
			}
			ptx, err := llc.Compile(ctx, readSource(t, tt.dialect), target)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", tt.file)
			if *update {
				if err := os.WriteFile(path, ptx.Text, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(ptx.Text, want) {
				t.Errorf("%s is out of date for %s (run with -update):\n%s", path, llc.Name(), ptx.Text)
			}
		})
	}
}

func TestVectorAddFromPTXFiles(t *testing.T) {
	c := openGPU(t)
	files, err := filepath.Glob("testdata/vector_add.*.ptx")
	if err != nil || len(files) == 0 {
		t.Fatalf("no PTX files: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			image, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			checkVectorAdd(t, c, image)
		})
	}
}

func TestVectorAddFromEveryCompilerHere(t *testing.T) {
	c := openGPU(t)
	ctx := context.Background()
	target := targetOf(t, c)
	var compilers []nvptx.Compiler
	everywhere := nvptx.DefaultSearch()
	for _, search := range []nvptx.Search{{CUDADirs: everywhere.CUDADirs}, {Libraries: everywhere.Libraries}} {
		if nvvm, err := search.NVVM(); err == nil {
			compilers = append(compilers, nvvm)
		} else {
			t.Log(err)
		}
	}
	for _, major := range []int{14, 22} {
		if llc, err := nvptx.FindLLC(ctx, major); err == nil {
			compilers = append(compilers, llc)
		} else {
			t.Log(err)
		}
	}
	ptxas, ptxasErr := nvptx.FindPTXAS(ctx)
	for _, compiler := range compilers {
		for dialect := range sources {
			if !compiler.Pointers(target).Has(dialect) {
				continue
			}
			ptx, err := compiler.Compile(ctx, readSource(t, dialect), target)
			if err != nil {
				t.Errorf("%s, %v pointers: %v", compiler.Name(), dialect, err)
				continue
			}
			name := compiler.Name() + ", " + dialect.String()
			t.Run(name, func(t *testing.T) { checkVectorAdd(t, c, ptx.Text) })
			t.Run(name+", cubin", func(t *testing.T) {
				if ptxasErr != nil {
					t.Skip(ptxasErr)
				}
				cubin, err := ptxas.Assemble(ctx, ptx)
				if err != nil {
					t.Fatal(err)
				}
				checkVectorAdd(t, c, cubin.Image)
			})
		}
	}
}

// checkVectorAdd loads vector_add and runs it on lengths that are and are not
// multiples of the block, in the middle of a larger buffer.
func checkVectorAdd(t *testing.T, c *cuda.Context, image []byte) {
	t.Helper()
	module, err := c.LoadModule(image, cuda.JITOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer module.Close()
	kernel, err := module.Function("vector_add")
	if err != nil {
		t.Fatal(err)
	}
	const block, margin, untouched = 256, 1024, float32(-7)
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 255, 256, 257, 100_003} {
		x, y, want := make([]float32, n), make([]float32, n), make([]float32, n+margin)
		for i := range want {
			want[i] = untouched
		}
		for i := range n {
			x[i], y[i] = float32(random.NormFloat64()), float32(random.NormFloat64())
			want[i] = x[i] + y[i]
		}
		dx, dy := upload(t, c, x), upload(t, c, y)
		out := upload(t, c, slices.Repeat([]float32{untouched}, n+margin))
		config := cuda.LaunchConfig{Grid: cuda.Dim3{X: uint32((n + block - 1) / block)}, Block: cuda.Dim3{X: block}}
		if err := kernel.Launch(config, dx.Arg(), dy.Arg(), out.Arg(), cuda.Value(int32(n))); err != nil {
			t.Fatal(err)
		}
		got, err := out.Download()
		if err != nil {
			t.Fatal(err)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("n = %d: element %d is %v, want %v", n, i, got[i], want[i])
			}
		}
	}
}

func upload[T cuda.Element](t *testing.T, c *cuda.Context, src []T) *cuda.Buffer[T] {
	t.Helper()
	b, err := cuda.Upload(c, src)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Free(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func TestGPUReportsItself(t *testing.T) {
	c := openGPU(t)
	name, err := c.Device().Name()
	if err != nil || name == "" {
		t.Errorf("Name = %q, %v", name, err)
	}
	free, total, err := c.MemoryInfo()
	if err != nil || free == 0 || free > total {
		t.Errorf("MemoryInfo = %d, %d, %v", free, total, err)
	}
	warp, err := c.Device().Attribute(cuda.WarpSize)
	if err != nil || warp != 32 {
		t.Errorf("warp size %d, %v", warp, err)
	}
	t.Logf("%s, %v, %d bytes", name, targetOf(t, c), total)
}

func TestGPURejectsBadPTXWithItsLog(t *testing.T) {
	c := openGPU(t)
	_, err := c.LoadModule([]byte(".version 7.0\n.target sm_80\n.address_size 64\n.entry k() { frobnicate; }\n"),
		cuda.JITOptions{})
	var jit *cuda.JITError
	if !errors.As(err, &jit) || !strings.Contains(jit.Log, "frobnicate") {
		t.Errorf("error %v", err)
	}
	if !errors.Is(err, cuda.ErrorInvalidPTX) {
		t.Errorf("error %v is not ErrorInvalidPTX", err)
	}
}

func TestGPUKernelChecksItsArguments(t *testing.T) {
	c := openGPU(t)
	image, err := os.ReadFile("testdata/vector_add.llc22.ptx")
	if err != nil {
		t.Fatal(err)
	}
	module, err := c.LoadModule(image, cuda.JITOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer module.Close()
	if _, err := module.Function("missing"); !errors.Is(err, cuda.ErrorNotFound) {
		t.Errorf("missing function: %v", err)
	}
	kernel, err := module.Function("vector_add")
	if err != nil {
		t.Fatal(err)
	}
	if err := kernel.Launch(cuda.LaunchConfig{}, cuda.Value(int32(1))); err == nil {
		t.Error("a launch with one argument of four succeeded")
	}
	if n, err := kernel.Attribute(cuda.FuncRegisters); err != nil || n <= 0 {
		t.Errorf("registers = %d, %v", n, err)
	}
	if n, err := kernel.MaxActiveBlocks(256, 0); err != nil || n <= 0 {
		t.Errorf("MaxActiveBlocks = %d, %v", n, err)
	}
}

// stampLast writes its parameter to the last word of dynamic shared memory and
// back to global memory.
const stampLast = `
.version 7.0
.target sm_75
.address_size 64
.extern .shared .align 16 .b8 scratch[];
.visible .entry stamp_last(.param .u64 out, .param .u32 at, .param .f64 v)
{
	.reg .b32 %r<4>;
	.reg .b64 %rd<3>;
	.reg .f64 %d<3>;
	ld.param.u64 %rd1, [out];
	ld.param.u32 %r1, [at];
	ld.param.f64 %d1, [v];
	mov.u32 %r2, scratch;
	add.u32 %r3, %r2, %r1;
	st.shared.f64 [%r3], %d1;
	ld.shared.f64 %d2, [%r3];
	st.global.f64 [%rd1], %d2;
	ret;
}
`

func TestGPULaunchUsesAllSharedMemoryOfABlock(t *testing.T) {
	c := openGPU(t)
	module, err := c.LoadModule([]byte(stampLast), cuda.JITOptions{Verbose: true})
	if err != nil {
		t.Fatal(err)
	}
	defer module.Close()
	kernel, err := module.Function("stamp_last")
	if err != nil {
		t.Fatal(err)
	}
	most, err := c.Device().Attribute(cuda.MaxSharedPerBlockOptIn)
	if err != nil {
		t.Fatal(err)
	}
	out := upload(t, c, []float64{0})
	for i, shared := range []int{8, 40 << 10, most} {
		config := cuda.LaunchConfig{Shared: uint32(shared)}
		v := math.Sqrt(float64(i + 2))
		if err := kernel.Launch(config, out.Arg(), cuda.Value(uint32(shared-8)), cuda.Value(v)); err != nil {
			t.Fatal(err)
		}
		if got, err := out.Download(); err != nil || got[0] != v {
			t.Errorf("%d bytes: got %v, %v; want %v", shared, got, err, v)
		}
	}
	config := cuda.LaunchConfig{Shared: uint32(most + 1)}
	if err := kernel.Launch(config, out.Arg(), cuda.Value(uint32(0)), cuda.Value(0.0)); err == nil {
		t.Errorf("a launch with %d bytes succeeded", most+1)
	}
}

func TestGPUStreamsCopyFillAndTime(t *testing.T) {
	c := openGPU(t)
	const n = 1 << 20
	s, err := c.NewStream()
	if err != nil {
		t.Fatal(err)
	}
	host, err := cuda.AllocHost[float64](c, n)
	if err != nil {
		t.Fatal(err)
	}
	a, b := upload(t, c, make([]float64, n)), upload(t, c, make([]float64, n))
	start, err := c.NewEvent()
	if err != nil {
		t.Fatal(err)
	}
	end, err := c.NewEvent()
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(start.Record(s), a.Fill(s, math.Pi), b.CopyFromBuffer(s, a), b.CopyToHost(s, host),
		end.Record(s), s.Wait(end), s.Synchronize())
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range host.Slice() {
		if v != math.Pi {
			t.Fatalf("element %d is %v", i, v)
		}
	}
	if done, err := end.Done(); err != nil || !done {
		t.Errorf("after Synchronize: Done = %v, %v", done, err)
	}
	elapsed, err := end.Since(start)
	if err != nil || elapsed <= 0 {
		t.Errorf("Since = %v, %v", elapsed, err)
	}
	for i := range host.Slice() {
		host.Slice()[i] = float64(i)
	}
	if err := errors.Join(b.CopyFromHost(s, host), s.Synchronize()); err != nil {
		t.Fatal(err)
	}
	got, err := b.Download()
	if err != nil || !slices.Equal(got, host.Slice()) {
		t.Errorf("the device does not hold what the host sent: %v", err)
	}
	if err := errors.Join(host.Free(), start.Close(), end.Close(), s.Close()); err != nil {
		t.Error(err)
	}
}
