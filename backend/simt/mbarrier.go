package simt

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// mbarrier is a barrier in shared memory (PTX ISA, "mbarrier"). A phase ends, and the next one begins, when all
// expected threads have arrived and all announced bytes have been written.
type mbarrier struct {
	number  int // its number in clocks
	memory  *allocation
	at      int64
	count   int64 // number of threads that arrive in a phase
	missing int64 // number of threads that have not arrived in the current phase
	bytes   int64 // bytes announced but not written yet
	coming  int64 // bytes of copies in flight
	phases  int32 // number of phases that have ended
	// fenced is the moment of the fence by which asynchronous operations see the initialization of the barrier.
	fenced *moment
	thread int
	// warp is the warp of the thread that initialized the barrier, time the time of that.
	warp *warp
	time int32
	// ofCluster is true for the barrier of a cluster.
	ofCluster bool
	// arriving is the joint knowledge of the threads that have arrived in the current phase. told is the joint
	// knowledge of the threads of earlier phases.
	arriving, told clock
}

func (m *mbarrier) String() string {
	if m.ofCluster {
		return "the cluster's barrier"
	}
	if m.memory == nil {
		return fmt.Sprintf("barrier %d", m.at)
	}
	return fmt.Sprintf("the barrier at byte %d of %s", m.at, m.memory.name)
}

// awaited returns a text about the phase that has not ended, with its barrier and what it lacks.
func (m *mbarrier) awaited() string {
	return fmt.Sprintf("phase %d of %s, which lacks %s", m.phases, m, m.lacks())
}

// lacks says what the current phase waits for.
func (m *mbarrier) lacks() string {
	switch {
	case m.missing > 0 && m.bytes > 0:
		return fmt.Sprintf("%d arrivals and %d bytes", m.missing, m.bytes)
	case m.missing > 0 && m.bytes < 0:
		return fmt.Sprintf("%d arrivals, and has got %d bytes that were not announced", m.missing, -m.bytes)
	case m.missing > 0:
		return fmt.Sprintf("%d arrivals", m.missing)
	}
	return fmt.Sprintf("%d bytes", m.bytes)
}

// settle ends the phase if nothing is missing. It returns an error if more bytes were written than announced.
func (m *mbarrier) settle() error {
	switch {
	case m.missing > 0 || m.bytes > 0:
		return nil
	case m.bytes < 0 || m.coming > 0:
		return fmt.Errorf("%w: %d bytes more arrive at %s than phase %d expects", ErrTransaction, m.coming-m.bytes, m,
			m.phases)
	}
	m.phases++
	m.missing = m.count
	m.told.join(&m.arriving)
	m.arriving = clock{}
	return nil
}

// hasEnded reports whether a wait for the phase with a parity returns.
func (m *mbarrier) hasEnded(parity uint64) bool { return uint64(m.phases)&1 != parity&1 }

// waits is the condition that a lane waits for: a phase of a barrier in memory, or registers.
type waits struct {
	registers int64     // number of registers for each thread of the warp; 0 for none
	barrier   *mbarrier // nil for none
	parity    uint64
	// until, if positive, is the number of phases that must have ended; parity is then not used.
	until int32
}

// isOver reports whether the phase that is waited for has ended.
func (a waits) isOver() bool {
	if a.until > 0 {
		return a.barrier.phases >= a.until
	}
	return a.barrier.hasEnded(a.parity)
}

func addMemoryBarriers(table map[*ir.OpDef]rule) {
	table[&nvvm.MbarrierInit] = onBarriers(func(w *warp, lane int, pointer, count uint64, code int32) error {
		mem, at, err := w.barrierMemory(pointer)
		if err != nil {
			return err
		}
		if err := w.track(mem, at, barrierBytes, lane, code, writes); err != nil {
			return err
		}
		if int64(count) < 1 || int64(count) > maxArrivals {
			return fmt.Errorf("%w: %d threads, which must be from 1 to %d", ErrMemoryBarrier, int64(count), int64(maxArrivals))
		}
		return w.initialize(mem, at, int64(count), lane)
	})
	table[&nvvm.MbarrierInval] = onBarriers(func(w *warp, lane int, pointer, _ uint64, code int32) error {
		m, err := w.barrierAt(pointer, lane, code, writes)
		if err != nil {
			return err
		}
		return w.end(m)
	})
	table[&nvvm.MbarrierArriveExpectTx] = onBarriers(func(w *warp, lane int, pointer, bytes uint64, code int32) error {
		m, err := w.reachBarrier(pointer, lane, code)
		if err != nil {
			return err
		}
		m.bytes += int64(int32(bytes))
		return w.arrive(m)
	})
	table[&nvvm.MbarrierExpectTx] = onBarriers(func(w *warp, lane int, pointer, bytes uint64, code int32) error {
		m, err := w.reachBarrier(pointer, lane, code)
		if err != nil {
			return err
		}
		m.bytes += int64(int32(bytes))
		return m.settle()
	})
	table[&nvvm.MbarrierArrive] = func(c *compiler, op *ir.Operation) error {
		counted := op.NumOperands() > 1
		return onBarriers(func(w *warp, lane int, pointer, count uint64, code int32) error {
			m, err := w.reachBarrier(pointer, lane, code)
			if err != nil {
				return err
			}
			if !counted {
				return w.arrive(m)
			}
			return w.arriveTimes(m, int64(count))
		})(c, op)
	}
	table[&nvvm.MbarrierTryWaitParity] = (*compiler).awaitPhase
	table[&nvvm.FenceMbarrierInit] = func(c *compiler, op *ir.Operation) error {
		c.async = true
		c.emit(op, func(w *warp, active uint32) error {
			forEach(active, func(lane int) { w.publish(lane) })
			w.tell(&w.initialized)
			return nil
		})
		return nil
	}
}

// arrive is the arrival of a thread at a barrier.
func (w *warp) arrive(m *mbarrier) error { return w.arriveTimes(m, 1) }

// arriveTimes is an arrival of a thread that counts several times.
func (w *warp) arriveTimes(m *mbarrier, n int64) error {
	switch {
	case m.missing == 0:
		return fmt.Errorf("%w: all threads have arrived in phase %d of %s", ErrMemoryBarrier, m.phases, m)
	case n < 1 || n > m.missing:
		return fmt.Errorf("%w: %d arrivals in phase %d of %s, which lacks %d", ErrMemoryBarrier, n, m.phases, m, m.missing)
	}
	m.missing -= n
	w.tell(&m.arriving)
	return m.settle()
}

// reachBarrier returns the barrier that a pointer points to, for the arrival of a lane. It may be in another block of
// the cluster.
func (w *warp) reachBarrier(pointer uint64, lane int, code int32) (*mbarrier, error) {
	b, plain := w.owner(pointer)
	if b == w.block {
		return w.barrierAt(plain, lane, code, updates)
	}
	if err := w.reach(b); err != nil {
		return nil, err
	}
	mem, at, err := b.warps[0].barrierMemory(plain)
	if err != nil {
		return nil, err
	}
	return w.remoteBarrier(b, mem, at)
}

// remoteBarrier returns the barrier at an offset in another block's shared memory.
func (w *warp) remoteBarrier(b *block, mem *allocation, at int64) (*mbarrier, error) {
	m := b.engine.barriers[spot{mem, at}]
	switch {
	case m == nil:
		return nil, fmt.Errorf("%w: byte %d of %s of block %d of the cluster is not a barrier: nothing has "+
			"initialized it", ErrMemoryBarrier, at, mem.name, b.rank)
	case !w.knows(b, m.warp.number, m.time):
		return nil, fmt.Errorf("%w: nothing orders the initialization of %s of block %d before: it needs "+
			"nvvm.fence.mbarrier.init and the cluster's barrier", ErrMemoryBarrier, m, b.rank)
	}
	return m, nil
}

// The size in bytes of a barrier in memory, and the greatest number of arrivals in a phase (PTX ISA, "mbarrier").
const (
	barrierBytes = 8
	maxArrivals  = 1<<20 - 1
)

// onBarriers compiles an operation on a barrier, and possibly a number, lane by lane.
func onBarriers(f func(w *warp, lane int, pointer, number uint64, code int32) error) rule {
	return func(c *compiler, op *ir.Operation) error {
		c.async = true
		pointer, at := c.operand(op, 0), int32(len(c.code))
		number := c.operand(op, op.NumOperands()-1)
		c.emit(op, func(w *warp, active uint32) (err error) {
			if bad := active & (w.poison[pointer] | w.poison[number]); bad != 0 {
				return w.inLane(lowest(bad), undefined("a barrier in memory"))
			}
			forEach(active, func(lane int) {
				if err == nil {
					if err = f(w, lane, w.registers[pointer][lane], w.registers[number][lane], at); err != nil {
						err = w.about(lane, err)
					}
				}
			})
			return err
		})
		return nil
	}
}

// about sets the lane of an error, unless it has one.
func (w *warp) about(lane int, err error) error {
	if _, ok := err.(*laneError); ok {
		return err
	}
	return w.inLane(lane, err)
}

// barrierMemory returns the allocation and the offset of the barrier that a pointer points to.
func (w *warp) barrierMemory(pointer uint64) (mem *allocation, at int64, err error) {
	mem, at, err = w.check(pointer, barrierBytes, barrierBytes)
	if err == nil && mem.space != sharedMemory {
		err = fmt.Errorf("%w: byte %d of %s, which is not in shared memory", ErrMemoryBarrier, at, mem.name)
	}
	return mem, at, err
}

// barrierAt returns the barrier that a pointer points to, for an access of a lane.
func (w *warp) barrierAt(pointer uint64, lane int, code int32, how uint8) (*mbarrier, error) {
	mem, at, err := w.barrierMemory(pointer)
	if err != nil {
		return nil, err
	}
	if err := w.track(mem, at, barrierBytes, lane, code, how); err != nil {
		return nil, err
	}
	m := w.engine.barriers[spot{mem, at}]
	if m == nil {
		return nil, fmt.Errorf("%w: byte %d of %s is not a barrier: nothing has initialized it", ErrMemoryBarrier, at,
			mem.name)
	}
	return m, nil
}

// awaitPhase compiles a wait for the end of a phase.
func (c *compiler) awaitPhase(op *ir.Operation) error {
	c.async, c.parts = true, true
	pointer, parity := c.operand(op, 0), c.operand(op, 1)
	c.emitJump(op, func(w *warp, at int32, active uint32) (int32, bool, error) {
		if bad := active & (w.poison[pointer] | w.poison[parity]); bad != 0 {
			return 0, false, w.inLane(lowest(bad), undefined("a barrier in memory"))
		}
		if err := w.chance(); err != nil {
			return 0, false, err
		}
		return w.await(at, active, func(lane int) (waits, error) {
			m, err := w.barrierAt(w.registers[pointer][lane], lane, at, polls)
			return waits{barrier: m, parity: w.registers[parity][lane]}, err
		})
	})
	return nil
}

// await makes each lane wait for a condition. Lanes whose condition is already true continue.
func (w *warp) await(at int32, active uint32, what func(lane int) (waits, error)) (next int32, together bool,
	err error) {
	var ready uint32
	for rest := active; rest != 0; rest &= rest - 1 {
		lane := lowest(rest)
		if w.waits[lane], err = what(lane); err != nil {
			return 0, false, w.about(lane, err)
		}
		if w.goOn(lane) {
			ready |= 1 << lane
		}
	}
	if ready == active {
		return at + 1, true, nil
	}
	w.goTo(at+1, ready)
	w.goTo(at, active&^ready)
	w.waiting |= active &^ ready
	return 0, false, nil
}

// goOn reports whether the condition of a lane is true. After a phase, the lane knows what comes before the end of the
// phase.
func (w *warp) goOn(lane int) bool {
	a := w.waits[lane]
	switch {
	case a.registers > 0:
		if !w.grant(a.registers) {
			return false
		}
	case !a.isOver():
		return false
	default:
		w.learn(a.barrier)
	}
	w.waits[lane] = waits{}
	return true
}

// learn adds the knowledge of a barrier's last phase to that of the warp.
func (w *warp) learn(m *mbarrier) {
	w.seen.join(&m.told)
	w.seen.see(m.number, m.phases)
}

// wake lets lanes continue whose condition has become true. It reports whether there were any, and how many still wait.
func (b *block) wake() (some bool, waiting int) {
	for _, w := range b.warps {
		for rest := w.waiting; rest != 0; rest &= rest - 1 {
			lane := lowest(rest)
			switch {
			case w.waits[lane] == waits{}:
			case w.goOn(lane):
				w.waiting &^= 1 << lane
				w.counter[lane]++
				some = true
			default:
				waiting++
			}
		}
	}
	return some, waiting
}

// awaited describes the condition that a lane waits for.
func (w *warp) awaited(lane int) string {
	if n := w.waits[lane].registers; n > 0 {
		return fmt.Sprintf("%d registers, of which it has %d and the block %d more for a warp", n, w.budget.each,
			w.spareRegisters/lanes)
	}
	return w.waits[lane].barrier.awaited()
}

// starved is the error of a block whose threads wait for an event that never happens.
func (b *block) starved() error {
	var e *laneError
	var at *warp
	for _, w := range b.warps {
		for rest := w.waiting; rest != 0; rest &= rest - 1 {
			lane := lowest(rest)
			waiting := w.waits[lane] != waits{}
			switch {
			case waiting && e == nil:
				at = w
				e = &laneError{lane: lane, err: fmt.Errorf("%w: the thread waits for %s, and nothing that is under way brings them",
					ErrDeadlock, w.awaited(lane))}
			case e != nil && e.other == nil && w.counter[lane] != at.counter[e.lane]:
				e.other = b.program.code[w.counter[lane]].op
				e.does = "where thread " + b.threadName(w.number*lanes+lane) + " waits"
				if waiting {
					e.does += " for " + w.awaited(lane)
				}
			}
		}
	}
	return at.located(b.program.code[at.counter[e.lane]].op, e)
}
