package simt

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// engine has the asynchronous state of a block: barriers in memory, and bulk copies.
type engine struct {
	barriers map[spot]*mbarrier
	numbered []*mbarrier
	number   *int                     // number of the next barrier of the block's cluster
	named    [namedBarriers]*mbarrier // the named barriers of the block that have been used
	flying   []flight                 // pending events, the oldest first
	all      []*bulkCopy
	stores   map[int32]*storeGroups // for each thread that has some
	copies   asyncCopies
	writing  []*bulkStore // stores whose thread has not waited for completion
	units    map[*allocation][]unit
	random   *rand.Rand // if nil, copies complete as late as possible
}

// flight is an asynchronous operation in flight.
type flight interface {
	// advance lets its next event happen, and reports whether that was the last one.
	advance() (ended bool, err error)
}

// spot is an offset in an allocation.
type spot struct {
	memory *allocation
	at     int64
}

// unit is the state of readUnit bytes of shared memory.
type unit struct {
	copied *bulkCopy // the last copy to it
	// released has, for each warp, the time, from 1, at which it had waited for its products that read the unit.
	released []int32
	// drained has the bulk stores from the unit for whose read their thread has waited.
	drained  []moment
	barriers int // number of barriers in the unit
}

// newEngine returns the engine of a block. Its barriers get numbers from a counter of the cluster.
func newEngine(seed uint64, block int32, number *int) *engine {
	e := &engine{barriers: make(map[spot]*mbarrier), units: make(map[*allocation][]unit), number: number,
		stores: make(map[int32]*storeGroups), copies: newAsyncCopies()}
	if seed != 0 {
		e.random = rand.New(rand.NewPCG(seed, uint64(block)))
	}
	return e
}

// of returns the units of some bytes, and the number of the first unit.
func (e *engine) of(s span) (units []unit, first int64) {
	list := e.units[s.memory]
	if list == nil {
		list = make([]unit, (len(s.memory.data)+readUnit-1)/readUnit)
		e.units[s.memory] = list
	}
	first = s.at / readUnit
	return list[first : (s.at+s.bytes-1)/readUnit+1], first
}

// initialize initializes a barrier for a lane.
func (w *warp) initialize(mem *allocation, at, count int64, lane int) error {
	e := w.engine
	if old := e.barriers[spot{mem, at}]; old != nil {
		return fmt.Errorf("%w: %s is initialized again", ErrMemoryBarrier, old)
	}
	m := &mbarrier{memory: mem, at: at, count: count, missing: count, thread: w.number*lanes + lane, warp: w,
		time: w.order.now}
	e.add(m)
	e.barriers[spot{mem, at}] = m
	units, _ := e.of(span{mem, at, barrierBytes})
	units[0].barriers++
	return nil
}

// add assigns a number to a barrier.
func (e *engine) add(m *mbarrier) {
	m.number = *e.number
	*e.number++
	e.numbered = append(e.numbered, m)
}

// end ends a barrier; its memory can be used for other data again.
func (w *warp) end(m *mbarrier) error {
	for _, other := range w.warps {
		for lane, waiting := range other.waits {
			if waiting.barrier == m {
				return fmt.Errorf("%w: thread %s still waits at %s", ErrMemoryBarrier, w.threadName(other.number*lanes+lane), m)
			}
		}
	}
	for _, c := range w.engine.all {
		if c.barrier == m && !w.seen.hasSeen(m.number, c.phase) {
			return fmt.Errorf("%w: the warp has not waited for a copy whose bytes arrive in phase %d of %s", ErrInFlight,
				c.phase, m)
		}
	}
	delete(w.engine.barriers, spot{m.memory, m.at})
	units, _ := w.engine.of(span{m.memory, m.at, barrierBytes})
	units[0].barriers--
	return nil
}

// publish executes a fence of a lane. Asynchronous operations of threads that come after it see the barriers that the
// lane initialized.
func (w *warp) publish(lane int) {
	now := w.present(lane)
	for _, m := range w.engine.numbered {
		if m.fenced == nil && m.thread == int(now.thread) {
			m.fenced = &now
		}
	}
}

// mayUse returns an error if a copy of a lane may not see the initialization of a barrier of a block.
func (w *warp) mayUse(b *block, m *mbarrier, lane int) error {
	switch {
	case m.fenced == nil:
		return fmt.Errorf("%w: the copy may not see %s, because there is no nvvm.fence.mbarrier.init after its "+
			"initialization", ErrProxy, m)
	case !w.after(b, *m.fenced, lane):
		return fmt.Errorf("%w: the copy may not see %s, because nothing orders the nvvm.fence.mbarrier.init of thread %s "+
			"before it: the fence has to be between the initialization and the threads' barrier", ErrProxy, m,
			b.threadName(m.thread))
	}
	return nil
}

// free returns an error if a warp must not access bytes by ordinary instructions or products: they belong to a barrier,
// or a copy to them is in flight for which the warp has not waited.
func (w *warp) free(s span, does string) error { return w.freeIn(w.block, s, does) }

// freeIn is free for the shared memory of a block of the cluster.
func (w *warp) freeIn(b *block, s span, does string) error {
	if err := w.arrived(b, s, does); err != nil {
		return err
	}
	if len(b.engine.numbered) == 0 {
		return nil
	}
	units, first := b.engine.of(s)
	for i := range units {
		if units[i].barriers > 0 {
			if err := b.engine.hits(s); err != nil {
				return err
			}
		}
		c := units[i].copied
		if c == nil || w.seen.hasSeen(c.barrier.number, c.phase) {
			continue
		}
		return fmt.Errorf("%w: byte %d of %s is %s, but a copy brings it that the warp has not waited for: its bytes arrive "+
			"in phase %d of %s", ErrInFlight, max(s.at, (first+int64(i))*readUnit), s.memory.name, does, c.phase, c.barrier)
	}
	return nil
}

// hits returns an error if bytes belong to a barrier.
func (e *engine) hits(s span) error {
	for at := s.at / barrierBytes * barrierBytes; at < s.at+s.bytes; at += barrierBytes {
		if m := e.barriers[spot{s.memory, at}]; m != nil {
			return fmt.Errorf("%w: an access that is none of a barrier's to %s", ErrMemoryBarrier, m)
		}
	}
	return nil
}

// vacant returns an error if a lane must not overwrite bytes that products or bulk stores read: one of them still
// reads, or nothing orders its end before the write.
func (w *warp) vacant(s span, lane int) error { return w.vacantIn(w.block, s, lane) }

// vacantIn is vacant for the shared memory of a block of the cluster.
func (w *warp) vacantIn(b *block, s span, lane int) error {
	if err := b.proxies.overwrite(s); err != nil {
		return err
	}
	if len(b.engine.units[s.memory]) == 0 {
		return nil
	}
	units, first := b.engine.of(s)
	for i := range units {
		for reader, time := range units[i].released {
			if time == 0 || b == w.block && reader == w.number || w.knows(b, reader, time) {
				continue
			}
			return fmt.Errorf("%w: byte %d of %s is written, which a product of warp %d reads: nothing orders that warp's wait "+
				"for the product before", ErrInFlight, max(s.at, (first+int64(i))*readUnit), s.memory.name, reader)
		}
		for _, d := range units[i].drained {
			if !w.after(b, d, lane) {
				return fmt.Errorf("%w: byte %d of %s is written, which a bulk store of thread %s reads: nothing orders that "+
					"thread's nvvm.cp.async.bulk.wait_group before", ErrInFlight, max(s.at, (first+int64(i))*readUnit),
					s.memory.name, w.threadName(int(d.thread)))
			}
		}
	}
	return nil
}

// leave records that a warp has waited for a product that read bytes.
func (w *warp) leave(s span) {
	w.proxies.hold(s, holders{products: -1})
	units, _ := w.engine.of(s)
	for i := range units {
		if units[i].released == nil {
			units[i].released = make([]int32, len(w.warps))
		}
		units[i].released[w.number] = w.order.now
	}
}

// chance lets copies complete at a point that the seed chooses.
func (b *block) chance() error {
	e := b.engine
	for e.random != nil && len(e.flying) > 0 && e.random.IntN(3) == 0 {
		if err := e.finishOne(); err != nil {
			return err
		}
	}
	return nil
}

// finishOne lets one pending event happen.
func (e *engine) finishOne() error {
	i := 0
	if e.random != nil {
		i = e.random.IntN(len(e.flying))
	}
	return e.advance(i)
}

// advance lets the next event of an operation in flight happen.
func (e *engine) advance(i int) error {
	one := e.flying[i]
	ended, err := one.advance()
	if ended {
		e.flying = slices.Delete(e.flying, i, i+1)
	}
	return err
}

// drained returns an error if the block ends before an asynchronous operation for which no thread has waited.
func (b *block) drained() error {
	for _, w := range b.warps {
		if w.products.inFlight() {
			return w.located(b.program.kernel, w.inLane(0, fmt.Errorf("%w: warp %d ends before it has waited for its products",
				ErrInFlight, w.number)))
		}
	}
	for _, c := range b.engine.all {
		seen := false
		for _, w := range b.warps {
			seen = seen || w.seen.hasSeen(c.barrier.number, c.phase)
		}
		if !seen {
			return c.warp.located(c.op, c.warp.inLane(c.lane, fmt.Errorf("%w: the block ends, but no thread has "+
				"waited for the copy, whose bytes arrive in phase %d of %s", ErrInFlight, c.phase, c.barrier)))
		}
	}
	if err := b.sameChanges(); err != nil {
		return err
	}
	if err := b.copiesLeft(); err != nil {
		return err
	}
	return b.leaveStores()
}

// turns returns the warps in the order in which they continue.
func (b *block) turns() []*warp {
	if b.engine == nil || b.engine.random == nil {
		return b.warps
	}
	out := make([]*warp, len(b.warps))
	for i, j := range b.engine.random.Perm(len(b.warps)) {
		out[i] = b.warps[j]
	}
	return out
}
