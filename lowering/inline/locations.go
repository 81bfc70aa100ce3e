package inline

import "github.com/girih-ir/girih/ir"

// stackLocations appends a caller to the locations of everything in the blocks from first up to, but not with, after.
func stackLocations(ctx *ir.Context, first, after *ir.Block, caller ir.Location) {
	known := make(map[ir.Location]ir.Location)
	at := func(callee ir.Location) ir.Location {
		loc, ok := known[callee]
		if !ok {
			loc = stack(ctx, callee, caller)
			known[callee] = loc
		}
		return loc
	}
	arguments := func(b *ir.Block) {
		for i := range b.NumArgs() {
			b.SetArgLoc(ctx, i, at(b.ArgLoc(ctx, i)))
		}
	}
	for b := first; b != after; b = b.Next() {
		arguments(b)
		for op := range b.Ops() {
			op.Walk(func(inner *ir.Operation) bool {
				inner.SetLoc(at(inner.Loc()))
				for i := range inner.NumRegions() {
					for nested := range inner.Region(i).Blocks() {
						arguments(nested)
					}
				}
				return true
			})
		}
	}
}

// stack returns the location of something at callee that was inlined at caller. If callee is a chain of calls already,
// caller goes to its end.
func stack(ctx *ir.Context, callee, caller ir.Location) ir.Location {
	var chain []*ir.CallSiteLoc
	for {
		site, ok := callee.(*ir.CallSiteLoc)
		if !ok {
			break
		}
		chain = append(chain, site)
		callee = site.Caller
	}
	loc := ctx.CallSiteLoc(callee, caller)
	for i := len(chain) - 1; i >= 0; i-- {
		loc = ctx.CallSiteLoc(chain[i].Callee, loc)
	}
	return loc
}
