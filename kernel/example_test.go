package kernel_test

import (
	"context"
	"fmt"
	"testing/fstest"

	"github.com/girih-ir/girih/kernel"
)

// A program that embeds its kernels passes an embed.FS instead.
func ExampleCompile() {
	source := fstest.MapFS{"double.go": {Data: []byte(`package double

import "github.com/girih-ir/girih/kernel"

func Double(x kernel.Array1[float32]) {
	i := kernel.Program(0)*4 + kernel.Range(4)
	x.Store(i, 2*x.Load(i))
}
`)}}
	k, err := kernel.Compile(source, "Double", kernel.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	x := []float32{1, 2, 3, 4, 5}
	err = k.Run(context.Background(), [3]int32{2, 1, 1}, kernel.Of(x))
	fmt.Println(x, err)
	// Output: [2 4 6 8 10] <nil>
}
