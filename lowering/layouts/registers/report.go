package registers

import (
	"fmt"
	"io"

	"github.com/girih-ir/girih/ir"
)

// Text writes for people where the threads of each kernel of a module, and of each function with layouts, hold most.
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
