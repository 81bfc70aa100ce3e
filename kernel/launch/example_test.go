package launch_test

import (
	"context"
	"fmt"
	"testing/fstest"

	"github.com/girih-ir/girih/kernel"
	"github.com/girih-ir/girih/kernel/launch"
)

// A kernel compiled by tile-gen or [kernel.Kernel.Embed] runs on any device by the same call.
func ExampleKernel_Launch() {
	ctx := context.Background()
	device, err := launch.Open("cpu") // "" takes the first GPU, if there is one
	if err != nil {
		fmt.Println(err)
		return
	}
	k, err := kernel.Compile(fstest.MapFS{"rows.go": {Data: []byte(source)}}, "Scale",
		kernel.Options{Types: map[string]string{"T": "float32"}, Constants: map[string]int64{"block": 4}})
	if err != nil {
		fmt.Println(err)
		return
	}
	x, err := launch.Upload(device, []float32{1, 2, 3}, 1, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	y, err := launch.Empty[float32](device, 1, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	err = k.Launch(ctx, device.Stream(), launch.Grid{1}, x, y, 0.5, 10)
	if err != nil {
		fmt.Println(err)
		return
	}
	result := make([]float32, 3)
	fmt.Println(y.Download(ctx, result), result)
	fmt.Println(k.Launch(ctx, device.Stream(), launch.Grid{1}, x, x, 0.5, 10))
	// Output:
	// <nil> [10.5 11 11.5]
	// wrong argument y of Scale: it is written and shares memory with x: pass different arrays
}
