package simt

import (
	"fmt"
	"math/bits"

	"github.com/girih-ir/girih/backend/internal/smallint"
)

// cell remembers, for some bytes of memory, the last accesses of a block's threads since its last barrier. Threads are
// numbered from 1 here; 0 is none and several stands for more than one.
type cell struct {
	block, epoch int32
	// writer wrote last, at a time of its warp; atom accessed atomically.
	writer, atom        int32
	writeTime, atomTime int32
	writeAt, atomAt     int32 // in the code
	readers             uint32
	readWarp            int32 // the warp, from 1, whose lanes readers are
	readTime, readAt    int32
	claimed             uint8 // how the block has claimed the bytes from other blocks
	// many is, where some threads wait for others and several have read, the number, from 1, of when each did last in
	// the worker's list. Cells have no pointers, so that collecting garbage need not look at them.
	many int32
}

const several = -1

// Ways to access memory.
const (
	reads uint8 = 1 << iota
	writes
	updates // atomically
	polls   // volatile reads, which see what others update without an order
	fetches // reads by a copy, before whose end nothing else may write
)

// pages holds cells, allocated where memory is touched.
type pages [][]cell

const pageCells = 1 << 10

// cell returns the cell of a granule.
func (p *pages) cell(granule int64, total int64) *cell {
	if *p == nil {
		*p = make(pages, (total+pageCells-1)/pageCells)
	}
	page := &(*p)[granule/pageCells]
	if *page == nil {
		*page = make([]cell, pageCells)
	}
	return &(*page)[granule%pageCells]
}

// track notes an access of a lane to a number, and returns an error if nothing orders it and another thread's.
func (w *warp) track(mem *allocation, at, bytes int64, lane int, code int32, how uint8) error {
	return w.trackAs(mem, at, bytes, lane, code, how, false)
}

// trackAs is track with one more argument: same says that a write does not change the bytes. Such a write does not
// conflict with the same write by another thread.
func (w *warp) trackAs(mem *allocation, at, bytes int64, lane int, code int32, how uint8, same bool) error {
	if w.engine != nil && len(w.engine.writing) > 0 && mem.space == globalMemory {
		if err := w.beingWritten(mem, at, bytes, how); err != nil {
			return w.inLane(lane, err)
		}
	}
	if w.engine != nil && mem.mapped && how&(writes|updates) != 0 {
		if err := w.beingRead(mem, at, bytes); err != nil {
			return w.inLane(lane, err)
		}
	}
	remembered := how != fetches
	if how == fetches {
		how = reads
	}
	granule := w.program.granule
	total := (int64(len(mem.data)) + granule - 1) / granule
	for g := at / granule; g*granule < at+bytes; g++ {
		c := mem.shadow.cell(g, total)
		if c.block != w.serial || c.epoch != w.epoch {
			claimed := c.claimed
			if c.block != w.serial {
				claimed = 0
			}
			*c = cell{block: w.serial, epoch: w.epoch, claimed: claimed}
		}
		other, how2 := w.conflict(c, lane, how)
		again := how2 == writes && same
		if again {
			other, how2 = w.conflictOfReader(c, lane)
		}
		if other != nil {
			return w.race(mem, g*granule, lane, how, other, how2)
		}
		if how == polls {
			if err := w.poll(mem, g, lane, code); err != nil {
				return err
			}
			continue
		}
		if remembered {
			w.note(c, lane, code, how)
		}
		if again {
			c.writer = several
		}
		if mem.claims != nil && w.program.orders {
			if err := w.across(mem, g, lane, code, how); err != nil {
				return err
			}
		} else if mem.claims != nil && c.claimed&how == 0 {
			if err := w.claim(mem, g, lane, code, how); err != nil {
				return err
			}
			c.claimed |= how
		}
	}
	return nil
}

// ordered returns an error if some access of another thread to bytes is not ordered before one by a lane, without
// noting it.
func (w *warp) ordered(s span, lane int, how uint8) error {
	granule := w.program.granule
	total := (int64(len(s.memory.data)) + granule - 1) / granule
	for g := s.at / granule; g*granule < s.at+s.bytes; g++ {
		c := s.memory.shadow.cell(g, total)
		if c.block != w.serial || c.epoch != w.epoch {
			continue
		}
		if other, how2 := w.conflict(c, lane, how); other != nil {
			return w.race(s.memory, g*granule, lane, how, other, how2)
		}
	}
	return nil
}

// orderedIn returns an error if some access of another block of the cluster to bytes of its shared memory is not
// ordered before a read or write by a lane. What came before the last barrier of that block is taken to be.
func (w *warp) orderedIn(b *block, s span, lane int, how uint8) error {
	granule := w.program.granule
	total := (int64(len(s.memory.data)) + granule - 1) / granule
	for g := s.at / granule; g*granule < s.at+s.bytes; g++ {
		c := s.memory.shadow.cell(g, total)
		if c.block != b.serial || c.epoch != b.epoch {
			continue
		}
		if did, at := w.unordered(b, c); did != 0 && (how != reads || did != reads) {
			return w.race(s.memory, g*granule, lane, how, &party{block: b.serial, at: at}, did)
		}
	}
	return nil
}

// unordered returns how and where something of another block accessed a cell that does not come before what the warp
// does; 0 if nothing did.
func (w *warp) unordered(b *block, c *cell) (did uint8, at int32) {
	unknown := func(thread, time int32) bool {
		return thread != 0 && (thread < 0 || !w.knows(b, int(thread-1)/lanes, time))
	}
	switch {
	case unknown(c.writer, c.writeTime):
		return writes, c.writeAt
	case unknown(c.atom, c.atomTime):
		return updates, c.atomAt
	case c.many != 0:
		for reader, time := range b.readTimes[c.many-1] {
			if time != 0 && !w.knows(b, reader, time) {
				return reads, c.readAt
			}
		}
	case c.readWarp < 0 || c.readWarp > 0 && !w.knows(b, int(c.readWarp-1), c.readTime):
		return reads, c.readAt
	}
	return 0, 0
}

// trackWrite notes that a lane writes a number. Threads may write equal numbers to one place of global memory; in
// shared
// memory that is a barrier that is missing.
func (w *warp) trackWrite(mem *allocation, at, bytes int64, lane int, code int32, value uint64) error {
	same := mem.space == globalMemory && word(mem.data[at:], bytes) == value&smallint.Mask(int(8*bytes))
	return w.trackAs(mem, at, bytes, lane, code, writes, same)
}

// party is the other side of a race: a thread from 1, or several; or a block.
type party struct {
	thread, at int32
	block      int32
}

// conflict returns an earlier access of another thread that nothing orders before one by a lane.
func (w *warp) conflict(c *cell, lane int, how uint8) (*party, uint8) {
	if c.writer != 0 && !w.before(c.writer, c.writeTime, lane) {
		return &party{thread: c.writer, at: c.writeAt}, writes
	}
	if how != updates && how != polls && c.atom != 0 && !w.before(c.atom, c.atomTime, lane) {
		return &party{thread: c.atom, at: c.atomAt}, updates
	}
	if how == reads || how == polls {
		return nil, 0
	}
	return w.conflictOfReader(c, lane)
}

// conflictOfReader returns an earlier read of another thread that nothing orders before a write by a lane.
func (w *warp) conflictOfReader(c *cell, lane int) (*party, uint8) {
	switch {
	case c.readWarp == 0:
		return nil, 0
	case c.many != 0:
		for reader, time := range w.readTimes[c.many-1] {
			if time != 0 && !w.afterWarp(reader, time, lane) {
				return &party{thread: several, at: c.readAt}, reads
			}
		}
		return nil, 0
	case c.readWarp == several:
		return &party{thread: several, at: c.readAt}, reads
	case c.readWarp != int32(w.number+1):
		if w.knows(w.block, int(c.readWarp-1), c.readTime) {
			return nil, 0
		}
		return &party{thread: several, at: c.readAt}, reads
	}
	for m := c.readers &^ (1 << lane); m != 0; m &= m - 1 {
		reader := int32(w.number*lanes + bits.TrailingZeros32(m) + 1)
		if !w.before(reader, c.readTime, lane) {
			return &party{thread: reader, at: c.readAt}, reads
		}
	}
	return nil, 0
}

// afterWarp reports whether what any lane of a warp did at a time comes before what a lane of this one does.
func (w *warp) afterWarp(other int, time int32, lane int) bool {
	if other != w.number {
		return w.knows(w.block, other, time)
	}
	for i := range lanes {
		if i != lane && !w.order.before(i, time, lane) {
			return false
		}
	}
	return true
}

// before reports whether an access that a thread made since the last barrier of the block comes before what a lane
// does. A warp that has waited at a barrier in memory comes after what its lanes did before it had arrived there.
func (w *warp) before(thread, time int32, lane int) bool {
	own := int32(w.number*lanes + lane + 1)
	switch {
	case thread == own:
		return true
	case thread == several:
		return false
	case (thread-1)/lanes != int32(w.number):
		return w.knows(w.block, int(thread-1)/lanes, time)
	}
	return w.order.before(int(thread-1)%lanes, time, lane) || w.knows(w.block, w.number, time)
}

// note remembers an access.
func (w *warp) note(c *cell, lane int, code int32, how uint8) {
	thread := int32(w.number*lanes + lane + 1)
	switch how {
	case writes:
		c.writer, c.writeTime, c.writeAt = thread, w.order.now, code
	case updates:
		if c.atom != 0 && c.atom != thread {
			thread = several
		}
		c.atom, c.atomTime, c.atomAt = thread, w.order.now, code
	default:
		switch c.readWarp {
		case 0, int32(w.number + 1):
			c.readWarp = int32(w.number + 1)
			c.readers |= 1 << lane
		default:
			if w.program.parts && (c.many != 0 || c.readWarp > 0) {
				if c.many == 0 {
					w.readTimes = append(w.readTimes, [lanes]int32{})
					c.many = int32(len(w.readTimes))
					w.readTimes[c.many-1][c.readWarp-1] = c.readTime
				}
				w.readTimes[c.many-1][w.number] = w.order.now
			}
			c.readWarp = several
		}
		c.readTime, c.readAt = w.order.now, code
	}
}

// race is the error of a lane's access to a byte that conflicts with an earlier one.
func (w *warp) race(mem *allocation, at int64, lane int, how uint8, other *party, otherHow uint8) error {
	who := "several threads"
	switch {
	case other.block > 0:
		who = fmt.Sprintf("block %d", other.block-1)
	case other.block < 0:
		who = "several blocks"
	case other.thread > 0:
		who = "thread " + w.threadName(int(other.thread-1))
	}
	return &laneError{lane: lane, other: w.program.code[other.at].op,
		does: "where " + who + " " + pastOf(otherHow) + " it",
		err: fmt.Errorf("%w: the thread %s byte %d of %s, which %s %s, and nothing orders that", ErrRace, presentOf(how), at,
			mem.name, who, pastOf(otherHow))}
}

func presentOf(how uint8) string {
	return map[uint8]string{reads: "reads", polls: "reads", writes: "writes", updates: "updates"}[how]
}

func pastOf(how uint8) string {
	return map[uint8]string{reads: "read", writes: "wrote", updates: "updated"}[how]
}

// warpOrder orders accesses within a warp: barriers of the warp part its time, and each lane knows up to when accesses
// of the others come before its own. An access of several lanes counts as made at the time of the last.
type warpOrder struct {
	now   int32
	known *[lanes][lanes]int32 // nil until the first barrier
}

func (o *warpOrder) reset() { *o = warpOrder{now: 1} }

func (o *warpOrder) before(other int, time int32, lane int) bool {
	return o.known != nil && time <= o.known[lane][other]
}

// synchronize is a barrier of some lanes: each knows afterwards what any of them knew or did.
func (o *warpOrder) synchronize(active uint32) {
	if o.known == nil {
		o.known = new([lanes][lanes]int32)
	}
	var all [lanes]int32
	forEach(active, func(lane int) {
		for i, t := range o.known[lane] {
			all[i] = max(all[i], t)
		}
	})
	forEach(active, func(lane int) { all[lane] = o.now })
	forEach(active, func(lane int) { o.known[lane] = all })
	o.now++
}
