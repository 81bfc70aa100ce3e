package prefetch

import (
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
)

// stagesRemark returns a remark about a loop that asks for several tiles in shared memory, but loads tiles to
// registers, or has another number of cells. Loops whose tiles are copied in bulk have become streams, or take tiles
// from rings, before this pass. a is what the pass loads ahead in the loop; nil for nothing. stagesRemark returns nil
// if there is nothing to say.
func stagesRemark(loop scf.For, a *ahead) *ir.Diagnostic {
	asked, ok := tile.StagesOf(loop.Operation)
	if !ok || asked < tensorcores.MinStages || !loadsAlone(loop) {
		return nil
	}
	const text = "asks by %s for %d tiles in shared memory, and gets "
	switch {
	case a == nil:
		return loop.Errorf(text+"none: threads load its tiles into registers in the iteration that uses them",
			tile.NumStages, asked)
	case !a.copied:
		return loop.Errorf(text+"none: threads load its tiles into registers, one iteration ahead", tile.NumStages,
			asked)
	case int64(a.cells) != asked:
		return loop.Errorf(text+"%d, to which threads copy its tiles", tile.NumStages, asked, a.cells)
	}
	return nil
}

// loadsAlone reports whether a loop loads tensors from pointers, and has no other loops and no tiles of rings.
func loadsAlone(loop scf.For) (loads bool) {
	for op := range loop.Body().Ops() {
		switch {
		case op.Is(&tilegpu.RingAwait), op.Is(&tilegpu.StreamDot), op.Is(&tilegpu.WindowDot), len(ir.LoopRegions(op)) > 0:
			return false
		case op.Is(&tile.Load):
			_, isTensor := op.Result(0).Type().(*ir.TensorType)
			loads = loads || isTensor
		}
	}
	return loads
}
