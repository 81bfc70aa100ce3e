package cuda

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/girih-ir/girih/backend/internal/dynlib"
)

func TestLaunchPassesArgumentsByTheirSize(t *testing.T) {
	c, gpu := newFakeContext(t)
	var got string
	blob := make([]byte, 128)
	for i := range blob {
		blob[i] = byte(i)
	}
	f := gpu.load(t, c, &fakeKernel{name: "k", sizes: []uintptr{8, 4, 1, 128, 2, 8}, run: func(p []unsafe.Pointer) {
		bytes := *(*[128]byte)(p[3])
		got = fmt.Sprint(*(*uint64)(p[0]), *(*float32)(p[1]), *(*int8)(p[2]), bytes == [128]byte(blob), *(*uint16)(p[4]),
			*(*float64)(p[5]))
	}})
	s, _ := c.NewStream()
	err := f.Launch(LaunchConfig{Grid: Dim3{X: 3, Y: 2}, Block: Dim3{X: 128}, Shared: 64, Stream: s},
		Value(DevicePointer(0xABCD)), Value(float32(1.5)), Value(int8(-3)), Bytes(blob), Value(uint16(65000)), Value(2.25))
	if err != nil {
		t.Fatal(err)
	}
	if want := "43981 1.5 -3 true 65000 2.25"; got != want {
		t.Errorf("the kernel saw %s, want %s", got, want)
	}
	want := []fakeLaunch{{"k", Dim3{3, 2, 1}, Dim3{128, 1, 1}, 64, fakeStream}}
	if !slices.Equal(gpu.launches, want) {
		t.Errorf("launches %+v, want %+v", gpu.launches, want)
	}
}

func TestLaunchRefusesArgumentsThatDoNotFit(t *testing.T) {
	c, gpu := newFakeContext(t)
	f := gpu.load(t, c, &fakeKernel{name: "k", sizes: []uintptr{8, 4}})
	tests := []struct {
		name string
		args []Arg
		want string
	}{
		{"too few", []Arg{Value(int64(1))}, "k takes 2 arguments, not 1"},
		{"too many", []Arg{Value(int64(1)), Value(int32(1)), Value(int32(1))}, "k takes 2 arguments, not 3"},
		{"wrong size", []Arg{Value(int64(1)), Value(int64(1))}, "parameter 1 of k has 4 bytes, its argument 8"},
	}
	for _, tt := range tests {
		err := f.Launch(LaunchConfig{}, tt.args...)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.want)
		}
	}
	if len(gpu.launches) != 0 {
		t.Error("the kernel was launched")
	}
}

func TestLaunchFailureNamesTheKernelAndItsShape(t *testing.T) {
	c, gpu := newFakeContext(t)
	f := gpu.load(t, c, &fakeKernel{name: "k"})
	gpu.fail["cuLaunchKernel"] = ErrorOutOfMemory
	err := f.Launch(LaunchConfig{Grid: Dim3{X: 7}, Block: Dim3{X: 2048}})
	if !errors.Is(err, ErrorOutOfMemory) || !strings.Contains(err.Error(), "launch of k, grid {7 1 1}, block {2048 1 1}") {
		t.Errorf("error %v", err)
	}
}

func TestLaunchRaisesTheBoundOnSharedMemoryOnceAndNeverLowersIt(t *testing.T) {
	c, gpu := newFakeContext(t)
	k := &fakeKernel{name: "k", dynamic: 48 << 10}
	f := gpu.load(t, c, k)
	twin, err := f.module.Function("k")
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		f      *Function
		shared uint32
		bound  int32
		sets   int
	}{
		{f, 1 << 10, 48 << 10, 0},
		{f, 100 << 10, 100 << 10, 1},
		{f, 90 << 10, 100 << 10, 1},
		{twin, 60 << 10, 100 << 10, 1},
		{twin, 200 << 10, 200 << 10, 2},
		{f, 150 << 10, 200 << 10, 2},
	} {
		if err := step.f.Launch(LaunchConfig{Shared: step.shared}); err != nil {
			t.Fatal(err)
		}
		if k.dynamic != step.bound || gpu.calls["cuFuncSetAttribute"] != step.sets {
			t.Errorf("after a launch with %d bytes: bound %d, set %d times; want %d, %d",
				step.shared, k.dynamic, gpu.calls["cuFuncSetAttribute"], step.bound, step.sets)
		}
	}
	gpu.fail["cuFuncSetAttribute"] = ErrorInvalidValue
	err = f.Launch(LaunchConfig{Shared: 1 << 20})
	if !errors.Is(err, ErrorInvalidValue) || !strings.Contains(err.Error(),
		"1048576 bytes of dynamic shared memory for k") ||
		!strings.Contains(err.Error(), "a block on this device can have 232448, and the kernel itself takes 1024") {
		t.Errorf("too much shared memory: error %v", err)
	}
}

func TestFunctionQueries(t *testing.T) {
	c, gpu := newFakeContext(t)
	f := gpu.load(t, c, &fakeKernel{name: "k"})
	if n, err := f.Attribute(FuncRegisters); err != nil || n != 40 {
		t.Errorf("registers = %d, %v; want 40", n, err)
	}
	if n, err := f.MaxActiveBlocks(256, 0); err != nil || n != 8 {
		t.Errorf("MaxActiveBlocks = %d, %v; want 8", n, err)
	}
	if _, err := f.module.Function("missing"); !errors.Is(err, ErrorNotFound) ||
		!strings.Contains(err.Error(), `"missing"`) {
		t.Errorf("missing function: error %v", err)
	}
	if p, n, err := f.module.Global("table"); err != nil || p != 0x1234 || n != 64 {
		t.Errorf("Global = %#x, %d, %v", uint64(p), n, err)
	}
	if _, _, err := f.module.Global("missing"); !errors.Is(err, ErrorNotFound) {
		t.Errorf("missing global: error %v", err)
	}
	if err := f.module.Close(); err != nil {
		t.Error(err)
	}
}

func TestJITOptionsAndLogs(t *testing.T) {
	c, gpu := newFakeContext(t)
	m, err := c.LoadModule([]byte("ptx"), JITOptions{MaxRegisters: 64, LineInfo: true, Verbose: true})
	if err != nil {
		t.Fatal(err)
	}
	if m.Log() != "info" {
		t.Errorf("log %q, want %q", m.Log(), "info")
	}
	for key, want := range map[int32]uintptr{jitMaxRegisters: 64, jitGenerateLineNum: 1, jitLogVerbose: 1,
		jitInfoLogSize: jitLogSize} {
		if gpu.jitOptions[key] != want {
			t.Errorf("option %d = %d, want %d", key, gpu.jitOptions[key], want)
		}
	}
	gpu.fail["cuModuleLoadDataEx"] = ErrorInvalidPTX
	_, err = c.LoadModule([]byte("bad text"), JITOptions{})
	var jit *JITError
	if !errors.As(err, &jit) || !errors.Is(err, ErrorInvalidPTX) {
		t.Fatalf("error %v (%T), want a *JITError", err, err)
	}
	if want := "ptxas fatal : syntax error in bad text"; jit.Log != want || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("log %q, want %q", jit.Log, want)
	}
	if _, err := c.LoadModule(nil, JITOptions{}); err == nil {
		t.Error("an empty module was loaded")
	}
}

// sched_yield takes no arguments and returns 0, so it can replace a driver function that succeeds. Unlike a Go callback
// it does not allocate.
func TestLaunchDoesNotAllocate(t *testing.T) {
	libc, err := dynlib.Open("libc.so.6")
	if err != nil {
		t.Skipf("no C library to call: %v", err)
	}
	address, err := libc.Symbol("sched_yield")
	if err != nil {
		t.Skip(err)
	}
	succeed := function{name: "sched_yield", address: address}
	a := &api{ctxSetCurrent: succeed, launchKernel: succeed}
	f := &Function{
		ctx: &Context{api: a, handle: []uintptr{0}}, name: "k", parametersKnown: true, parameters: []uintptr{8, 8, 4, 4},
	}
	x, y := &Buffer[float32]{address: 256}, &Buffer[float32]{address: 512}
	n := int32(1000)
	allocations := testing.AllocsPerRun(200, func() {
		config := LaunchConfig{Grid: Dim3{X: 8}, Block: Dim3{X: 128}}
		if err := f.Launch(config, x.Arg(), y.Arg(), Value(float32(2)), Value(n)); err != nil {
			t.Fatal(err)
		}
	})
	if allocations >= 1 {
		t.Errorf("a launch allocates %v times", allocations)
	}
}
