package cuda

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/girih-ir/girih/backend/manifest"
)

// stepped is a manifest of a kernel whose launches run other kernels, with a workspace between them.
func stepped() *manifest.Manifest {
	pointer := manifest.Argument{Kind: manifest.Pointer, Bytes: 8}
	one := manifest.Kernel{Arguments: []manifest.Argument{pointer, pointer}, Block: []int64{32},
		Parameters: []manifest.Parameter{{Name: "x", Kind: manifest.Pointer, Type: "f32"}},
		Workspaces: []manifest.Parameter{{Name: "w", Kind: manifest.Array, Type: "f16", First: 1, Sizes: []int64{3, 5},
			Strides: []int64{5, 1}}},
		Grid: manifest.Grid{Unit: "block", Axes: []int{0}}}
	m := &manifest.Manifest{}
	for _, name := range []string{"k", "first", "second", "last"} {
		one.Entry = name
		m.Kernels = append(m.Kernels, one)
	}
	m.Kernels[0].Before, m.Kernels[0].After = []string{"first", "second"}, []string{"last"}
	return m
}

// loadStepped loads the kernel k of a manifest that stepped returned, and an argument for it.
func loadStepped(t *testing.T, c *Context, m *manifest.Manifest) (*Program, *Kernel, *Buffer[float32]) {
	t.Helper()
	p, err := c.LoadProgram([]byte("fake"), m, JITOptions{})
	if err != nil {
		t.Fatal(err)
	}
	k, err := p.Kernel("k")
	if err != nil {
		t.Fatal(err)
	}
	x, err := Alloc[float32](c, 4)
	if err != nil {
		t.Fatal(err)
	}
	return p, k, x
}

func TestLaunchesRunKernelsBeforeAndAfterWithOneWorkspace(t *testing.T) {
	c, gpu := newFakeContext(t)
	var order []string
	var seen [][2]uint64
	m := stepped()
	m.Kernels[1].Grid.Programs = 7
	for i := range m.Kernels {
		name := m.Kernels[i].Entry
		gpu.load(t, c, &fakeKernel{name: name, sizes: []uintptr{8, 8}, run: func(params []unsafe.Pointer) {
			order = append(order, name)
			seen = append(seen, [2]uint64{*(*uint64)(params[0]), *(*uint64)(params[1])})
		}})
	}
	p, k, x := loadStepped(t, c, m)
	stream, err := c.NewStream()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Stream{nil, stream, nil} {
		if err := k.Launch(Dim3{X: 2}, s, x.Arg()); err != nil {
			t.Fatal(err)
		}
	}
	if want := slices.Repeat([]string{"first", "second", "k", "last"}, 3); !slices.Equal(order, want) {
		t.Fatalf("kernels run in the order %v, want %v", order, want)
	}
	for i, programs := range []uint32{7, 2, 2, 2} {
		if got := gpu.launches[i].grid.X; got != programs {
			t.Errorf("%s runs on a grid of %d, want %d", order[i], got, programs)
		}
	}
	for i, params := range seen {
		if params[0] != uint64(x.Pointer()) || params[1] != seen[i/4*4][1] || params[1] == 0 {
			t.Errorf("%s gets %v", order[i], params)
		}
	}
	if seen[0][1] == seen[4][1] || seen[0][1] != seen[8][1] {
		t.Error("a workspace is that of a stream")
	}
	allocated := len(gpu.memory)
	if err := p.Close(); err != nil || len(gpu.memory) != allocated-2 {
		t.Errorf("closing frees %d buffers, %v", allocated-len(gpu.memory), err)
	}
}

func TestCallersProvideWorkspaces(t *testing.T) {
	c, gpu := newFakeContext(t)
	m := stepped()
	var seen []uint64
	for i := range m.Kernels {
		gpu.load(t, c, &fakeKernel{name: m.Kernels[i].Entry, sizes: []uintptr{8, 8}, run: func(params []unsafe.Pointer) {
			seen = append(seen, *(*uint64)(params[1]))
		}})
	}
	_, k, x := loadStepped(t, c, m)
	if sizes := k.Workspaces(); !slices.Equal(sizes, []int64{30}) || k.Kernels() != 4 {
		t.Errorf("workspaces of %v bytes and %d kernels, want one of 30 and 4", sizes, k.Kernels())
	}
	call, err := k.Prepare(x.Arg())
	if err != nil {
		t.Fatal(err)
	}
	if err := call.UseWorkspaces(); !errors.Is(err, ErrArgument) {
		t.Errorf("a missing workspace gives %v", err)
	}
	if err := errors.Join(call.UseWorkspaces(x.Pointer()), call.Launch(Dim3{X: 2}, nil)); err != nil {
		t.Fatal(err)
	}
	if want := slices.Repeat([]uint64{uint64(x.Pointer())}, 4); !slices.Equal(seen, want) {
		t.Errorf("kernels got %v, want %v", seen, want)
	}
}

func TestKernelsThatWaitBeginEarlyBehindOthersOfTheirLaunch(t *testing.T) {
	c, gpu := newFakeContext(t)
	var early []bool
	m := stepped()
	m.Kernels[2].Early, m.Kernels[1].Early, m.Kernels[3].Early = true, true, true
	for i := range m.Kernels {
		gpu.load(t, c, &fakeKernel{name: m.Kernels[i].Entry, sizes: []uintptr{8, 8}, run: func([]unsafe.Pointer) {
			early = append(early, slices.Equal(gpu.extended, []launchAttribute{newLaunchAttribute(attributeEarly, 1)}))
			gpu.extended = nil
		}})
	}
	_, k, x := loadStepped(t, c, m)
	err := k.Launch(Dim3{X: 2}, nil, x.Arg())
	if want := []bool{false, true, false, true}; err != nil || !slices.Equal(early, want) { // first, second, k, last
		t.Errorf("kernels that begin early: %v, %v, want %v", early, err, want)
	}
}

func TestKernelsThatWaitFirstBeginEarlyBehindAnything(t *testing.T) {
	c, gpu := newFakeContext(t)
	m := &manifest.Manifest{Kernels: []manifest.Kernel{{Entry: "k", WaitsFirst: true, Block: []int64{32},
		Grid: manifest.Grid{Unit: manifest.BlockUnit, Axes: []int{0}}}}}
	var early bool
	gpu.load(t, c, &fakeKernel{name: "k", run: func([]unsafe.Pointer) {
		early = slices.Equal(gpu.extended, []launchAttribute{newLaunchAttribute(attributeEarly, 1)})
	}})
	p, err := c.LoadProgram([]byte("fake"), m, JITOptions{})
	if err != nil {
		t.Fatal(err)
	}
	k, err := p.Kernel("k")
	if err == nil {
		err = k.Launch(Dim3{X: 2}, nil)
	}
	if err != nil || !early {
		t.Errorf("launched early: %v, %v", early, err)
	}
}

func TestStepsThatDoNotFitAreRefused(t *testing.T) {
	c, gpu := newFakeContext(t)
	for _, name := range []string{"k", "first", "second", "last"} {
		gpu.load(t, c, &fakeKernel{name: name, sizes: []uintptr{8, 8}})
	}
	for _, tt := range []struct {
		change func(m *manifest.Manifest)
		want   string
	}{
		{func(m *manifest.Manifest) { m.Kernels[0].After[0] = "none" }, `no kernel "none"`},
		{func(m *manifest.Manifest) { m.Kernels[1].Before = []string{"last"} }, "runs other kernels itself"},
		{func(m *manifest.Manifest) { m.Kernels[2].Arguments[1].Bytes = 4 }, "takes other arguments"},
	} {
		m := stepped()
		m.Kernels[2].Arguments = slices.Clone(m.Kernels[2].Arguments)
		tt.change(m)
		p, err := c.LoadProgram([]byte("fake"), m, JITOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Kernel("k"); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %q", err, tt.want)
		}
	}
	m := stepped()
	f := gpu.load(t, c, &fakeKernel{name: "k", sizes: []uintptr{8, 8}})
	if _, err := f.module.Kernel(&m.Kernels[0]); !errors.Is(err, ErrArgument) ||
		!strings.Contains(err.Error(), "Program.Kernel") {
		t.Errorf("a kernel without its program: %v", err)
	}
}

func TestAWorkspaceThatKeepsZerosIsClearedOnceForEachStream(t *testing.T) {
	c, gpu := newFakeContext(t)
	m := stepped()
	for i := range m.Kernels {
		m.Kernels[i].Workspaces[0].KeepsZeros = true
		gpu.load(t, c, &fakeKernel{name: m.Kernels[i].Entry, sizes: []uintptr{8, 8}, run: func([]unsafe.Pointer) {}})
	}
	var cleared []uintptr
	var streams []uintptr // in which a workspace is cleared
	c.api.memsetD8Async = callback("cuMemsetD8Async", func(_ uint64, v uint8, n, s uintptr) Result {
		if v == 0 {
			cleared, streams = append(cleared, n), append(streams, s)
		}
		return Success
	})
	var ended []uintptr
	c.api.streamSynchronize = callback("cuStreamSynchronize", func(s uintptr) Result {
		ended = append(ended, s)
		return Success
	})
	_, k, x := loadStepped(t, c, m)
	stream := &Stream{ctx: c, handle: fakeStream + 1}
	for _, s := range []*Stream{nil, stream, nil, stream} {
		if err := k.Launch(Dim3{X: 2}, s, x.Arg()); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(cleared, []uintptr{30, 30}) {
		t.Errorf("cleared %v bytes, want 30 for each of two streams", cleared)
	}
	if !slices.Equal(streams, []uintptr{fakeStream, fakeStream}) || !slices.Equal(streams, ended) {
		t.Errorf("cleared in streams %v, of which %v ended: captures of launches must not record it", streams, ended)
	}
	call, err := k.Prepare(x.Arg())
	if err != nil {
		t.Fatal(err)
	}
	err = call.UseWorkspaces(x.Pointer())
	if !errors.Is(err, ErrArgument) || !strings.Contains(err.Error(), "keep zeros") {
		t.Errorf("memory that callers use for something else gives %v", err)
	}
}
