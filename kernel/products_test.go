package kernel_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/girih-ir/girih/kernel"
)

const products = `package products

import "github.com/girih-ir/girih/kernel"

type half = kernel.Array2[kernel.Float16]

func Elements(a, b half, c kernel.Array2[float32]) {
	i, j, k := kernel.Program(0)*64+kernel.Range(64), kernel.Program(1)*64+kernel.Range(64), kernel.Range(64)
	var sum float32
	for at := int32(0); at < a.Len(1); at += 64 {
		sum += kernel.Dot[float32](a.Load(i, at+k, kernel.Else(0)), b.Load(at+k, j, kernel.Else(0)), k)
	}
	c.Store(i, j, sum)
}

func Tiles(a, b half, c kernel.Array2[float32]) {
	n := (c.Len(1) + 63) / 64
	i, j, k := kernel.Program(0)/n*64+kernel.Range(64), kernel.Program(0)%n*64+kernel.Range(64), kernel.Range(64)
	var sum float32
	for t := range (a.Len(1) + 63) / 64 {
		sum += kernel.Dot[float32](a.Load(i, t*64+k, kernel.Else(0)), b.Load(t*64+k, j, kernel.Else(0)), k)
	}
	c.Store(i, j, max(sum, 0))
}

func RightTransposed(a, b half, c kernel.Array2[float32]) {
	i, j, k := kernel.Program(0)*64+kernel.Range(64), kernel.Program(1)*64+kernel.Range(64), kernel.Range(64)
	var sum float32
	for at := int32(0); at < a.Len(1); at += 64 {
		sum += kernel.Dot[float32](a.Load(i, at+k, kernel.Else(0)), b.Load(j, at+k, kernel.Else(0)), k)
	}
	c.Store(i, j, sum)
}

func LeftTransposed(a, b half, c kernel.Array2[float32]) {
	i, j, k := kernel.Program(0)*64+kernel.Range(64), kernel.Program(1)*64+kernel.Range(64), kernel.Range(64)
	var sum float32
	for at := int32(0); at < a.Len(0); at += 64 {
		sum += kernel.Dot[float32](a.Load(at+k, i, kernel.Else(0)), b.Load(at+k, j, kernel.Else(0)), k)
	}
	c.Store(i, j, sum)
}

func Attention(q, k, v half, out kernel.Array2[float32]) {
	i, d, e := kernel.Program(0)*64+kernel.Range(64), kernel.Range(64), kernel.Range(64)
	x := q.Load(i, d, kernel.Else(0))
	top, sum, acc := float32(kernel.NegInf), float32(0), float32(0)
	for at := int32(0); at < k.Len(0); at += 64 {
		j := at + kernel.Range(64)
		s := kernel.Dot[float32](x, k.Load(j, d, kernel.Else(0)), d)
		s = kernel.Where(j < k.Len(0), s, float32(kernel.NegInf))
		m := max(top, kernel.Max(s, j))
		p, f := kernel.Exp2(s-m), kernel.Exp2(top-m)
		sum = sum*f + kernel.Sum(p, j)
		acc = acc*f + kernel.Dot[float32](kernel.Float16(p), v.Load(j, e, kernel.Else(0)), j)
		top = m
	}
	out.Store(i, e, acc/sum)
}
`

// TestTilesOfProductsAreCopiedAsynchronously checks that products in various forms, with any sizes, copy tiles
// asynchronously.
func TestTilesOfProductsAreCopiedAsynchronously(t *testing.T) {
	source := fstest.MapFS{"products.go": {Data: []byte(products)}}
	options := kernel.Options{Target: "sm_90a", Divisible: 16}
	matrix := func(rows, columns int) kernel.Data {
		x := make([]kernel.Float16, rows*columns)
		for i := range x {
			x[i] = kernel.Float16((i*7+i/3)%5-2) / 4
		}
		return kernel.Of(x, rows, columns)
	}
	empty := func(rows, columns int) kernel.Data { return kernel.Of(make([]float32, rows*columns), rows, columns) }
	for name, args := range map[string][]any{
		"Elements":        {matrix(65, 144), matrix(144, 80), empty(65, 80)},
		"Tiles":           {matrix(65, 144), matrix(144, 80), empty(65, 80)},
		"RightTransposed": {matrix(65, 144), matrix(80, 144), empty(65, 80)},
		"LeftTransposed":  {matrix(129, 80), matrix(129, 80), empty(80, 80)},
		"Attention":       {matrix(65, 64), matrix(129, 64), matrix(129, 64), empty(65, 64)},
	} {
		k, err := kernel.Compile(source, name, options)
		if err != nil {
			t.Fatal(err)
		}
		p, err := k.Program(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(p.String(), "nvvm.cp.async.bulk.tensor") {
			t.Errorf("%s: tiles are not copied asynchronously", name)
		}
		grid := [3]int32{2, 2, 1}
		switch name {
		case "Tiles":
			grid = [3]int32{4, 1, 1}
		case "Attention":
			grid = [3]int32{2, 1, 1}
		}
		kernel.Check(t, source, name, options, grid, args...)
	}
}
