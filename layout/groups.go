package layout

import "slices"

// GroupBits is the number of bits of a warp's number within a warp group: four warps form one.
const GroupBits = 2

// WithinGroups reports whether each warp group has the same elements in two layouts of a tensor, and none that another
// warp group has. Elements then move within warp groups only.
func WithinGroups(from, to Layout) bool {
	var before, after, groups echelon
	for _, name := range []string{Register, Lane, Warp} {
		for i, b := range from.packed(name) {
			if name != Warp || i < GroupBits {
				before.add(b)
			}
		}
		for i, b := range to.packed(name) {
			if name != Warp || i < GroupBits {
				after.add(b)
			}
		}
	}
	if before.n != after.n || slices.ContainsFunc(after.rows[:after.n], func(v uint64) bool { return !before.has(v) }) {
		return false
	}
	groups = before
	a, b := from.packed(Warp), to.packed(Warp)
	for i := GroupBits; i < max(len(a), len(b)); i++ {
		if !groups.add(at(a, i)) || !before.has(at(a, i)^at(b, i)) {
			return false
		}
	}
	return len(a) > GroupBits
}

// Regrouped returns a layout in which each warp group has the elements that it has in another one, as far as they
// depend on the number of the group: bits of that number change places with other bits of warps, or of registers. Lanes
// and the first keep bits of registers stay, and so does what an instruction of a warp accesses. A bit that comes from
// warps is the first of the other bits of registers: what neighboring warps accessed is accessed one after the other,
// such as two parts of a row, whose address is then needed for a short time. ok is false if the layout is like this
// already, or if there is no such bit.
func (l Layout) Regrouped(like Layout, keep int) (out Layout, ok bool) {
	out = Layout{in: slices.Clone(l.in), out: l.out}
	r, w := out.inIndex(Register), out.inIndex(Warp)
	if r < 0 || w < 0 {
		return l, false
	}
	registers, warps := slices.Clone(out.in[r].bases), slices.Clone(out.in[w].bases)
	out.in[r].bases, out.in[w].bases = registers, warps
	for i, b := range like.packed(Warp) {
		if i < GroupBits || i < len(warps) && warps[i] == b {
			continue
		}
		if i >= len(warps) || b == 0 || warps[i] == 0 {
			return l, false
		}
		if j := slices.Index(warps, b); j >= 0 && (j < GroupBits || j > i) {
			warps[i], warps[j] = warps[j], warps[i]
		} else if j := slices.Index(registers, b); j >= keep {
			moved := warps[i]
			warps[i] = registers[j]
			copy(registers[keep+1:j+1], registers[keep:j])
			registers[keep] = moved
		} else {
			return l, false
		}
		ok = true
	}
	return out, ok
}
