package registers

import (
	"fmt"
	"io"

	"github.com/girih-ir/girih/ir"
)

// Text writes, as text for people, the estimate for each kernel of a module and each function with layouts: the
// registers that a thread needs, the operation at which it needs most, and the live values there.
func Text(w io.Writer, module *ir.Operation) error {
	for function, warps := range functions(module) {
		worst, err := Estimate(function)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "@%s: at least %d of %d registers per thread, at %s: %s\n",
			ir.SymbolNameOf(function.Operation), worst.Registers,
			Limit(warps), where(worst.Op.Loc()), worst.Op.Name()); err != nil {
			return err
		}
		for _, v := range worst.Live {
			if _, err := fmt.Fprintf(w, "  %s: %d for %s\n", where(v.loc()), v.Registers, v.describe()); err != nil {
				return err
			}
		}
	}
	return nil
}

func where(loc ir.Location) string {
	if f := ir.FileLocation(loc); f != nil {
		return fmt.Sprintf("%s:%d:%d", f.File, f.StartLine, f.StartCol)
	}
	return "-"
}
