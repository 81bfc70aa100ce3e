package tilearith

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/fastmath"
	"github.com/girih-ir/girih/rewrite"
)

// choice has the operations that an elementwise operation becomes for each kind of element type; nil if it does not
// exist for this kind.
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
		&tile.Trunc: {float: &math.Trunc},
		&tile.Round: {float: &math.RoundEven},
		&tile.ExpM1: {float: &math.ExpM1},
		&tile.Log10: {float: &math.Log10},
		&tile.Log1P: {float: &math.Log1P},
		&tile.Cbrt:  {float: &math.Cbrt},
		&tile.Tan:   {float: &math.Tan},
		&tile.ASin:  {float: &math.ASin},
		&tile.ACos:  {float: &math.ACos},
		&tile.ATan:  {float: &math.ATan},
		&tile.Sinh:  {float: &math.SinH},
		&tile.Cosh:  {float: &math.CosH},
		&tile.Erf:   {float: &math.Erf},
		&tile.ATan2: {float: &math.ATan2},
		&tile.Rem:   {&arith.RemF, &arith.RemSI, &arith.RemUI},
		&tile.Where: {&arith.Select, &arith.Select, &arith.Select},
	}
}

func arithmeticPatterns() []*rewrite.Pattern {
	composed := map[*ir.OpDef]func(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value{
		&tile.Add: sum, &tile.FloorDiv: floorDiv, &tile.Mod: mod, &tile.Min: minimum, &tile.Max: maximum, &tile.Neg: neg,
		&tile.Abs: abs,
		&tile.Cmp: compare, &tile.TruncDiv: truncDiv, &tile.CDiv: ceilDiv, &tile.MulHi: mulHi, &tile.Pow: power,
		&tile.FMA: multiplyAdd, &tile.Clamp: clamp, &tile.Not: complement, &tile.IsNaN: classify(&math.IsNaN, 0),
		&tile.IsInf: classify(&math.IsInf, 0), &tile.IsFinite: classify(&math.IsFinite, 1),
	}
	var out []*rewrite.Pattern
	for def, c := range direct() {
		out = append(out, pattern(def, func(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
			flag := relaxed(op)
			if roundsItself(op) && flag == 0 {
				return nil
			}
			def := c.of(op.Result(0).Type())
			if flag != 0 {
				result := rw.Build(def, op.OperandValues())
				result.SetAttr("fastmath", arith.FastMath.Attr(rw.Context(), flag))
				return result.Result(0)
			}
			if def == nil { // floor, ceil, trunc and round of an integer
				return op.Operand(0)
			}
			return rw.Build(def, op.OperandValues()).Result(0)
		}))
	}
	for def, make := range composed {
		out = append(out, pattern(def, make))
	}
	return out
}

// relaxed returns the fast-math flag that an operation of arith or math needs to have the same precision as an
// operation of dialect tile with a relaxed rounding: arcp for a quotient with an error of up to 2 ULP, and afn for
// approximate functions. Packages mathexpand and approximate use these flags. It returns 0 if there is no such flag.
func relaxed(op *ir.Operation) uint32 {
	if tile.FlushesToZero(op) || !isFloat(op.Result(0).Type()) {
		return 0
	}
	rounding := tile.RoundingOf(op)
	switch {
	case op.Is(&tile.Div) && rounding == tile.RoundFull:
		return fastmath.ARcp
	case (op.Is(&tile.Exp) || op.Is(&tile.Exp2) || op.Is(&tile.Erf) || op.Is(&tile.Sqrt) || op.Is(&tile.RSqrt)) &&
		rounding == tile.RoundApprox:
		return fastmath.AFn
	}
	return 0
}

// pattern replaces an operation by the value that make creates.
func pattern(def *ir.OpDef, make func(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value) *rewrite.Pattern {
	return &rewrite.Pattern{Name: "lower " + def.Name, Root: def,
		Rewrite: func(rw *rewrite.Rewriter, op *ir.Operation) bool {
			if v := make(rw, op); v != nil {
				rw.Replace(op, v)
				return true
			}
			return false
		}}
}

// semanticsOf returns the semantics in force at an operation.
func semanticsOf(op *ir.Operation) promotion.Semantics {
	s, _ := tile.SemanticsOf(op)
	return s
}

// sum lowers tile.add. In PyTorch, the sum of bools is their disjunction.
func sum(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	if roundsItself(op) {
		return nil
	}
	t := op.Result(0).Type()
	def := choice{&arith.AddF, &arith.AddI, &arith.AddI}.of(t)
	if semanticsOf(op) == promotion.Torch && ir.IsInt(ir.ElementOrSelf(t), 1) {
		def = &arith.OrI
	}
	return rw.Build(def, op.OperandValues()).Result(0)
}

// floorDiv lowers tile.floordiv. Quotients of integers are rounded toward zero in Triton, and down elsewhere.
func floorDiv(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	c, s := choice{&arith.DivF, &arith.DivSI, &arith.DivUI}, semanticsOf(op)
	if s.PythonDivision() {
		c.signed = &arith.FloorDivSI
	}
	def := c.of(op.Result(0).Type())
	switch {
	case def != &arith.DivF:
		return rw.Build(def, op.OperandValues()).Result(0)
	case s == promotion.Torch:
		return pythonFloorDiv(rw.Builder, op.Operand(0), op.Operand(1))
	}
	return rw.Build(&math.Floor, []*ir.Value{arith.Binary(rw.Builder, def, op.Operand(0), op.Operand(1))}).Result(0)
}

// pythonFloorDiv computes x // y for floats as Python's // and torch.floor_divide do: from the remainder, so that the
// quotient is consistent with mod. floor(x / y) may be too large by 1, if x / y is rounded up to an integer.
func pythonFloorDiv(b *ir.Builder, x, y *ir.Value) *ir.Value {
	t := x.Type()
	zero, one := number(b, t, 0), number(b, t, 1)
	quotient, r := arith.Binary(b, &arith.DivF, x, y), arith.Binary(b, &arith.RemF, x, y)
	q := arith.Binary(b, &arith.DivF, arith.Binary(b, &arith.SubF, x, r), y)
	q = arith.NewSelect(b, signsDiffer(b, r, y, zero), arith.Binary(b, &arith.SubF, q, one), q)
	floor := b.Build(&math.Floor, []*ir.Value{q}).Result(0)
	half := arith.Binary(b, &arith.DivF, one, number(b, t, 2))
	next := arith.NewCmpF(b, arith.FOGT, arith.Binary(b, &arith.SubF, q, floor), half)
	floor = arith.NewSelect(b, next, arith.Binary(b, &arith.AddF, floor, one), floor)
	signed := b.Build(&math.CopySign, []*ir.Value{q, quotient}).Result(0)
	floor = arith.NewSelect(b, arith.NewCmpF(b, arith.FOEQ, q, zero), signed, floor)
	return arith.NewSelect(b, arith.NewCmpF(b, arith.FOEQ, y, zero), quotient, floor)
}

// signsDiffer returns a mask that is true where a remainder is not zero and its sign differs from that of the divisor.
func signsDiffer(b *ir.Builder, r, divisor, zero *ir.Value) *ir.Value {
	differ := arith.Binary(b, &arith.XOrI, arith.NewCmpF(b, arith.FOLT, r, zero),
		arith.NewCmpF(b, arith.FOLT, divisor, zero))
	return arith.Binary(b, &arith.AndI, differ, arith.NewCmpF(b, arith.FUNE, r, zero))
}

// mod lowers tile.mod. The result has the sign of the dividend in Triton, and that of the divisor elsewhere.
func mod(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	t := op.Result(0).Type()
	def := choice{&arith.RemF, &arith.RemSI, &arith.RemUI}.of(t)
	r := rw.Build(def, op.OperandValues()).Result(0)
	if !semanticsOf(op).PythonDivision() || def == &arith.RemUI {
		return r
	}
	b, divisor, zero := rw.Builder, op.Operand(1), number(rw.Builder, t, 0)
	var wrong, moved *ir.Value
	if def == &arith.RemF {
		wrong = signsDiffer(b, r, divisor, zero)
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

// neg lowers tile.neg. It changes the sign of a float. In Triton, it subtracts from zero instead, so that -(+0.0) is
// +0.0.
func neg(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	t := op.Result(0).Type()
	if semanticsOf(op) != promotion.Triton && ir.IsFloat(ir.ElementOrSelf(t)) {
		return rw.Build(&arith.NegF, op.OperandValues()).Result(0)
	}
	def := choice{&arith.SubF, &arith.SubI, &arith.SubI}.of(t)
	return rw.Build(def, []*ir.Value{number(rw.Builder, t, 0), op.Operand(0)}).Result(0)
}

// abs lowers tile.abs. For unsigned integers, it returns the operand.
func abs(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	def := choice{float: &math.AbsF, signed: &math.AbsI}.of(op.Result(0).Type())
	if def == nil {
		return op.Operand(0)
	}
	return rw.Build(def, op.OperandValues()).Result(0)
}

// Predicates of arith.cmpf and arith.cmpi, indexed by the predicates of tile.cmp.
var (
	floatPredicates    = [...]int{arith.FOEQ, arith.FUNE, arith.FOLT, arith.FOLE, arith.FOGT, arith.FOGE}
	signedPredicates   = [...]int{arith.EQ, arith.NE, arith.SLT, arith.SLE, arith.SGT, arith.SGE}
	unsignedPredicates = [...]int{arith.EQ, arith.NE, arith.ULT, arith.ULE, arith.UGT, arith.UGE}
)

func compare(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	predicate, ok := tile.Predicates.Value(op.Inherent("predicate"))
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
