package cuda

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/girih-ir/girih/backend/internal/dynlib"
	"github.com/girih-ir/girih/backend/manifest"
)

// scaleManifest returns the manifest of a kernel with a two-dimensional array, a pointer, and numbers with and without
// promises.
func scaleManifest() *manifest.Kernel {
	pointer := manifest.Argument{Kind: manifest.Pointer, Bytes: 8}
	word := manifest.Argument{Kind: manifest.Integer, Type: "i32", Bytes: 4}
	return &manifest.Kernel{
		Entry: "scale",
		Arguments: []manifest.Argument{pointer, word, word, word, {Kind: manifest.Pointer, Bytes: 8, Alignment: 16}, word,
			{Kind: manifest.Float, Type: "f32", Bytes: 4}, {Kind: manifest.Float, Type: "bf16", Bytes: 2}},
		Parameters: []manifest.Parameter{
			{Name: "x", Kind: manifest.Array, Type: "f16", Sizes: []int64{-1, -1, 4}, Strides: []int64{-1, 4, 1},
				SizeDivisors: []int64{1, 2, 1}, StrideDivisors: []int64{8, 1, 1}, Divisor: 32},
			{Name: "y", Kind: manifest.Pointer, Type: "f32", First: 4},
			{Name: "n", Kind: manifest.Integer, Type: "i32", First: 5, Divisor: 8},
			{Name: "a", Kind: manifest.Float, Type: "f32", First: 6},
			{Name: "b", Kind: manifest.Float, Type: "bf16", First: 7},
		},
		Block: []int64{128, 1, 1}, Grid: manifest.Grid{Unit: "block", Axes: []int{0, 1}}, DynamicSharedMemory: 4096,
	}
}

// loadKernel adds a kernel with a manifest; seen receives the arguments of launches.
func loadKernel(t *testing.T, c *Context, gpu *fakeGPU, m *manifest.Kernel, seen *[]uint64) *Kernel {
	t.Helper()
	fk := &fakeKernel{name: m.Entry, dynamic: 48 << 10}
	for _, a := range m.Arguments {
		fk.sizes = append(fk.sizes, uintptr(a.Bytes))
	}
	fk.run = func(params []unsafe.Pointer) {
		*seen = nil
		for i, p := range params {
			var v uint64
			for j, b := range unsafe.Slice((*byte)(p), fk.sizes[i]) {
				v |= uint64(b) << (8 * j)
			}
			*seen = append(*seen, v)
		}
	}
	f := gpu.load(t, c, fk)
	k, err := f.module.Kernel(m)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func f16Array(pointer DevicePointer, shape, strides []int64) Arg {
	return (&Array{Pointer: pointer, Type: "f16", Shape: shape, Strides: strides}).Arg()
}

func TestKernelPassesArraysAsAddressSizesAndStrides(t *testing.T) {
	c, gpu := newFakeContext(t)
	var seen []uint64
	k := loadKernel(t, c, gpu, scaleManifest(), &seen)
	x := f16Array(0x1000, []int64{3, 2, 4}, []int64{16, 4, 1})
	if err := k.Launch(Dim3{X: 5, Y: 2}, nil, x, Value(DevicePointer(0x2000)), Value(int32(24)), Value(float32(1)),
		Value(uint16(7))); err != nil {
		t.Fatal(err)
	}
	want := []uint64{0x1000, 3, 2, 16, 0x2000, 24, 0x3F800000, 7}
	if !slices.Equal(seen, want) {
		t.Errorf("the kernel saw %v, want %v", seen, want)
	}
	if want := (fakeLaunch{"scale", Dim3{5, 2, 1}, Dim3{128, 1, 1}, 4096, 0}); gpu.launches[0] != want {
		t.Errorf("launch %+v, want %+v", gpu.launches[0], want)
	}
}

func TestKernelRefusesWhatItWasNotCompiledFor(t *testing.T) {
	c, gpu := newFakeContext(t)
	var seen []uint64
	k := loadKernel(t, c, gpu, scaleManifest(), &seen)
	good := []Arg{f16Array(0x1000, []int64{3, 2, 4}, nil), Value(DevicePointer(0x2000)), Value(int32(24)),
		Value(float32(1)),
		Value(uint16(7))}
	short, err := Alloc[uint16](c, 10)
	if err != nil {
		t.Fatal(err)
	}
	whole, _ := short.Array("f16", 10)
	integers, _ := Alloc[int32](c, 4)
	doubles, _ := Alloc[float64](c, 4)
	floats, _ := Alloc[float32](c, 16)
	odd, _ := floats.Slice(1, 4)
	table := []struct {
		name string
		i    int
		arg  Arg
		kind error
		want string
	}{
		{"no array", 0, Value(DevicePointer(0x1000)), ErrArgument, "Buffer.Array gives a buffer a shape"},
		{"rank", 0, f16Array(0x1000, []int64{3, 2}, nil), ErrLayout, "2 dimensions, not 3"},
		{"element type", 0, (&Array{Pointer: 0x1000, Type: "bf16", Shape: []int64{3, 2, 4}}).Arg(), ErrArgument,
			"elements of type bf16"},
		{"static size", 0, f16Array(0x1000, []int64{3, 2, 8}, nil), ErrLayout, "8 elements along dimension 2, not 4"},
		{"not contiguous", 0, f16Array(0x1000, []int64{3, 2, 4}, []int64{16, 4, 2}), ErrLayout,
			"stride 2 along dimension 2, not 1: copy it"},
		{"size divisor", 0, f16Array(0x1000, []int64{3, 3, 4}, []int64{16, 4, 1}), ErrMisaligned,
			"size 3 along dimension 1 is not a multiple of 2"},
		{"stride divisor", 0, f16Array(0x1000, []int64{3, 2, 4}, []int64{12, 4, 1}), ErrMisaligned,
			"stride 12 along dimension 0 is not a multiple of 8"},
		{"too long", 0, f16Array(0x1000, []int64{1 << 40, 2, 4}, []int64{8, 4, 1}), ErrLayout, "beyond 32 bits"},
		{"array alignment", 0, f16Array(0x1010, []int64{3, 2, 4}, nil), ErrMisaligned, "not a multiple of 32 bytes"},
		{"impossible shape", 0, f16Array(0x1000, []int64{-1, 2, 4}, nil), ErrArgument, "shape [-1 2 4]"},
		{"alignment of the argument", 1, Value(DevicePointer(0x2008)), ErrMisaligned,
			"address 0x2008 is not a multiple of 16 bytes"},
		{"slice of a buffer", 1, odd.Arg(), ErrMisaligned, "not a multiple of 16"},
		{"integers for floats", 1, integers.Arg(), ErrArgument, "elements of type i32"},
		{"doubles", 1, doubles.Arg(), ErrArgument, "elements of type f64"},
		{"array for a pointer, wrong type", 1, whole.Arg(), ErrArgument, "elements of type f16"},
		{"array with gaps", 1, (&Array{Pointer: 0x2000, Type: "f32", Shape: []int64{2, 2}, Strides: []int64{4, 1}}).Arg(),
			ErrLayout,
			"stride 4 along dimension 0, where contiguous rows have 2"},
		{"number for a pointer", 1, Value(int64(0x2000)), ErrArgument, "not a pointer"},
		{"size of a number", 2, Value(int64(24)), ErrArgument, "8 bytes, not 4"},
		{"promise of a number", 2, Value(int32(12)), ErrMisaligned, "12 is not a multiple of 8"},
		{"float for an integer", 2, Value(float32(8)), ErrArgument, "floating-point"},
		{"integer for a float", 3, Value(int32(1)), ErrArgument, "float32"},
		{"pointer for a number", 3, floats.Arg(), ErrArgument, "not a number"},
		{"missing buffer", 0, whole.Arg(), ErrLayout, "1 dimensions, not 3"},
	}
	for _, tt := range table {
		args := slices.Clone(good)
		args[tt.i] = tt.arg
		err := k.Launch(Dim3{X: 1}, nil, args...)
		if !errors.Is(err, tt.kind) || !strings.Contains(err.Error(), tt.want) ||
			!strings.HasPrefix(err.Error(), fmt.Sprintf("cuda: launch of scale: argument %d (", tt.i)) {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.want)
		}
	}
	if err := k.Launch(Dim3{X: 1}, nil, good[:4]...); !errors.Is(err, ErrArgument) ||
		!strings.Contains(err.Error(), "takes 5 arguments (x: array of f16") {
		t.Errorf("too few arguments: %v", err)
	}
	if len(gpu.launches) != 0 {
		t.Errorf("%d launches", len(gpu.launches))
	}
	if err := k.Launch(Dim3{X: 1}, nil, good...); err != nil {
		t.Errorf("the arguments without a fault: %v", err)
	}
}

func TestKernelRefusesGridsItCannotRun(t *testing.T) {
	c, gpu := newFakeContext(t)
	var seen []uint64
	m := &manifest.Kernel{Entry: "k", Block: []int64{32}, Cluster: []int64{2, 1, 1},
		Grid: manifest.Grid{Unit: "block", Axes: []int{0, 1}}}
	k := loadKernel(t, c, gpu, m, &seen)
	for _, tt := range []struct {
		grid Dim3
		want string
	}{
		{Dim3{X: 2, Z: 2}, "2 programs along axis 2"},
		{Dim3{X: 2, Y: 70000}, "at most 2147483647 x 65535 x 65535"},
		{Dim3{X: 3}, "not a multiple of its clusters"},
	} {
		if err := k.Launch(tt.grid, nil); !errors.Is(err, ErrGrid) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: error %v, want %q", tt.grid, err, tt.want)
		}
	}
	m.Grid.Programs = 4
	if err := k.Launch(Dim3{X: 2}, nil); !errors.Is(err, ErrGrid) || !strings.Contains(err.Error(),
		"a grid of 2 programs, but each of the kernel's 4 programs") {
		t.Errorf("a grid that lacks programs: %v", err)
	}
	if err := k.Launch(Dim3{X: 4}, nil); err != nil {
		t.Fatal(err)
	}
	want := []launchAttribute{newLaunchAttribute(attributeCluster, 2, 1, 1)}
	if !slices.Equal(gpu.extended, want) {
		t.Errorf("attributes %v, want %v", gpu.extended, want)
	}
}

func TestLaunchOfTooLargeABlockSaysHowManyThreadsFit(t *testing.T) {
	c, gpu := newFakeContext(t)
	gpu.largest = 256
	f := gpu.load(t, c, &fakeKernel{name: "k"})
	err := f.Launch(LaunchConfig{Block: Dim3{X: 512}})
	if !errors.Is(err, ErrGrid) || !errors.Is(err, ErrorInvalidValue) ||
		!strings.Contains(err.Error(), "512 threads in a block, of at most 256") {
		t.Errorf("error %v", err)
	}
	if err := f.Launch(LaunchConfig{Grid: Dim3{X: 1, Y: 1 << 17}, Block: Dim3{X: 512}}); !strings.Contains(err.Error(),
		"65535") {
		t.Errorf("error %v", err)
	}
}

func TestManifestOfOtherCodeIsRefused(t *testing.T) {
	c, gpu := newFakeContext(t)
	f := gpu.load(t, c, &fakeKernel{name: "scale", sizes: []uintptr{8, 8}})
	if _, err := f.module.Kernel(scaleManifest()); !errors.Is(err, ErrArgument) ||
		!strings.Contains(err.Error(), "does not belong") {
		t.Errorf("error %v", err)
	}
	bad := scaleManifest()
	bad.Parameters = bad.Parameters[:1]
	if _, err := f.module.Kernel(bad); !errors.Is(err, manifest.ErrManifest) {
		t.Errorf("error %v", err)
	}
}

func TestPreparedCallsKeepArgumentsUntilTheyAreSet(t *testing.T) {
	c, gpu := newFakeContext(t)
	var seen []uint64
	m := &manifest.Kernel{Entry: "k", Grid: manifest.Grid{Unit: "block", Axes: []int{0}}, Arguments: []manifest.Argument{
		{Kind: manifest.Integer, Type: "i32", Bytes: 4}, {Kind: manifest.Integer, Type: "i64", Bytes: 8}}}
	k := loadKernel(t, c, gpu, m, &seen)
	call, err := k.Prepare(Value(int32(1)), Value(int64(2)))
	if err != nil {
		t.Fatal(err)
	}
	if err := call.Set(1, Value(int64(5))); err != nil {
		t.Fatal(err)
	}
	if err := call.Set(2, Value(int64(5))); !errors.Is(err, ErrArgument) {
		t.Errorf("argument 2: error %v", err)
	}
	if err := call.Set(0, Value(int64(5))); !errors.Is(err, ErrArgument) {
		t.Errorf("argument 0 of 8 bytes: error %v", err)
	}
	if err := call.Launch(Dim3{X: 3}, nil); err != nil || !slices.Equal(seen, []uint64{1, 5}) {
		t.Errorf("the kernel saw %v, error %v", seen, err)
	}
}

func TestKernelLaunchDoesNotAllocate(t *testing.T) {
	libc, err := dynlib.Open("libc.so.6")
	if err != nil {
		t.Skipf("no C library to call: %v", err)
	}
	address, err := libc.Symbol("sched_yield")
	if err != nil {
		t.Skip(err)
	}
	succeed := function{name: "sched_yield", address: address}
	a := &api{ctxSetCurrent: succeed, launchKernel: succeed, launchKernelEx: succeed, graphLaunch: succeed}
	ctx := &Context{api: a, handle: []uintptr{0}, device: &Device{}}
	m := scaleManifest()
	k := &Kernel{f: &Function{ctx: ctx, name: "scale"}, m: m, params: m.Signature(), axes: [3]bool{true, true, false}}
	clustered := &Kernel{f: k.f, m: m, params: k.params, axes: k.axes, config: LaunchConfig{Cluster: Dim3{X: 2}}}
	graph := &GraphExec{ctx: ctx}
	x := &Array{Pointer: 0x1000, Type: "f16", Shape: []int64{3, 2, 4}, ctx: ctx}
	y := &Buffer[float32]{ctx: ctx, address: 0x2000, n: 100}
	n := int32(800)
	call, err := k.Prepare(x.Arg(), y.Arg(), Value(n), Value(float32(2)), Value(uint16(1)))
	if err != nil {
		t.Fatal(err)
	}
	for name, launch := range map[string]func() error{
		"kernel": func() error {
			return k.Launch(Dim3{X: 8}, nil, x.Arg(), y.Arg(), Value(n), Value(float32(2)), Value(uint16(1)))
		},
		"call":  func() error { return call.Launch(Dim3{X: 8}, nil) },
		"set":   func() error { return errors.Join(call.Set(2, Value(n)), call.Launch(Dim3{X: 8}, nil)) },
		"graph": func() error { return graph.Launch(nil) },
		"clusters": func() error {
			return clustered.Launch(Dim3{X: 8}, nil, x.Arg(), y.Arg(), Value(n), Value(float32(2)), Value(uint16(1)))
		},
	} {
		if allocations := testing.AllocsPerRun(200, func() {
			if err := launch(); err != nil {
				t.Fatal(err)
			}
		}); allocations >= 1 {
			t.Errorf("%s: a launch allocates %v times", name, allocations)
		}
	}
}

func TestCStructuresHaveTheSizesOfTheHeaders(t *testing.T) {
	var launch extendedLaunch
	for name, sizes := range map[string][2]uintptr{
		"CUlaunchConfig":              {unsafe.Sizeof(launch.config), 56},
		"CUlaunchAttribute":           {unsafe.Sizeof(launchAttribute{}), 72},
		"CUDA_KERNEL_NODE_PARAMS_v2":  {unsafe.Sizeof(kernelNodeParams{}), 72},
		"CUgraphExecUpdateResultInfo": {unsafe.Sizeof(graphUpdateInfo{}), 24},
		"DLTensor":                    {unsafe.Sizeof(dlTensor{}), 48},
		"DLManagedTensor":             {unsafe.Sizeof(dlManaged{}), 64},
		"DLManagedTensorVersioned":    {unsafe.Sizeof(dlManagedVersioned{}), 80},
		"offset of kernelParams":      {unsafe.Offsetof(kernelNodeParams{}.arguments), 40},
		"offset of dl_tensor":         {unsafe.Offsetof(dlManagedVersioned{}.tensor), 32},
		"offset of shape":             {unsafe.Offsetof(dlTensor{}.shape), 24},
	} {
		if sizes[0] != sizes[1] {
			t.Errorf("%s: %d bytes, want %d", name, sizes[0], sizes[1])
		}
	}
}

func TestResourcesAndOccupancy(t *testing.T) {
	c, gpu := newFakeContext(t)
	f := gpu.load(t, c, &fakeKernel{name: "k", dynamic: 48 << 10})
	got, err := f.Resources()
	if want := (Resources{Registers: 40, Local: 16, Shared: 1024, MaxThreads: 1024, Binary: 90}); err != nil ||
		got != want {
		t.Errorf("resources %+v, %v", got, err)
	}
	if threads, blocks, err := f.BestBlock(1 << 10); err != nil || threads != 512 || blocks != 264 {
		t.Errorf("BestBlock = %d, %d, %v", threads, blocks, err)
	}
	if n, err := f.MaxActiveClusters(LaunchConfig{Block: Dim3{X: 128}, Cluster: Dim3{X: 4}}); err != nil || n != 32 {
		t.Errorf("MaxActiveClusters = %d, %v", n, err)
	}
	if err := f.AllowLargeClusters(); err != nil {
		t.Error(err)
	}
	if err := f.Launch(LaunchConfig{Cooperative: true}); err != nil ||
		!slices.Equal(gpu.extended, []launchAttribute{newLaunchAttribute(attributeCooperative, 1)}) {
		t.Errorf("cooperative launch: %v, %v", gpu.extended, err)
	}
}

func TestMissingFunctionsSayWhichDriverHasThem(t *testing.T) {
	c, gpu := newFakeContext(t)
	f := gpu.load(t, c, &fakeKernel{name: "k"})
	for _, p := range []*function{&c.api.launchKernelEx, &c.api.graphExecUpdate} {
		saved := *p
		*p = function{name: saved.name, since: "11.8"}
		defer func() { *p = saved }()
	}
	for name, err := range map[string]error{
		"launch": f.Launch(LaunchConfig{Cooperative: true}),
		"update": (&GraphExec{ctx: c}).Update(&Graph{ctx: c}),
	} {
		if !errors.Is(err, ErrDriverTooOld) || !strings.Contains(err.Error(), "for CUDA 11.8 or later") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestAFailedKernelLosesTheContextAndNotTheProcess(t *testing.T) {
	c, gpu := newFakeContext(t)
	f := gpu.load(t, c, &fakeKernel{name: "culprit"})
	b, err := Alloc[float32](c, 4)
	if err != nil {
		t.Fatal(err)
	}
	s, _ := c.NewStream()
	if err := f.Launch(LaunchConfig{}); err != nil {
		t.Fatal(err)
	}
	gpu.fail["cuCtxSynchronize"] = ErrorIllegalAddress
	first := c.Synchronize()
	calls := len(gpu.launches)
	for name, err := range map[string]error{"Synchronize": first, "Launch": f.Launch(LaunchConfig{}), "Err": c.Err(),
		"copy": b.CopyFrom(make([]float32, 4))} {
		if !errors.Is(err, ErrContextLost) || !errors.Is(err, ErrorIllegalAddress) ||
			!strings.Contains(err.Error(), "culprit") ||
			!strings.Contains(err.Error(), "Context.Renew") || !strings.Contains(err.Error(), "cuCtxSynchronize") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := s.Done(); !errors.Is(err, ErrContextLost) {
		t.Errorf("Done: error %v", err)
	}
	if len(gpu.launches) != calls {
		t.Error("a kernel was launched in a context that is lost")
	}
	if err := errors.Join(b.Free(), s.Close(), f.module.Close()); err != nil {
		t.Errorf("giving back what is gone: %v", err)
	}
	delete(gpu.fail, "cuCtxSynchronize")
	gpu.fail["cuDevicePrimaryCtxRetain"] = ErrorIllegalAddress
	if _, err := c.Renew(); !errors.Is(err, ErrContextLost) || !errors.Is(err, ErrorIllegalAddress) ||
		!strings.Contains(err.Error(), "go on in a new process") {
		t.Errorf("Renew where the driver refuses: %v", err)
	}
	delete(gpu.fail, "cuDevicePrimaryCtxRetain")
	gpu.resets = 0
	renewed, err := c.Renew()
	if err != nil || gpu.resets != 1 {
		t.Fatalf("Renew: %v, %d resets", err, gpu.resets)
	}
	if err := renewed.Synchronize(); err != nil {
		t.Errorf("the new context: %v", err)
	}
	if !reflect.DeepEqual(renewed.Device(), c.Device()) {
		t.Error("the new context is on another device")
	}
}

func TestBuffersOfALostContextAreRefused(t *testing.T) {
	c, gpu := newFakeContext(t)
	var seen []uint64
	old := &Context{api: c.api, device: c.device, handle: c.handle}
	old.lost.Store(&lostError{cause: errors.New("gone")})
	k := loadKernel(t, c, gpu, &manifest.Kernel{Entry: "k",
		Arguments: []manifest.Argument{{Kind: manifest.Pointer, Bytes: 8}}}, &seen)
	b := &Buffer[int32]{ctx: old, address: 256, n: 4}
	if err := k.Launch(Dim3{}, nil, b.Arg()); !errors.Is(err, ErrArgument) ||
		!strings.Contains(err.Error(), "memory is gone") {
		t.Errorf("error %v", err)
	}
	other := &Context{api: c.api, device: &Device{driver: c.device.driver, id: 8, ordinal: 1}, handle: c.handle}
	b = &Buffer[int32]{ctx: other, address: 256, n: 4}
	if err := k.Launch(Dim3{}, nil, b.Arg()); !errors.Is(err, ErrArgument) ||
		!strings.Contains(err.Error(), "on device 1") {
		t.Errorf("error %v", err)
	}
}

// Arrays in empty or freed buffers have no valid address.
func TestArraysOfEmptyAndFreedBuffersAreRefused(t *testing.T) {
	c, _ := newFakeContext(t)
	b, err := Alloc[float32](c, 4)
	if err != nil {
		t.Fatal(err)
	}
	none, err := b.Slice(4, 4)
	if err != nil {
		t.Fatal(err)
	}
	empty, err := Alloc[float32](c, 0)
	if err != nil {
		t.Fatal(err)
	}
	for name, buffer := range map[string]*Buffer[float32]{"sliced away": none, "empty": empty} {
		if _, err := buffer.Array("", 2); !errors.Is(err, ErrArgument) {
			t.Errorf("%s: error %v", name, err)
		}
		if _, err := buffer.Array("", 0, 7); err != nil {
			t.Errorf("%s, no elements: %v", name, err)
		}
	}
	array, err := b.Array("", 4)
	if err != nil {
		t.Fatal(err)
	}
	part, err := b.Slice(1, 3)
	if err != nil {
		t.Fatal(err)
	}
	args := []Arg{b.Arg(), part.Arg(), array.Arg()}
	if err := b.Free(); err != nil {
		t.Fatal(err)
	}
	for i, a := range append(args, b.Arg()) {
		if a.freed == nil || !a.freed.Load() {
			t.Errorf("argument %d does not know that its buffer is gone", i)
		}
	}
	if _, err := b.Array("", 4); !errors.Is(err, ErrArgument) {
		t.Errorf("after Free: error %v", err)
	}
}

func TestNamesThatAreNoTypesHaveNoWidth(t *testing.T) {
	for _, name := range []string{"", "u", "i", "f", "ui", "uf32x", "b", "bf", "i7"} {
		if n := dtypeBits(name); n != 0 {
			t.Errorf("%q has %d bits", name, n)
		}
	}
}

func TestArraysMustFitInTheirBuffer(t *testing.T) {
	c, _ := newFakeContext(t)
	b, err := Alloc[uint16](c, 12)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		dtype string
		shape []int64
		want  string
	}{
		{"bf16", []int64{3, 4}, ""}, {"", []int64{12}, ""}, {"ui16", []int64{0, 100}, ""}, {"f16", []int64{1, 1, 1}, ""},
		{"bf16", []int64{3, 5}, "reaches from element 0 to 14, but its buffer has 12"},
		{"f32", []int64{2}, "cannot lie in a buffer"},
		{"f99", []int64{2}, "cannot lie"}, {"f16", []int64{-1}, "shape [-1]"},
		{"f16", []int64{1 << 40, 1 << 40}, "too large"},
	} {
		a, err := b.Array(tt.dtype, tt.shape...)
		if (err == nil) != (tt.want == "") || err != nil &&
			(!strings.Contains(err.Error(), tt.want) || !errors.Is(err, ErrArgument)) {
			t.Errorf("%s %v: error %v, want %q", tt.dtype, tt.shape, err, tt.want)
		} else if err == nil && a.Pointer != b.Pointer() {
			t.Errorf("%s %v: address %#x", tt.dtype, tt.shape, a.Pointer)
		}
	}
}

func TestWaitingEndsWithTheContextAndTheDeviceIsGivenUp(t *testing.T) {
	c, gpu := newFakeContext(t)
	e, err := c.NewEvent()
	if err != nil {
		t.Fatal(err)
	}
	b, err := Alloc[float32](c, 4)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Wait(t.Context()); err != nil {
		t.Errorf("an event that has passed: %v", err)
	}
	gpu.query = ErrorNotReady
	ctx, cancel := context.WithTimeoutCause(t.Context(), time.Millisecond, errors.New("too slow"))
	defer cancel()
	err = e.Wait(ctx)
	if err == nil || err.Error() != "too slow" {
		t.Errorf("error %v", err)
	}
	c.Abandon(err)
	gpu.fail["cuMemFree_v2"], gpu.fail["cuDevicePrimaryCtxRelease_v2"] = ErrorInvalidValue, ErrorInvalidValue
	if err := c.Synchronize(); !errors.Is(err, ErrContextLost) ||
		!strings.Contains(err.Error(), "too slow; the context was given up") {
		t.Errorf("a call in a context that was given up: %v", err)
	}
	if err := errors.Join(b.Free(), e.Close(), c.Close()); err != nil {
		t.Errorf("giving back: %v", err)
	}
}
