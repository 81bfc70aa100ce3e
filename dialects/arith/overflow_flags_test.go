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

// Two operations with constants become one. Where they are not poison for an x, the one is not either.
func TestMergedIntegerOperationsKeepOnlyOverflowFlagsThatHold(t *testing.T) {
	const width, numbers = 3, 8
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
			before, after := irtest.Parse(t, source.String()), irtest.Parse(t, source.String())
			pipeline := pass.NewPipeline("builtin.module")
			pipeline.Add(canonicalize.Pass)
			if err := pipeline.Run(context.Background(), after, pass.RunOptions{}); err != nil {
				t.Fatal(err)
			}
			newer := after.Region(0).Entry().First()
			for older := range before.Region(0).Entry().Ops() {
				for x := range int64(numbers) {
					want, defined := evaluate(older, x, width)
					if got, ok := evaluate(newer, x, width); defined && (!ok || got != want) {
						t.Fatalf("x = %d: %d, poison %v, not %d\n%s\n%s", x, got, !ok, want,
							text.Print(older, text.Options{}), text.Print(newer, text.Options{}))
					}
				}
				newer = newer.Next()
			}
		}
	}
}

// evaluate computes what a function of additions, subtractions and products returns; ok is false if that is poison.
func evaluate(f *ir.Operation, x int64, width uint) (result int64, ok bool) {
	entry := f.Region(0).Entry()
	values := map[*ir.Value]int64{entry.Arg(0): x}
	mask := int64(1)<<width - 1
	signed := func(v int64) int64 { return v << (64 - width) >> (64 - width) }
	for op := range entry.Ops() {
		if op.Is(&arith.ConstantOp) {
			c, _ := constfold.Int(op.Inherent("value"))
			values[op.Result(0)] = c.Int64() & mask
			continue
		}
		a := values[op.Operand(0)]
		if op.NumResults() == 0 {
			return a, true
		}
		b := values[op.Operand(1)]
		compute := map[*ir.OpDef]func(a, b int64) int64{
			&arith.AddI: func(a, b int64) int64 { return a + b },
			&arith.SubI: func(a, b int64) int64 { return a - b },
			&arith.MulI: func(a, b int64) int64 { return a * b },
		}[op.Def()]
		v, flags := compute(a, b), arith.OverflowOf(op)
		s := compute(signed(a), signed(b))
		if flags&arith.NUW != 0 && v != v&mask || flags&arith.NSW != 0 && s != signed(s) {
			return 0, false
		}
		values[op.Result(0)] = v & mask
	}
	return 0, false
}
