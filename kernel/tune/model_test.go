package tune

import "testing"

// TestABlockThatFitsOnlyByTheEstimateDoesNotCount is about the registers that ptxas needs beyond the estimate.
func TestABlockThatFitsOnlyByTheEstimateDoesNotCount(t *testing.T) {
	for _, test := range []struct {
		threads, registers, want int64
	}{
		{threads: 288, registers: 96, want: 2},
		{threads: 288, registers: 104, want: 2},
		{threads: 288, registers: 109, want: 1},
		{threads: 128, registers: 120, want: 4},
		{threads: 128, registers: 121, want: 3},
	} {
		e := estimator{needs: resources{threads: test.threads}}
		if got := e.resident(test.registers + spareRegisters); got != test.want {
			t.Errorf("%d threads of about %d registers: %d blocks, want %d", test.threads, test.registers, got, test.want)
		}
	}
}
