package layout

import "slices"

// Route says how far elements have to move from one layout to another.
type Route int

// Routes, from the cheapest.
const (
	// WithinRegisters: each thread already has its elements, in registers that are the same for all threads.
	WithinRegisters Route = iota
	// WithinThread: each thread already has its elements, in registers that depend on its lane or warp.
	WithinThread
	// WithinWarp: elements move between the lanes of a warp.
	WithinWarp
	// BetweenWarps: elements move between warps.
	BetweenWarps
)

// String returns the route's name.
func (r Route) String() string {
	return [...]string{"registers", "thread", "warp", "block"}[r]
}

// RouteBetween returns how far the elements of a tensor have to move. Both layouts have input dimensions among
// [Register], [Lane] and [Warp], with the same numbers of lanes and warps, and the same output dimensions.
func RouteBetween(from, to Layout) Route {
	var regs, lanes echelon
	for _, b := range from.packed(Register) {
		regs.add(b)
	}
	lanes = regs
	for _, b := range from.packed(Lane) {
		lanes.add(b)
	}
	route := WithinRegisters
	need := func(r Route) { route = max(route, r) }
	for _, b := range to.packed(Register) {
		switch {
		case regs.has(b):
		case lanes.has(b):
			need(WithinWarp)
		default:
			need(BetweenWarps)
		}
	}
	for _, in := range []string{Lane, Warp} {
		a, b := from.packed(in), to.packed(in)
		for i := range max(len(a), len(b)) {
			switch d := at(a, i) ^ at(b, i); {
			case d == 0:
			case regs.has(d):
				need(WithinThread)
			case lanes.has(d):
				need(WithinWarp)
			default:
				need(BetweenWarps)
			}
		}
	}
	return route
}

// at returns element i of a list, or 0 beyond its end.
func at(list []uint64, i int) uint64 {
	if i < len(list) {
		return list[i]
	}
	return 0
}

// packed returns the basis vectors of an input dimension.
func (l *Layout) packed(name string) []uint64 {
	if i := l.inIndex(name); i >= 0 {
		return l.in[i].bases
	}
	return nil
}

// has reports whether a vector is in the subspace.
func (e *elimination) has(v uint64) bool {
	v, _ = e.reduce(v, 0)
	return v == 0
}

// Deduplicated returns a layout with fewer copies: lanes, then warps, that hold copies in l hold elements of registers
// instead. These registers come in order, after the first keep register bits. Each thread holds these elements in l,
// too.
func (l Layout) Deduplicated(keep int) Layout {
	free := l.FreeMasks()
	var kept, moved []uint64
	for i, b := range l.packed(Register) {
		switch {
		case free[Register]>>i&1 != 0:
		case len(kept) < keep:
			kept = append(kept, b)
		default:
			moved = append(moved, b)
		}
	}
	out := Layout{in: slices.Clone(l.in), out: l.out}
	for _, name := range []string{Lane, Warp} {
		at := out.inIndex(name)
		if at < 0 {
			continue
		}
		bases := slices.Clone(out.in[at].bases)
		for i := range bases {
			if free[name]>>i&1 != 0 && len(moved) > 0 {
				bases[i], moved = moved[0], moved[1:]
			}
		}
		out.in[at].bases = bases
	}
	if at := out.inIndex(Register); at >= 0 {
		out.in[at].bases = append(kept, moved...)
	}
	return out
}
