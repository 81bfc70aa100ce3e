package tensorcores

import (
	"errors"
	"fmt"
	"strings"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// Route returns the instructions by which a product with layouts is computed, and why faster ones cannot be used; ""
// for other operations. warpGroups says whether the target has warp-group products, sm is the least target.
func Route(op *ir.Operation, warps int, warpGroups bool, sm int) string {
	if s, ok := tilegpu.AsStream(op); ok {
		return fmt.Sprintf("is computed by warp groups (wgmma), whose tiles are copied asynchronously through %d slots",
			s.Stages())
	}
	if w, ok := tilegpu.AsWindowProduct(op); ok {
		return fmt.Sprintf("is computed by warp groups (wgmma): tiles of the filter are copied asynchronously through %d "+
			"slots, and threads transpose patches of the image in shared memory, which %d shifts share", w.Stages(), w.Shifts())
	}
	if p, ok := tilegpu.AsRingProduct(op); ok {
		how := "is computed by warp groups (wgmma), whose tiles are copied asynchronously"
		if p.LHSInRegisters() {
			how += "; the left factor is in registers"
		}
		return how
	}
	if !op.Is(&tile.Dot) {
		return ""
	}
	version := 0
	if e, ok := tilegpu.EncodingOf(op.Result(0).Type()).(*tilegpu.MMAAttr); ok {
		version = e.Spec.Version
	}
	if version == 3 {
		return "is computed by warp groups (wgmma), from shared memory"
	}
	noGroups := "the target is not sm_90a"
	if warpGroups {
		_, err := WarpGroupLayout(op, warps)
		noGroups = reason(err)
	}
	how, err := WarpProduct(op, sm)
	if version == 2 {
		return fmt.Sprintf("is computed warp by warp (mma.sync m%dn%dk%d of %s), not by warp groups: %s", how.M, how.N, how.K,
			how.TypeA, noGroups)
	}
	why := noGroups
	if err != nil && reason(err) != noGroups {
		why = reason(err)
		if warpGroups {
			why = noGroups + "; " + why
		}
	}
	return "is computed by multiply-adds, not by tensor cores: " + why
}

// reason returns an error's text without that of the error it wraps.
func reason(err error) string {
	if err == nil {
		return "other layouts cost less"
	}
	if errors.Is(err, layout.ErrInvalid) {
		return strings.TrimPrefix(err.Error(), layout.ErrInvalid.Error()+": ")
	}
	return err.Error()
}
