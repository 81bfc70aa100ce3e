package simt

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// Threads of different blocks are ordered only by atomic operations: a thread that acquires a number in memory then
// knows everything that the releasing thread knew (PTX ISA, "Memory Consistency Model"). A thread knows all accesses of
// its block before the last barrier, and its own, and those of warps that it has met at a named barrier or that have
// arrived at a barrier in memory. Blocks of kernels with such operations run one after the other.

// source identifies accesses of a block: those of one of its threads, of one of its warps, or of all.
type source struct{ block, thread int32 }

// allThreads means every thread of a block.
const allThreads = -1

// ofWarp returns the source that stands for a warp of a block.
func ofWarp(block int32, number int) source { return source{block, allThreads - 1 - int32(number)} }

// knowledge is a vector clock: it maps a source to the last epoch of its block whose accesses come before the present
// operation, or, for a warp, to the last time of the warp.
type knowledge map[source]int32

func (k knowledge) join(other knowledge) {
	for s, epoch := range other {
		k[s] = max(k[s], epoch)
	}
}

// covers reports whether an access is known, that is, comes before.
func (k knowledge) covers(block int32, e event) bool {
	return k[source{block, allThreads}] >= e.epoch || e.thread != allThreads &&
		(k[source{block, e.thread}] >= e.epoch || k[ofWarp(block, int(e.thread)/lanes)] >= e.time)
}

// event is the last access of a block to a granule: its epoch in the block, the thread (or that there are several), the
// time of the thread's warp, and the index of the instruction.
type event struct{ epoch, thread, time, at int32 }

// history has the accesses of blocks to a granule of global memory, by the blocks' serial numbers.
type history struct {
	writer   int32
	write    event
	readers  map[int32]event
	updaters map[int32]event
	released knowledge
}

// The orderings of an atomic operation, as bits.
const (
	acquires = 1 << iota
	releases
)

// orderOf returns how an atomic operation orders accesses of different blocks.
func orderOf(op *ir.Operation) (order int) {
	if scope, ok := op.Inherent("syncscope").(*ir.StringAttr); ok &&
		(scope.Value == "block" || scope.Value == "singlethread") {
		return 0
	}
	for _, name := range []string{"ordering", "success_ordering", "failure_ordering"} {
		n, ok := llvm.AtomicOrdering.Value(op.Inherent(name))
		if !ok {
			continue
		}
		switch llvm.AtomicOrdering.Name(n) {
		case "acquire":
			order |= acquires
		case "release":
			order |= releases
		case "acq_rel", "seq_cst":
			order |= acquires | releases
		}
	}
	return order
}

// thread returns the number of a lane's thread in its block.
func (w *warp) thread(lane int) int32 { return int32(w.number*lanes + lane) }

// learned returns what a thread has learned since the last barrier.
func (b *block) learned(thread int32) knowledge {
	k, ok := b.fresh[thread]
	if !ok {
		k = make(knowledge)
		b.fresh[thread] = k
	}
	return k
}

// share gives what each thread has learned to all threads of the block, at a barrier.
func (b *block) share() {
	for _, k := range b.fresh {
		b.known.join(k)
	}
	clear(b.fresh)
}

// historyOf returns the history of a granule.
func (a *allocation) historyOf(granule int64) *history {
	h, ok := a.histories[granule]
	if !ok {
		if a.histories == nil {
			a.histories = make(map[int64]*history)
		}
		h = &history{readers: make(map[int32]event), updaters: make(map[int32]event)}
		a.histories[granule] = h
	}
	return h
}

// acquire adds to a lane's knowledge that of the threads that released a number.
func (w *warp) acquire(mem *allocation, at int64, lane int) {
	if h := mem.historyOf(at / w.program.granule); len(h.released) > 0 {
		w.learned(w.thread(lane)).join(h.released)
	}
}

// release stores a lane's knowledge with a number.
func (w *warp) release(mem *allocation, at int64, lane int) {
	h := mem.historyOf(at / w.program.granule)
	if h.released == nil {
		h.released = make(knowledge)
	}
	h.released.join(w.known)
	h.released.join(w.learned(w.thread(lane)))
	h.released.join(w.seen.blocks)
	for i := range w.block.warps {
		if at := w.firstWarp + i; at < len(w.seen.warps) {
			h.released.join(knowledge{ofWarp(w.serial, i): w.seen.warps[at]})
		}
	}
	h.released.join(knowledge{{w.serial, allThreads}: w.epoch - 1, {w.serial, w.thread(lane)}: w.epoch})
}

// across records an access to a granule. It returns an error if it conflicts with an access of another block and
// nothing orders the two.
func (w *warp) across(mem *allocation, granule int64, lane int, code int32, how uint8) error {
	h := mem.historyOf(granule)
	unordered := func(block int32, e event, did uint8) error {
		if block == 0 || block == w.serial || w.hasLearned(lane, block, e) {
			return nil
		}
		return w.race(mem, granule*w.program.granule, lane, how, &party{block: block, at: e.at}, did)
	}
	if err := unordered(h.writer, h.write, writes); err != nil {
		return err
	}
	if how != updates {
		if err := first(h.updaters, func(block int32, e event) error { return unordered(block, e, updates) }); err != nil {
			return err
		}
	}
	if how != reads {
		if err := first(h.readers, func(block int32, e event) error { return unordered(block, e, reads) }); err != nil {
			return err
		}
	}
	h.note(w.serial, event{w.epoch, w.thread(lane), w.order.now, code}, how)
	return nil
}

// hasLearned reports whether an access of another block comes before the present operation of a lane.
func (w *warp) hasLearned(lane int, block int32, e event) bool {
	return w.known.covers(block, e) || w.fresh[w.thread(lane)].covers(block, e) || w.seen.blocks.covers(block, e)
}

// first returns the error about the block with the lowest number.
func first(events map[int32]event, check func(block int32, e event) error) (found error) {
	lowest := int32(0)
	for block, e := range events {
		if err := check(block, e); err != nil && (lowest == 0 || block < lowest) {
			found, lowest = err, block
		}
	}
	return found
}

// note records an access. A write replaces all accesses that come before it. For each block, the last epoch is enough:
// a thread that knows an access in it knows all earlier ones.
func (h *history) note(block int32, e event, how uint8) {
	merge := func(events map[int32]event) {
		if last, ok := events[block]; ok && last.epoch == e.epoch && last.thread != e.thread {
			e.thread = allThreads
		}
		events[block] = e
	}
	switch how {
	case writes:
		h.writer, h.write = block, e
		clear(h.readers)
		clear(h.updaters)
	case updates:
		merge(h.updaters)
	default:
		merge(h.readers)
	}
}

// poll checks that no other block wrote the bytes of a volatile read, except by atomic updates.
func (w *warp) poll(mem *allocation, granule int64, lane int, code int32) error {
	switch {
	case mem.claims == nil:
		return nil
	case w.program.orders:
		h := mem.historyOf(granule)
		if h.writer == 0 || h.writer == w.serial || w.hasLearned(lane, h.writer, h.write) {
			return nil
		}
		return w.race(mem, granule*w.program.granule, lane, polls, &party{block: h.writer, at: h.write.at}, writes)
	}
	old := mem.claims.page(granule)[granule%pageCells].writer.Load()
	if old&claimAtomic != 0 {
		return nil
	}
	return w.contested(mem, granule, lane, polls, old, writes)
}
