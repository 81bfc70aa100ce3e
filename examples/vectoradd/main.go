// Command vectoradd builds a kernel with typed builders and lowers it to the strict level. It prints the result, runs
// it on the reference executor, and prints the LLVM IR for a GPU's compiler.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
)

func main() {
	if err := run(os.Stdout); err != nil {
		log.Fatal(err)
	}
}

// A program handles a number of blocks (rounds), each with a number of elements (block).
const (
	block  = 64
	rounds = 2
)

func run(w io.Writer) error {
	ctx := girih.NewContext()
	op, err := buildModule(ctx)
	if err != nil {
		return err
	}
	m, err := girih.FromOperation(op)
	if err != nil {
		return err
	}
	if err := m.Lower(context.Background(), girih.Strict); err != nil {
		return err
	}
	fmt.Fprint(w, m)
	if err := execute(w, ctx, m); err != nil {
		return err
	}
	return compile(w, m)
}

// buildModule builds z[i] = x[i] + y[i] for i < n.
func buildModule(ctx *ir.Context) (*ir.Operation, error) {
	b := ir.NewBuilder(ctx)
	module := builtin.NewModule(b, "")
	module.SetAttr(tile.SemanticsName, tile.Semantics(ctx, promotion.Triton))
	b.AtEnd(module.Body())

	pointer := tile.Ptr(ctx, ctx.F32())
	entry := tile.NewKernel(b, "vector_add", pointer, pointer, pointer, ctx.I(32)).Entry()
	x, y, z, n := entry.Arg(0), entry.Arg(1), entry.Arg(2), entry.Arg(3)

	k := tile.NewBuilder(b.AtEnd(entry))
	start := k.Mul(k.ProgramID(0), k.Int(block*rounds))
	k.For(k.Int(0), k.Int(rounds), k.Int(1), nil, func(round *ir.Value, _ []*ir.Value) []*ir.Value {
		offsets := k.Add(k.Add(start, k.Mul(round, k.Int(block))), k.Iota(block))
		mask := k.Cmp(tile.LT, offsets, n)
		left := k.Load(k.AddPtr(x, offsets), mask, nil)
		right := k.Load(k.AddPtr(y, offsets), mask, nil)
		k.Store(k.AddPtr(z, offsets), k.Add(left, right), mask)
		return nil
	})
	k.Return()
	return module.Operation, k.Err()
}

// execute adds two vectors whose length is not a multiple of the block.
func execute(w io.Writer, ctx *ir.Context, m *girih.Module) error {
	const n = 300
	x, err := interp.Filled(ctx.F32(), []int64{n}, func(i int) float64 { return float64(i) })
	if err != nil {
		return err
	}
	y, err := interp.Filled(ctx.F32(), []int64{n}, func(i int) float64 { return float64(n - i) })
	if err != nil {
		return err
	}
	z, err := interp.NewArray(ctx.F32(), n)
	if err != nil {
		return err
	}
	grid := interp.Grid{(n + block*rounds - 1) / (block * rounds), 1, 1}
	if err := m.Execute(context.Background(), "vector_add", grid, x, y, z, n); err != nil {
		return err
	}
	fmt.Fprintf(w, "z[0] = %v, z[1] = %v, z[%d] = %v\n", z.Float64(0), z.Float64(1), n-1, z.Float64(n-1))
	return nil
}

// compile prints the LLVM IR of one thread of the GPU.
func compile(w io.Writer, m *girih.Module) error {
	program, err := m.Compile(context.Background(), girih.CompileOptions{NumWarps: 4})
	if err != nil {
		return err
	}
	text, err := program.LLVMIR(llvmir.Opaque)
	if err != nil {
		return err
	}
	fmt.Fprint(w, text)
	return nil
}
