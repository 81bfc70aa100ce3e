package arithmetic

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/internal/analysis/axisinfo"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// same builds the operation def of dialect llvm on the scalars.
func same(def *ir.OpDef) scalarRule {
	return func(c *emit.Code, _ *ir.Operation, args []*ir.Value, _ ir.Type) *ir.Value {
		return c.Op(def, args)
	}
}

// wrapping builds an integer operation and keeps its overflow flags.
func wrapping(def *ir.OpDef) scalarRule {
	return func(c *emit.Code, op *ir.Operation, args []*ir.Value, _ ir.Type) *ir.Value {
		flags := int64(0)
		if bits := arith.OverflowOf(op); bits&arith.NSW != 0 {
			flags |= llvm.NSW
		}
		if bits := arith.OverflowOf(op); bits&arith.NUW != 0 {
			flags |= llvm.NUW
		}
		return c.B.Build(def, args,
			ir.NamedAttr{Name: "overflowFlags", Value: c.Ctx.Integer(c.Ctx.I(32), flags)}).Result(0)
	}
}

// Float builds a floating-point operation and keeps its fast-math flags. It computes bf16 in f32.
func Float(def *ir.OpDef) scalarRule {
	return func(c *emit.Code, op *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
		return c.Narrowed(c.B.Build(def, c.Widened(args), c.FastMath(op)).Result(0), t)
	}
}

func cast(def *ir.OpDef) scalarRule {
	return func(c *emit.Code, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
		return llvm.NewCast(c.B, def, args[0], t)
	}
}

// castFloat converts between float types. It goes through f32 between bf16 and other types.
func castFloat(def *ir.OpDef) scalarRule {
	return func(c *emit.Code, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
		f32, bf16 := ir.Type(c.Ctx.F32()), ir.Type(c.Ctx.Float("bf16"))
		v := c.Widened(args)[0]
		target := t
		if t == bf16 {
			target = f32
		}
		if v.Type() != target {
			v = llvm.NewCast(c.B, def, v, target)
		}
		return c.Narrowed(v, t)
	}
}

// resize casts between an integer and index, which is i64 here.
func resize(extension *ir.OpDef) scalarRule {
	return func(c *emit.Code, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
		return c.Resized(extension, args[0], t)
	}
}

// floorDivision rounds a quotient down: it subtracts 1 from the truncated quotient if the operands have different signs
// and the division is inexact.
func floorDivision(c *emit.Code, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
	x, y := args[0], args[1]
	zero := llvm.NewInt(c.B, t, 0)
	q := c.Binary(&llvm.SDiv, x, y)
	inexact := c.Compare("ne", c.Binary(&llvm.Mul, q, y), x)
	opposite := c.Compare("slt", c.Binary(&llvm.XOr, x, y), zero)
	return c.B.Build(&llvm.Select, []*ir.Value{c.Binary(&llvm.And, inexact, opposite),
		c.Binary(&llvm.Sub, q, llvm.NewInt(c.B, t, 1)), q}).Result(0)
}

func compareInts(c *emit.Code, op *ir.Operation, args []*ir.Value, _ ir.Type) *ir.Value {
	p, _ := arith.IntPredicate.Value(op.Inherent("predicate"))
	return c.Compare(arith.IntPredicate.Name(p), args[0], args[1])
}

func compareFloats(c *emit.Code, op *ir.Operation, args []*ir.Value, _ ir.Type) *ir.Value {
	p, _ := arith.FloatPredicate.Value(op.Inherent("predicate")) // the two enumerations have the same numbers
	return c.B.Build(&llvm.FCmp, c.Widened(args), c.FastMath(op),
		ir.NamedAttr{Name: "predicate", Value: llvm.FloatPredicate.Attr(c.Ctx, p)}).Result(0)
}

// addPointers computes addresses. LLVM looks for parts that addresses have in common, in a time that grows with the
// square of their number where each depends on several selects, and finds none if every element has a choice of its
// own. So such offsets are hidden from it by freezes. What adds to these offsets later, as the steps of a search do,
// starts from the frozen numbers.
func addPointers(c *emit.Code, op *ir.Operation) error {
	offset := op.Operand(1)
	whole := c.Values.Get(offset)
	if !hasRuns(c.Info.Of(offset)) {
		c.Values.Set(offset, frozenIfChosen(c, whole))
	}
	err := elementwise(c, op, addPointer)
	if offset.ParentBlock() != op.Block() { // the freezes need not dominate other uses
		c.Values.Set(offset, whole)
	}
	return err
}

func addPointer(c *emit.Code, op *ir.Operation, args []*ir.Value, _ ir.Type) *ir.Value {
	return llvm.NewGEP(c.B, emit.PointeeType(c.Ctx, op.Result(0).Type()), args[0], 0, llvm.Index{Value: args[1]})
}

// frozenIfChosen freezes those of the registers of a tensor that are chosen, each different one once.
func frozenIfChosen(c *emit.Code, registers []*ir.Value) []*ir.Value {
	out := slices.Clone(registers)
	for r, v := range registers {
		if !isChosen(v) {
			continue
		}
		if first := slices.Index(registers, v); first < r {
			out[r] = out[first]
		} else {
			out[r] = c.Freeze(v)
		}
	}
	return out
}

// isChosen reports whether a number comes from a select, or is a sum with such a number.
func isChosen(v *ir.Value) bool {
	op := v.DefiningOp()
	if op != nil && op.Is(&llvm.Add) {
		x, y := op.Operand(0).DefiningOp(), op.Operand(1).DefiningOp()
		return x != nil && x.Is(&llvm.Select) || y != nil && y.Is(&llvm.Select)
	}
	return op != nil && op.Is(&llvm.Select)
}

// hasRuns reports whether neighbors along a dimension follow each other, or there is one element only.
func hasRuns(dims []axisinfo.Dim) bool {
	return len(dims) == 0 || slices.ContainsFunc(dims, func(d axisinfo.Dim) bool { return d.Contiguity > 1 })
}
