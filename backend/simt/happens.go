package simt

// clock is what a warp knows of the others: for each warp of the block's cluster up to which of its times, and for each
// barrier in memory how many of its phases, come before what the warp does now. Barriers of the block join the clocks
// of all its warps; who waits at a barrier in memory learns what those knew who arrived. All lanes of a warp share one
// clock.
type clock struct {
	warps  []int32
	phases []int32 // by the number of the barrier; none beyond the end
}

func joined(into *[]int32, from []int32) {
	for len(*into) < len(from) {
		*into = append(*into, 0)
	}
	for i, v := range from {
		(*into)[i] = max((*into)[i], v)
	}
}

// join adds what another clock knows.
func (c *clock) join(other *clock) {
	joined(&c.warps, other.warps)
	joined(&c.phases, other.phases)
}

// knows reports whether a time of a warp comes before now.
func (c *clock) knows(warp int, time int32) bool { return warp < len(c.warps) && time <= c.warps[warp] }

// hasSeen reports whether the end of a barrier's phase comes before now.
func (c *clock) hasSeen(barrier int, phase int32) bool {
	return barrier < len(c.phases) && phase < c.phases[barrier]
}

// see notes that so many phases of a barrier have ended.
func (c *clock) see(barrier int, phases int32) {
	for len(c.phases) <= barrier {
		c.phases = append(c.phases, 0)
	}
	c.phases[barrier] = max(c.phases[barrier], phases)
}

// tell adds to a clock what the warp knows and did, whose time goes on.
func (w *warp) tell(c *clock) {
	c.join(&w.seen)
	for len(c.warps) <= w.firstWarp+w.number {
		c.warps = append(c.warps, 0)
	}
	c.warps[w.firstWarp+w.number] = w.order.now
	w.order.now++
}

// knows reports whether a time of a warp of the block of a number comes before what the warp does now.
func (w *warp) knows(b *block, number int, time int32) bool {
	return w.seen.knows(b.firstWarp+number, time)
}

// meetAll joins the clocks of all warps, at a barrier of the block.
func (b *block) meetAll() {
	var all clock
	for _, w := range b.warps {
		w.tell(&all)
	}
	for _, w := range b.warps {
		w.seen.join(&all)
	}
}
