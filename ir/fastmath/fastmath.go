// Package fastmath has the fast-math flags of operations on floats, which the dialects arith and llvm share.
package fastmath

import "github.com/girih-ir/girih/ir/enums"

// Fast-math flags say what a floating-point operation may assume or neglect. Their meaning and values are LLVM's
// (LLVMEnums.td).
const (
	NNaN     uint32 = 1 << iota // no NaN as operand or result
	NInf                        // no infinity as operand or result
	NSZ                         // the sign of zero does not matter
	ARcp                        // multiply by a reciprocal instead of dividing
	Contract                    // fuse into fewer, more exact operations
	AFn                         // approximate functions
	Reassoc                     // reassociate
	Fast     = NNaN | NInf | NSZ | ARcp | Contract | AFn | Reassoc
)

var bits = map[string]uint32{"fast": Fast, "nnan": NNaN, "ninf": NInf, "nsz": NSZ, "arcp": ARcp, "contract": Contract,
	"afn": AFn, "reassoc": Reassoc}

// New declares the attribute #dialect.fastmath. The dialect gives the order in which flags print.
func New(dialect, summary, separator string, order ...string) *enums.Flags {
	flags := make([]enums.Flag, len(order))
	for i, name := range order {
		flags[i] = enums.Flag{Name: name, Bits: bits[name]}
	}
	return enums.NewFlags(dialect, "fastmath", summary, separator, flags...)
}
