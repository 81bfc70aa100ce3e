package vector

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"golang.org/x/sys/cpu"
)

// TestMain runs all tests with the kernels, and then without them, as on a processor that cannot run them.
func TestMain(m *testing.M) {
	code := m.Run()
	if fast && code == 0 {
		fast = false
		if code = m.Run(); code != 0 {
			fmt.Println("without the kernels in assembly")
		}
	}
	os.Exit(code)
}

// Wider registers compute the same numbers.
func TestExponentialsDoNotDependOnTheWidthOfRegisters(t *testing.T) {
	if !fast || !cpu.X86.HasAVX512F {
		t.Skip("the processor has no registers of 512 bits, or its kernels are switched off")
	}
	x := make([]float32, 1<<12)
	for i := range x {
		x[i] = float32(rand.Float64()*240 - 120)
	}
	narrow, wide := make([]float32, len(x)), make([]float32, len(x))
	exp16(len(x), &narrow[0], &x[0], &expTable)
	wideExp16(len(x), &wide[0], &x[0], &expTable)
	if !slices.Equal(narrow, wide) {
		t.Error("the results differ")
	}
}
