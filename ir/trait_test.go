package ir_test

import (
	"slices"
	"testing"

	"github.com/girih-ir/girih/ir"
)

func TestTraitNamesFollowTheBits(t *testing.T) {
	if got := ir.Pure.Names(); !slices.Equal(got, []string{"NoMemoryEffect", "AlwaysSpeculatable"}) {
		t.Errorf("Pure is %v", got)
	}
	if got := ir.Commutative.Names(); !slices.Equal(got, []string{"Commutative"}) {
		t.Errorf("Commutative is %v", got)
	}
	last := ir.SameVariadicOperandSize
	if got := last.Names(); !slices.Equal(got, []string{"SameVariadicOperandSize"}) {
		t.Errorf("SameVariadicOperandSize is %v", got)
	}
	for trait := last; trait != 0; trait >>= 1 {
		if got := trait.Names(); len(got) != 1 {
			t.Errorf("trait %#x has the names %v", uint64(trait), got)
		}
	}
}
