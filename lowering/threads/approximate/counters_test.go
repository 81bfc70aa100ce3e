package approximate_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/lowering/threads/approximate"
)

// counting is a loop that computes a mean: it divides by a counter, which begins at $START and is raised by $STEP.
const counting = `%start = llvm.mlir.constant($START : f32) : f32
  %step = llvm.mlir.constant($STEP : f32) : f32
  %many = llvm.mlir.constant(40 : i32) : i32
  %nothing = llvm.mlir.constant(0 : i32) : i32
  %next = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^loop(%nothing, %start, %w : i32, f32, f32)
^loop(%i: i32, %n: f32, %mean: f32):
  %m = llvm.fadd $SUM : f32
  %d = llvm.fsub %v, %mean : f32
  %share = llvm.fdiv %d, $BY {fastmathFlags = #llvm.fastmath<afn>} : f32
  %r = llvm.fadd %mean, %share : f32
  %j = llvm.add %i, %next : i32
  %more = llvm.icmp "slt" %j, %many : i32
  llvm.cond_br %more, ^loop(%j, %m, %r : i32, f32, f32), ^end
^end:`

// The reciprocal of a counter is never denormal, so that a division by it takes no comparisons.
func TestCountersHaveNormalReciprocals(t *testing.T) {
	for name, c := range map[string]struct {
		start, step, sum, by string
		normal               bool
	}{
		"from zero":              {"0.0", "1.0", "%n, %step", "%m", true},
		"step first":             {"0.0", "1.0", "%step, %n", "%m", true},
		"before it is raised":    {"1.0", "0.5", "%n, %step", "%n", true},
		"zero at first":          {"0.0", "1.0", "%n, %step", "%n", false},
		"below zero at first":    {"-3.0", "1.0", "%n, %step", "%m", false},
		"down":                   {"100.0", "-1.0", "%n, %step", "%m", false},
		"by little":              {"0.0", "1.0e-38", "%n, %step", "%m", false},
		"to more than the range": {"1.0", "1.0e+35", "%n, %step", "%m", false},
		"by what was loaded":     {"1.0", "1.0", "%n, %v", "%m", false},
		"by itself":              {"1.0", "1.0", "%n, %n", "%m", false},
	} {
		t.Run(name, func(t *testing.T) {
			lines := strings.NewReplacer("$START", c.start, "$STEP", c.step, "$SUM", c.sum, "$BY", c.by).Replace(counting)
			m, err := girih.Parse("thread", []byte(strings.Replace(thread, "$LINES", lines, 1)))
			if err != nil {
				t.Fatal(err)
			}
			approximate.Approximate(m.Operation())
			if text := m.String(); strings.Contains(text, "fdiv") == c.normal || strings.Contains(text, "fcmp") {
				t.Errorf("the reciprocal is taken to be normal: %v, want %v, in\n%s", !c.normal, c.normal, text)
			}
			if !c.normal {
				return
			}
			r := rand.New(rand.NewPCG(3, 1))
			v, w := make([]float32, threads), make([]float32, threads)
			for i := range v {
				v[i], w[i] = float32(r.NormFloat64()), float32(r.NormFloat64())
			}
			want, got := compute(t, lines, false, v, w), compute(t, lines, true, v, w)
			for i := range v {
				if !(math.Abs(float64(got[i]-want[i])) <= 1e-5) { // of 40 divisions
					t.Fatalf("of %v and %v: %v, want %v", v[i], w[i], got[i], want[i])
				}
			}
		})
	}
}
