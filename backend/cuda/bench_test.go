package cuda

import (
	"errors"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/girih-ir/girih/backend/internal/dynlib"
	"github.com/girih-ir/girih/backend/manifest"
)

// addManifest describes vector_add of testdata.
func addManifest() *manifest.Kernel {
	pointer := manifest.Argument{Kind: manifest.Pointer, Type: "f32", Bytes: 8}
	return &manifest.Kernel{Entry: "vector_add", Block: []int64{32}, Grid: manifest.Grid{Unit: "block", Axes: []int{0}},
		Arguments: []manifest.Argument{pointer, pointer, pointer, {Kind: manifest.Integer, Type: "i32", Bytes: 4}}}
}

// batch is the number of launches that are timed together: few enough that the device's queue does not fill.
const batch = 100

// benchmarkLaunches measures the host time of a launch.
func benchmarkLaunches(b *testing.B, c *Context, launch func() error) {
	b.ReportAllocs()
	if err := errors.Join(launch(), c.Synchronize()); err != nil {
		b.Fatal(err)
	}
	var total time.Duration
	launches := 0
	for b.Loop() {
		start := time.Now()
		for range batch {
			if err := launch(); err != nil {
				b.Fatal(err)
			}
		}
		total += time.Since(start)
		launches += batch
		if err := c.Synchronize(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(total.Nanoseconds())/float64(launches), "ns/launch")
}

// BenchmarkLaunch compares the ways to launch a kernel with a direct call of the driver's function.
func BenchmarkLaunch(b *testing.B) {
	driver, err := Open()
	if err != nil {
		b.Skip(err)
	}
	device, err := driver.Device(0)
	if err != nil {
		b.Skip(err)
	}
	c, err := device.Context()
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	image, err := os.ReadFile("testdata/vector_add.llc22.ptx")
	if err != nil {
		b.Fatal(err)
	}
	module, err := c.LoadModule(image, JITOptions{})
	if err != nil {
		b.Fatal(err)
	}
	defer module.Close()
	kernel, err := module.Kernel(addManifest())
	if err != nil {
		b.Fatal(err)
	}
	x, err := Alloc[float32](c, 1024)
	if err != nil {
		b.Fatal(err)
	}
	defer x.Free()
	call, err := kernel.Prepare(x.Arg(), x.Arg(), x.Arg(), Value(int32(0)))
	if err != nil {
		b.Fatal(err)
	}
	f := kernel.Function()
	b.Run("driver", func(b *testing.B) {
		// The driver needs its context on this thread.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if err := c.call(c.api.ctxSetCurrent, c.handle...); err != nil {
			b.Fatal(err)
		}
		call.frame.call = append(call.frame.call[:0], f.handle, 1, 1, 1, 32, 1, 1, 0, 0, uintptr(call.frame.address()), 0)
		benchmarkLaunches(b, c, func() error {
			return c.api.check(c.api.launchKernel, c.api.launchKernel.invoke(call.frame.call...))
		})
	})
	b.Run("function", func(b *testing.B) {
		benchmarkLaunches(b, c, func() error {
			return f.Launch(LaunchConfig{Block: Dim3{X: 32}}, x.Arg(), x.Arg(), x.Arg(), Value(int32(0)))
		})
	})
	b.Run("kernel", func(b *testing.B) {
		benchmarkLaunches(b, c, func() error {
			return kernel.Launch(Dim3{X: 1}, nil, x.Arg(), x.Arg(), x.Arg(), Value(int32(0)))
		})
	})
	b.Run("call", func(b *testing.B) { benchmarkLaunches(b, c, func() error { return call.Launch(Dim3{X: 1}, nil) }) })
	b.Run("graph", func(b *testing.B) {
		g, err := c.Capture(func(s *Stream) error { return call.Launch(Dim3{X: 1}, s) })
		if err != nil {
			b.Fatal(err)
		}
		defer g.Close()
		e, err := g.Instantiate()
		if err != nil {
			b.Fatal(err)
		}
		defer e.Close()
		benchmarkLaunches(b, c, func() error { return e.Launch(nil) })
	})
	// The fixed cost of every call.
	b.Run("context", func(b *testing.B) {
		benchmarkLaunches(b, c, func() error { return c.call(c.api.ctxSetCurrent, c.handle...) })
	})
}

// BenchmarkLaunchBesideDriver measures the cost of a launch without the driver's work: the driver functions are
// replaced by a C function that returns 0 at once. It needs no GPU.
func BenchmarkLaunchBesideDriver(b *testing.B) {
	library, err := dynlib.Open("libc.so.6")
	if err != nil {
		b.Skip(err)
	}
	address, err := library.Symbol("pthread_equal") // compares two different handles
	if err != nil {
		b.Skip(err)
	}
	nothing := function{name: "nothing", address: address}
	c := &Context{api: &api{ctxSetCurrent: nothing, launchKernel: nothing, graphLaunch: nothing},
		handle: []uintptr{1 << 40}}
	m := addManifest()
	k := &Kernel{f: &Function{ctx: c, handle: 1 << 41, name: m.Entry}, m: m, params: m.Signature(), axes: [3]bool{true},
		config: LaunchConfig{Block: Dim3{X: 32}}}
	call := k.newCall()
	e := &GraphExec{ctx: c, handle: 1 << 42}
	for _, way := range []struct { // driver passes the arguments that call has laid out
		name   string
		launch func() error
	}{
		{"call", func() error { return call.Launch(Dim3{X: 1}, nil) }},
		{"graph", func() error { return e.Launch(nil) }},
		{"context", func() error { return c.call(nothing, c.handle...) }},
		{"driver", func() error { return c.api.check(nothing, nothing.invoke(call.frame.call...)) }},
	} {
		b.Run(way.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := way.launch(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
