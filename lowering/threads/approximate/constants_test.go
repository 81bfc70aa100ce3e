package approximate_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/approximate"
)

// A divisor whose bounds are one number need not be that number: it may be NaN, and f32 rounds sums on the way.
func TestDivisorsThatMayBeNaNOrAreRoundedAreNoConstants(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, divisor := range []string{
		"%none = llvm.fmul %v, %zero : f32\n %d = llvm.fadd %none, %one : f32",
		"%more = llvm.fadd %large, %one : f32\n %d = llvm.fsub %more, %large : f32",
	} {
		lines := "%large = llvm.mlir.constant(1.0e8 : f32) : f32\n" + divisor +
			"\n %r = llvm.fdiv %w, %d {fastmathFlags = #llvm.fastmath<arcp>} : f32"
		v, w := numbers(r), numbers(r)
		want, got := compute(t, lines, false, v, w), compute(t, lines, true, v, w)
		for i := range got {
			if x, y := got[i], want[i]; x != y && !(x != x && y != y) {
				t.Errorf("%g and %g: %g, want %g, with\n%s", v[i], w[i], x, y, divisor)
			}
		}
	}
}

// Choices among choices are looked at once, though there are more paths to the constants than could be followed.
func TestEachChoiceOfADivisorHasOneReciprocal(t *testing.T) {
	lines := []string{`%big = llvm.fcmp "ogt" %v, %w : f32`, "%s0 = llvm.select %big, %one, %quarter : i1, f32",
		"%t0 = llvm.select %big, %quarter, %one : i1, f32"}
	const choices = 50
	for i := range choices {
		for _, to := range []string{"s", "t"} {
			lines = append(lines, fmt.Sprintf("%%%s%d = llvm.select %%big, %%s%d, %%t%[3]d : i1, f32", to, i+1, i))
		}
	}
	lines = append(lines, fmt.Sprintf("%%r = llvm.fdiv %%w, %%s%d {fastmathFlags = #llvm.fastmath<arcp>} : f32", choices))
	m, err := girih.Parse("thread", []byte(strings.Replace(thread, "$LINES", strings.Join(lines, "\n"), 1)))
	if err != nil {
		t.Fatal(err)
	}
	approximate.Approximate(m.Operation())
	if err := ir.Verify(m.Operation(), nil); err != nil {
		t.Error(err)
	}
	if text := m.String(); strings.Contains(text, "fdiv") || strings.Contains(text, "rcp.approx") {
		t.Errorf("a quotient, or a reciprocal that is computed, in\n%s", text)
	}
}
