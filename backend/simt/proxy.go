package simt

import (
	"fmt"
)

// proxies records the shared memory that threads write with ordinary stores and asynchronous operations read. A store
// is visible to these only after a fence of the storing thread (PTX ISA, "Proxies").
type proxies struct {
	// unfenced has, for each byte of the allocation, the thread, from 1, that stored it and has not fenced since.
	unfenced map[*allocation][]uint16
	stored   map[int][]span // by thread
	// global has the granules of global memory that threads stored to and have not fenced since.
	global map[int32][]granuleOf
	// reading counts the operations that still read each unit of the allocation.
	reading map[*allocation][]holders
}

// holders counts the products and bulk stores that read something.
type holders struct{ products, stores int16 }

// span is a range of bytes of an allocation.
type span struct {
	memory    *allocation
	at, bytes int64
}

// readUnit is the number of bytes in a unit, for which reads of asynchronous operations are tracked.
const readUnit = 16

func newProxies() *proxies {
	return &proxies{unfenced: make(map[*allocation][]uint16), stored: make(map[int][]span),
		global:  make(map[int32][]granuleOf),
		reading: make(map[*allocation][]holders)}
}

// store records an ordinary store to shared memory.
func (p *proxies) store(s span, thread int) {
	list := p.unfenced[s.memory]
	if list == nil {
		list = make([]uint16, len(s.memory.data))
		p.unfenced[s.memory] = list
	}
	for i := range s.bytes {
		list[s.at+i] = uint16(thread + 1)
	}
	p.stored[thread] = append(p.stored[thread], s)
}

// overwrite returns an error if a product or bulk store still reads some of the bytes.
func (p *proxies) overwrite(s span) error {
	list := p.reading[s.memory]
	for unit := s.at / readUnit; list != nil && unit*readUnit < s.at+s.bytes; unit++ {
		if list[unit].stores > 0 {
			return fmt.Errorf("%w: byte %d of %s is written while a bulk store still reads it: its thread has to wait with "+
				"nvvm.cp.async.bulk.wait_group before", ErrInFlight, max(s.at, unit*readUnit), s.memory.name)
		}
		if list[unit].products > 0 {
			return fmt.Errorf("%w: byte %d of %s is written while a product still reads it: wait for the product, in all "+
				"its warps, before",
				ErrInFlight, max(s.at, unit*readUnit), s.memory.name)
		}
	}
	return nil
}

// clear removes the record of the threads that stored bytes, since an asynchronous operation writes them now.
func (p *proxies) clear(s span) {
	if list := p.unfenced[s.memory]; list != nil {
		clear(list[s.at : s.at+s.bytes])
	}
}

// fence makes a thread's stores visible to asynchronous operations.
func (p *proxies) fence(thread int) {
	for _, s := range p.stored[thread] {
		list := p.unfenced[s.memory]
		for i := range s.bytes {
			if list[s.at+i] == uint16(thread+1) {
				list[s.at+i] = 0
			}
		}
	}
	delete(p.stored, thread)
}

// visible returns an error if some of the bytes were stored without a fence.
func (b *block) visible(s span) error {
	if err := b.copiedVisibly(s); err != nil {
		return err
	}
	list := b.proxies.unfenced[s.memory]
	if list == nil {
		return nil
	}
	for i := range s.bytes {
		if thread := list[s.at+i]; thread != 0 {
			return fmt.Errorf("%w: byte %d of %s, which thread %s stored", ErrProxy, s.at+i, s.memory.name,
				b.threadName(int(thread-1)))
		}
	}
	return nil
}

// hold adds to the counts of the operations that read bytes.
func (p *proxies) hold(s span, by holders) {
	list := p.reading[s.memory]
	if list == nil {
		list = make([]holders, (len(s.memory.data)+readUnit-1)/readUnit)
		p.reading[s.memory] = list
	}
	for unit := s.at / readUnit; unit*readUnit < s.at+s.bytes; unit++ {
		list[unit].products += by.products
		list[unit].stores += by.stores
	}
}

// storeShared records an ordinary store of a lane to shared memory. It returns an error if an asynchronous operation
// still uses the bytes.
func (w *warp) storeShared(s span, lane int) error {
	if err := w.free(s, "written"); err != nil {
		return err
	}
	if err := w.vacant(s, lane); err != nil {
		return err
	}
	w.engine.copies.overwritten(s)
	w.proxies.store(s, w.number*lanes+lane)
	return nil
}
