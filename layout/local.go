package layout

import (
	"math/bits"
	"slices"
)

// Selection says from which register of layout from a thread takes each register of layout to. Every thread must
// already have its elements ([WithinRegisters], [WithinThread]). Lane 0 of warp 0 takes register r from Registers[r].
// In other threads the number is XORed with Lane[i] for each set bit i of the lane, and with Warp[i] for each set bit i
// of the warp.
type Selection struct {
	Registers, Lane, Warp []int
}

// Select returns how threads select their registers; ok is false if some thread does not have all its elements.
func Select(from, to Layout) (s Selection, ok bool) {
	e := elimination{}
	for i, b := range from.packed(Register) {
		e.add(b, 1<<i)
	}
	find := func(v uint64) int {
		if ok = ok && e.has(v); !ok {
			return 0
		}
		return int(e.solve(v))
	}
	ok = true
	single := make([]int, len(to.packed(Register)))
	for i, b := range to.packed(Register) {
		single[i] = find(b)
	}
	s.Registers = make([]int, 1<<len(single))
	for r := range s.Registers {
		for i, x := range single {
			if r>>i&1 != 0 {
				s.Registers[r] ^= x
			}
		}
	}
	difference := func(in string) (out []int) {
		a, b := from.packed(in), to.packed(in)
		out = make([]int, max(len(a), len(b)))
		for i := range out {
			out[i] = find(at(a, i) ^ at(b, i))
		}
		return out
	}
	s.Lane, s.Warp = difference(Lane), difference(Warp)
	return s, ok
}

// Translation returns masks for a shift of the coordinates. The element whose coordinates are XORed with by is in the
// register and lane that are XORed with these masks, for every element. ok is false if that element is in another warp.
func Translation(l Layout, by []int) (register, lane int, ok bool) {
	v, err := l.pack(by)
	if err != nil {
		return 0, 0, false
	}
	e := elimination{}
	shift := len(l.packed(Register))
	for i, b := range l.packed(Register) {
		e.add(b, 1<<i)
	}
	for i, b := range l.packed(Lane) {
		e.add(b, 1<<(shift+i))
	}
	if !e.has(v) {
		return 0, 0, false
	}
	source := e.solve(v)
	return int(source & (1<<shift - 1)), int(source >> shift), true
}

// Halves describes two layouts of a tensor as two layouts of each half of it. Register[0] and Register[1] are the
// register bits of the first and second layout that distinguish the halves, the same in all threads; -1 if none does.
type Halves struct {
	From, To Layout
	Register [2]int
}

// Halved finds a coordinate bit that depends on a single register bit in both layouts; ok is false if there is none.
func Halved(from, to Layout) (h Halves, ok bool) {
	for i, v := range from.packed(Register) {
		j := slices.Index(to.packed(Register), v)
		if j < 0 || bits.OnesCount64(v) != 1 || from.moves(v) != 1 || to.moves(v) != 1 {
			continue
		}
		return Halves{from.without(i, v), to.without(j, v), [2]int{i, j}}, true
	}
	return h, false
}

// moves returns the number of basis vectors that have a given bit.
func (l *Layout) moves(bit uint64) (n int) {
	for _, d := range l.in {
		for _, b := range d.bases {
			if b&bit != 0 {
				n++
			}
		}
	}
	return n
}

// Divided finds a coordinate bit that depends on a single register bit in the first layout; ok is false if there is
// none. The second layout keeps all register bits: for elements of the other half, it has those that differ in this bit
// alone. The result names the bit of a coordinate.
func Divided(from, to Layout) (h Halves, dim, bit int, ok bool) {
	for i, v := range slices.Backward(from.packed(Register)) {
		if bits.OnesCount64(v) != 1 || from.moves(v) != 1 {
			continue
		}
		h = Halves{From: from.without(i, v), To: to.squeezed(v), Register: [2]int{i, -1}}
		for k, o := range from.out {
			if bit = bits.TrailingZeros64(v) - o.shift; 0 <= bit && bit < o.bits {
				return h, k, bit, true
			}
		}
	}
	return h, 0, 0, false
}

// without returns the layout without a register bit and the coordinate bit that depends on it alone.
func (l *Layout) without(register int, bit uint64) Layout {
	out := l.squeezed(bit)
	for k, d := range out.in {
		if d.name == Register {
			out.in[k].bases = slices.Delete(slices.Clone(d.bases), register, register+1)
		}
	}
	return out
}

// squeezed returns the layout without a coordinate bit.
func (l *Layout) squeezed(bit uint64) Layout {
	out := Layout{in: slices.Clone(l.in), out: slices.Clone(l.out)}
	low := bit - 1
	for k, d := range out.in {
		bases := slices.Clone(d.bases)
		for i, b := range bases {
			bases[i] = b&low | b>>1&^low
		}
		out.in[k].bases = bases
	}
	for k := range out.out {
		switch o := &out.out[k]; {
		case bit>>o.shift != 0 && bit>>o.shift < 1<<o.bits:
			o.bits--
		case 1<<o.shift > bit:
			o.shift--
		}
	}
	return out
}
