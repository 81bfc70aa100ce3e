package layout

import "slices"

// Shifted returns, for each register, the register that holds the element whose coordinates are larger by shift, in the
// same thread, for every thread. Coordinates beyond the length of shift stay. The entry is -1 if no register does, or
// only one of another thread.
//
// This needs coordinate bits that depend on single register bits. If a basis vector of a register, lane or warp has
// several bits, or two basis vectors share a bit, all entries are -1.
func (l Layout) Shifted(shift []int) []int {
	out := slices.Repeat([]int{-1}, l.InSize(Register))
	at := l.inIndex(Register)
	if at < 0 {
		return out
	}
	var taken, own uint64 // coordinate bits of any input bit, and those of register bits
	for i, in := range l.in {
		for _, basis := range in.bases {
			if basis&(basis-1) != 0 || taken&basis != 0 {
				return out
			}
			taken |= basis
			if i == at {
				own |= basis
			}
		}
	}
	register := make(map[uint64]int)
	index := make([]int, len(l.in))
	for r := len(out) - 1; r >= 0; r-- { // downwards, so that the first of several copies is kept
		index[at] = r
		register[l.apply(index)] = r
	}
	for r := range out {
		index[at] = r
		to := l.Apply(index...)
		for d := range min(len(to), len(shift)) {
			to[d] += shift[d]
		}
		if v, err := l.pack(to); err == nil && v&^own == 0 {
			out[r] = register[v]
		}
	}
	return out
}
