package cuda_test

import (
	"os"
	"testing"

	"github.com/girih-ir/girih/backend/cuda"
)

func BenchmarkLaunch(b *testing.B) {
	c := openGPU(b)
	image, err := os.ReadFile("testdata/vector_add.llc22.ptx")
	if err != nil {
		b.Fatal(err)
	}
	module, err := c.LoadModule(image, cuda.JITOptions{})
	if err != nil {
		b.Fatal(err)
	}
	defer module.Close()
	kernel, err := module.Function("vector_add")
	if err != nil {
		b.Fatal(err)
	}
	none := cuda.Value(cuda.DevicePointer(0))
	b.ReportAllocs()
	for b.Loop() {
		if err := kernel.Launch(cuda.LaunchConfig{Block: cuda.Dim3{X: 32}}, none, none, none, cuda.Value(int32(0))); err != nil {
			b.Fatal(err)
		}
	}
	if err := c.Synchronize(); err != nil {
		b.Fatal(err)
	}
}
