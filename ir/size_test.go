package ir_test

import (
	"testing"
	"unsafe"

	"github.com/girih-ir/girih/ir"
)

func TestSizesOfWhatModulesHoldByTheMillion(t *testing.T) {
	for _, tt := range []struct {
		name      string
		got, want uintptr
	}{
		{"Operation", unsafe.Sizeof(ir.Operation{}), 96},
		{"Operand", unsafe.Sizeof(ir.Operand{}), 32},
		{"Value", unsafe.Sizeof(ir.Value{}), 40},
	} {
		if tt.got != tt.want {
			t.Errorf("%s has %d bytes, not %d: if that is meant, measure benchmarks/compile first", tt.name, tt.got, tt.want)
		}
	}
}
