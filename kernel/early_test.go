package kernel_test

import (
	"testing"

	"github.com/girih-ir/girih/kernel"
)

// An early kernel waits by itself, which the manifest tells launchers, and computes the same in the simulator.
func TestEarlyKernelsWaitFirst(t *testing.T) {
	const rows, columns = 2, 40
	x, y := numbers(rows*columns), make([]float32, rows*columns)
	options := kernel.Options{Constants: map[string]int64{"block": 64}, Early: "always"}
	kernel.Check(t, suite(), "softmax", options, [3]int32{rows, 1, 1}, kernel.Of(x, rows, columns),
		kernel.Of(y, rows, columns))
	for early, want := range map[string]bool{"": false, "never": false, "always": true} { // its arrays do not overlap
		options.Early = early
		k, err := kernel.Compile(suite(), "softmax", options)
		if err != nil {
			t.Fatal(err)
		}
		p, err := k.Program(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.Manifest()
		if err != nil {
			t.Fatal(err)
		}
		if m.Kernels[0].WaitsFirst != want {
			t.Errorf("early %q: the manifest says %v", early, m.Kernels[0].WaitsFirst)
		}
	}
}
