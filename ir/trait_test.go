package ir

import (
	"math/bits"
	"slices"
	"testing"
)

func TestTraitNamesFollowTheBits(t *testing.T) {
	if got := Commutative.Names(); !slices.Equal(got, []string{"Commutative"}) {
		t.Errorf("Commutative is %v", got)
	}
	if got := SameVariadicOperandSize.Names(); !slices.Equal(got, []string{"SameVariadicOperandSize"}) {
		t.Errorf("SameVariadicOperandSize is %v", got)
	}
	if got := Pure.Names(); !slices.Equal(got, []string{"NoMemoryEffect", "AlwaysSpeculatable"}) {
		t.Errorf("Pure is %v", got)
	}
	if last := bits.Len64(uint64(SameVariadicOperandSize)); len(traitNames) < last {
		t.Errorf("%d names for %d traits", len(traitNames), last)
	}
}
