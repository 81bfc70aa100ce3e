// Package stages says which pass replaces an operation that a later pass has no rule for, so that errors can name what
// was left out. It runs nothing. Start at [Hint].
package stages

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// The passes by their names: this package is below them.
const (
	contractions = "tile-lower-contractions"
	views        = "tile-lower-views"
	arithmetic   = "tile-to-arith"
)

// onArrays are the operations on arrays and views.
var onArrays = []*ir.OpDef{
	&tile.MakeArray, &tile.Slice, &tile.MakeView, &tile.NumTiles, &tile.LoadView, &tile.StoreView, &tile.AtomicRMWView,
	&tile.Base, &tile.Dim, &tile.Stride, &tile.ElementPtr, &tile.InBounds,
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

// Hint returns what an error says behind an operation that has no rule: ": run tile-lower-views before", or nothing.
func Hint(op *ir.Operation) string {
	if p := Pass(op); p != "" {
		return ": run " + p + " before"
	}
	return ""
}
