package modular_test

import (
	"context"
	"fmt"
	"log"
	"math/big"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/examples/tutorial/modular"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/pass"
)

// By Fermat's little theorem the sixth power of every number but 0 is 1 modulo 7.
const fermat = `
func.func @fermat(%i: i32) -> i32 {
  %x = modular.from %i : !modular.int<7>
  %2 = modular.mul %x, %x : !modular.int<7>
  %4 = modular.mul %2, %2 : !modular.int<7>
  %6 = modular.mul %4, %2 : !modular.int<7>
  %r = modular.value %6 : !modular.int<7>
  return %r : i32
}`

func Example() {
	ctx := registry.NewContext()
	if err := ctx.Load(modular.Dialect); err != nil {
		log.Fatal(err)
	}
	module, err := text.ParseString(ctx, fermat)
	if err != nil {
		log.Fatal(err)
	}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(modular.ToArith)
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		log.Fatal(err)
	}
	for i := range int64(8) {
		x, err := interp.NewValue(ctx.I(32), func(int) *big.Int { return big.NewInt(i) })
		if err != nil {
			log.Fatal(err)
		}
		results, err := interp.Call(context.Background(), module, "fermat", x)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Print(results[0].Bits(0), " ")
	}
	fmt.Println(ir.Verify(module, nil))
	// Output: 0 1 1 1 1 1 1 0 <nil>
}
