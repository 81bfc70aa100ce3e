package simt

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// Copies by nvvm.cp.async.shared.global complete at any time before a thread has waited for them. The thread that
// issued them can wait for groups of its copies (PTX ISA, "cp.async.wait_group"). Any thread can wait at a barrier in
// memory for an arrival that was requested to follow the copies. The copies write like ordinary stores. So a product of
// a warp group sees their data only after a fence between proxies by a thread that has waited. An arrival that follows
// copies publishes what the thread knew when it requested the arrival.

// asyncCopy is a copy of a lane that is in flight.
type asyncCopy struct {
	to     span
	from   span // the source; the rest of the destination becomes zero
	op     *ir.Operation
	warp   *warp
	lane   int
	code   int32
	ended  bool
	waited bool // whether its thread has waited for it
	fenced bool // whether a fence came after its end
	// signals are the barrier phases that end after the copy.
	signals []signal
}

// signal is a phase of a barrier.
type signal struct {
	barrier *mbarrier
	phase   int32
}

// copyGroups are the copies of a thread.
type copyGroups struct {
	open    []*asyncCopy
	groups  [][]*asyncCopy // the oldest first
	running []*asyncCopy   // copies that had not ended at the last look
}

// copyUnit is the smallest copy, in bytes. copied[i] is about one such unit of an allocation.
const copyUnit = 4

// asyncCopies are the copies of a block.
type asyncCopies struct {
	of       map[int32]*copyGroups // by thread
	copied   map[*allocation][]*asyncCopy
	unfenced []*asyncCopy
}

func newAsyncCopies() asyncCopies {
	return asyncCopies{of: make(map[int32]*copyGroups), copied: make(map[*allocation][]*asyncCopy)}
}

func addAsyncCopies(table map[*ir.OpDef]rule) {
	table[&nvvm.CpAsync] = (*compiler).asyncCopy
	table[&nvvm.CpAsyncCommit] = ofThreads(func(_ *warp, g *copyGroups) error {
		g.groups, g.open = append(g.groups, g.open), nil
		return nil
	})
	table[&nvvm.CpAsyncWait] = func(c *compiler, op *ir.Operation) error {
		pending := int(op.Inherent("n").(*ir.IntegerAttr).Int64())
		if pending < 0 {
			return op.Errorf("waits for all groups but the last %d, which must be at least 0", pending)
		}
		return ofThreads(func(w *warp, g *copyGroups) error {
			n := max(0, len(g.groups)-pending)
			for _, one := range slices.Concat(g.groups[:n]...) {
				if err := w.awaitCopy(one); err != nil {
					return err
				}
			}
			g.groups = g.groups[n:]
			return nil
		})(c, op)
	}
	table[&nvvm.CpAsyncArrive] = func(c *compiler, op *ir.Operation) error {
		expected := nvvm.IsExpectedArrival(op)
		return onBarriers(func(w *warp, lane int, pointer, _ uint64, code int32) error {
			m, err := w.barrierAt(pointer, lane, code, updates)
			if err != nil {
				return err
			}
			return w.arriveBehindCopies(m, op, lane, expected)
		})(c, op)
	}
}

// ofThreads compiles an operation on the copies of each thread.
func ofThreads(f func(w *warp, g *copyGroups) error) rule {
	return func(c *compiler, op *ir.Operation) error {
		c.async = true
		c.emit(op, func(w *warp, active uint32) (err error) {
			forEach(active, func(lane int) {
				if err == nil {
					err = f(w, w.copiesOf(lane))
				}
			})
			if err != nil {
				return err
			}
			return w.chance()
		})
		return nil
	}
}

func (w *warp) copiesOf(lane int) *copyGroups {
	all, thread := w.engine.copies.of, w.thread(lane)
	if all[thread] == nil {
		all[thread] = &copyGroups{}
	}
	return all[thread]
}

// asyncCopy compiles a copy of a thread.
func (c *compiler) asyncCopy(op *ir.Operation) error {
	c.async = true
	c.granule = min(c.granule, copyUnit)
	described := nvvm.CpAsyncOf(op)
	to, from, size, at := c.slotOf(described.To), c.slotOf(described.From), slot(-1), int32(len(c.code))
	if described.Size != nil {
		size = c.slotOf(described.Size)
	}
	c.emit(op, func(w *warp, active uint32) (err error) {
		forEach(active, func(lane int) {
			bad, bytes := w.poison[to]|w.poison[from], described.Bytes
			if size >= 0 {
				bad, bytes = bad|w.poison[size], int64(int32(w.registers[size][lane]))
			}
			switch {
			case err != nil:
				return
			case bad>>lane&1 != 0:
				err = undefined("an asynchronous copy")
			case bytes < 0 || bytes > described.Bytes:
				err = fmt.Errorf("%w: a copy of %d bytes has a size of %d", ErrOutOfBounds, described.Bytes, bytes)
			default:
				one := &asyncCopy{op: op, warp: w, lane: lane, code: at}
				err = w.startAsyncCopy(one, w.registers[to][lane], w.registers[from][lane], described.Bytes, bytes)
			}
			if err != nil {
				err = w.about(lane, err)
			}
		})
		if err != nil {
			return err
		}
		return w.chance()
	})
	return nil
}

// startAsyncCopy begins a copy of some bytes. Only the first ones are read; the others become zero.
func (w *warp) startAsyncCopy(c *asyncCopy, to, from uint64, bytes, read int64) error {
	mem, at, err := w.check(to, bytes, bytes)
	if err != nil {
		return err
	}
	if mem.space != sharedMemory {
		return fmt.Errorf("%w: a copy to byte %d of %s, which is not in shared memory", ErrOutOfBounds, at, mem.name)
	}
	c.to = span{mem, at, bytes}
	if err := w.free(c.to, "copied to"); err != nil {
		return err
	}
	if err := w.vacant(c.to, c.lane); err != nil {
		return err
	}
	if err := w.track(mem, at, bytes, c.lane, c.code, writes); err != nil {
		return err
	}
	if read > 0 {
		source, start, err := w.check(from, read, bytes)
		if err != nil {
			return err
		}
		c.from = span{source, start, read}
		if err := w.track(source, start, read, c.lane, c.code, reads); err != nil {
			return err
		}
	}
	e, g := w.engine, w.copiesOf(c.lane)
	units := e.copies.units(c.to)
	for i := range units {
		units[i] = c
	}
	w.proxies.clear(c.to)
	e.copies.unfenced = append(e.copies.unfenced, c)
	e.flying, g.open = append(e.flying, c), append(g.open, c)
	g.running = append(slices.DeleteFunc(g.running, func(old *asyncCopy) bool { return old.ended }), c)
	return nil
}

// units returns the last copies to some bytes.
func (a *asyncCopies) units(s span) []*asyncCopy {
	list := a.copied[s.memory]
	if list == nil {
		list = make([]*asyncCopy, (len(s.memory.data)+copyUnit-1)/copyUnit)
		a.copied[s.memory] = list
	}
	return list[s.at/copyUnit : (s.at+s.bytes-1)/copyUnit+1]
}

// advance completes a copy, unless it was completed before.
func (c *asyncCopy) advance() (ended bool, err error) {
	if c.ended {
		return true, nil
	}
	c.ended = true
	mem := c.to.memory
	clear(mem.data[c.to.at : c.to.at+c.to.bytes])
	mem.mark(c.to.at, c.to.bytes, false)
	if source := c.from.memory; source != nil {
		copy(mem.data[c.to.at:], source.data[c.from.at:c.from.at+c.from.bytes])
		for i := range c.from.bytes {
			if source.state != nil && source.state[c.from.at+i] != defined {
				mem.state[c.to.at+i] = poisoned
			}
		}
	}
	return true, nil
}

// awaitCopy waits for a copy of the warp.
func (w *warp) awaitCopy(c *asyncCopy) error {
	if _, err := c.advance(); err != nil {
		return err
	}
	c.waited = true
	return w.track(c.to.memory, c.to.at, c.to.bytes, c.lane, c.code, writes)
}

// isOver reports whether the end of a copy comes before the present operation of a warp, because of a wait. The check
// for races finds out whether the wait itself comes before that operation.
func (c *asyncCopy) isOver(w *warp) bool {
	return c.waited || c.isSignaled(w)
}

// isSignaled reports whether a warp has waited for a phase of a barrier that ends after a copy.
func (c *asyncCopy) isSignaled(w *warp) bool {
	return slices.ContainsFunc(c.signals, func(s signal) bool { return w.seen.hasSeen(s.barrier.number, s.phase) })
}

// arrivalBehind is a pending arrival of a thread that follows its copies.
type arrivalBehind struct {
	barrier *mbarrier
	copies  []*asyncCopy
	told    clock
	op      *ir.Operation
	warp    *warp
	lane    int
}

// arriveBehindCopies requests the arrival of a lane at a barrier after its copies have ended.
func (w *warp) arriveBehindCopies(m *mbarrier, op *ir.Operation, lane int, expected bool) error {
	if !expected {
		m.missing++
	}
	a := &arrivalBehind{barrier: m, op: op, warp: w, lane: lane, copies: slices.Clone(w.copiesOf(lane).running)}
	w.tell(&a.told)
	for _, c := range a.copies {
		c.signals = append(c.signals, signal{m, m.phases})
	}
	w.engine.flying = append(w.engine.flying, a)
	return w.chance()
}

// advance completes the remaining copies, and arrives.
func (a *arrivalBehind) advance() (ended bool, err error) {
	for _, c := range a.copies {
		if _, err := c.advance(); err != nil {
			return true, err
		}
	}
	m := a.barrier
	if m.missing == 0 {
		err = fmt.Errorf("%w: all threads have arrived in phase %d of %s", ErrMemoryBarrier, m.phases, m)
	} else {
		m.missing--
		m.arriving.join(&a.told)
		err = m.settle()
	}
	if err != nil {
		return true, a.warp.located(a.op, a.warp.about(a.lane, err))
	}
	return true, nil
}

// arrived returns an error if an asynchronous copy to the bytes is in flight, for which the warp has not waited.
func (w *warp) arrived(b *block, s span, does string) error {
	if b.engine.copies.copied[s.memory] == nil {
		return nil
	}
	for i, c := range b.engine.copies.units(s) {
		if c != nil && !c.isOver(w) {
			return fmt.Errorf("%w: byte %d of %s is %s, but thread %s copies to it with nvvm.cp.async.shared.global, and "+
				"has not waited for that", ErrInFlight, max(s.at, (s.at/copyUnit+int64(i))*copyUnit), s.memory.name, does,
				w.threadName(int(c.warp.thread(c.lane))))
		}
	}
	return nil
}

// overwritten records that bytes no longer hold copied data.
func (a *asyncCopies) overwritten(s span) {
	if a.copied[s.memory] == nil {
		return
	}
	units := a.units(s)
	for i := range units {
		units[i] = nil
	}
}

// fence makes copies that lanes of a warp have waited for visible to asynchronous operations.
func (a *asyncCopies) fence(w *warp, active uint32) {
	a.unfenced = slices.DeleteFunc(a.unfenced, func(c *asyncCopy) bool {
		own := c.warp == w && active>>c.lane&1 != 0 && c.waited
		c.fenced = own || c.isSignaled(w)
		return c.fenced
	})
}

// copiedVisibly returns an error if bytes were copied without a fence between proxies after the end of the copy.
func (b *block) copiedVisibly(s span) error {
	if b.engine.copies.copied[s.memory] == nil {
		return nil
	}
	for i, c := range b.engine.copies.units(s) {
		if c != nil && !c.fenced {
			return fmt.Errorf("%w: byte %d of %s, to which thread %s copied with nvvm.cp.async.shared.global", ErrProxy,
				max(s.at, (s.at/copyUnit+int64(i))*copyUnit), s.memory.name, b.threadName(int(c.warp.thread(c.lane))))
		}
	}
	return nil
}

// copiesLeft returns an error if the block ends before a copy that no thread has waited for.
func (b *block) copiesLeft() error {
	for _, mem := range b.own {
		for _, c := range b.engine.copies.copied[mem] {
			if c != nil && !slices.ContainsFunc(b.warps, c.isOver) {
				return c.warp.located(c.op, c.warp.inLane(c.lane, fmt.Errorf("%w: the block ends, but no thread has "+
					"waited for the copy", ErrInFlight)))
			}
		}
	}
	return nil
}
