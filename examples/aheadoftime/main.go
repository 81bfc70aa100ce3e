// Command aheadoftime launches kernels that were compiled before the program was built. From the kernels in kernels.go,
// tile-gen has written girih_gen.go and the folder next to it. The same calls run on a GPU, or on the CPU if there is
// none.
//
//	go run ./examples/aheadoftime
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/girih-ir/girih/kernel/launch"
)

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	device, err := launch.Open("")
	if err != nil {
		return err
	}
	defer device.Close()
	x, err := launch.Upload(device, []float32{0, 1, 2, 3, 2, 2}, 2, 3)
	if err != nil {
		return err
	}
	y, err := launch.Empty[float32](device, 2, 3)
	if err != nil {
		return err
	}
	if err := Softmax(ctx, device.Stream(), launch.Grid{2}, x, y); err != nil {
		return err
	}
	rows := make([]float32, 6)
	if err := y.Download(ctx, rows); err != nil {
		return err
	}
	fmt.Printf("on %s: %.3f\n", device, rows)
	return nil
}
