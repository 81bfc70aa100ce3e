package cuda

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/manifest"
)

// addKernel takes two numbers.
func addKernel() *manifest.Kernel {
	word := manifest.Argument{Kind: manifest.Integer, Type: "i32", Bytes: 4}
	return &manifest.Kernel{Entry: "add", Arguments: []manifest.Argument{word, word}, Grid: manifest.Grid{Axes: []int{0}}}
}

// record captures a launch for each list of arguments.
func record(t *testing.T, c *Context, k *Kernel, calls ...[2]int32) *Graph {
	t.Helper()
	g, err := c.Capture(func(s *Stream) error {
		for _, a := range calls {
			if err := k.Launch(Dim3{X: uint32(a[0])}, s, Value(a[0]), Value(a[1])); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestGraphsRunWhatWasRecorded(t *testing.T) {
	c, gpu := newFakeContext(t)
	var seen []uint64
	k := loadKernel(t, c, gpu, addKernel(), &seen)
	g := record(t, c, k, [2]int32{1, 2}, [2]int32{3, 4})
	if len(gpu.launches) != 0 {
		t.Error("recording launched the kernel")
	}
	e, err := g.Instantiate()
	if err != nil {
		t.Fatal(err)
	}
	s, _ := c.NewStream()
	if err := e.Launch(s); err != nil {
		t.Fatal(err)
	}
	if len(gpu.launches) != 2 || gpu.launches[1].grid.X != 3 || gpu.launches[1].stream != fakeStream ||
		!slices.Equal(seen, []uint64{3, 4}) {
		t.Errorf("launches %+v, last with %v", gpu.launches, seen)
	}
	if err := e.Update(record(t, c, k, [2]int32{5, 6}, [2]int32{7, 8})); err != nil {
		t.Fatal(err)
	}
	if err := e.Launch(nil); err != nil || !slices.Equal(seen, []uint64{7, 8}) {
		t.Errorf("after the update the kernel saw %v, error %v", seen, err)
	}
	err = e.Update(record(t, c, k, [2]int32{5, 6}))
	if !errors.Is(err, ErrorGraphExecUpdateFailure) || !strings.Contains(err.Error(), "instantiate") {
		t.Errorf("update by another form: %v", err)
	}
	if err := errors.Join(e.Close(), g.Close()); err != nil {
		t.Error(err)
	}
}

func TestArgumentsOfOneLaunchInAGraphCanBeSet(t *testing.T) {
	c, gpu := newFakeContext(t)
	var seen []uint64
	k := loadKernel(t, c, gpu, addKernel(), &seen)
	other := loadKernel(t, c, gpu, &manifest.Kernel{Entry: "other"}, &seen)
	g := record(t, c, k, [2]int32{1, 2}, [2]int32{3, 4})
	e, err := g.Instantiate()
	if err != nil {
		t.Fatal(err)
	}
	kernels, err := g.Kernels()
	if err != nil || len(kernels) != 2 || kernels[1].Grid().X != 3 {
		t.Fatalf("kernels %v, error %v", kernels, err)
	}
	call, err := k.Prepare(Value(int32(9)), Value(int32(10)))
	if err != nil {
		t.Fatal(err)
	}
	if err := e.SetKernel(kernels[1], call, Dim3{X: 6}); err != nil {
		t.Fatal(err)
	}
	if err := e.Launch(nil); err != nil || !slices.Equal(seen, []uint64{9, 10}) || gpu.launches[0].grid.X != 1 ||
		gpu.launches[1].grid.X != 6 {
		t.Errorf("saw %v in %+v, error %v", seen, gpu.launches, err)
	}
	wrong, _ := other.Prepare()
	if err := e.SetKernel(kernels[0], wrong, Dim3{}); !errors.Is(err, ErrArgument) {
		t.Errorf("another kernel: %v", err)
	}
	if err := e.SetKernel(kernels[0], call, Dim3{Y: 2}); !errors.Is(err, ErrGrid) {
		t.Errorf("another axis: %v", err)
	}
}

func TestAFailedCaptureLeavesNoGraph(t *testing.T) {
	c, gpu := newFakeContext(t)
	failure := errors.New("no")
	if _, err := c.Capture(func(*Stream) error { return failure }); !errors.Is(err, failure) {
		t.Errorf("error %v", err)
	}
	if gpu.capture {
		t.Error("the capture goes on")
	}
	gpu.fail["cuStreamEndCapture"] = ErrorStreamCaptureUnsupport
	if _, err := c.Capture(func(*Stream) error {
		return nil
	}); !errors.Is(err, ErrorStreamCaptureUnsupport) || !strings.Contains(err.Error(), "capture") {
		t.Errorf("error %v", err)
	}
	gpu.fail["cuStreamBeginCapture_v2"] = ErrorInvalidValue
	if _, err := c.Capture(func(*Stream) error { t.Error("was recorded"); return nil }); err == nil {
		t.Error("no error")
	}
}

func TestStreamsHavePriorities(t *testing.T) {
	c, _ := newFakeContext(t)
	least, greatest, err := c.StreamPriorities()
	if err != nil || least != 0 || greatest != -5 {
		t.Errorf("priorities %d to %d, %v", least, greatest, err)
	}
	if _, err := c.NewStreamWith(StreamOptions{NonBlocking: true, Priority: greatest}); err != nil {
		t.Error(err)
	}
}
