package promotion

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
)

// torchKinds maps classes of operations to kinds of promotion.
var torchKinds = [classes]torch.Kind{
	TrueDivision: torch.IntToFloat, Power: torch.BoolToLong, Comparison: torch.AlwaysBool, Selection: torch.NoOpMath,
	FloatFunction: torch.IntToFloat, Magnitude: torch.ComplexToFloat,
}

// torchTypes applies the rules of a class. In some classes, eager PyTorch has no kernel for bools.
func torchTypes(ctx *ir.Context, c Class, operands []Operand) (Types, error) {
	types, err := elementwiseTypes(ctx, torchKinds[c], operands)
	if err != nil {
		return Types{}, err
	}
	kind, _ := KindOf(types.Result)
	switch c {
	case Bitwise:
		return types, wantInteger(types.Result, kind)
	case Shift:
		if err := wantInteger(types.Result, kind); err != nil {
			return Types{}, err
		}
		return types, refuseBool(c, kind == Bool)
	case IntegerDivision, Remainder, Rounding:
		return types, refuseBool(c, kind == Bool)
	case Subtraction, Negation:
		for _, o := range operands {
			if k, _ := KindOf(o.Type); o.Type == nil && o.Literal.Kind == Bool || o.Type != nil && k == Bool {
				return Types{}, refuseBool(c, true)
			}
		}
	}
	return types, nil
}

func refuseBool(c Class, refuse bool) error {
	if !refuse {
		return nil
	}
	return fmt.Errorf("%w: torch semantics have no %v of bools; convert them with tile.cast, to i64 for instance",
		ErrOperand, c)
}

// elementwiseTypes returns the types of an operation with one of PyTorch's kinds of promotion.
func elementwiseTypes(ctx *ir.Context, kind torch.Kind, operands []Operand) (Types, error) {
	if err := checkElements(Torch, operands); err != nil {
		return Types{}, err
	}
	list := make([]torch.Operand, len(operands))
	for i, o := range operands {
		list[i] = torch.Operand{Elem: o.Type, Dimensioned: o.Dimensioned}
		if o.Type == nil {
			list[i].Number = [...]prim.Dtype{Bool: prim.Bool, Int: prim.Int, Float: prim.Float}[o.Literal.Kind]
		}
	}
	computed, result, err := torch.Promote(ctx, kind, list...)
	if err != nil {
		return Types{}, fmt.Errorf("%w with tile.cast", err)
	}
	if err := checkLiterals(operands, computed); err != nil {
		return Types{}, err
	}
	if kind == torch.AlwaysBool {
		return Types{computed, result, result}, nil
	}
	return Types{computed, computed, result}, nil
}

// torchKnows reports whether a type is one of PyTorch's. PyTorch's 4-bit float type packs two numbers in a byte, so
// f4E2M1FN is not the same type.
func torchKnows(t ir.Type) bool {
	f, ok := t.(*ir.FloatType)
	if !ok {
		return true
	}
	switch f.Format.Name() {
	case "f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E5M2FNUZ", "f8E8M0FNU":
		return true
	}
	return false
}
