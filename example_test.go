package girih_test

import (
	"context"
	"fmt"
	"log"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/backend/interp"
)

// A kernel in text, lowered and run on host arrays.
func Example() {
	const source = `module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @scale(%x: !tile.ptr<f16>) {
    %i = tile.iota : tensor<4xi32>
    %p = tile.addptr %x, %i : !tile.ptr<f16>, tensor<4xi32> -> tensor<4x!tile.ptr<f16>>
    %v = tile.load %p : tensor<4x!tile.ptr<f16>>
    %half = tile.literal 0.5
    %w = tile.mul %v, %half : tensor<4xf16>, !tile.literal<float> -> tensor<4xf16>
    tile.store %p, %w : tensor<4x!tile.ptr<f16>>, tensor<4xf16>
    tile.return
  }
}`
	ctx := context.Background()
	m, err := girih.Parse("scale.mlir", []byte(source))
	if err != nil {
		log.Fatal(err)
	}
	if err := m.Lower(ctx, girih.Strict); err != nil {
		log.Fatal(err)
	}
	fmt.Print(m)
	x, err := interp.Filled(m.Operation().Context().F16(), []int64{4}, func(i int) float64 { return float64(i) })
	if err != nil {
		log.Fatal(err)
	}
	if err := m.Execute(ctx, "scale", interp.Grid{1, 1, 1}, x); err != nil {
		log.Fatal(err)
	}
	fmt.Println(x.Float64s())
	// Output:
	// module attributes {tile.semantics = #tile.semantics<triton>} {
	//   tile.kernel @scale(%arg0: !tile.ptr<f16>) {
	//     %0 = tile.iota : tensor<4xi32>
	//     %1 = tile.splat %arg0 : !tile.ptr<f16> -> tensor<4x!tile.ptr<f16>>
	//     %2 = tile.addptr %1, %0 : tensor<4x!tile.ptr<f16>>, tensor<4xi32> -> tensor<4x!tile.ptr<f16>>
	//     %3 = tile.load %2 : tensor<4x!tile.ptr<f16>>
	//     %cst = arith.constant dense<5.000000e-01> : tensor<4xf16>
	//     %4 = arith.mulf %3, %cst : tensor<4xf16>
	//     tile.store %2, %4 : tensor<4x!tile.ptr<f16>>, tensor<4xf16>
	//     tile.return
	//   }
	// }
	// [0 0.5 1 1.5]
}

// A kernel from text to a launch on a GPU. Machines without one print why.
func ExampleBuild_Load() {
	const source = `module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @fill(%p: !tile.ptr<f32>, %v: f32) {
    %i = tile.iota : tensor<64xi32>
    %ps = tile.addptr %p, %i : !tile.ptr<f32>, tensor<64xi32> -> tensor<64x!tile.ptr<f32>>
    tile.store %ps, %v : tensor<64x!tile.ptr<f32>>, f32
    tile.return
  }
}`
	launch := func() error {
		c, err := cuda.OpenContext(0)
		if err != nil {
			return err // says what to install
		}
		defer c.Close()

		m, err := girih.Parse("fill.mlir", []byte(source))
		if err != nil {
			return err
		}
		ctx := context.Background()
		program, err := m.Compile(ctx, girih.CompileOptions{})
		if err != nil {
			return err
		}
		build, err := program.Build(ctx, girih.BuildOptions{Target: "sm_80"})
		if err != nil {
			return err
		}
		loaded, err := build.Load(c)
		if err != nil {
			return err
		}
		defer loaded.Close()
		fill, err := loaded.Kernel("fill")
		if err != nil {
			return err
		}
		p, err := cuda.Alloc[float32](c, 64)
		if err != nil {
			return err
		}
		defer p.Free()
		if err := fill.Launch(cuda.Dim3{X: 1}, nil, p.Arg(), cuda.Value(float32(2.5))); err != nil {
			return err
		}
		numbers, err := p.Download()
		fmt.Println(numbers)
		return err
	}
	if err := launch(); err != nil {
		fmt.Println(err)
	}
}
