package simt

import (
	"fmt"
	"math/bits"

	"github.com/girih-ir/girih/backend/internal/smallint"
)

// cell records, for some bytes of memory, the last accesses of a block's threads since its last barrier. Threads are
// numbered from 1 here; 0 means none, and several means more than one.
type cell struct {
	block, epoch int32
	// writer is the thread that wrote last, atom the one that accessed atomically last.
	writer, atom        int32
	writeTime, atomTime int32
	writeAt, atomAt     int32 // index of the instruction
	readers             uint32
	readWarp            int32 // the warp, from 1, of the readers
	readTime, readAt    int32
	claimed             uint8 // how the block has claimed the bytes, with regard to other blocks
	// many is used if several threads have read and some threads wait for others. It is the index, from 1, in the
	// worker's list of the times at which each warp read last. Cells contain no pointers, so that the garbage collector
	// need not scan them.
	many int32
}

const several = -1

// Ways to access memory.
const (
	reads uint8 = 1 << iota
	writes
	updates // atomic accesses
	polls   // volatile reads, which may see atomic updates of others without an order
	fetches // reads by a copy; nothing may be written before its end
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

// track records an access of a lane to a number. It returns an error if the access conflicts with another thread's
// without an order.
func (w *warp) track(mem *allocation, at, bytes int64, lane int, code int32, how uint8) error {
	return w.trackAs(mem, at, bytes, lane, code, how, nil)
}

// stored is what a write stores in global memory.
type stored struct {
	number uint64
	same   bool // the bytes are those of the number already
}

// trackAs is track with one more argument: what is written, or nil. A write does not conflict with another thread's
// write of the same number.
func (w *warp) trackAs(mem *allocation, at, bytes int64, lane int, code int32, how uint8, what *stored) error {
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
		again := how2 == writes && what != nil && what.same
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
		} else if mem.claims != nil && what != nil {
			part := what.number >> (8 * max(0, g*granule-at)) & smallint.Mask(int(8*granule))
			if err := w.claimNumber(mem, g, lane, code, part, c.claimed&how == 0); err != nil {
				return err
			}
			c.claimed |= how
		} else if mem.claims != nil && c.claimed&how == 0 {
			if err := w.claim(mem, g, lane, code, how); err != nil {
				return err
			}
			c.claimed |= how
		}
	}
	return nil
}

// ordered returns an error if some access of another thread to the bytes is not ordered before that of a lane. It
// records nothing.
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
// ordered before a read or write by a lane. Accesses before the last barrier of that block are assumed to be.
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

// unordered returns the kind and the place of an access of another block to a cell that does not come before the
// present operation of the warp; 0 if there is none.
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

// trackWrite records that a lane writes a number. In global memory, several threads may write equal numbers to one
// place. In shared memory that is an error, since a barrier is missing.
func (w *warp) trackWrite(mem *allocation, at, bytes int64, lane int, code int32, value uint64) error {
	if mem.space != globalMemory {
		return w.track(mem, at, bytes, lane, code, writes)
	}
	value &= smallint.Mask(int(8 * bytes))
	return w.trackAs(mem, at, bytes, lane, code, writes, &stored{value, word(mem.data[at:], bytes) == value})
}

// party is the other side of a race: a thread from 1, several threads, or a block.
type party struct {
	thread, at int32
	block      int32
}

// conflict returns an earlier access of another thread that is not ordered before the access of a lane.
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

// conflictOfReader returns an earlier read of another thread that is not ordered before a write by a lane.
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

// afterWarp reports whether the operations of all lanes of a warp at a time come before the present operation of a lane
// of this warp.
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

// before reports whether an access of a thread since the last barrier of the block comes before the present operation
// of a lane. After a wait at a barrier in memory, a warp comes after the operations of the arriving warps before their
// arrival.
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

// note records an access.
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

// race returns the error about a lane's access to a byte that conflicts with an earlier one.
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

// warpOrder orders accesses within a warp. Barriers of the warp advance its time, and each lane knows the times up to
// which accesses of other lanes come before its own. An access of several lanes has the time of the last one.
type warpOrder struct {
	now   int32
	known *[lanes][lanes]int32 // nil until the first barrier
}

func (o *warpOrder) reset() { *o = warpOrder{now: 1} }

func (o *warpOrder) before(other int, time int32, lane int) bool {
	return o.known != nil && time <= o.known[lane][other]
}

// synchronize is a barrier of some lanes: afterwards each knows what any of them knew or did.
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
