package registers

import (
	"cmp"
	"fmt"
	"io"

	"github.com/girih-ir/girih/ir"
)

// Text writes a report of the estimate for each kernel of a module and each function with layouts: the registers that a
// thread needs, the operation at which it needs most, and the live values there.
func Text(w io.Writer, module *ir.Operation) error {
	for function, warps := range functions(module) {
		worst, err := Estimate(function)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "@%s: at least %d of %d registers per thread, at %s: %s\n",
			ir.SymbolNameOf(function.Operation), worst.Registers,
			Limit(warps), cmp.Or(ir.Position(worst.Op.Loc()), "-"), worst.Op.Name()); err != nil {
			return err
		}
		for _, v := range worst.Live {
			at := cmp.Or(ir.Position(v.loc()), "-")
			if _, err := fmt.Fprintf(w, "  %s: %d for %s\n", at, v.Registers, v.describe()); err != nil {
				return err
			}
		}
	}
	return nil
}
