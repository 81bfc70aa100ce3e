package prefetch

import (
	"strings"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// Bounds on the registers that a loop without products loads ahead in each thread. Loops that load more keep memory
// busy anyway. Those that load less are better unrolled, unless their threads wait for each other.
const (
	leastRows = 8
	mostRows  = 16
)

// multiplies reports whether a loop multiplies tiles.
func multiplies(loop scf.For) bool {
	for op := range loop.Body().Ops() {
		if op.Is(&tile.Dot) {
			return true
		}
	}
	return false
}

// ofRows returns a, a loop without products, if it is better to load its tensors ahead: bits in all threads together,
// which have word bits in one register each. Otherwise it returns nil.
func (a *ahead) ofRows(bits, word int) *ahead {
	waits, computes := false, false
	for op := range a.Body().Ops() {
		if op.NumOperands() == 0 {
			continue
		}
		_, tensor := op.Operand(0).Type().(*ir.TensorType)
		waits = waits || op.Is(&tile.Reduce) || op.Is(&tile.Scan)
		computes = computes || tensor && (op.Is(&arith.DivF) || strings.HasPrefix(op.Name(), "math."))
	}
	if a.loads == nil || bits > mostRows*word || !waits && (!computes || bits < leastRows*word) {
		return nil
	}
	return a
}
