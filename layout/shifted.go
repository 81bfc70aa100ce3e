package layout

import "slices"

// Shifted returns, for each register, the one that holds the element at a distance, whose coordinates are larger by
// shift: in every thread that of the same thread. It is -1 where no register does, or only that of another thread.
//
// A shift stays within a thread if registers have bits of the coordinates to themselves: there is none in layouts in
// which a bit of the index of registers, lanes or warps moves along several bits of the coordinates.
func (l Layout) Shifted(shift []int) []int {
	out := slices.Repeat([]int{-1}, l.InSize(Register))
	at := l.inIndex(Register)
	if at < 0 {
		return out
	}
	var taken, own uint64 // bits of coordinates that anything moves along, and those that registers do
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
	for r := len(out) - 1; r >= 0; r-- { // of copies the first one is taken
		index[at] = r
		register[l.apply(index)] = r
	}
	for r := range out {
		index[at] = r
		to := l.Apply(index...)
		for d := range to {
			to[d] += shift[d]
		}
		if v, err := l.pack(to); err == nil && v&^own == 0 {
			out[r] = register[v]
		}
	}
	return out
}
