// Command einsum runs extended contractions, each given by an equation: several kinds of convolutions and products of
// attention. It prints the equation, the classes of its letters, how a kernel moves through its operands along the sum,
// and the result. Threads of the simulator compute the result:
//
//	go run ./examples/einsum
//	go run ./examples/einsum -pictures=pictures     # and draws them
//	go run ./examples/einsum -device=cuda           # on a GPU, with larger arrays: and how fast it was
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/dialects/tile/contract/picture"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
)

func main() {
	log.SetFlags(0)
	device := flag.String("device", "", "cuda runs larger contractions on the GPU")
	pictures := flag.String("pictures", "", "directory for a picture of each equation")
	flag.Parse()
	if err := run(os.Stdout, *device, *pictures); err != nil {
		log.Fatal(err)
	}
}

// example is a contraction: its equation, the sizes of its arrays, and its tables.
type example struct {
	name, equation string
	a, b, c        []int64
	tables         map[string]contract.Table
	padded         bool // reading outside of A gives zero
}

// The examples of the blog post that introduced extended contractions (Tillet, "Triton: an intermediate language",
// 2020).
func examples(large bool) []example {
	n, c, h, w, k := int64(2), int64(8), int64(9), int64(10), int64(16)
	time, heads, depth, out := int64(8), int64(2), int64(16), int64(16)
	if large {
		n, c, h, w, k = 8, 64, 130, 130, 256
		time, heads, depth, out = 1024, 8, 64, 64
	}
	shiftH, shiftW := contract.Table{Shape: []int64{c}}, contract.Table{Shape: []int64{c}}
	for i := range c {
		shiftH.Data, shiftW.Data = append(shiftH.Data, i%3-1), append(shiftW.Data, i/3%3-1)
	}
	offsets := func(v ...int64) contract.Table { return contract.Table{Shape: []int64{int64(len(v))}, Data: v} }
	return []example{
		{name: "conv2d", equation: "nc(h+r)(w+s), ckrs -> nkhw", a: []int64{n, c, h, w}, b: []int64{c, k, 3, 3},
			c: []int64{n, k, h - 2, w - 2}},
		{name: "depthwise", equation: "nc(h+r)(w+s), crs -> nchw", a: []int64{n, c, h, w}, b: []int64{c, 3, 3},
			c: []int64{n, c, h - 2, w - 2}},
		{name: "pointwise", equation: "nchw, ck -> nkhw", a: []int64{n, c, h, w}, b: []int64{c, k}, c: []int64{n, k, h, w}},
		{name: "shift", equation: "nc(h+sh[c])(w+sw[c]), ck -> nkhw", a: []int64{n, c, h, w}, b: []int64{c, k},
			c: []int64{n, k, h, w}, padded: true, tables: map[string]contract.Table{"sh": shiftH, "sw": shiftW}},
		{name: "sparse", equation: "nc(h+off_h[x])(w+off_w[x]), kcx -> nkhw", a: []int64{n, c, h, w}, b: []int64{k, c, 3},
			c:      []int64{n, k, h - 4, w - 4},
			tables: map[string]contract.Table{"off_h": offsets(0, 2, 4), "off_w": offsets(1, 4, 0)}},
		{name: "attention", equation: "nths, hes -> nhte", a: []int64{n, time, heads, depth}, b: []int64{heads, out, depth},
			c: []int64{n, heads, time, out}},
	}
}

func run(w io.Writer, device, pictures string) error {
	if device != "" && device != "cuda" {
		return fmt.Errorf("-device is cuda or nothing, but got %q", device)
	}
	for _, x := range examples(device == "cuda") {
		if err := x.describe(w); err != nil {
			return fmt.Errorf("%s: %w", x.name, err)
		}
		if pictures != "" {
			if err := x.draw(pictures); err != nil {
				return err
			}
		}
		execute := x.simulate
		if device == "cuda" {
			execute = x.launch
		}
		if err := execute(w); err != nil {
			return fmt.Errorf("%s: %w", x.name, err)
		}
	}
	return nil
}

// describe prints the properties of the equation.
func (x *example) describe(w io.Writer) error {
	eq, err := contract.Parse(x.equation)
	if err != nil {
		return err
	}
	e, err := eq.Extents(x.a, x.b, x.c, x.tables)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: %s\n", x.name, x.equation)
	for i, letters := range [][]contract.Letter{eq.Batch, eq.M, eq.N, eq.K} {
		if len(letters) > 0 {
			var parts []string
			for _, l := range letters {
				parts = append(parts, fmt.Sprintf("%s=%d", l, e.Of[l]))
			}
			fmt.Fprintf(w, "  %-5s %s\n", []string{"batch", "M", "N", "K"}[i], strings.Join(parts, " "))
		}
	}
	order, err := eq.Order(eq.A, prim.Contiguous(x.a), e, x.tables)
	if err != nil {
		return err
	}
	for i, axes := range [][]contract.Axis{eq.A, eq.B} {
		in, err := eq.Increments(axes, prim.Contiguous([][]int64{x.a, x.b}[i]), order, e, x.tables)
		if err != nil {
			return err
		}
		walk := fmt.Sprintf("a table of %d steps", len(in.Steps))
		if in.Constant && len(in.Steps) > 0 {
			walk = fmt.Sprintf("steps of %d elements", in.Steps[0])
		}
		fmt.Fprintf(w, "  along %s: %s\n", "AB"[i:i+1], walk)
	}
	return nil
}

func (x *example) draw(directory string) error {
	eq, err := contract.Parse(x.equation)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(directory, 0o755); err != nil {
		return err
	}
	file, err := os.Create(filepath.Join(directory, x.name+".svg"))
	if err != nil {
		return err
	}
	defer file.Close()
	return picture.Write(file, &picture.Contraction{Equation: eq, A: x.a, B: x.b, C: x.c, Tables: x.tables})
}

// module builds a kernel of the contraction for arrays of half precision with known sizes.
func (x *example) module() (*girih.Module, error) {
	ctx := girih.NewContext()
	b := ir.NewBuilder(ctx)
	module := builtin.NewModule(b, "")
	module.SetAttr(tile.SemanticsName, tile.Semantics(ctx, promotion.Triton))
	array := func(shape []int64) ir.Type { return tile.Array(ctx, shape, ctx.F16(), prim.Contiguous(shape)) }
	kernel := tile.NewKernel(b.AtEnd(module.Body()), "einsum", array(x.a), array(x.b), array(x.c))
	k := tile.NewBuilder(b.AtEnd(kernel.Entry()))
	options := tile.ContractOptions{Constants: x.tables}
	if x.padded {
		options.LHSOutside = []tile.Outside{tile.OutsideNever, tile.OutsideNever, tile.OutsideZero, tile.OutsideZero}
	}
	args := kernel.Entry().Args()
	k.Contract(x.equation, args[0], args[1], args[2], options)
	k.Return()
	if err := k.Err(); err != nil {
		return nil, err
	}
	return girih.FromOperation(module.Operation)
}

// simulate compiles the kernel, lets the simulator run its threads, and compares the result with the definition of the
// contraction.
func (x *example) simulate(w io.Writer) error {
	meant, err := x.module()
	if err != nil {
		return err
	}
	lowered, err := x.module()
	if err != nil {
		return err
	}
	elem := ir.NewContext().F16()
	var arrays [4]*interp.Array
	for i, shape := range [][]int64{x.a, x.b, x.c, x.c} {
		arrays[i], err = interp.Filled(elem, shape, func(j int) float64 { return float64((i+5*j)%7-3) / 2 })
		if err != nil {
			return err
		}
	}
	ctx := context.Background()
	err = meant.Execute(ctx, "einsum", interp.Grid{1, 1, 1}, arrays[0], arrays[1], arrays[2])
	if err != nil {
		return err
	}
	program, err := lowered.Compile(ctx, girih.CompileOptions{})
	if err != nil {
		return err
	}
	_, err = program.Execute(ctx, "einsum", simt.Launch{Grid: [3]int32{4, 1, 1}}, arrays[0], arrays[1], arrays[3])
	if err != nil {
		return err
	}
	equal := 0
	for i := range arrays[2].Len() {
		if arrays[2].Bits(i) == arrays[3].Bits(i) {
			equal++
		}
	}
	fmt.Fprintf(w, "  %v begins with %v; %d of %d elements are what the definition says\n\n", x.c,
		arrays[3].Float64s()[:4], equal, arrays[2].Len())
	return nil
}
