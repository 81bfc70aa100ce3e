package simt

import (
	"sync/atomic"

	"github.com/girih-ir/girih/backend/internal/onlyvalue"
)

// claims records which blocks accessed global memory. For each granule it has one word for the last block that wrote it
// and one for the last block that read it, with the index of the instruction. All workers share the claims.
type claims struct {
	pages []atomic.Pointer[claimPage]
}

type claimPage [pageCells]claimCell

// claimCell is about one granule.
type claimCell struct {
	writer, reader atomic.Uint64
	value          onlyvalue.Record // what the writers have stored
}

const (
	manyBlocks    = 1<<31 - 1
	claimBlock    = 33 // shift of the block's serial number, above 32 bits for the instruction and one for atomic accesses
	claimAtomic   = 1
	claimCodeMask = 1<<32 - 1
)

func newClaims(granules int64) *claims {
	return &claims{pages: make([]atomic.Pointer[claimPage], (granules+pageCells-1)/pageCells)}
}

func (c *claims) page(granule int64) *claimPage {
	p := &c.pages[granule/pageCells]
	if page := p.Load(); page != nil {
		return page
	}
	p.CompareAndSwap(nil, new(claimPage))
	return p.Load()
}

// claim records the first access of a kind by the block to a granule, before it happens. It returns an error if another
// block accessed the granule, unless both only read or both are atomic.
func (w *warp) claim(mem *allocation, granule int64, lane int, code int32, how uint8) error {
	entry := &mem.claims.page(granule)[granule%pageCells]
	mine := uint64(w.serial)<<claimBlock | uint64(code)<<1
	if how == reads {
		join(&entry.reader, mine)
	} else {
		entry.value.StoreUnknown()
		if how == updates {
			mine |= claimAtomic
		}
		old := join(&entry.writer, mine)
		if err := w.contested(mem, granule, lane, how, old, writes); err != nil {
			return err
		}
		return w.contested(mem, granule, lane, how, entry.reader.Load(), reads)
	}
	return w.contested(mem, granule, lane, how, entry.writer.Load(), writes)
}

// claimNumber is claim for a write of a number. Several blocks may write equal numbers. So the block calls it for all
// of its writes, of which first is the first one.
func (w *warp) claimNumber(mem *allocation, granule int64, lane int, code int32, number uint64, first bool) error {
	entry := &mem.claims.page(granule)[granule%pageCells]
	equal := entry.value.Store(number)
	if !first {
		if equal {
			return nil
		}
		return w.contested(mem, granule, lane, writes, entry.writer.Load(), writes)
	}
	old := join(&entry.writer, uint64(w.serial)<<claimBlock|uint64(code)<<1)
	if !equal {
		if err := w.contested(mem, granule, lane, writes, old, writes); err != nil {
			return err
		}
	}
	return w.contested(mem, granule, lane, writes, entry.reader.Load(), reads)
}

// join combines a claim with the old one, which it returns.
func join(word *atomic.Uint64, mine uint64) (old uint64) {
	for {
		old = word.Load()
		next := mine
		if old != 0 && old>>claimBlock != mine>>claimBlock {
			next = manyBlocks<<claimBlock | mine&old&claimAtomic | mine&(1<<claimBlock-1)&^claimAtomic
		} else if old != 0 {
			next = mine & (old | ^uint64(claimAtomic)) // both by one block: atomic only if both are
		}
		if word.CompareAndSwap(old, next) {
			return old
		}
	}
}

// contested returns the error for a claim that conflicts with another block's.
func (w *warp) contested(mem *allocation, granule int64, lane int, how uint8, old uint64, oldHow uint8) error {
	block := old >> claimBlock
	if block == 0 || block == uint64(w.serial) {
		return nil
	}
	if oldHow == writes && old&claimAtomic != 0 {
		if how == updates {
			return nil
		}
		oldHow = updates
	}
	other := &party{block: int32(block), at: int32(old >> 1 & claimCodeMask)}
	if block == manyBlocks {
		other.block = several
	}
	return w.race(mem, granule*w.program.granule, lane, how, other, oldHow)
}
