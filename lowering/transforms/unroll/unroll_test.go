package unroll_test

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/transforms/peel"
	"github.com/girih-ir/girih/lowering/transforms/unroll"
	"github.com/girih-ir/girih/pass"
)

// sum is a function whose result depends on the order, the number and the induction variables of iterations.
const sum = `func.func @f(%lb: i8, %ub: i8, %step: i8, %x: i64) -> (i64, i64) {
  %c = arith.constant 31 : i64
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %r:2 = scf.for UNSIGNED %i = %lb to %ub step %step iter_args(%s = %x, %n = %zero) -> (i64, i64) : i8 {
    %e = arith.extsi %i : i8 to i64
    %m = arith.muli %s, %c : i64
    %t = arith.addi %m, %e : i64
    %k = arith.addi %n, %one : i64
    scf.yield %t, %k : i64, i64
  }
  return %r#0, %r#1 : i64, i64
}`

func call(t *testing.T, m *ir.Operation, bits ...int64) string {
	t.Helper()
	var args []interp.Value
	for i, b := range bits {
		width := uint32(8)
		if i == 3 {
			width = 64
		}
		v, err := interp.NewValue(m.Context().I(width), func(int) *big.Int { return big.NewInt(b) })
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, v)
	}
	results, err := interp.Call(context.Background(), m, "f", args...)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(results[0].Bits(0), results[1].Bits(0))
}

func TestUnrolledAndPeeledLoopsRunTheSameIterations(t *testing.T) {
	passes := map[string]func(m *ir.Operation) error{
		"unroll by 2": func(m *ir.Operation) error { return run(unroll.Pass, m, &unroll.Options{Factor: 2}) },
		"unroll by 5": func(m *ir.Operation) error { return run(unroll.Pass, m, &unroll.Options{Factor: 5}) },
		"peel":        func(m *ir.Operation) error { return run(peel.Pass, m, &peel.Options{}) },
	}
	for name, transform := range passes {
		for _, sign := range []string{"", "unsigned"} {
			source := strings.ReplaceAll(sum, "UNSIGNED", sign)
			before, after := irtest.Parse(t, source), irtest.Parse(t, source)
			if err := transform(after); err != nil {
				t.Fatal(err)
			}
			if err := ir.Verify(after, nil); err != nil {
				t.Fatal(err)
			}
			if strings.Count(string(text.Print(after, text.Options{})), "scf.for") != 2 {
				t.Errorf("%s: no second loop", name)
			}
			for _, b := range [][3]int64{{0, 10, 1}, {0, 10, 3}, {0, 0, 1}, {5, 2, 1}, {-100, 100, 7}, {-128, 127, 1}, {3, 4, 9},
				{0, 127, 50}, {-5, 250, 13}, {1, 255, 2}, {10, 11, 1},
				// The last step of the following loops is partial and ends beyond the largest number.
				{120, 127, 4}, {102, 127, 6}, {-8, -1, 4}, {-26, -1, 6}} {
				if want, got := call(t, before, b[0], b[1], b[2], 7), call(t, after, b[0], b[1], b[2], 7); got != want {
					t.Errorf("%s %s %v: got %s, want %s", name, sign, b, got, want)
				}
			}
		}
	}
}

func TestConstantLoopsUnrollFully(t *testing.T) {
	m := irtest.Parse(t, `func.func @f(%lb: i8, %ub: i8, %step: i8, %x: i64) -> (i64, i64) {
  %c1 = arith.constant 2 : i8
  %c9 = arith.constant 9 : i8
  %r = scf.for %i = %c1 to %c9 step %c1 iter_args(%s = %x) -> i64 : i8 {
    %e = arith.extsi %i : i8 to i64
    %t = arith.addi %s, %e : i64
    scf.yield %t : i64
  }
  return %r, %r : i64, i64
}`)
	if err := run(unroll.Pass, m, &unroll.Options{Factor: -1}); err != nil {
		t.Fatal(err)
	}
	if got := string(text.Print(m, text.Options{})); strings.Contains(got, "scf.for") {
		t.Errorf("a loop is left:\n%s", got)
	}
	if got := call(t, m, 0, 0, 0, 1); got != "21 21" {
		t.Errorf("got %s", got)
	}
}

func TestLoopsOfWholeStepsAreNotPeeled(t *testing.T) {
	m := irtest.Parse(t, `func.func @f() {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c3 {
  }
  return
}`)
	before := string(text.Print(m, text.Options{}))
	if err := run(peel.Pass, m, &peel.Options{}); err != nil {
		t.Fatal(err)
	}
	if after := string(text.Print(m, text.Options{})); after != before {
		t.Errorf("got\n%s", after)
	}
}

func run(p *pass.Pass, m *ir.Operation, options any) error {
	pipeline := &pass.Pipeline{Anchor: "builtin.module", Steps: []pass.Step{{Pass: p, Options: options}}}
	return pipeline.Run(context.Background(), m, pass.RunOptions{Verify: true})
}
