package promotion_test

import (
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
)

// eagerTable has the result types of eager PyTorch for pairs of operands; benchmarks/torch/tables.py writes it.
const eagerTable = "../../../benchmarks/torch/promotion.txt"

// eagerNames maps the names of the table to element types.
var eagerNames = map[string]string{
	"b1": "i1", "u8": "ui8", "u16": "ui16", "u32": "ui32", "u64": "ui64", "e4m3fn": "f8E4M3FN", "e5m2": "f8E5M2",
	"e8m0fnu": "f8E8M0FNU",
}

func eagerType(ctx *ir.Context, name string) ir.Type {
	if long, ok := eagerNames[name]; ok {
		name = long
	}
	if t := ctx.Float(name); t != nil {
		return t
	}
	digits, sign := strings.TrimPrefix(name, "i"), ir.Signless
	if strings.HasPrefix(name, "ui") {
		digits, sign = strings.TrimPrefix(name, "ui"), ir.Unsigned
	}
	width, _ := new(big.Int).SetString(digits, 10)
	return ctx.IntegerType(uint32(width.Int64()), sign)
}

// eagerOperand reads a name of the table: a dtype is a tensor with dimensions, dtype() is a tensor without, and other
// names are kinds of numbers.
func eagerOperand(ctx *ir.Context, name string) promotion.Operand {
	switch name {
	case "bool":
		return promotion.Operand{Literal: promotion.NewBool(true)}
	case "int":
		return promotion.Operand{Literal: promotion.NewInt(big.NewInt(2))}
	case "float":
		return promotion.Operand{Literal: promotion.NewFloat(2.5)}
	}
	dtype, zero := strings.CutSuffix(name, "()")
	return promotion.Operand{Type: eagerType(ctx, dtype), Dimensioned: !zero}
}

var eagerClasses = map[string]promotion.Class{
	"result": promotion.Selection, "add": promotion.Arithmetic, "mul": promotion.Arithmetic,
	"true_divide": promotion.TrueDivision, "floor_divide": promotion.IntegerDivision, "remainder": promotion.Remainder,
	"bitwise_and": promotion.Bitwise, "eq": promotion.Comparison, "pow": promotion.Power,
}

func TestTorchPromotionIsThatOfEagerPyTorch(t *testing.T) {
	table, err := os.ReadFile(eagerTable)
	if err != nil {
		t.Fatal(err)
	}
	ctx := ir.NewContext()
	compared := 0
	for line := range strings.Lines(string(table)) {
		f := strings.Fields(line)
		if strings.HasPrefix(line, "#") || f[3] == "unknown" {
			continue
		}
		class, ok := eagerClasses[f[0]]
		if !ok {
			t.Fatalf("no class for %s", f[0])
		}
		a, b := eagerOperand(ctx, f[1]), eagerOperand(ctx, f[2])
		if a.Type == nil && b.Type == nil {
			continue // a number of Python
		}
		if f[0] == "pow" && f[2] == "bool" {
			continue // eager PyTorch returns the base itself for an exponent that is True
		}
		compared++
		types, err := promotion.Resolve(ctx, promotion.Torch, class, a, b)
		switch {
		case f[3] == "error" && err == nil:
			t.Errorf("%s of %s and %s: got %s, want an error", f[0], f[1], f[2], types.Result)
		case f[3] != "error" && err != nil:
			t.Errorf("%s of %s and %s: %v, want %s", f[0], f[1], f[2], err, f[3])
		case f[3] != "error" && types.Result != eagerType(ctx, f[3]):
			t.Errorf("%s of %s and %s: got %s, want %s", f[0], f[1], f[2], types.Result, f[3])
		}
	}
	if compared < 9000 {
		t.Errorf("only %d lines were compared", compared)
	}
}
