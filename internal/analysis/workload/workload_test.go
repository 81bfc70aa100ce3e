package workload_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/workload"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/pipeline"
)

// product multiplies rows of a by b. A number in memory gives the number of rows.
const product = `!a = !tile.array<?x?xf16, strides = [?, 1]>
!c = !tile.array<?x?xf32, strides = [?, 1]>
!n = !tile.array<?xi32, strides = [1]>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @product(%a: !a, %b: !a, %c: !c, %lengths: !n, %twice: i1) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %i = tile.program_id 0
    %p = tile.base %lengths : !n
    %n = tile.load %p : !tile.ptr<i32>
    %size = arith.constant 32 : i32
    %steps = tile.cdiv %n, %size : i32, i32 -> i32
    %none = arith.constant dense<0.0> : tensor<64x16xf32>
    %sum = scf.for %k = %i to %steps step %one iter_args(%acc = %none) -> (tensor<64x16xf32>) : i32 {
      %x = tile.load_view %a[%i, %k] padding zero : !a -> tensor<64x32xf16>
      %y = tile.load_view %b[%k, %zero] padding zero : !a -> tensor<32x16xf16>
      %next = tile.dot %x, %y, %acc : tensor<64x32xf16>, tensor<32x16xf16> -> tensor<64x16xf32>
      scf.yield %next : tensor<64x16xf32>
    }
    %r = scf.if %twice -> (tensor<64x16xf32>) {
      %d = arith.addf %sum, %sum : tensor<64x16xf32>
      scf.yield %d : tensor<64x16xf32>
    } else {
      scf.yield %sum : tensor<64x16xf32>
    }
    tile.store_view %r, %c[%i, %zero] : tensor<64x16xf32>, !c
    tile.return
  }
}
`

func strict(t testing.TB, text, name string) tile.Kernel {
	t.Helper()
	m, err := girih.Parse("k.mlir", []byte(text))
	if err == nil {
		err = m.Run(context.Background(), pipeline.New(pipeline.Strict, girih.CompileOptions{NumWarps: 4, SM: 90}))
	}
	if err != nil {
		t.Fatal(err)
	}
	k, ok := tile.AsKernel(ir.LookupSymbol(m.Operation(), name))
	if !ok {
		t.Fatal("no kernel")
	}
	return k
}

func number(n int64) *int64 { return &n }

// launch has 128 rows, 256 terms and 16 columns.
func launch(length, twice *int64) workload.Launch {
	return workload.Launch{Grid: [3]int64{2, 1, 1}, Args: []workload.Arg{
		{Shape: []int64{128, 256}}, {Shape: []int64{256, 16}}, {Shape: []int64{128, 16}},
		{Shape: []int64{1}, Int: length}, {Int: twice}}}
}

func TestCountsWhatArgumentsDecide(t *testing.T) {
	k := strict(t, product, "product")
	for _, c := range []struct {
		length, twice *int64
		id            int64
		steps, loaded float64
		guessed       bool
	}{
		{number(256), number(0), 0, 8, 8 * (64 + 16) * 32 * 2, false},
		{number(256), number(0), 1, 7, 7 * (64 + 16) * 32 * 2, false},
		{number(1), number(0), 0, 1, (64 + 16) * 32 * 2, false},
		{number(0), number(0), 0, 0, 0, false},
		{nil, number(1), 0, 8, 8 * (64 + 16) * 32 * 2, true}, // a loaded length counts as the largest size
		{number(256), nil, 0, 8, 8 * (64 + 16) * 32 * 2, true},
	} {
		p, err := workload.Of(k, launch(c.length, c.twice), [3]int64{c.id, 0, 0})
		if err != nil {
			t.Fatal(err)
		}
		flops := 0.0
		for _, one := range p.Products {
			flops += one.Flops()
		}
		const number = 4 // size in bytes of the length
		if p.Steps != c.steps || p.Loaded != c.loaded+number || p.Stored != 64*16*4 || p.Guessed != c.guessed ||
			flops != c.steps*2*64*32*16 {
			t.Errorf("%+v: %+v, %v operations", c, p, flops)
		}
	}
	if _, err := workload.Of(k, workload.Launch{}, [3]int64{}); err == nil {
		t.Error("no arguments are taken")
	}
}

const rows = `
!x = !tile.array<?x?xf32>
!tiles = !tile.view<tile = [1, 64], !x>
tile.kernel @rows(%x: !x) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %tiles = tile.view %x : !tiles
  %n = tile.num_tiles %tiles, 1 : !tiles
  scf.for %j = %zero to %n step %one : i32 {
    %v = tile.load_view %tiles[%zero, %j] : !tiles -> tensor<1x64xf32>
    tile.store_view %v, %x[%zero, %j] : tensor<1x64xf32>, !x
  }
  tile.return
}
`

func TestAViewHasAsManyTilesAsItsArray(t *testing.T) {
	l := workload.Launch{Grid: [3]int64{1, 1, 1}, Args: []workload.Arg{{Shape: []int64{4, 1000}}}}
	p, err := workload.Of(strict(t, rows, "rows"), l, [3]int64{})
	if err != nil || p.Steps != 16 || p.Guessed {
		t.Errorf("%+v, %v; a row of 1000 has 16 tiles of 64", p, err)
	}
}

func TestProgramsThatBeginWithTheSameTileShareIt(t *testing.T) {
	k := strict(t, product, "product")
	of := func(id int64) (at [2]string) {
		p, err := workload.First(k, launch(number(256), number(0)), [3]int64{id, 0, 0})
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range p.Tiles {
			if one.Array < 2 {
				at[one.Array] = one.At
			}
		}
		return at
	}
	if a, b := of(0), of(1); a != [2]string{"0,0,", "0,0,"} || b != [2]string{"1,1,", "1,0,"} {
		t.Errorf("%q, %q", a, b)
	}
}

func ExampleOf() {
	m, err := girih.Parse("k.mlir", []byte(product))
	if err == nil {
		err = m.Run(context.Background(), pipeline.New(pipeline.Strict, girih.CompileOptions{NumWarps: 4, SM: 90}))
	}
	if err != nil {
		panic(err)
	}
	k, _ := tile.AsKernel(ir.LookupSymbol(m.Operation(), "product"))
	p, err := workload.Of(k, launch(number(256), number(0)), [3]int64{})
	if err != nil {
		panic(err)
	}
	fmt.Printf("%g iterations load %g bytes\n", p.Steps, p.Loaded)
	fmt.Printf("%d by %d by %d products of %s, %g times\n", p.Products[0].M, p.Products[0].N, p.Products[0].K,
		p.Products[0].Type, p.Products[0].Count)
	// Output:
	// 8 iterations load 40964 bytes
	// 64 by 16 by 32 products of f16, 8 times
}
