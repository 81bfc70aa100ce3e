package dataflow_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/pass/analysis/dataflow"
)

// Parity is what is known about an integer's lowest bit: not computed, even, odd, or either.
type Parity uint8

const (
	Even   Parity = 1
	Odd    Parity = 2
	Either        = Even | Odd
)

func (p Parity) Join(q Parity) (Parity, bool) { return p | q, p|q != p }

// parities computes parities of sums and products.
type parities struct{}

func (parities) Entry(*ir.Value) Parity { return Either }

func (parities) Visit(op *ir.Operation, operands, results []Parity) {
	for _, p := range operands {
		if p == 0 {
			return // wait until everything is computed
		}
	}
	for i := range results {
		results[i] = Either
	}
	switch {
	case op.Is(&arith.ConstantOp):
		if n, ok := op.Inherent("value").(*ir.IntegerAttr); ok {
			results[0] = 1 << (n.Uint64() & 1)
		}
	case op.Is(&arith.AddI) && operands[0] != Either && operands[1] != Either:
		results[0] = Even
		if operands[0] != operands[1] {
			results[0] = Odd
		}
	case op.Is(&arith.MulI) && (operands[0] == Even || operands[1] == Even):
		results[0] = Even
	}
}

func ExampleLoadForward() {
	m, err := text.ParseString(registry.NewContext(), `func.func @f(%n: index, %x: i32) -> i32 {
  %c6 = arith.constant 6 : i32
  %r = scf.for %i = %n to %n step %n iter_args(%a = %c6) -> i32 {
    %b = arith.muli %a, %x : i32
    scf.yield %b : i32
  }
  return %r : i32
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	solver := dataflow.New(m)
	states := dataflow.LoadForward[Parity](solver, parities{})
	if err := solver.Run(context.Background()); err != nil {
		fmt.Println(err)
		return
	}
	end := m.Region(0).Entry().First().Region(0).Entry().Last()
	fmt.Println("the result is even:", states.Of(end.Operand(0)) == Even)
	// Output: the result is even: true
}
