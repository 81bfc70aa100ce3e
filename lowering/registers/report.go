package registers

import (
	"fmt"
	"io"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// Text writes for people where the threads of each kernel of a module, and of each function with layouts, hold most.
func Text(w io.Writer, module *ir.Operation) error {
	for op := range module.Region(0).Entry().Ops() {
		warps, hasLayouts := tilegpu.WarpsOf(op)
		if _, isKernel := tile.AsKernel(op); !isKernel {
			if _, isFunction := fn.AsFunc(op); !isFunction || !hasLayouts {
				continue
			}
		}
		worst, err := Estimate(tile.Kernel{Operation: op})
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "@%s: at least %d of %d registers per thread, at %s: %s\n", ir.SymbolNameOf(op), worst.Registers,
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
