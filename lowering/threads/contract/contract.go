// Package contract is the pass llvm-contract: in the program of one thread, it fuses a product and a sum into one
// operation, where both have the fast-math flag contract.
//
// The compilers that take LLVM IR would also do this, each in its own way. Since the pass does it, the results of a
// kernel do not depend on the compiler, and the simulator (package backend/simt) computes what a GPU does. The pass
// runs after reductions have been lowered to sums. Start at [contract].
//
// Before:
//
//	llvm.func @f(%x: f32, %y: f32, %z: f32) -> f32 {
//	  %p = llvm.fmul %x, %y {fastmathFlags = #llvm.fastmath<contract>} : f32
//	  %s = llvm.fadd %p, %z {fastmathFlags = #llvm.fastmath<contract>} : f32
//	  llvm.return %s : f32
//	}
//
// After llvm-contract:
//
//	llvm.func @f(%arg0: f32, %arg1: f32, %arg2: f32) -> f32 {
//	  %0 = llvm.intr.fma(%arg0, %arg1, %arg2) : (f32, f32, f32) -> f32
//	  llvm.return %0 : f32
//	}
package contract

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/fastmath"
	"github.com/girih-ir/girih/pass"
)

// Pass is llvm-contract.
var Pass = &pass.Pass{
	Name:    "llvm-contract",
	Summary: "Fuse multiplications and additions that have the fast-math flag contract, and remove the flag",
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		return ctx.Finish(contract(op))
	},
}

// contract turns x*y + z and z + x*y into fma(x, y, z), x*y - z into fma(x, y, -z), and z - x*y into fma(-x, y, z), in
// all operations inside root. Both operations must have the flag contract, and the type must be f16, f32 or f64. If two
// products are added, the first one is fused. A product with other uses stays, since it would be computed twice.
// Afterwards no operation has the flag. The result reports whether one had it.
func contract(root *ir.Operation) bool {
	c := &contractor{ctx: root.Context(), b: ir.NewBuilder(root.Context())}
	ops := root.Collect(func(op *ir.Operation) bool { return flagsOf(op)&fastmath.Contract != 0 })
	for i, op := range ops {
		c.b.Before(op).CopyLoc(op)
		if op.Is(&llvm.FAdd) && c.sum(op) || op.Is(&llvm.FSub) && c.difference(op) {
			op.Erase()
			ops[i] = nil
		}
	}
	for _, op := range ops {
		switch {
		case op == nil:
		case op.Is(&llvm.FMul) && !op.Result(0).HasUses():
			op.Erase()
		default:
			op.SetAttr(flagsName, llvm.FastMath.Attr(c.ctx, flagsOf(op)&^fastmath.Contract))
		}
	}
	return len(ops) > 0
}

const flagsName = "fastmathFlags"

func flagsOf(op *ir.Operation) uint32 {
	bits, _ := llvm.FastMath.Value(op.Inherent(flagsName))
	return bits
}

type contractor struct {
	ctx *ir.Context
	b   *ir.Builder
}

// sum replaces a sum by an fma if one of its operands is a product that can be fused. It reports whether it did.
func (c *contractor) sum(op *ir.Operation) bool {
	for i := range 2 {
		if product := productOf(op, i); product != nil {
			return c.fuse(op, product, product.Operand(0), op.Operand(1-i))
		}
	}
	return false
}

func (c *contractor) difference(op *ir.Operation) bool {
	if product := productOf(op, 0); product != nil {
		return c.fuse(op, product, product.Operand(0), c.negate(op.Operand(1)))
	}
	if product := productOf(op, 1); product != nil {
		return c.fuse(op, product, c.negate(product.Operand(0)), op.Operand(0))
	}
	return false
}

// productOf returns the product that defines operand i of a sum, if the two can be fused, and nil otherwise.
func productOf(sum *ir.Operation, i int) *ir.Operation {
	product := sum.Operand(i).DefiningOp()
	if product == nil || !product.Is(&llvm.FMul) || !sum.Operand(i).HasOneUse() ||
		flagsOf(product)&fastmath.Contract == 0 {
		return nil
	}
	switch sum.Result(0).Type().String() {
	case "f16", "f32", "f64":
		return product
	}
	return nil
}

func (c *contractor) negate(v *ir.Value) *ir.Value {
	return c.b.Build(&llvm.FNeg, []*ir.Value{v}).Result(0)
}

// fuse replaces the uses of a sum by fma(x, y, z), where y is the second factor of its product. The fma has the flags
// of the sum. It has ninf only if the product has it too, since otherwise the factors may be infinity and 0. The
// product is erased later, after all sums have been visited.
func (c *contractor) fuse(sum, product *ir.Operation, x, z *ir.Value) bool {
	flags := flagsOf(sum) &^ fastmath.Contract
	if flagsOf(product)&fastmath.NInf == 0 {
		flags &^= fastmath.NInf
	}
	fused := c.b.Build(&llvm.FMA, []*ir.Value{x, product.Operand(1), z},
		ir.NamedAttr{Name: flagsName, Value: llvm.FastMath.Attr(c.ctx, flags)})
	sum.Result(0).ReplaceAllUsesWith(fused.Result(0))
	return true
}
