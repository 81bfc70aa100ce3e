package ir

import (
	"testing"
	"unsafe"
)

func TestSizesOfWhatModulesHoldByTheMillion(t *testing.T) {
	for _, tt := range []struct {
		name      string
		got, want uintptr
	}{
		{"Operation", unsafe.Sizeof(Operation{}), 96},
		{"Operand", unsafe.Sizeof(Operand{}), 32},
		{"Value", unsafe.Sizeof(Value{}), 40},
	} {
		if tt.got != tt.want {
			t.Errorf("%s has %d bytes, not %d: if that is meant, measure benchmarks/compile first", tt.name, tt.got, tt.want)
		}
	}
}
