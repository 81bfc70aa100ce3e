package arith_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constfold"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/transforms/canonicalize"
	"github.com/girih-ir/girih/pass"
)

// If two operations with constants are merged, the merged one must not be poison for an x for which the two are not.
func TestMergedIntegerOperationsKeepOnlyOverflowFlagsThatHold(t *testing.T) {
	const numbers = 8
	var forms []string
	for _, form := range []string{"%s = arith.addi %%x, %%c0", "%s = arith.subi %%x, %%c0", "%s = arith.subi %%c0, %%x"} {
		for _, next := range []string{"arith.addi %a, %c1", "arith.subi %a, %c1", "arith.subi %c1, %a"} {
			forms = append(forms, fmt.Sprintf(form, "%a")+" FLAGS : i3\n  %b = "+next+" FLAGS : i3\n")
		}
	}
	forms = append(forms, "%a = arith.muli %x, %c0 FLAGS : i3\n  %b = arith.muli %a, %c1 FLAGS : i3\n")
	for _, form := range forms {
		for _, flags := range []string{"overflow<nsw>", "overflow<nuw>", "overflow<nsw, nuw>"} {
			var source strings.Builder
			for i := range numbers * numbers {
				fmt.Fprintf(&source, "func.func @f%d(%%x: i3) -> i3 {\n  %%c0 = arith.constant %d : i3\n"+
					"  %%c1 = arith.constant %d : i3\n  %s  return %%b : i3\n}\n", i, i/numbers-numbers/2, i%numbers-numbers/2,
					strings.ReplaceAll(form, "FLAGS", flags))
			}
			compareCanonicalized(t, source.String())
		}
	}
}

// If truncations are merged with each other, or with an extension or a shift, they must only keep flags that hold.
func TestTruncationsKeepOnlyOverflowFlagsThatHold(t *testing.T) {
	flags := []string{"", "overflow<nsw>", "overflow<nuw>", "overflow<nsw, nuw>"}
	var source strings.Builder
	for number, form := range []string{
		"%a = arith.trunci %x INNER : i5 to i3\n  %b = arith.trunci %a OUTER : i3 to i2",
		"%c = arith.constant 3 : i5\n  %a = arith.shrsi %x, %c : i5\n  %b = arith.trunci %a OUTER : i5 to i2",
		"%c = arith.constant 2 : i5\n  %a = arith.shrsi %x, %c : i5\n  %b = arith.trunci %a OUTER : i5 to i2",
		"%a = arith.extsi %x : i5 to i7\n  %b = arith.trunci %a OUTER : i7 to i2",
		"%a = arith.extui %x : i5 to i7\n  %b = arith.trunci %a OUTER : i7 to i2",
		"%y = arith.trunci %x INNER : i5 to i2\n  %a = arith.extui %y : i2 to i7\n  %b = arith.trunci %a OUTER : i7 to i2",
		"%y = arith.trunci %x INNER : i5 to i1\n  %a = arith.extsi %y : i1 to i7\n  %b = arith.trunci %a OUTER : i7 to i2",
		"%y = arith.trunci %x INNER : i5 to i1\n  %a = arith.extui %y : i1 to i7\n  %b = arith.trunci %a OUTER : i7 to i2",
	} {
		for i, inner := range flags {
			for k, outer := range flags {
				body := strings.NewReplacer("INNER", inner, "OUTER", outer).Replace(form)
				fmt.Fprintf(&source, "func.func @f%d_%d_%d(%%x: i5) -> i2 {\n  %s\n  return %%b : i2\n}\n", number, i, k, body)
			}
		}
	}
	compareCanonicalized(t, source.String())
}

// compareCanonicalized canonicalizes a module of functions of one integer. For each argument for which the original
// function is not poison, the result must stay the same.
func compareCanonicalized(t *testing.T, source string) {
	t.Helper()
	before, after := irtest.Parse(t, source), irtest.Parse(t, source)
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(canonicalize.Pass)
	if err := pipeline.Run(context.Background(), after, pass.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	newer := after.Region(0).Entry().First()
	for older := range before.Region(0).Entry().Ops() {
		width := ir.BitWidth(older.Region(0).Entry().Arg(0).Type())
		for x := range int64(1) << width {
			want, defined := evaluate(older, x)
			if got, ok := evaluate(newer, x); defined && (!ok || got != want) {
				t.Fatalf("x = %d: %d, poison %v, not %d\n%s\n%s", x, got, !ok, want,
					text.Print(older, text.Options{}), text.Print(newer, text.Options{}))
			}
		}
		newer = newer.Next()
	}
}

// evaluate computes the result of a function of integer operations; ok is false if it is poison.
func evaluate(f *ir.Operation, x int64) (result int64, ok bool) {
	entry := f.Region(0).Entry()
	values := map[*ir.Value]int64{entry.Arg(0): x}
	for op := range entry.Ops() {
		if op.Is(&arith.ConstantOp) {
			c, _ := constfold.Int(op.Inherent("value"))
			values[op.Result(0)] = unsigned(c.Int64(), c.Width())
			continue
		}
		a, b := values[op.Operand(0)], int64(0)
		if op.NumResults() == 0 {
			return a, true
		}
		if op.NumOperands() > 1 {
			b = values[op.Operand(1)]
		}
		from, to := ir.BitWidth(op.Operand(0).Type()), ir.BitWidth(op.Result(0).Type())
		u, s := exact[op.Def()](a, b), exact[op.Def()](signed(a, from), signed(b, from))
		v := unsigned(u, to)
		if op.Is(&arith.ExtSI) || op.Is(&arith.ShRSI) {
			v = unsigned(s, to)
		}
		flags := arith.OverflowOf(op)
		if flags&arith.NUW != 0 && u != v || flags&arith.NSW != 0 && s != signed(v, to) {
			return 0, false
		}
		values[op.Result(0)] = v
	}
	return 0, false
}

// exact computes the results of operations without wrapping around.
var exact = map[*ir.OpDef]func(a, b int64) int64{
	&arith.AddI:   func(a, b int64) int64 { return a + b },
	&arith.SubI:   func(a, b int64) int64 { return a - b },
	&arith.MulI:   func(a, b int64) int64 { return a * b },
	&arith.ShRUI:  func(a, b int64) int64 { return a >> (b & 63) },
	&arith.ShRSI:  func(a, b int64) int64 { return a >> (b & 63) },
	&arith.TruncI: func(a, _ int64) int64 { return a },
	&arith.ExtUI:  func(a, _ int64) int64 { return a },
	&arith.ExtSI:  func(a, _ int64) int64 { return a },
}

func signed(v int64, width int) int64 { return v << (64 - width) >> (64 - width) }

func unsigned(v int64, width int) int64 { return v & (1<<width - 1) }
