package simt

import (
	"fmt"
	"math/bits"
)

// block holds the threads of a block. A worker reuses it for one block after the other.
type block struct {
	*worker
	index   [3]int32
	serial  int32 // the block's number in the launch, from 1
	epoch   int32 // number of barriers passed, from 1
	threads int
	warps   []*warp
	known   knowledge           // what all threads know about other blocks
	fresh   map[int32]knowledge // what each thread has learned since the last barrier
	proxies *proxies            // nil if the kernel has no asynchronous operations, like engine
	engine  *engine
	cluster *cluster
	rank    int      // its rank in the cluster
	within  [3]int32 // its index in the cluster
	done    bool
	// firstWarp is the number of the block's first warp in clocks.
	firstWarp int
	// spareRegisters is the number of registers that warps have released.
	spareRegisters int64
}

// begin prepares the block for an index in the grid.
func (b *block) begin(index [3]int32) {
	b.index, b.done = index, false
	grid := b.launch.Grid
	b.serial, b.epoch, b.spareRegisters = (index[2]*grid[1]+index[1])*grid[0]+index[0]+1, 0, 0
	b.nextEpoch()
	b.known, b.fresh = make(knowledge), make(map[int32]knowledge)
	if b.program.async {
		b.proxies, b.engine = newProxies(), newEngine(b.launch.Seed, b.serial, &b.cluster.number)
	}
	for _, a := range b.own {
		clear(a.state)
	}
	for _, w := range b.warps {
		w.reset()
	}
}

// blockState is the result of advance: the block may go on or has ended, or it is stuck.
type blockState int

const (
	blockGoesOn  blockState = iota
	blockIsStuck            // until another block of the cluster does something
)

// advance runs the warps until none can continue, and then lets one pending asynchronous event happen. The block is
// done when all threads have ended.
func (b *block) advance() (state blockState, err error) {
	for _, w := range b.turns() {
		if err := w.advance(); err != nil {
			return 0, err
		}
	}
	if b.engine == nil {
		b.done, err = b.release()
		return blockGoesOn, err
	}
	switch some, waiting := b.wake(); {
	case some:
		return blockGoesOn, b.chance()
	case waiting == 0:
		if b.done, err = b.release(); b.done && err == nil {
			err = b.drained()
		}
		return blockGoesOn, err
	case len(b.engine.flying) > 0:
		return blockGoesOn, b.engine.finishOne()
	}
	return blockIsStuck, nil
}

// nextEpoch begins a new epoch, after all threads of the block have synchronized.
func (b *block) nextEpoch() {
	b.epoch++
	b.readTimes = b.readTimes[:0]
}

// release lets all threads that wait at a barrier continue. It is called if no thread can continue by itself. It
// reports whether all threads have ended.
func (b *block) release() (done bool, err error) {
	var first *warp // the first warp that waits
	ended := -1     // a thread that has ended, or -1
	for _, w := range b.warps {
		if w.waiting != 0 && first == nil {
			first = w
		}
		if gone := w.ended & w.exists; gone != 0 && ended < 0 {
			ended = w.number*lanes + lowest(gone)
		}
	}
	if first == nil {
		return true, nil
	}
	for _, w := range b.warps {
		if err := w.stuck(); err != nil {
			return false, err
		}
	}
	lane := lowest(first.waiting)
	at := first.counter[lane]
	op := b.program.code[at].op
	if ended >= 0 {
		return false, first.located(op, &laneError{lane: lane,
			err: fmt.Errorf("%w: thread %s has ended", ErrBarrier, b.threadName(ended))})
	}
	for _, w := range b.warps {
		for m := w.waiting; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m)
			if w.counter[i] == at || ofAll(op) && ofAll(b.program.code[w.counter[i]].op) {
				continue
			}
			return false, first.located(op, &laneError{lane: lane, other: b.program.code[w.counter[i]].op,
				does: "the barrier of thread " + b.threadName(w.number*lanes+i),
				err: fmt.Errorf("%w: thread %s waits at another barrier", ErrDeadlock,
					b.threadName(w.number*lanes+i))})
		}
	}
	for _, w := range b.warps {
		for m := w.waiting; m != 0; m &= m - 1 {
			w.counter[bits.TrailingZeros32(m)]++
		}
		w.waiting = 0
	}
	if b.engine != nil {
		b.meetAll()
	}
	b.nextEpoch()
	b.share()
	b.barriers++
	return false, nil
}

// stuck returns the error of a lane that waits for lanes of its warp which never arrive.
func (w *warp) stuck() error {
	for m := w.waiting; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m)
		in := w.program.code[w.counter[i]]
		named, ok := w.program.meets[w.counter[i]]
		if !ok {
			continue
		}
		mask := uint32(w.registers[named][i])
		missing := lowest(mask &^ w.meeting(w.counter[i], named, mask))
		e := &laneError{lane: i}
		thread := w.threadName(w.number*lanes + missing)
		switch {
		case w.exists>>missing&1 == 0:
			e.err = fmt.Errorf("%w: mask %#x names lane %d, but the warp has only %d", ErrDivergence, mask, missing,
				bits.OnesCount32(w.exists))
		case w.ended>>missing&1 != 0:
			e.err = fmt.Errorf("%w: mask %#x names lane %d, but thread %s has ended", ErrDivergence, mask, missing, thread)
		case w.counter[missing] == w.counter[i]:
			e.err = fmt.Errorf("%w: mask %#x names lane %d, but that lane's mask is %#x", ErrDivergence, mask, missing,
				uint32(w.registers[named][missing]))
		default:
			e.err = fmt.Errorf("%w: mask %#x names lane %d, but thread %s waits elsewhere", ErrDivergence, mask, missing, thread)
			e.other, e.does = w.program.code[w.counter[missing]].op, "where that thread waits"
		}
		return w.located(in.op, e)
	}
	return nil
}
