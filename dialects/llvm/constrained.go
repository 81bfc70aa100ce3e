package llvm

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/enums"
)

// roundingMode is the enumeration of rounding modes, with LLVM's numbers.
var roundingMode = enums.NewCases("roundingmode", "LLVM Rounding Mode", 64,
	enums.Case{Name: "towardzero"}, enums.Case{Name: "tonearest", Value: 1}, enums.Case{Name: "upward", Value: 2},
	enums.Case{Name: "downward", Value: 3}, enums.Case{Name: "tonearestaway", Value: 4},
	enums.Case{Name: "dynamic", Value: 7}, enums.Case{Name: "invalid", Value: -1})

// exceptionBehavior is the enumeration of how a program observes floating-point exceptions.
var exceptionBehavior = enums.NewKeyword("fpExceptionBehavior", "LLVM Exception Behavior", 64,
	"ignore", "maytrap", "strict")

// ConstrainedFPTrunc defines `llvm.intr.experimental.constrained.fptrunc`: a narrowing cast with an explicit rounding
// mode.
var ConstrainedFPTrunc = ir.OpDef{
	Name:     "llvm.intr.experimental.constrained.fptrunc",
	Summary:  "intrinsic 'llvm.experimental.constrained.fptrunc' of LLVM IR",
	Operands: []ir.ValueDef{{Name: "arg_0", Type: anyType}},
	Results:  []ir.ValueDef{{Name: "res", Type: anyType}},
	Attrs: []ir.OpAttr{
		{Name: "roundingmode", Attr: roundingMode.Constraint()},
		{Name: "fpExceptionBehavior", Attr: exceptionBehavior.Constraint()},
	},
	Traits:   ir.Pure,
	Assembly: `$arg_0 $roundingmode $fpExceptionBehavior attr-dict ':' type($arg_0) 'to' type($res)`,
}

// NewConstrainedFPTrunc creates a narrowing cast with a rounding mode and returns its result. Floating-point exceptions
// are ignored.
func NewConstrainedFPTrunc(b *ir.Builder, v *ir.Value, mode string, to ir.Type) *ir.Value {
	number, _ := roundingMode.Parse(mode)
	ignored, _ := exceptionBehavior.Parse("ignore")
	st := b.State(&ConstrainedFPTrunc)
	st.Operands = append(st.Operands, v)
	st.Types = append(st.Types, to)
	st.SetInherent("roundingmode", roundingMode.Attr(b.Context(), number))
	st.SetInherent("fpExceptionBehavior", exceptionBehavior.Attr(b.Context(), ignored))
	return b.Create(st).Result(0)
}
