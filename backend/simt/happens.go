package simt

// clock is a warp's vector clock: for each warp of the block's cluster, the time up to which its operations come before
// the present one, for each barrier in memory, the number of phases that do, and what lanes have learned of other
// blocks. Barriers of the block join the clocks of all its warps. A wait at a barrier in memory adds what the arriving
// threads knew. All lanes of a warp share one clock.
type clock struct {
	warps  []int32
	phases []int32 // by the number of the barrier; 0 beyond the end
	blocks knowledge
}

func joined(into *[]int32, from []int32) {
	for len(*into) < len(from) {
		*into = append(*into, 0)
	}
	for i, v := range from {
		(*into)[i] = max((*into)[i], v)
	}
}

// join adds the knowledge of another clock.
func (c *clock) join(other *clock) {
	joined(&c.warps, other.warps)
	joined(&c.phases, other.phases)
	if c.blocks == nil && len(other.blocks) > 0 {
		c.blocks = make(knowledge)
	}
	c.blocks.join(other.blocks)
}

// knows reports whether a time of a warp comes before the present operation.
func (c *clock) knows(warp int, time int32) bool { return warp < len(c.warps) && time <= c.warps[warp] }

// hasSeen reports whether the end of a barrier's phase comes before the present operation.
func (c *clock) hasSeen(barrier int, phase int32) bool {
	return barrier < len(c.phases) && phase < c.phases[barrier]
}

// see records that a number of phases of a barrier have ended.
func (c *clock) see(barrier int, phases int32) {
	for len(c.phases) <= barrier {
		c.phases = append(c.phases, 0)
	}
	c.phases[barrier] = max(c.phases[barrier], phases)
}

// tell adds the warp's knowledge and its own operations to a clock, and advances the warp's time.
func (w *warp) tell(c *clock) {
	c.join(&w.seen)
	for len(c.warps) <= w.firstWarp+w.number {
		c.warps = append(c.warps, 0)
	}
	c.warps[w.firstWarp+w.number] = w.order.now
	w.order.now++
	if w.program.orders {
		for lane := range lanes {
			if k := w.fresh[w.thread(lane)]; len(k) > 0 {
				c.join(&clock{blocks: k})
			}
		}
	}
}

// knows reports whether a time of a warp, in the block with a number, comes before the present operation of the warp.
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
