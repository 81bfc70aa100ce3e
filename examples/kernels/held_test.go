package main

import (
	"testing"

	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/lowering/threads/holdaddresses"
)

// Some compilers get kernels whose loops do not compute addresses in shared memory again (package holdaddresses). These
// kernels are right, too.
func TestKernelsWithHeldAddressesAreRight(t *testing.T) {
	sets := map[string]string{"backward": "rows=7,keys=7,d=128", "gradients": "rows=129,keys=70,d=128", "mlp": ""}
	for _, e := range examples {
		set, ok := sets[e.name]
		if !ok || e.name != "backward" && !longtest.Enabled() {
			continue
		}
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			p, program := compiled(t, e, set)
			if holdaddresses.Hold(program.Operation()) == 0 {
				t.Fatal("no address is held")
			}
			err := p.simulate(t.Context(), program, 1)
			if err == nil {
				_, err = p.check()
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}
