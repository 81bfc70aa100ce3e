package nvvm_test

import (
	"testing"

	"github.com/girih-ir/girih/dialects/nvvm"
)

func TestInstructionsOfIntegersHaveFewerWidths(t *testing.T) {
	for _, c := range []struct {
		n                int
		floats, integers bool
	}{{0, false, false}, {8, true, true}, {24, true, true}, {36, false, false}, {40, true, false}, {48, true, true},
		{200, true, false}, {208, true, true}, {256, true, true}, {264, false, false}} {
		for typeA, want := range map[string]bool{nvvm.TypeF16: c.floats, nvvm.TypeE4M3: c.floats, nvvm.TypeS8: c.integers,
			nvvm.TypeU8: c.integers} {
			if got := (nvvm.Wgmma{N: c.n, TypeA: typeA}).ExistsN(); got != want {
				t.Errorf("%d columns of %s: %v, want %v", c.n, typeA, got, want)
			}
		}
	}
}
