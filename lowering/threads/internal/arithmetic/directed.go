package arithmetic

import (
	"fmt"
	"strings"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// roundings are PTX's rounding modifiers for the rounding modes of dialect tile.
var roundings = map[tile.Rounding]string{tile.RoundZero: "rz", tile.RoundNegativeInf: "rm", tile.RoundPositiveInf: "rp"}

// InDirection returns the rule that lowers an operation on f32 or f64 to the PTX instruction with a directed rounding
// mode. It emits inline assembly: LLVM's operations round to nearest, and its intrinsics differ between versions.
func InDirection(name string) func(c *emit.Code, op *ir.Operation) error {
	return func(c *emit.Code, op *ir.Operation) error {
		t := ir.ElementOrSelf(op.Result(0).Type())
		f, ok := t.(*ir.FloatType)
		mode := roundings[tile.RoundingOf(op)]
		if !ok || f.Format != apfloat.F32 && f.Format != apfloat.F64 || mode == "" || tile.FlushesToZero(op) {
			return op.Errorf("has no rule for %s here: after tile-expand-math only f32 and f64 have directed rounding modes",
				ir.Quote(t))
		}
		return elementwise(c, op, func(c *emit.Code, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
			return instruction(c, fmt.Sprintf("%s.%s.%s", name, mode, f.Format.Name()), args, t)
		})
	}
}

// FlushingExp2 lowers an approximate tile.exp2 of f32 that flushes subnormal numbers to zero.
func FlushingExp2(c *emit.Code, op *ir.Operation) error {
	if t := ir.ElementOrSelf(op.Result(0).Type()); t != ir.Type(c.Ctx.F32()) || !tile.FlushesToZero(op) {
		return op.Errorf("has no rule for %s here: after tile-expand-math only operations on f32 flush subnormal numbers",
			ir.Quote(t))
	}
	return elementwise(c, op, func(c *emit.Code, _ *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value {
		return instruction(c, "ex2.approx.ftz.f32", args, t)
	})
}

// instruction emits a PTX instruction whose operands and result are floats of type t, as inline assembly.
func instruction(c *emit.Code, name string, args []*ir.Value, t ir.Type) *ir.Value {
	constraint := "f"
	if ir.BitWidth(t) == 64 {
		constraint = "d"
	}
	places, constraints := []string{"$0"}, []string{"=" + constraint}
	for i := range args {
		places, constraints = append(places, fmt.Sprintf("$%d", i+1)), append(constraints, constraint)
	}
	text := name + " " + strings.Join(places, ", ") + ";"
	return llvm.NewInlineAsm(c.B, text, strings.Join(constraints, ","), false, t, args...)
}
