package arithexpand

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// Options are the options of the pass.
type Options struct {
	IncludeBF16   bool `opt:"include-bf16" help:"Enable the BF16 expansion patterns"`
	IncludeF8E8M0 bool `opt:"include-f8e8m0" help:"Enable the F8E8M0 expansion patterns"`
	IncludeF4E2M1 bool `opt:"include-f4e2m1" help:"Enable the F4E2M1 expansion patterns"`
}

// Pass is `arith-expand`.
var Pass = &pass.Pass{
	Name:    "arith-expand",
	Title:   "ArithExpandOpsPass",
	Summary: "Legalize Arith ops to be convertible to LLVM.",
	Options: func() any { return new(Options) },
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		opts := ctx.Options.(*Options)
		return conversion.Partial(op, opts.target(), opts.patterns(), conversion.Options{Context: ctx})
	},
}

// Divisions returns the patterns that expand floordivsi, ceildivsi and ceildivui.
func Divisions() []*conversion.Pattern {
	return []*conversion.Pattern{
		{Name: "expand-ceildivui", Root: &arith.CeilDivUI, Rewrite: expandCeilDivUI},
		{Name: "expand-ceildivsi", Root: &arith.CeilDivSI, Rewrite: expandCeilDivSI},
		{Name: "expand-floordivsi", Root: &arith.FloorDivSI, Rewrite: expandFloorDivSI},
	}
}

// patterns returns the patterns that the options enable.
func (o *Options) patterns() *conversion.Set {
	all := append(Divisions(), []*conversion.Pattern{
		{Name: "expand-maxsi", Root: &arith.MaxSI, Rewrite: extremum(arith.SGT)},
		{Name: "expand-maxui", Root: &arith.MaxUI, Rewrite: extremum(arith.UGT)},
		{Name: "expand-minsi", Root: &arith.MinSI, Rewrite: extremum(arith.SLT)},
		{Name: "expand-minui", Root: &arith.MinUI, Rewrite: extremum(arith.ULT)},
		{Name: "expand-maximumf", Root: &arith.MaximumF, Rewrite: extremumOfFloats(arith.FUGT, 1)},
		{Name: "expand-minimumf", Root: &arith.MinimumF, Rewrite: extremumOfFloats(arith.FULT, 1)},
		{Name: "expand-maxnumf", Root: &arith.MaxNumF, Rewrite: extremumOfFloats(arith.FUGT, 0)},
		{Name: "expand-minnumf", Root: &arith.MinNumF, Rewrite: extremumOfFloats(arith.FULT, 0)},
		{Name: "expand-scaling-extf", Root: &arith.ScalingExtF, Rewrite: expandScalingExtF},
		{Name: "expand-scaling-truncf", Root: &arith.ScalingTruncF, Rewrite: expandScalingTruncF},
	}...)
	if o.IncludeBF16 {
		all = append(all,
			&conversion.Pattern{Name: "expand-bf16-extf", Root: &arith.ExtF, Rewrite: expandExtFOfBF16},
			&conversion.Pattern{Name: "expand-bf16-truncf", Root: &arith.TruncF, Rewrite: expandTruncFToBF16})
	}
	if o.IncludeF8E8M0 {
		all = append(all,
			&conversion.Pattern{Name: "expand-f8e8m0-extf", Root: &arith.ExtF, Rewrite: expandExtFOfF8E8M0},
			&conversion.Pattern{Name: "expand-f8e8m0-truncf", Root: &arith.TruncF, Rewrite: expandTruncFToF8E8M0})
	}
	if o.IncludeF4E2M1 {
		all = append(all,
			&conversion.Pattern{Name: "expand-f4e2m1-extf", Root: &arith.ExtF, Rewrite: expandExtFOfF4E2M1},
			&conversion.Pattern{Name: "expand-f4e2m1-truncf", Root: &arith.TruncF, Rewrite: expandTruncFToF4E2M1})
	}
	return conversion.MustSet(all...)
}

// target returns the conversion target: all operations are legal, except for those that patterns expand.
func (o *Options) target() *conversion.Target {
	t := conversion.NewTarget()
	t.IllegalOps(&arith.CeilDivUI, &arith.CeilDivSI, &arith.FloorDivSI,
		&arith.MaxSI, &arith.MaxUI, &arith.MinSI, &arith.MinUI, &arith.MaximumF, &arith.MinimumF, &arith.MaxNumF,
		&arith.MinNumF, &arith.ScalingExtF, &arith.ScalingTruncF)
	t.DynamicOps(func(op *ir.Operation) bool { return !o.expands(op.Operand(0), op.Result(0)) }, &arith.ExtF)
	t.DynamicOps(func(op *ir.Operation) bool { return !o.expands(op.Result(0), op.Operand(0)) }, &arith.TruncF)
	t.Otherwise(func(*ir.Operation) conversion.Legality { return conversion.Legal })
	return t
}

// expands reports whether the options ask to expand casts between two formats, of which narrow has the narrower one.
func (o *Options) expands(narrow, wide *ir.Value) bool {
	switch formatOf(narrow) {
	case apfloat.BF16:
		return o.IncludeBF16 && formatOf(wide) == apfloat.F32
	case apfloat.F8E8M0FNU:
		return o.IncludeF8E8M0
	case apfloat.F4E2M1FN:
		return o.IncludeF4E2M1
	}
	return false
}

// formatOf returns the format of a float, or of the elements of a vector or tensor.
func formatOf(v *ir.Value) *apfloat.Format { return ir.ElementOrSelf(v.Type()).(*ir.FloatType).Format }
