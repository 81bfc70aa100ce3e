package simt

import "fmt"

// Bulk copies see the data that threads stored to global memory only after a fence between proxies by the storing
// thread, of kind async or async.global. This is tracked for the granules of arrays that tensor maps describe.

// storer is a thread that stored to a granule and has not fenced since.
type storer struct {
	block  int32 // its serial number
	thread int32
}

// granuleOf is a granule of an allocation.
type granuleOf struct {
	memory  *allocation
	granule int64
}

// storeGlobal records an ordinary store of a lane to global memory.
func (w *warp) storeGlobal(mem *allocation, at, bytes int64, lane int) {
	if !mem.mapped {
		return
	}
	if mem.unfenced == nil {
		mem.unfenced = make(map[int64]storer)
	}
	thread := w.thread(lane)
	for g := at / w.program.granule; g*w.program.granule < at+bytes; g++ {
		mem.unfenced[g] = storer{w.serial, thread}
		w.proxies.global[thread] = append(w.proxies.global[thread], granuleOf{mem, g})
	}
}

// fenceGlobal makes a thread's stores to global memory visible to bulk copies.
func (w *warp) fenceGlobal(lane int) {
	thread := w.thread(lane)
	for _, s := range w.proxies.global[thread] {
		if s.memory.unfenced[s.granule] == (storer{w.serial, thread}) {
			delete(s.memory.unfenced, s.granule)
		}
	}
	delete(w.proxies.global, thread)
}

// visibleGlobal returns an error if some bytes of global memory were stored without a fence.
func (w *warp) visibleGlobal(mem *allocation, at, bytes int64) error {
	for g := at / w.program.granule; len(mem.unfenced) > 0 && g*w.program.granule < at+bytes; g++ {
		if s, ok := mem.unfenced[g]; ok {
			return fmt.Errorf("%w: byte %d of %s, which thread %s of block %d stored", ErrProxy,
				max(at, g*w.program.granule), mem.name, w.threadName(int(s.thread)), s.block-1)
		}
	}
	return nil
}
