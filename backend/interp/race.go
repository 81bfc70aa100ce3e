package interp

import (
	"fmt"
	"sync/atomic"

	"github.com/girih-ir/girih/backend/internal/onlyvalue"
	"github.com/girih-ir/girih/dialects/tile"
)

// shadow records which programs accessed the elements of an array, to find accesses without an order. Programs are
// numbered from 1.
type shadow struct {
	// writer is twice the number of the program that last wrote an element, plus 1 if the write was atomic; 0 for none.
	writer []int32
	// reader is the number of the program that read an element, or the mark for several programs; 0 for none.
	reader []int32
	// value is what programs have written to an element.
	value []onlyvalue.Record
	// epoch is the writer's own clock at the time of the write. It is nil if no programs synchronize.
	epoch []int32
	// arguments are the array arguments of the kernel that refer to this array.
	arguments []int
}

const several = -1

// cell is an element in memory.
type cell struct {
	array *Array
	at    int64
}

// clock is a vector clock: the latest time of each program that another program knows of.
type clock map[int32]int32

func (c clock) join(d clock) {
	for p, e := range d {
		c[p] = max(c[p], e)
	}
}

// clocks order the accesses of programs that synchronize through atomic operations. They are vector clocks: the
// operations before a release come before those after an acquire that reads from it. Such programs run one at a time.
type clocks struct {
	now      map[int32]int32 // each program's own clock
	known    map[int32]clock
	released map[cell]clock
	readers  map[cell]clock
}

func newClocks() *clocks {
	return &clocks{now: make(map[int32]int32), known: make(map[int32]clock), released: make(map[cell]clock),
		readers: make(map[cell]clock)}
}

// before reports whether the operation of program q at a time comes before the present operation of p.
func (c *clocks) before(q, time, p int32) bool { return q == p || c != nil && c.known[p][q] >= time }

func (c *clocks) time(p int32) int32 {
	if c.now[p] == 0 {
		c.now[p], c.known[p] = 1, make(clock)
	}
	return c.now[p]
}

// synchronize executes the synchronization of an atomic operation of p on a cell.
func (c *clocks) synchronize(p int32, at cell, order tile.MemoryOrder) {
	c.time(p)
	if order == tile.Acquire || order == tile.AcqRel {
		c.known[p].join(c.released[at])
	}
	if order == tile.Release || order == tile.AcqRel {
		if c.released[at] == nil {
			c.released[at] = make(clock)
		}
		c.released[at].join(c.known[p])
		c.released[at].join(clock{p: c.now[p]})
		c.now[p]++
	}
}

// trackRead records that a program reads an element. It is an error if another program wrote it without an order.
func (f *frame) trackRead(a *Array, at int64) error {
	s, p := a.shadow, f.number
	if s == nil {
		return nil
	}
	if err := f.checkWriter(a, at, false, "reads"); err != nil {
		return err
	}
	if f.clocks != nil {
		readers := f.clocks.readers[cell{a, at}]
		if readers == nil {
			readers = make(clock)
			f.clocks.readers[cell{a, at}] = readers
		}
		readers[p] = f.clocks.time(p)
		return nil
	}
	if r := atomic.LoadInt32(&s.reader[at]); r != p && r != several && !atomic.CompareAndSwapInt32(&s.reader[at], 0, p) {
		atomic.StoreInt32(&s.reader[at], several)
	}
	// Another program may have written between the check of the writer and the record of this read.
	return f.checkWriter(a, at, false, "reads")
}

// checkWriter returns an error if another program wrote an element, unless the write comes before, or both accesses are
// atomic.
func (f *frame) checkWriter(a *Array, at int64, atomically bool, does string) error {
	w := atomic.LoadInt32(&a.shadow.writer[at])
	if w == 0 || atomically && w&1 == 1 {
		return nil
	}
	time := int32(0)
	if f.clocks != nil {
		time = a.shadow.epoch[at]
	}
	if q := w / 2; !f.clocks.before(q, time, f.number) {
		return f.race(at, does, q, "wrote")
	}
	return nil
}

// trackWrite records that a program writes a word to an element, or, with nil, one that is not known. It is an error if
// another program accessed the element without an order, unless both write equal words.
func (f *frame) trackWrite(a *Array, at int64, atomically bool, word *uint64) error {
	s, p := a.shadow, f.number
	if s == nil {
		return nil
	}
	if len(s.arguments) > 1 {
		return fmt.Errorf("%w: arguments #%d and #%d are one array, which is written here; what the kernel does is "+
			"undefined "+
			"unless they are apart", ErrOverlap, s.arguments[0], s.arguments[1])
	}
	equal := false
	if word != nil && f.clocks == nil {
		equal = s.value[at].Store(*word)
	} else {
		s.value[at].StoreUnknown()
	}
	if !equal {
		if err := f.checkWriter(a, at, atomically, "writes"); err != nil {
			return err
		}
	}
	mark := 2 * p
	if atomically {
		mark++
	}
	if f.clocks != nil {
		for q, time := range f.clocks.readers[cell{a, at}] {
			if !f.clocks.before(q, time, p) {
				return f.race(at, "writes", q, "read")
			}
		}
		delete(f.clocks.readers, cell{a, at})
		s.writer[at], s.epoch[at] = mark, f.clocks.time(p)
		return nil
	}
	if w := atomic.SwapInt32(&s.writer[at], mark) / 2; w != 0 && w != p {
		if !equal {
			return f.race(at, "writes", w, "wrote")
		}
		atomic.StoreInt32(&s.writer[at], 2*several)
	}
	if r := atomic.LoadInt32(&s.reader[at]); r != 0 && r != p {
		return f.race(at, "writes", r, "read")
	}
	return nil
}

// wroteLast reports whether no other program has written to a place since this program did.
func (f *frame) wroteLast(at place) bool {
	s := at.array.shadow
	return s == nil || atomic.LoadInt32(&s.writer[at.first])/2 == f.number
}

// race returns the error about two accesses without an order.
func (f *frame) race(at int64, does string, other int32, did string) error {
	who := "another program"
	if other != several {
		who = fmt.Sprintf("program %v", f.gridIndex(other))
	}
	return fmt.Errorf("%w: it %s the element at index %d of an array that %s %s; nothing orders the two", ErrRace, does,
		at, who, did)
}
