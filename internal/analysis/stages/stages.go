// Package stages says which pass replaces an operation for which a later pass has no rule, so that errors can name the
// missing pass. Start at [Hint].
package stages

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// The passes, by name, since this package cannot import them.
const (
	contractions = "tile-lower-contractions"
	views        = "tile-lower-views"
	arithmetic   = "tile-to-arith"
)

// onArrays are the operations on arrays and views.
var onArrays = []*ir.OpDef{
	&tile.MakeArray, &tile.Slice, &tile.MakeView, &tile.NumTiles, &tile.LoadView, &tile.LoadPixels, &tile.StoreView,
	&tile.AtomicRMWView, &tile.Base, &tile.Dim, &tile.Stride, &tile.ElementPtr, &tile.InBounds,
}

// Pass returns the name of the pass that replaces an operation, "" if there is none.
func Pass(op *ir.Operation) string {
	switch {
	case op.Is(&tile.Contract):
		return contractions
	case slices.Contains(onArrays, op.Def()):
		return views
	}
	if _, loose := ir.InterfaceOf[tile.Loose](op); loose {
		return arithmetic
	}
	return ""
}

// Hint returns the end of an error about an operation without a rule: ": run tile-lower-views before", or nothing.
func Hint(op *ir.Operation) string {
	if p := Pass(op); p != "" {
		return ": run " + p + " before"
	}
	return ""
}
