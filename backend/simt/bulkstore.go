package simt

import (
	"fmt"
	"math"
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// Bulk stores belong to groups of the thread that started them (PTX ISA, "Bulk Async-group Completion Mechanism"). A
// bulk store reads shared memory at any time until its thread has waited for the read. It writes global memory at any
// time until its thread has waited for completion, or until the end of the launch.

// bulkStore is a copy of a box from shared memory that is in flight.
type bulkStore struct {
	box
	from  span
	code  int32
	how   uint8  // writes, or updates for a reduction
	data  []byte // the data that it has read; nil before
	ended bool
	// combine is the function by which a reduction combines an element with one from shared memory; nil for stores.
	combine func(old, v uint64) uint64
	// to are the rows that it writes, all in one allocation; first and last delimit them.
	to          []span
	first, last int64
	// drained says that the thread has waited for the read.
	drained bool
}

// storeGroups are the bulk stores of a thread for whose completion it has not waited.
type storeGroups struct {
	open   []*bulkStore
	groups [][]*bulkStore // the oldest first
}

// moment is the time at which a thread did something that others have to come after, as waiting until its bulk store
// had read some bytes.
type moment struct{ thread, time, epoch int32 }

func addStores(table map[*ir.OpDef]rule) {
	table[&nvvm.TensorStore] = (*compiler).tensorStore
	table[&nvvm.TensorReduce] = (*compiler).tensorStore
	table[&nvvm.TensorPrefetch] = (*compiler).tensorPrefetch
	table[&nvvm.BulkCommit] = byThread(func(w *warp, g *storeGroups, _ int) error {
		g.groups, g.open = append(g.groups, g.open), nil
		return nil
	})
	table[&nvvm.BulkWait] = func(c *compiler, op *ir.Operation) error {
		pending, read := nvvm.BulkWaitOf(op)
		return byThread(func(w *warp, g *storeGroups, lane int) error {
			return w.awaitStores(g, int(pending), read)
		})(c, op)
	}
}

// byThread compiles an operation on the bulk stores of each thread.
func byThread(f func(w *warp, g *storeGroups, lane int) error) rule {
	return func(c *compiler, op *ir.Operation) error {
		c.async = true
		c.emit(op, func(w *warp, active uint32) (err error) {
			forEach(active, func(lane int) {
				if err == nil {
					err = f(w, w.storesOf(lane), lane)
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

func (w *warp) storesOf(lane int) *storeGroups {
	thread := w.thread(lane)
	g := w.engine.stores[thread]
	if g == nil {
		g = &storeGroups{}
		w.engine.stores[thread] = g
	}
	return g
}

// tensorStore compiles a copy to a box of a tensor.
func (c *compiler) tensorStore(op *ir.Operation) error {
	s := nvvm.TensorStoreOf(op)
	if s.Mode != "tile" {
		return op.Errorf("%w by threads: only copies to boxes are, those of mode tile", ErrUnsupported)
	}
	c.async = true
	c.atomics = c.atomics || s.Reduction != ""
	c.granule = min(c.granule, c.leastElement())
	operands := []slot{c.slotOf(s.Map), c.slotOf(s.From)}
	for _, v := range s.Coordinates {
		operands = append(operands, c.slotOf(v))
	}
	at := int32(len(c.code))
	c.emit(op, c.whereTrue(s.Predicate, func(w *warp, active uint32) (err error) {
		forEach(active, func(lane int) {
			if err == nil {
				if err = w.startStore(op, s.Reduction, operands, lane, at); err != nil {
					err = w.about(lane, err)
				}
			}
		})
		if err != nil {
			return err
		}
		return w.chance()
	}))
	return nil
}

// leastElement returns the smallest element size, in bytes, of the kernel's tensor maps.
func (c *compiler) leastElement() (bytes int64) {
	f, _ := llvm.AsFunc(c.kernel)
	bytes = 8
	for i := range f.Type().Params {
		if d, ok := f.ArgAttr(i, tilegpu.TensorMap).(*ir.DictAttr); ok {
			if elem, ok := d.Get("elem").(*ir.TypeAttr); ok {
				bytes = min(bytes, elementBytes(elem.Value))
			}
		}
	}
	return bytes
}

// startStore begins a copy of a lane. The operands are the map, the source, and the coordinates.
func (w *warp) startStore(op *ir.Operation, reduction string, operands []slot, lane int, code int32) error {
	v := make([]uint64, len(operands))
	for i, s := range operands {
		if v[i] = w.registers[s][lane]; w.poison[s]>>lane&1 != 0 {
			return undefined("a bulk store")
		}
	}
	b, err := w.boxAt(op, lane, v[0], v[2:], nil)
	if err != nil {
		return err
	}
	if err := b.beginsInside(); err != nil {
		return err
	}
	bytes := b.described.boxBytes()
	mem, at, err := w.check(v[1], bytes, copyAlignment)
	if err != nil {
		return err
	}
	if mem.space != sharedMemory {
		return fmt.Errorf("%w: a bulk store from byte %d of %s, which is not in shared memory", ErrOutOfBounds, at, mem.name)
	}
	one := &bulkStore{box: b, from: span{mem, at, bytes}, code: code, how: writes}
	if reduction != "" {
		one.how = updates
		if one.combine = combination(reduction, b.described.elem); one.combine == nil {
			return fmt.Errorf("%w: a reduction of kind %s of elements of type %s", ErrArgument, reduction,
				ir.Quote(b.described.elem))
		}
	}
	if err := w.mayStore(one); err != nil {
		return err
	}
	w.proxies.hold(one.from, holders{stores: 1})
	e, g := w.engine, w.storesOf(lane)
	e.flying, e.writing, g.open = append(e.flying, one), append(e.writing, one), append(g.open, one)
	return nil
}

// mayStore returns an error if some access is not ordered before a store, and records what the store writes.
func (w *warp) mayStore(s *bulkStore) error {
	if err := w.free(s.from, "read by a bulk store"); err != nil {
		return err
	}
	if err := w.visible(s.from); err != nil {
		return err
	}
	if err := w.ordered(s.from, s.lane, reads); err != nil {
		return err
	}
	return s.rows(func(mem *allocation, at, bytes, row int64) error {
		switch {
		case mem.space == constantMemory:
			return fmt.Errorf("%w: byte %d of %s", ErrReadOnly, at, mem.name)
		case mem.space != globalMemory:
			return fmt.Errorf("%w: a bulk store to byte %d of %s, which is not in global memory", ErrOutOfBounds, at, mem.name)
		}
		for i := range bytes {
			poison, err := s.from.memory.undefined(s.place(s.from, row, i), 1)
			if err == nil && poison {
				err = undefined("what is stored")
			}
			if err != nil {
				return err
			}
		}
		if err := w.visibleGlobal(mem, at, bytes); err != nil {
			return err
		}
		if s.combine != nil && mem.state != nil {
			if poison, err := mem.undefined(at, bytes); err != nil || poison {
				return undefined("a reduction")
			}
		}
		if len(s.to) == 0 {
			s.first, s.last = at, at
		}
		s.to = append(s.to, span{mem, at, bytes})
		s.first, s.last = min(s.first, at), max(s.last, at+bytes)
		return w.track(mem, at, bytes, s.lane, s.code, s.how)
	})
}

// advance lets the read happen, or the write after it.
func (s *bulkStore) advance() (ended bool, err error) {
	if s.data == nil {
		s.data = slices.Clone(s.from.memory.data[s.from.at : s.from.at+s.from.bytes])
		return false, nil
	}
	s.ended = true
	return true, s.rows(func(mem *allocation, at, bytes, row int64) error {
		element := s.described.element
		for i := int64(0); i < bytes; i += element {
			v := word(s.data[s.place(s.from, row, i)-s.from.at:], element)
			if s.combine != nil {
				v = s.combine(word(mem.data[at+i:], element), v)
			}
			putWord(mem.data[at+i:], element, v)
		}
		if mem.state != nil {
			mem.mark(at, bytes, false)
		}
		mem.written.Store(true)
		return nil
	})
}

// combination returns the function of a reduction of a kind on elements of a type (PTX ISA,
// "cp.reduce.async.bulk.tensor"), or nil if there is none.
func combination(kind string, t ir.Type) func(old, v uint64) uint64 {
	name := map[string]string{nvvm.ReduceAdd: "add", nvvm.ReduceMin: "min", nvvm.ReduceMax: "max",
		nvvm.ReduceAnd: "_and", nvvm.ReduceOr: "_or", nvvm.ReduceXor: "_xor"}[kind]
	bits := ir.BitWidth(t)
	_, isFloat := t.(*ir.FloatType)
	switch {
	case kind == nvvm.ReduceInc, kind == nvvm.ReduceDec: // only for unsigned elements, which tensor maps do not have here
		return nil
	case isFloat && bits == 16, isFloat && bits == 32 && kind == nvvm.ReduceAdd:
		return updateFunction("f"+name, t)
	case isFloat, bits != 32 && bits != 64:
		return nil
	}
	return updateFunction(name, t)
}

// tensorPrefetch compiles a prefetch. It only checks the tensor map.
func (c *compiler) tensorPrefetch(op *ir.Operation) error {
	r := nvvm.TensorPrefetchOf(op)
	operands := []slot{c.slotOf(r.Map)}
	for _, v := range r.Coordinates {
		operands = append(operands, c.slotOf(v))
	}
	c.emit(op, func(w *warp, active uint32) (err error) {
		forEach(active, func(lane int) {
			v := make([]uint64, len(operands))
			for i, s := range operands {
				if v[i] = w.registers[s][lane]; err == nil && w.poison[s]>>lane&1 != 0 {
					err = w.inLane(lane, undefined("a prefetch"))
				}
			}
			if err == nil {
				if _, wrong := w.boxAt(op, lane, v[0], v[1:], nil); wrong != nil {
					err = w.inLane(lane, wrong)
				}
			}
		})
		return err
	})
	return nil
}

// awaitStores waits for the groups of a thread, except the last ones.
func (w *warp) awaitStores(g *storeGroups, pending int, read bool) error {
	n := max(0, len(g.groups)-pending)
	for _, group := range g.groups[:n] {
		for _, s := range group {
			if err := w.awaitStore(s, read); err != nil {
				return err
			}
		}
	}
	if !read {
		g.groups = slices.Delete(g.groups, 0, n)
	}
	return nil
}

// awaitStore waits until a store has read, or until it has written.
func (w *warp) awaitStore(s *bulkStore, read bool) error {
	e := w.engine
	for s.data == nil || !read && !s.ended {
		if err := e.advance(slices.Index(e.flying, flight(s))); err != nil {
			return err
		}
	}
	if !s.drained {
		s.drained = true
		w.proxies.hold(s.from, holders{stores: -1})
		units, _ := e.of(s.from)
		now := w.present(s.lane)
		for i := range units {
			same := func(d moment) bool { return d.thread == now.thread || d.epoch < now.epoch }
			units[i].drained = append(slices.DeleteFunc(units[i].drained, same), now)
		}
	}
	if read {
		return nil
	}
	e.writing = slices.DeleteFunc(e.writing, func(other *bulkStore) bool { return other == s })
	for _, row := range s.to {
		if err := w.track(row.memory, row.at, row.bytes, s.lane, s.code, s.how); err != nil {
			return err
		}
	}
	return nil
}

// present is the moment of a lane's present operation.
func (w *warp) present(lane int) moment { return moment{w.thread(lane), w.order.now, w.epoch} }

// after reports whether the present operation of a lane comes after what a thread of a block did at a moment.
func (w *warp) after(b *block, d moment, lane int) bool {
	if b == w.block {
		return d.epoch < w.epoch || w.before(d.thread+1, d.time, lane)
	}
	return w.knows(b, int(d.thread)/lanes, d.time)
}

// beingWritten returns an error if a bulk store writes some of the bytes in global memory and its thread has not waited
// for completion. Two atomic updates are not an error.
func (w *warp) beingWritten(mem *allocation, at, bytes int64, how uint8) error {
	for _, s := range w.engine.writing {
		if how == updates && s.how == updates || len(s.to) == 0 || s.to[0].memory != mem || s.last <= at ||
			at+bytes <= s.first {
			continue
		}
		for _, row := range s.to {
			if row.at < at+bytes && at < row.at+row.bytes {
				return fmt.Errorf("%w: byte %d of %s is accessed, which a bulk store writes: thread %s has not waited for that "+
					"with nvvm.cp.async.bulk.wait_group", ErrInFlight, max(at, row.at), mem.name,
					w.threadName(int(s.warp.thread(s.lane))))
			}
		}
	}
	return nil
}

// leaveStores completes the bulk stores of a block that ends. It returns an error if a thread has not waited for the
// read of shared memory, which ends with the block. Bulk stores without a wait for completion are not ordered before
// other blocks.
func (b *block) leaveStores() error {
	for _, s := range b.engine.writing {
		if !s.drained {
			return s.warp.located(s.op, s.warp.inLane(s.lane, fmt.Errorf("%w: the block ends, but the thread has not waited "+
				"until the store had read shared memory: commit it to a group and wait for that", ErrInFlight)))
		}
	}
	for len(b.engine.flying) > 0 {
		if err := b.engine.finishOne(); err != nil {
			return err
		}
	}
	if !b.program.orders {
		return nil
	}
	for _, s := range b.engine.writing {
		for _, row := range s.to {
			for g := row.at / b.program.granule; g*b.program.granule < row.at+row.bytes; g++ {
				row.memory.historyOf(g).note(b.serial, event{math.MaxInt32, s.warp.thread(s.lane), math.MaxInt32, s.code}, s.how)
			}
		}
	}
	return nil
}
