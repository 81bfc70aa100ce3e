package simt

import (
	"math/bits"

	"github.com/girih-ir/girih/ir"
)

// sectorBytes is the unit in which global memory is transferred. banks is the number of words of wordBytes that shared
// memory delivers at a time, each from another bank (CUDA C++ Programming Guide, "Global Memory" and "Shared Memory" of
// compute capability 5.x and later).
const (
	sectorBytes = 32
	banks       = 32
	wordBytes   = 4
)

// Counts counts what was executed.
type Counts struct {
	// Instructions counts operations executed by threads, WarpInstructions operations issued to warps.
	Instructions, WarpInstructions int64
	// GlobalBytes is the number of bytes that threads loaded from global memory or stored there. GlobalSectors is the
	// number of 32-byte sectors that the accesses of warps touched. If all accesses are coalesced, it is
	// GlobalBytes/32.
	GlobalBytes, GlobalSectors int64
	// SharedWavefronts is the number of passes over shared memory that the accesses of warps took. BankConflicts are
	// those passes that were only needed because lanes accessed different words of one bank.
	SharedWavefronts, BankConflicts int64
}

func (c *Counts) add(d Counts) {
	c.Instructions += d.Instructions
	c.WarpInstructions += d.WarpInstructions
	c.GlobalBytes += d.GlobalBytes
	c.GlobalSectors += d.GlobalSectors
	c.SharedWavefronts += d.SharedWavefronts
	c.BankConflicts += d.BankConflicts
}

// Stats are the statistics of a launch.
type Stats struct {
	Counts
	// Barriers counts the barriers that blocks passed.
	Barriers int64
	// Operations has the statistics of each executed operation, in the order of the code. Several operations may have
	// the same location.
	Operations []OperationStats
}

// OperationStats are the statistics of one operation of the kernel, or of an inlined call.
type OperationStats struct {
	Name string
	Loc  ir.Location
	Counts
}

// counts are the Counts of one instruction in a worker.
type counts struct {
	threads, warps                            int64
	bytes, sectors, wavefronts, bankConflicts int64
}

// stats adds up what the workers counted.
func (p *program) stats(workers []*worker) *Stats {
	s := &Stats{}
	byOp := make(map[*ir.Operation]int)
	for at, in := range p.code {
		var sum Counts
		for _, w := range workers {
			c := w.counts[at]
			sum.add(Counts{Instructions: c.threads, WarpInstructions: c.warps, GlobalBytes: c.bytes, GlobalSectors: c.sectors,
				SharedWavefronts: c.wavefronts, BankConflicts: c.bankConflicts})
		}
		if sum.WarpInstructions == 0 {
			continue
		}
		i, ok := byOp[in.op]
		if !ok {
			i = len(s.Operations)
			byOp[in.op] = i
			s.Operations = append(s.Operations, OperationStats{Name: in.op.Name(), Loc: in.op.Loc()})
		}
		s.Operations[i].add(sum)
		s.add(sum)
	}
	for _, w := range workers {
		s.Barriers += w.barriers
	}
	return s
}

// count adds the cost of an access of a warp. Invalid addresses are reported by the access itself.
func (w *warp) count(a *access, active uint32) error {
	c := &w.counts[a.at]
	var shared [lanes]int64
	n := 0
	w.sectors = w.sectors[:0]
	for m := active; m != 0; m &= m - 1 {
		mem, number, offset := w.find(w.registers[a.pointer][bits.TrailingZeros32(m)])
		switch {
		case mem == nil, mem.space == localMemory:
		case mem.space == sharedMemory:
			shared[n] = mem.base + offset
			n++
		default:
			c.bytes += a.size
			first, last := offset/sectorBytes, (offset+a.size-1)/sectorBytes
			for s := first; s <= last; s++ {
				w.touchSector(int64(number)<<offsetBits | s)
			}
		}
	}
	c.sectors += int64(len(w.sectors))
	if n > 0 {
		c.countBanks(shared[:n], a.size)
	}
	return nil
}

// touchSector adds a sector to those of the current access.
func (w *warp) touchSector(sector int64) {
	for i := len(w.sectors) - 1; i >= 0; i-- { // neighboring lanes mostly touch the same sector
		if w.sectors[i] == sector {
			return
		}
	}
	w.sectors = append(w.sectors, sector)
}

// countBanks counts the passes of an access to shared memory. Accesses wider than a word are split so that each part
// has at most 128 bytes: half a warp with 8 bytes each, a quarter with 16.
func (c *counts) countBanks(offsets []int64, size int64) {
	part := lanes
	for part > 1 && int64(part)*size > banks*wordBytes {
		part /= 2
	}
	for len(offsets) > 0 {
		n := min(part, len(offsets))
		passes := wavefronts(offsets[:n], size)
		c.wavefronts += passes
		c.bankConflicts += passes - 1
		offsets = offsets[n:]
	}
}

// wavefronts returns the greatest number of different words of one bank that lanes access.
func wavefronts(offsets []int64, size int64) int64 {
	var heads [banks]int16 // heads of the lists of words of each bank, as indices from 1
	var count [banks]int64
	var store [2 * banks]wantedWord
	words, most := store[:0], int64(1)
	for _, o := range offsets {
	word:
		for at := o / wordBytes; at*wordBytes < o+size; at++ {
			bank := uint64(at) % banks
			for i := heads[bank]; i != 0; i = words[i-1].next {
				if words[i-1].at == at {
					continue word
				}
			}
			words = append(words, wantedWord{at, heads[bank]})
			heads[bank] = int16(len(words))
			count[bank]++
			most = max(most, count[bank])
		}
	}
	return most
}

// wantedWord is a word of shared memory, and the number of the next one in its bank.
type wantedWord struct {
	at   int64
	next int16
}
