package layout

import "slices"

// Shuffle is a plan that moves elements within warps by exchanges between lanes. In round n, every lane offers one of
// its registers and takes what another one offers; after all rounds, each lane picks its registers from what it took.
type Shuffle struct {
	// Rounds is the number of rounds, a power of two: as many as the target layout has registers, without copies.
	Rounds int
	// Source[n] is the lane that lane 0 of warp 0 takes from in round n; in others the number has the bits of
	// SourceLane[i] inverted for each set bit i of the lane, and those of SourceWarp[i] for each of the warp.
	Source                 []int
	SourceLane, SourceWarp []int
	// Offered is the register that lanes offer, in the same way, by the number of the lane that offers.
	Offered                  []int
	OfferedLane, OfferedWarp []int
	// Picked is, for each register of the target layout, the round in which lane 0 of warp 0 gets it, and PickedLane how
	// the round depends on the lane.
	Picked, PickedLane []int
}

// Alone reports whether lanes take what they offer themselves in round n, so that nothing needs to be exchanged.
func (s *Shuffle) Alone(n int) bool {
	return s.IsButterfly() && s.Source[n] == 0
}

// IsButterfly reports whether in each round lanes take from those that differ from them in the same bits.
func (s *Shuffle) IsButterfly() bool {
	for i, v := range s.SourceLane {
		if v != 1<<i {
			return false
		}
	}
	return !slices.ContainsFunc(s.SourceWarp, func(v int) bool { return v != 0 })
}

// place is where an element is in a warp: a register and a lane.
type place struct{ register, lane int }

func (p place) plus(q place) place { return place{p.register ^ q.register, p.lane ^ q.lane} }

// NewShuffle returns a plan for two layouts with the route [WithinWarp]; ok is false if there is none in which each
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
	for i := range lanes { // lanes take from others as far as they must
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

// all returns the places of vectors, from which others may be subtracted.
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

// plan chooses, for each bit of the lane that would have two lanes take from the same one, a register to take in the
// other round instead: then no lane is asked for two registers at once, unless they are the same.
func plan(to Layout, regs, lanes, warps []place) (s Shuffle, ok bool) {
	free := to.FreeMasks()[Register]
	flips := make([]int, len(lanes)) // which register a lane takes in round 0, by the bits of its number
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

// choice returns a register bit that makes the source of a lane's bit independent of those before; -1 if there is none.
func choice(regs []place, free int, used Subspace, lane place) int {
	for k, r := range regs {
		if free>>k&1 == 0 && !used.Contains(uint64(lane.lane^r.lane)) {
			return k
		}
	}
	return -1
}

// shared reports whether bit i of a lane only has lanes take the same register from the same lane.
func shared(lanes []place, independent map[int]bool, i int) bool {
	var e elimination
	for j, p := range lanes {
		if independent[j] {
			e.add(uint64(p.lane)|uint64(p.register)<<32, 0)
		}
	}
	return e.has(uint64(lanes[i].lane) | uint64(lanes[i].register)<<32)
}

// complete fills in the rounds, when the sources of lanes are settled.
func complete(to Layout, regs, lanes, warps []place, flips []int, free int) (s Shuffle) {
	var kept []int         // register bits that are no copies
	var number elimination // of the round of a register
	for k, b := range to.packed(Register) {
		if free>>k&1 == 0 {
			number.add(b, 1<<len(kept))
			kept = append(kept, k)
		}
	}
	s.Rounds = 1 << len(kept)
	// Which register a lane offers depends on who takes it, and each lane is taken from by one.
	var wanted elimination
	for _, p := range lanes {
		wanted.add(uint64(p.lane), uint64(p.register))
	}
	for i := range lanes { // who nobody takes from may offer anything
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
