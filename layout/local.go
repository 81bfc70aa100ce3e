package layout

// Selection says from which register of layout from a thread takes each register of layout to, where every thread has its
// elements already ([WithinRegisters], [WithinThread]): Registers[r] in lane 0 of warp 0. In other threads the number has
// the bits of Lane[i] inverted for each set bit i of the lane, and those of Warp[i] for each of the warp.
type Selection struct {
	Registers, Lane, Warp []int
}

// Select returns how threads find their elements; ok is false if they do not have them all.
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
		for i := range max(len(a), len(b)) {
			out = append(out, find(at(a, i)^at(b, i)))
		}
		return out
	}
	s.Lane, s.Warp = difference(Lane), difference(Warp)
	return s, ok
}

// Translation returns which bits of the register and the lane to invert to get from each element to the one whose
// coordinates have the bits of by inverted; ok is false if that is in another warp.
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
