package layout

import "slices"

// Shuffle is a plan that moves elements within warps by exchanges between lanes, such as shfl.sync. In round n, every
// lane offers one of its registers and receives the register that another lane offers. After all rounds, each lane
// picks its registers from those that it received.
type Shuffle struct {
	// Rounds is the number of rounds, a power of two: the number of registers of the target layout, without copies.
	Rounds int
	// Source[n] is the lane from which lane 0 of warp 0 receives in round n. In other lanes and warps, the number is
	// XORed with SourceLane[i] for each set bit i of the lane, and with SourceWarp[i] for each set bit i of the warp.
	Source                 []int
	SourceLane, SourceWarp []int
	// Offered is the register that a lane offers, computed in the same way from the number of the offering lane.
	Offered                  []int
	OfferedLane, OfferedWarp []int
	// Picked is, for each register of the target layout, the round in which lane 0 of warp 0 receives it. PickedLane
	// says how the round depends on the lane.
	Picked, PickedLane []int
}

// Alone reports whether every lane receives its own register in round n, so that no exchange is needed.
func (s *Shuffle) Alone(n int) bool {
	return s.IsButterfly() && s.Source[n] == 0
}

// IsButterfly reports whether in each round every lane receives from the lane that differs in the same bits.
func (s *Shuffle) IsButterfly() bool {
	for i, v := range s.SourceLane {
		if v != 1<<i {
			return false
		}
	}
	return !slices.ContainsFunc(s.SourceWarp, func(v int) bool { return v != 0 })
}

// place is the register and lane of an element in a warp.
type place struct{ register, lane int }

func (p place) plus(q place) place { return place{p.register ^ q.register, p.lane ^ q.lane} }

// NewShuffle returns a plan for two layouts with the route [WithinWarp]. ok is false if there is no plan in which each
// lane takes part in one exchange for each register.
func NewShuffle(from, to Layout) (s Shuffle, ok bool) {
	w := &warpMap{}
	nr := len(from.packed(Register))
	for i, b := range from.packed(Register) {
		w.e.add(b, 1<<i)
	}
	for i, b := range from.packed(Lane) {
		w.e.add(b, 1<<(nr+i))
	}
	w.registers = nr
	regs := w.all(to.packed(Register), nil)
	lanes, warps := w.all(to.packed(Lane), from.packed(Lane)), w.all(to.packed(Warp), from.packed(Warp))
	if w.failed {
		return s, false
	}
	for i := range lanes { // first, lanes receive only from lanes as far away as they must
		lanes[i].lane ^= 1 << i
	}
	return plan(to, regs, lanes, warps)
}

// warpMap finds the places of elements in a layout.
type warpMap struct {
	e         elimination
	registers int
	failed    bool
}

// all returns the places of vectors. The results may be XORed.
func (w *warpMap) all(vectors, minus []uint64) []place {
	out := make([]place, len(vectors))
	for i, v := range vectors {
		v ^= at(minus, i)
		if !w.e.has(v) {
			w.failed = true
			continue
		}
		source := w.e.solve(v)
		out[i] = place{int(source & (1<<w.registers - 1)), int(source >> w.registers)}
	}
	return out
}

// plan handles the lane bits for which two lanes would receive from the same lane in one round. For each, it chooses a
// register bit: these lanes then receive their registers in different rounds. After that, no lane has to offer two
// registers at once, unless they are the same.
func plan(to Layout, regs, lanes, warps []place) (s Shuffle, ok bool) {
	free := to.FreeMask(Register)
	flips := make([]int, len(lanes)) // the register that a lane receives in round 0, by the bits of its number
	adjusted := slices.Clone(lanes)
	var used Subspace
	var dependent []int
	independent := make(map[int]bool)
	for i, p := range lanes {
		if independent[i] = !used.Contains(uint64(p.lane)); !independent[i] {
			dependent = append(dependent, i)
		}
		used = used.with(uint64(p.lane))
	}
	for _, i := range dependent {
		k := choice(regs, free, used, lanes[i])
		if k < 0 {
			if !shared(adjusted, independent, i) {
				return s, false
			}
			continue
		}
		independent[i] = true
		flips[i] = 1 << k
		adjusted[i] = lanes[i].plus(regs[k])
		used = used.with(uint64(adjusted[i].lane))
	}
	return complete(to, regs, adjusted, warps, flips, free), true
}

// choice returns a register bit that makes the source of lane bit i independent of the other sources; -1 if there is
// none.
func choice(regs []place, free int, used Subspace, lane place) int {
	for k, r := range regs {
		if free>>k&1 == 0 && !used.Contains(uint64(lane.lane^r.lane)) {
			return k
		}
	}
	return -1
}

// shared reports whether two lanes that differ in bit i receive the same register from the same lane.
func shared(lanes []place, independent map[int]bool, i int) bool {
	var e elimination
	for j, p := range lanes {
		if independent[j] {
			e.add(uint64(p.lane)|uint64(p.register)<<32, 0)
		}
	}
	return e.has(uint64(lanes[i].lane) | uint64(lanes[i].register)<<32)
}

// complete computes the rounds, once the sources of lanes are known.
func complete(to Layout, regs, lanes, warps []place, flips []int, free int) (s Shuffle) {
	var kept []int         // register bits that are not copies
	var number elimination // maps a register to its round
	for k, b := range to.packed(Register) {
		if free>>k&1 == 0 {
			number.add(b, 1<<len(kept))
			kept = append(kept, k)
		}
	}
	s.Rounds = 1 << len(kept)
	// The offered register depends on the receiving lane, and each lane has exactly one receiver.
	var wanted elimination
	for _, p := range lanes {
		wanted.add(uint64(p.lane), uint64(p.register))
	}
	for i := range lanes { // a lane without a receiver may offer any register
		wanted.add(1<<i, 0)
	}
	offer := func(lane int) int { return int(wanted.solve(uint64(lane))) }
	for i, p := range lanes {
		s.SourceLane = append(s.SourceLane, p.lane)
		s.OfferedLane = append(s.OfferedLane, offer(1<<i))
	}
	for _, p := range warps {
		s.SourceWarp = append(s.SourceWarp, p.lane)
		s.OfferedWarp = append(s.OfferedWarp, p.register^offer(p.lane))
	}
	for n := range s.Rounds {
		var p place
		for i, k := range kept {
			if n>>i&1 != 0 {
				p = p.plus(regs[k])
			}
		}
		s.Source = append(s.Source, p.lane)
		s.Offered = append(s.Offered, p.register^offer(p.lane))
	}
	round := func(register int) int {
		v := uint64(0)
		for k, b := range to.packed(Register) {
			if register>>k&1 != 0 {
				v ^= b
			}
		}
		return int(number.solve(v))
	}
	for r := range 1 << len(regs) {
		s.Picked = append(s.Picked, round(r))
	}
	for _, f := range flips {
		s.PickedLane = append(s.PickedLane, round(f))
	}
	return s
}
