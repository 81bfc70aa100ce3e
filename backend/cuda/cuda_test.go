package cuda

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestErrorNamesCallCodeAndText(t *testing.T) {
	c, gpu := newFakeContext(t)
	gpu.fail["cuMemAlloc_v2"] = ErrorOutOfMemory
	_, err := Alloc[float32](c, 10)
	want := Error{Call: "cuMemAlloc_v2", Result: ErrorOutOfMemory, Name: "CUDA_ERROR_OUT_OF_MEMORY", Text: "out of memory",
		Remedy: remedies[ErrorOutOfMemory]}
	if got := asError(t, err); *got != want {
		t.Errorf("got %+v, want %+v", *got, want)
	}
	if !errors.Is(err, ErrorOutOfMemory) || errors.Is(err, ErrorNotFound) {
		t.Errorf("errors.Is does not recognize the code of %v", err)
	}
	const start = "40 bytes, of 3 that are free: cuda: cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY (out of memory): " +
		"free buffers"
	if !strings.HasPrefix(err.Error(), start) {
		t.Errorf("text %q, want %q first", err, start)
	}
}

func TestErrorWithoutANameShowsTheNumber(t *testing.T) {
	c, gpu := newFakeContext(t)
	gpu.fail["cuMemAlloc_v2"] = 12345
	_, err := Alloc[float32](c, 10)
	if err == nil || !strings.Contains(err.Error(), "CUDA result 12345") {
		t.Errorf("error %v does not show the number", err)
	}
}

func TestDeviceProperties(t *testing.T) {
	d, _ := newFake(t)
	if major, minor, err := d.Version(); err != nil || major != 12 || minor != 4 {
		t.Errorf("Version = %d, %d, %v; want 12, 4", major, minor, err)
	}
	if n, err := d.DeviceCount(); err != nil || n != 1 {
		t.Errorf("DeviceCount = %d, %v; want 1", n, err)
	}
	device, err := d.Device(0)
	if err != nil {
		t.Fatal(err)
	}
	if name, err := device.Name(); err != nil || name != "Fake GPU" {
		t.Errorf("Name = %q, %v", name, err)
	}
	if major, minor, err := device.ComputeCapability(); err != nil || major != 9 || minor != 0 {
		t.Errorf("ComputeCapability = %d, %d, %v; want 9, 0", major, minor, err)
	}
	if n, err := device.Attribute(MultiprocessorCount); err != nil || n != 132 {
		t.Errorf("MultiprocessorCount = %d, %v; want 132", n, err)
	}
	if n, err := device.TotalMemory(); err != nil || n != 1<<30 {
		t.Errorf("TotalMemory = %d, %v", n, err)
	}
	if _, err := d.Device(3); !errors.Is(err, ErrorInvalidDevice) {
		t.Errorf("Device(3): error %v", err)
	}
}

// The driver keeps the current context per thread. The fake driver refuses a call on a thread that has another context.
func TestEveryCallHasItsContextOnWhateverThread(t *testing.T) {
	c, _ := newFakeContext(t)
	var wg sync.WaitGroup
	for i := range 32 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			want := slices.Repeat([]int64{int64(i)}, 100)
			b, err := Upload(c, want)
			if err != nil {
				t.Error(err)
				return
			}
			got, err := b.Download()
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("goroutine %d read %v, %v", i, got[:3], err)
			}
			if err := b.Free(); err != nil {
				t.Error(err)
			}
		}()
	}
	wg.Wait()
}

func TestFailureToSetTheContextIsReported(t *testing.T) {
	c, gpu := newFakeContext(t)
	gpu.fail["cuCtxSetCurrent"] = ErrorInvalidContext
	if err := c.Synchronize(); !errors.Is(err, ErrorInvalidContext) {
		t.Errorf("error %v, want ErrorInvalidContext", err)
	}
	if gpu.calls["cuCtxSynchronize"] != 0 {
		t.Error("the function was called without a context")
	}
}

func testFill[T Element](t *testing.T, c *Context, v T) {
	t.Run(fmt.Sprintf("%T", v), func(t *testing.T) {
		b, err := Alloc[T](c, 8)
		if err != nil {
			t.Fatal(err)
		}
		before, err := b.Download()
		if err != nil {
			t.Fatal(err)
		}
		middle, err := b.Slice(2, 5)
		if err != nil {
			t.Fatal(err)
		}
		if err := middle.Fill(nil, v); err != nil {
			t.Fatal(err)
		}
		got, err := b.Download()
		if err != nil {
			t.Fatal(err)
		}
		want := slices.Clone(before)
		want[2], want[3], want[4] = v, v, v
		if !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
}

func TestFillSetsElementsOfEverySizeAndNoOthers(t *testing.T) {
	c, _ := newFakeContext(t)
	testFill(t, c, int8(-3))
	testFill(t, c, uint16(0x3C01))
	testFill(t, c, float32(1.5))
	testFill(t, c, int32(math.MinInt32+5))
	testFill(t, c, math.Pi)
	testFill(t, c, int64(-2))
}

func TestCopiesBetweenDifferentLengthsAreErrors(t *testing.T) {
	c, gpu := newFakeContext(t)
	b, _ := Alloc[float32](c, 4)
	other, _ := Alloc[float32](c, 5)
	h, _ := AllocHost[float32](c, 3)
	for name, err := range map[string]error{
		"CopyFrom":       b.CopyFrom(make([]float32, 3)),
		"CopyTo":         b.CopyTo(make([]float32, 5)),
		"CopyFromHost":   b.CopyFromHost(nil, h),
		"CopyToHost":     b.CopyToHost(nil, h),
		"CopyFromBuffer": b.CopyFromBuffer(nil, other),
	} {
		if err == nil {
			t.Errorf("%s between different lengths succeeded", name)
		}
	}
	if gpu.calls["cuMemcpyHtoD_v2"]+gpu.calls["cuMemcpyDtoH_v2"] != 0 {
		t.Error("the driver was asked to copy")
	}
}

func TestEmptyBuffersNeedNoDriver(t *testing.T) {
	c, gpu := newFakeContext(t)
	gpu.fail["cuMemAlloc_v2"] = ErrorInvalidValue // the driver's answer to a size of 0
	b, err := Upload(c, []float32{})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := b.Download(); err != nil || len(got) != 0 {
		t.Errorf("Download = %v, %v", got, err)
	}
	if err := errors.Join(b.Fill(nil, 1), b.Free()); err != nil {
		t.Error(err)
	}
}

func TestAllocRefusesImpossibleLengths(t *testing.T) {
	c, _ := newFakeContext(t)
	for _, n := range []int{-1, math.MaxInt, math.MaxInt / 2} {
		if _, err := Alloc[float64](c, n); err == nil {
			t.Errorf("Alloc of %d elements succeeded", n)
		}
		if _, err := AllocHost[float64](c, n); err == nil {
			t.Errorf("AllocHost of %d elements succeeded", n)
		}
	}
}

func TestSliceBounds(t *testing.T) {
	c, _ := newFakeContext(t)
	b, _ := Upload(c, []int16{0, 1, 2, 3})
	tests := []struct {
		i, j int
		want []int16
	}{
		{0, 4, []int16{0, 1, 2, 3}}, {1, 3, []int16{1, 2}}, {4, 4, []int16{}},
		{-1, 2, nil}, {3, 2, nil}, {0, 5, nil},
	}
	for _, tt := range tests {
		s, err := b.Slice(tt.i, tt.j)
		if (err != nil) != (tt.want == nil) {
			t.Errorf("Slice(%d, %d): error %v", tt.i, tt.j, err)
			continue
		}
		if err != nil {
			continue
		}
		if got, err := s.Download(); err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("Slice(%d, %d) = %v, %v; want %v", tt.i, tt.j, got, err, tt.want)
		}
		if err := s.Free(); err != nil {
			t.Error(err)
		}
	}
	if err := b.Free(); err != nil {
		t.Errorf("Free after freeing slices: %v", err)
	}
	if err := b.Free(); err != nil {
		t.Errorf("second Free: %v", err)
	}
}

func TestAsynchronousCopiesGoThroughHostMemory(t *testing.T) {
	c, _ := newFakeContext(t)
	s, err := c.NewStream()
	if err != nil {
		t.Fatal(err)
	}
	in, _ := AllocHost[float32](c, 3)
	out, _ := AllocHost[float32](c, 3)
	a, _ := Alloc[float32](c, 3)
	b, _ := Alloc[float32](c, 3)
	copy(in.Slice(), []float32{1, 2, 3})
	if err := errors.Join(a.CopyFromHost(s, in), b.CopyFromBuffer(s, a), b.CopyToHost(s, out),
		s.Synchronize()); err != nil {
		t.Fatal(err)
	}
	if got := out.Slice(); !slices.Equal(got, []float32{1, 2, 3}) {
		t.Errorf("got %v", got)
	}
	if err := errors.Join(in.Free(), out.Free(), in.Free(), a.Free(), b.Free(), s.Close()); err != nil {
		t.Error(err)
	}
}

func TestQueriesTellBusyFromFailed(t *testing.T) {
	c, gpu := newFakeContext(t)
	s, _ := c.NewStream()
	e, _ := c.NewEvent()
	for _, tt := range []struct {
		result Result
		done   bool
		fails  bool
	}{{Success, true, false}, {ErrorNotReady, false, false}, {ErrorLaunchFailed, false, true}} {
		gpu.query = tt.result
		for name, ask := range map[string]func() (bool, error){"stream": s.Done, "event": e.Done} {
			done, err := ask()
			if done != tt.done || (err != nil) != tt.fails {
				t.Errorf("%s, result %d: done %v, error %v", name, uint32(tt.result), done, err)
			}
			if tt.fails && !errors.Is(err, tt.result) {
				t.Errorf("%s: error %v does not hold %d", name, err, uint32(tt.result))
			}
		}
	}
}

func TestEventsMeasureDeviceTime(t *testing.T) {
	c, gpu := newFakeContext(t)
	gpu.elapsed = 1.5
	s, _ := c.NewStream()
	start, _ := c.NewEvent()
	end, _ := c.NewEvent()
	if err := errors.Join(start.Record(nil), end.Record(s), s.Wait(end), end.Synchronize()); err != nil {
		t.Fatal(err)
	}
	if d, err := end.Since(start); err != nil || d != 1500*time.Microsecond {
		t.Errorf("Since = %v, %v; want 1.5ms", d, err)
	}
}

func TestMedianTimeRunsTheWorkBehindAnotherRunAndEndsWithItsError(t *testing.T) {
	c, gpu := newFakeContext(t)
	gpu.elapsed = 1.5
	runs := 0
	d, err := c.MedianTime(5, func() error {
		runs++
		return nil
	})
	if err != nil || d != 1500*time.Microsecond || runs != 10 {
		t.Errorf("%v after %d runs, %v", d, runs, err)
	}
	failed := errors.New("failed")
	if _, err := c.MedianTime(5, func() error { return failed }); !errors.Is(err, failed) {
		t.Error(err)
	}
}

func TestOpenWithoutADriverSaysWhatToInstall(t *testing.T) {
	if _, err := Open(); err == nil {
		t.Skip("this machine has a CUDA driver")
	} else if errors.Is(err, ErrNoDriver) && (!strings.Contains(err.Error(), "install") ||
		strings.Contains(err.Error(), "\n")) {
		t.Errorf("error %q does not say what to install", err)
	} else if !errors.Is(err, ErrNoDriver) {
		asError(t, err) // a driver on a machine without a GPU
	}
}
