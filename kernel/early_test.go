package kernel_test

import (
	"testing"

	"github.com/girih-ir/girih/kernel"
)

// An early kernel waits by itself, which the manifest tells launchers, and computes the same in the simulator.
func TestEarlyKernelsWaitFirst(t *testing.T) {
	const rows, columns = 2, 40
	x, y := numbers(rows*columns), make([]float32, rows*columns)
	options := kernel.Options{Constants: map[string]int64{"block": 64}, Early: true}
	kernel.Check(t, suite(), "softmax", options, [3]int32{rows, 1, 1}, kernel.Of(x, rows, columns),
		kernel.Of(y, rows, columns))
	for _, early := range []bool{false, true} {
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
		if m.Kernels[0].WaitsFirst != early {
			t.Errorf("early %v: the manifest says %v", early, m.Kernels[0].WaitsFirst)
		}
	}
}
