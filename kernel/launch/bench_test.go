package launch_test

import (
	"testing"

	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/kernel/launch"
)

// BenchmarkLaunch measures a launch, and for comparison the driver's own call with the same arguments.
func BenchmarkLaunch(b *testing.B) {
	d, err := launch.Open("cuda")
	if err != nil {
		b.Skip(err)
	}
	defer d.Close()
	k := compile(b, d, "Scale", scaleOptions("float32"))
	x, err := launch.Empty[float32](d, 16, 64)
	if err != nil {
		b.Fatal(err)
	}
	y, err := launch.Empty[float32](d, 16, 64)
	if err != nil {
		b.Fatal(err)
	}
	s := d.Stream()
	if err := k.Launch(b.Context(), s, launch.Grid{16}, x, y, float32(2), int32(1)); err != nil {
		b.Fatal(err)
	}
	b.Run("checked", func(b *testing.B) {
		for b.Loop() {
			if err := k.Launch(b.Context(), s, launch.Grid{16}, x, y, float32(2), int32(1)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("driver", func(b *testing.B) {
		call, err := launch.PreparedForTest(k, s, x, y, float32(2), int32(1))
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if err := call.Launch(cuda.Dim3{X: 16}, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}
