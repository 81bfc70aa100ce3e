package tilearith

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

// choice is what an elementwise operation becomes, by the element type of its operands; nil where there is no such
// operation.
type choice struct{ float, signed, unsigned *ir.OpDef }

func (c choice) of(t ir.Type) *ir.OpDef {
	elem := ir.ElementOrSelf(t)
	switch {
	case ir.IsFloat(elem):
		return c.float
	case promotion.IsUnsigned(elem):
		return c.unsigned
	}
	return c.signed
}

// direct lists the operations that become one operation.
func direct() map[*ir.OpDef]choice {
	return map[*ir.OpDef]choice{
		&tile.Add:   {&arith.AddF, &arith.AddI, &arith.AddI},
		&tile.Sub:   {&arith.SubF, &arith.SubI, &arith.SubI},
		&tile.Mul:   {&arith.MulF, &arith.MulI, &arith.MulI},
		&tile.Div:   {float: &arith.DivF},
		&tile.And:   {nil, &arith.AndI, &arith.AndI},
		&tile.Or:    {nil, &arith.OrI, &arith.OrI},
		&tile.XOr:   {nil, &arith.XOrI, &arith.XOrI},
		&tile.Shl:   {nil, &arith.ShLI, &arith.ShLI},
		&tile.Shr:   {nil, &arith.ShRSI, &arith.ShRUI},
		&tile.Exp:   {float: &math.Exp},
		&tile.Exp2:  {float: &math.Exp2},
		&tile.Log:   {float: &math.Log},
		&tile.Log2:  {float: &math.Log2},
		&tile.Sqrt:  {float: &math.Sqrt},
		&tile.RSqrt: {float: &math.RSqrt},
		&tile.Sin:   {float: &math.Sin},
		&tile.Cos:   {float: &math.Cos},
		&tile.Tanh:  {float: &math.TanH},
		&tile.Floor: {float: &math.Floor},
		&tile.Ceil:  {float: &math.Ceil},
		&tile.Where: {&arith.Select, &arith.Select, &arith.Select},
	}
}

func arithmeticPatterns() []*rewrite.Pattern {
	composed := map[*ir.OpDef]func(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value{
		&tile.FloorDiv: floorDiv, &tile.Mod: mod, &tile.Min: minimum, &tile.Max: maximum, &tile.Neg: neg, &tile.Abs: abs,
		&tile.Cmp: compare,
	}
	var out []*rewrite.Pattern
	for def, c := range direct() {
		out = append(out, pattern(def, func(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
			return rw.Build(c.of(op.Result(0).Type()), op.OperandValues()).Result(0)
		}))
	}
	for def, make := range composed {
		out = append(out, pattern(def, make))
	}
	return out
}

// pattern replaces an operation by the value that make creates.
func pattern(def *ir.OpDef, make func(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value) *rewrite.Pattern {
	return &rewrite.Pattern{Name: "lower " + def.Name, Root: def, Rewrite: func(rw *rewrite.Rewriter, op *ir.Operation) bool {
		if v := make(rw, op); v != nil {
			rw.Replace(op, v)
			return true
		}
		return false
	}}
}

// isCuTile reports whether cuTile's semantics are in force. Where they differ from Triton's, those are C's.
func isCuTile(op *ir.Operation) bool {
	s, _ := tile.SemanticsOf(op)
	return s == promotion.CuTile
}

// floorDiv rounds towards zero in Triton and down in cuTile.
func floorDiv(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	c := choice{&arith.DivF, &arith.DivSI, &arith.DivUI}
	if isCuTile(op) {
		c.signed = &arith.FloorDivSI
	}
	def := c.of(op.Result(0).Type())
	q := rw.Build(def, op.OperandValues()).Result(0)
	if def == &arith.DivF {
		return rw.Build(&math.Floor, []*ir.Value{q}).Result(0)
	}
	return q
}

// mod has the sign of the dividend in Triton and that of the divisor in cuTile.
func mod(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	t := op.Result(0).Type()
	def := choice{&arith.RemF, &arith.RemSI, &arith.RemUI}.of(t)
	r := rw.Build(def, op.OperandValues()).Result(0)
	if !isCuTile(op) || def == &arith.RemUI {
		return r
	}
	b, divisor, zero := rw.Builder, op.Operand(1), number(rw.Builder, t, 0)
	var wrong, moved *ir.Value
	if def == &arith.RemF {
		wrong = arith.Binary(b, &arith.XOrI, arith.NewCmpF(b, arith.FOLT, r, zero), arith.NewCmpF(b, arith.FOLT, divisor, zero))
		wrong = arith.Binary(b, &arith.AndI, wrong, arith.NewCmpF(b, arith.FUNE, r, zero))
		moved = arith.Binary(b, &arith.AddF, r, divisor)
	} else {
		wrong = arith.NewCmpI(b, arith.SLT, arith.Binary(b, &arith.XOrI, r, divisor), zero)
		wrong = arith.Binary(b, &arith.AndI, wrong, arith.NewCmpI(b, arith.NE, r, zero))
		moved = arith.Binary(b, &arith.AddI, r, divisor)
	}
	return arith.NewSelect(b, wrong, moved, r)
}

func minimum(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	return extremum(rw, op, choice{&arith.MinNumF, &arith.MinSI, &arith.MinUI}, &arith.MinimumF)
}

func maximum(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	return extremum(rw, op, choice{&arith.MaxNumF, &arith.MaxSI, &arith.MaxUI}, &arith.MaximumF)
}

func extremum(rw *rewrite.Rewriter, op *ir.Operation, c choice, propagating *ir.OpDef) *ir.Value {
	if op.Inherent(tile.PropagateNaN) != nil {
		c.float = propagating
	}
	return rw.Build(c.of(op.Result(0).Type()), op.OperandValues()).Result(0)
}

// neg subtracts from zero, but for floats in cuTile: Triton's -(+0.0) is +0.0.
func neg(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	t := op.Result(0).Type()
	if isCuTile(op) && ir.IsFloat(ir.ElementOrSelf(t)) {
		return rw.Build(&arith.NegF, op.OperandValues()).Result(0)
	}
	def := choice{&arith.SubF, &arith.SubI, &arith.SubI}.of(t)
	return rw.Build(def, []*ir.Value{number(rw.Builder, t, 0), op.Operand(0)}).Result(0)
}

// abs of what is unsigned is that itself.
func abs(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	def := choice{float: &math.AbsF, signed: &math.AbsI}.of(op.Result(0).Type())
	if def == nil {
		return op.Operand(0)
	}
	return rw.Build(def, op.OperandValues()).Result(0)
}

// Predicates of comparisons, by those of tile.cmp.
var (
	floatPredicates    = [...]int{arith.FOEQ, arith.FUNE, arith.FOLT, arith.FOLE, arith.FOGT, arith.FOGE}
	signedPredicates   = [...]int{arith.EQ, arith.NE, arith.SLT, arith.SLE, arith.SGT, arith.SGE}
	unsignedPredicates = [...]int{arith.EQ, arith.NE, arith.ULT, arith.ULE, arith.UGT, arith.UGE}
)

func compare(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	predicate, ok := tile.Predicate.Value(op.Inherent("predicate"))
	if !ok {
		return nil
	}
	elem := ir.ElementOrSelf(op.Operand(0).Type())
	switch {
	case ir.IsFloat(elem):
		return arith.NewCmpF(rw.Builder, floatPredicates[predicate], op.Operand(0), op.Operand(1))
	case promotion.IsUnsigned(elem):
		return arith.NewCmpI(rw.Builder, unsignedPredicates[predicate], op.Operand(0), op.Operand(1))
	}
	return arith.NewCmpI(rw.Builder, signedPredicates[predicate], op.Operand(0), op.Operand(1))
}
