package inline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/differential"
	"github.com/girih-ir/girih/internal/longtest"
)

// chain returns n functions, of which each calls the next one, some of them twice. Only the first function is public.
func chain(n int, twice func(i int) bool) []byte {
	var b strings.Builder
	for i := range n {
		visibility := "private "
		if i == 0 {
			visibility = ""
		}
		fmt.Fprintf(&b, "func.func %s@f%d(%%a: i32) -> i32 {\n  %%c = arith.constant %d : i32\n", visibility, i, i)
		if i == n-1 {
			b.WriteString("  %r = arith.muli %a, %c : i32\n  return %r : i32\n}\n")
			break
		}
		fmt.Fprintf(&b, "  %%s = arith.addi %%a, %%c : i32\n  %%q = call @f%d(%%s) : (i32) -> i32\n", i+1)
		if twice(i) {
			fmt.Fprintf(&b, "  %%p = call @f%d(%%q) : (i32) -> i32\n  return %%p : i32\n}\n", i+1)
		} else {
			b.WriteString("  %t = arith.xori %q, %s : i32\n  return %t : i32\n}\n")
		}
	}
	return []byte(b.String())
}

// TestBodiesThatAreMovedLateEndWhereMlirOptPutsThem has no pipeline: then it does not matter when a body is moved.
func TestBodiesThatAreMovedLateEndWhereMlirOptPutsThem(t *testing.T) {
	for i, flags := range [][]string{
		{"--inline=default-pipeline="},
		{"--inline=default-pipeline=", "--mlir-print-debuginfo", "--mlir-print-local-scope"},
	} {
		if !longtest.Includes(i, 2) {
			continue
		}
		differential.Compare(t, differential.Config{
			Ours:  tileOpt,
			Flags: flags,
			Seeds: 3,
			Programs: func(seed uint64) []byte {
				return chain(135+25*int(seed), func(i int) bool { return seed == 2 && i%100 == 20 })
			},
		})
	}
}

func TestLongChainsOfCallsEndInOneFunction(t *testing.T) {
	n := longtest.Count(1000, 3000)
	stdout, stderr, code := tileOpt([]string{"--inline", "--symbol-dce"}, chain(n, func(int) bool { return false }))
	if code != 0 {
		t.Fatalf("exit code %d\n%s", code, stderr)
	}
	out := string(stdout)
	if functions, calls := strings.Count(out, "func.func"), strings.Count(out, "call @"); functions != 1 || calls != 0 {
		t.Errorf("%d functions and %d calls are left", functions, calls)
	}
	if got := strings.Count(out, "arith.xori"); got != n-1 {
		t.Errorf("%d of %d operations are left", got, n-1)
	}
}
