package main

import (
	"io"
	"math"
	"os"
	"testing"

	"github.com/girih-ir/girih/internal/longtest"
)

const (
	recorded = "../results/tune-h200.jsonl"
	matmul   = "../../examples/kernels/matmul.mlir"
)

// After changes of the model, or of the code that the compiler makes of the kernel, the model must not choose
// configurations that were measured to be slow.
func TestTheModelChoosesWhatWasMeasuredToBeFast(t *testing.T) {
	lines, err := read(recorded)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(matmul)
	if err != nil {
		t.Fatal(err)
	}
	sum, n := 0.0, 0
	for i, l := range lines {
		if !longtest.Includes(i, 3) {
			continue
		}
		if l.Type != "f16" {
			continue // the model does not distinguish the two types
		}
		first, regret, err := l.today(t.Context(), matmul, text)
		if err != nil {
			t.Fatal(err)
		}
		if regret == 0 {
			t.Logf("%v: %s was not measured", l.problem, first)
			continue
		}
		if regret > 1.2 {
			t.Errorf("%v: %s takes %.2f of the fastest's time", l.problem, first, regret)
		}
		sum, n = sum+math.Log(regret), n+1
	}
	if mean := math.Exp(sum / float64(n)); n < longtest.Count(5, 15) || mean > 1.03 {
		t.Errorf("of %d products, the choices take %.3f of the fastest's time in geometric mean", n, mean)
	}
}

func TestAReportThatCannotBeReadIsAnError(t *testing.T) {
	if err := report(t.Context(), io.Discard, matmul, matmul); err == nil {
		t.Error("tile text is read as measurements")
	}
}
