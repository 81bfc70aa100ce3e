package layout

import "slices"

// Swap is an order in which threads access their registers: lanes whose number has bit Lane access the register whose
// number differs in bit Register from that which other lanes access with the same instruction.
type Swap struct{ Lane, Register int }

// Swaps returns swaps with which accesses to shared memory have fewer bank conflicts. Elements have the given size in
// bytes and lie at the places at, which must be linear over F2. An instruction accesses as many registers as vector
// has bits in their numbers, all of which lie in its mask.
//
// Lanes of one phase are in conflict if the banks of their words depend on each other (as vectors over F2). Such a
// lane bit takes over the bank of a register bit that no lane has. It stays in conflict where there is none.
func Swaps(l Layout, at func(coords []int) uint64, bytes, vector int) (swaps []Swap) {
	access := uint64(bytes)
	for bit := vector; bit != 0; bit &= bit - 1 {
		access *= 2
	}
	bank := func(coords []int) uint64 { return at(coords) * uint64(bytes) % (bankCount * bankBytes) / access }
	var banks Subspace
	var conflicting []int
	lanes := l.Bases(Lane)
	for bit := 0; bit < len(lanes) && access<<bit < bankCount*bankBytes; bit++ {
		wider := banks.with(bank(lanes[bit]))
		if wider.Dim() == banks.Dim() && at(lanes[bit]) != 0 { // copies lie at the same place
			conflicting = append(conflicting, bit)
		}
		banks = wider
	}
	registers := l.Bases(Register)
	for _, lane := range conflicting {
		register := slices.IndexFunc(registers, func(coords []int) bool { return !banks.Contains(bank(coords)) })
		if register < 0 {
			break
		}
		banks = banks.with(bank(registers[register]))
		swaps = append(swaps, Swap{lane, register})
	}
	return swaps
}

// Swapped returns the layout in which lanes have the elements that they access with the same instruction.
func (l Layout) Swapped(swaps []Swap) Layout {
	out := Layout{in: slices.Clone(l.in), out: l.out}
	lanes := &out.in[out.inIndex(Lane)]
	lanes.bases = slices.Clone(lanes.bases)
	for _, s := range swaps {
		lanes.bases[s.Lane] ^= l.packed(Register)[s.Register]
	}
	return out
}
