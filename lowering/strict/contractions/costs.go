package contractions

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// The speed of a GPU, by which the pass chooses between kernels. These are figures of an H200 and, for elements of 32
// and 64 bits, of an H100 (benchmarks/results/contract-h200.md and contract-h100.md). Only their ratios matter.
const (
	gathered    = 200e12  // operations per second of tensor cores, for tiles that threads load
	inPieces    = 300e12  // operations per second of tensor cores, for tiles that threads copy ahead
	boxed       = 520e12  // operations per second of tensor cores, for tiles that bulk copies load
	added       = 48e12   // operations per second of multiply-adds, for elements of 32 and 64 bits
	doubled     = 54e12   // operations per second of tensor cores, for elements of 64 bits
	turned      = 0.9     // factor of both, for each operand that is contiguous along a letter of K
	single      = 0.6     // factor of both, for each operand that is contiguous along rows or columns in another order
	crossed     = 0.75    // factor of both, if the operands are contiguous along different letters of K
	narrow      = 0.93    // factor of both, for tiles with fewer than manySums sums for each thread
	wideSums    = 1.07    // factor of both, for tiles with more than mostSums sums for each thread
	across      = 0.92    // factor of both, for tiles of 32 bits with more columns than rows that threads copy ahead
	ahead       = 1.04    // factor of both, if threads read factors between the products of the tile before
	aheadMany   = 1.08    // the same, with many sums for each thread
	aheadAcross = 0.98    // factor of aheadMany, for tiles with more columns than rows
	lookedUp    = 0.7     // factor of both, if addresses come from tables
	manySums    = 48      // sums of a thread that hide how long it loads factors from shared memory
	memory      = 2.5e12  // bytes per second that a kernel which copies reads and writes
	memoryAhead = 3.6e12  // the same, with its launch, if the kernel behind it is launched while it runs
	memoryBest  = 2.9e12  // bytes per second that a kernel reads and writes if it does little else
	exposed     = 0.3     // part of the shorter time, of arithmetic or transfers, that the other one does not hide
	exposedMany = 0.4     // of arithmetic, with many sums for each thread, as fewer blocks run on a multiprocessor
	wholePiece  = 64      // bytes of a piece of memory that a tile writes as fast as longer ones
	longPiece   = 512     // bytes of a piece that several tiles write together as fast as longer ones
	scattering  = 1.3     // factor of the time to write shorter pieces
	cache       = 5.5e12  // bytes per second from the L2 cache to all multiprocessors, by loads
	cacheAhead  = 7.5e12  // the same, by asynchronous copies of tiles with two steps of f64
	cacheBoxed  = 9.5e12  // bytes per second from the L2 cache to all multiprocessors, by bulk copies
	cacheToOne  = 100e9   // bytes per second from the L2 cache to one multiprocessor
	perStep     = 0.1e-6  // seconds between the loads of a tile's products by bulk copies, if the tile is alone
	perRow      = 0.95e-9 // seconds in which bulk copies load a row of up to 32 bytes to one multiprocessor
	perRowAhead = 0.82e-9 // the same, for programs that load their next tile while they store one
	perLaunch   = 4e-6    // seconds until the next kernel of a launch begins
	perMeeting  = 1e-6    // seconds until the blocks of a cluster have waited for each other
	fromOthers  = 25e9    // bytes per second from the shared memory of other blocks to one
	cacheAgain  = 10e12   // bytes per second from the L2 cache, for what other tiles read at about the same time
	warpsEnough = 12      // warps on a multiprocessor that hide the latency of multiply-adds
	// warpsResident and doublesResident are the warps for which a multiprocessor has registers, for elements of 32 bits,
	// and for elements of 64 bits or more than mostSums sums of a thread.
	warpsResident, doublesResident = 16, 8
)

// rate returns the operations per second of a plan, if there are enough tiles for all multiprocessors.
func (p *plan) rate() float64 {
	switch bits := ir.BitWidth(p.LHS.Type().(*tile.ArrayType).ElementType()); {
	case bits > 16:
		return p.rateOfThreads()
	case p.boxes != nil || p.views:
		return boxed
	case p.cells > 0:
		return inPieces
	}
	return gathered
}

// rateOfThreads returns the operations per second for elements of 32 and 64 bits, which threads load.
func (p *plan) rateOfThreads() float64 {
	rate := added
	if p.doubles {
		rate = doubled
	}
	for i, letters := range [2][]contract.Letter{p.m, p.n} {
		switch l, ok := p.nearest(i); {
		case p.alongSum(i):
			rate *= turned
		case ok && slices.Contains(letters, l) && p.patches[i] == nil && l != letters[len(letters)-1]:
			rate *= single
		}
	}
	if p.runs != nil && p.runs.crossed {
		rate *= crossed
	}
	switch {
	case p.readsAhead() && p.hasManySums():
		if rate *= aheadMany; p.shape[columns] > p.shape[rows] {
			rate *= aheadAcross
		}
	case p.readsAhead():
		rate *= ahead
	case p.sumsOfThread() > mostSums:
		rate *= wideSums
	case !p.hasManySums():
		rate *= narrow
	}
	if !p.doubles && p.cells > 0 && p.shape[columns] > p.shape[rows] {
		rate *= across
	}
	if p.looksUp() {
		rate *= lookedUp
	}
	return rate
}

// seconds estimates the time of a plan. Arithmetic and transfers from and to memory overlap, but for threads that do
// both, not perfectly.
func (p *plan) seconds() float64 {
	busiest := p.busiest()
	if p.rate() >= gathered {
		return busiest
	}
	return p.overlapped(busiest)
}

// overlapped returns the time for arithmetic and transfers together.
func (p *plan) overlapped(arithmetic float64) float64 {
	transfer, part := p.transfer(), exposed
	if p.hasManySums() && 2*transfer > arithmetic {
		part = exposedMany
	}
	return max(arithmetic, transfer) + part*min(arithmetic, transfer)
}

// looksUp reports whether addresses along K come from tables, or are computed from digits.
func (p *plan) looksUp() bool {
	return p.extents != nil && p.runs == nil && !p.views && !p.lanes &&
		slices.ContainsFunc([]*walk{p.steps(0), p.steps(1)}, func(w *walk) bool { return w == nil || w.table != nil })
}

// hasManySums reports whether threads have many sums. They load fewer factors for each product then, but fewer blocks
// run on a multiprocessor.
func (p *plan) hasManySums() bool { return p.sumsOfThread() >= manySums }

// sumsOfThread returns the number of elements of a tile of the output for each thread.
func (p *plan) sumsOfThread() int64 { return p.shape[rows] * p.shape[columns] / (32 * int64(p.warps)) }

// readsAhead reports whether threads read the factors of a tile's first products from shared memory between products of
// the tile before (package fragments): if a tile of factors of f64 has two steps of products.
func (p *plan) readsAhead() bool {
	return p.doubles && p.cells > 0 && !p.atOnce() && p.shape[products] >= 2*stepOfDoubles
}

// stepOfDoubles are the products of f64 that one instruction of tensor cores adds up.
const stepOfDoubles = 8

// busiest estimates the time without transfers from memory: the largest of the times for arithmetic, for the transfer
// from the cache to the busiest multiprocessor and for the transfer to all of them.
func (p *plan) busiest() float64 {
	k, _ := p.count(p.k)
	k = ceil(ceil(k, p.shape[products]), p.blocks) * p.shape[products]
	tiles, area := max(1, p.tiles())*p.blocks, float64(p.shape[rows]*p.shape[columns])
	if p.rest != nil { // each of its tiles takes at least half as long as others
		axis := p.rest.axis
		n, size := p.tilesAlong(axis), p.shape[axis]
		last := (n - p.rest.first/size) * max(p.rest.size, size/2)
		area *= float64(p.rest.first+last) / float64(n*size)
	}
	perTile := 2 * area * float64(k) / (p.rate() / multiprocessors)
	each := ceil(tiles, multiprocessors)
	bits := ir.BitWidth(p.LHS.Type().(*tile.ArrayType).ElementType())
	bytes := float64((p.shape[rows]+p.shape[columns])*k) * float64(bits) / 8
	all, load := cache, bytes/cacheToOne
	if p.readsAhead() {
		all = cacheAhead
	}
	if p.groups && (p.boxes != nil || p.views) {
		all, load = cacheBoxed, load+perStep*float64(ceil(k, p.shape[products]))
	}
	if p.boxes != nil {
		load += p.loadingPieces(float64(k))
	}
	return max(p.inTurn(tiles)*perTile, float64(each)*load, float64(tiles)*bytes/all) + p.gathering()
}

// loadingPieces estimates by how much it takes longer to load tiles with short rows, for sums of k products: the time
// for the rows instead of the time for their bytes.
func (p *plan) loadingPieces(k float64) (seconds float64) {
	row := perRow
	if p.Programs == tile.FewPrograms {
		row = perRowAhead
	}
	for i, n := range p.boxes.pieces {
		if bytes := float64(n) * float64(p.limits().bits) / 8; n > 0 && bytes <= shortRow {
			seconds += float64(p.shape[i]) * k / float64(n) * max(0, row-bytes/cacheToOne)
		}
	}
	return seconds
}

// shortRow is the size of rows in bytes up to which their number limits bulk copies.
const shortRow = 32

// gathering estimates the time in which one block reads the sums of the others that share its tile.
func (p *plan) gathering() float64 {
	if p.blocks == 1 {
		return 0
	}
	sums := float64(p.shape[rows]*p.shape[columns]*int64(ir.BitWidth(p.Accumulator))/8) * float64(p.blocks-1)
	return perMeeting + sums/fromOthers
}

// inTurn returns how many tiles' arithmetic one multiprocessor does in the time of all tiles. With too few warps at the
// end, arithmetic takes longer.
func (p *plan) inTurn(tiles int64) float64 {
	if p.rate() >= gathered {
		return float64(ceil(tiles, multiprocessors))
	}
	resident := max(1, warpsResident/int64(p.warps))
	if p.doubles || p.sumsOfThread() > mostSums {
		resident = max(1, doublesResident/int64(p.warps))
	}
	whole, left := tiles/(multiprocessors*resident), ceil(tiles%(multiprocessors*resident), multiprocessors)
	if whole > 1 { // multiprocessors end at different times
		return float64(tiles) / multiprocessors
	}
	last := float64(left)
	if need := min(warpsEnough, resident*int64(p.warps)); left*int64(p.warps) < need {
		last = float64(need) / float64(p.warps) * min(1, last)
	}
	return float64(whole*resident) + last
}

// transfer estimates the time to read the operands from memory once, and to write the output. It has the time to read
// an operand from the cache again, for a second and a third tile along the other axis. More often, arithmetic takes
// longer.
func (p *plan) transfer() float64 {
	bytes, again := 0.0, 0.0
	for i, v := range []*ir.Value{p.LHS, p.RHS, p.Output} {
		if bytes += sizeOf(v); i < 2 {
			again += sizeOf(v) * float64(min(p.tilesAlong(1-i)-1, 2))
		}
	}
	return (bytes+(p.scattered()-1)*sizeOf(p.Output))/memoryBest + again/cacheAgain
}

// sizeOf returns the size of an array in bytes.
func sizeOf(v *ir.Value) float64 {
	t := v.Type().(*tile.ArrayType)
	return elements(t.Shape()) * float64(ir.BitWidth(t.ElementType())) / 8
}

// scattered returns by which factor it takes longer to write the output, since only short pieces of it are written at
// about the same time.
func (p *plan) scattered() float64 {
	bits := int64(ir.BitWidth(p.Output.Type().(*tile.ArrayType).ElementType()))
	if p.ofTile()*bits < 8*wholePiece || p.together()*bits < 8*longPiece {
		return scattering
	}
	return 1
}

// ofTile returns how many consecutive elements of the output a tile has.
func (p *plan) ofTile() int64 {
	of := map[contract.Letter]int64{}
	for axis, letters := range [2][]contract.Letter{p.m, p.n} {
		left := p.shape[axis]
		for _, l := range slices.Backward(letters) {
			if of[l] = min(left, p.known[l]); p.patches[axis] != nil {
				of[l] = p.patches[axis].of[l]
			}
			left /= max(1, p.known[l])
		}
	}
	n := int64(1)
	for _, l := range slices.Backward(p.stored()) {
		if n *= max(1, of[l]); of[l] < p.known[l] {
			break
		}
	}
	return n
}

// together returns how many consecutive elements of the output are computed at about the same time: by tiles of the
// same rows, or of the rows that follow next.
func (p *plan) together() int64 {
	n := int64(1)
	for _, l := range slices.Backward(p.stored()) {
		at := slices.Index(p.m, l)
		between, _ := p.count(p.m[at+1:])
		if near := p.patches[rows] != nil && p.patches[rows].of[l] > 0; at >= 0 && !near && between > p.shape[rows] {
			break
		}
		n *= p.known[l]
	}
	return n
}

// stored returns the letters of the output, the one with the smallest stride last.
func (p *plan) stored() []contract.Letter {
	return p.ordered(slices.Concat(p.batch, p.m, p.n), p.Output, p.C)
}

// divided estimates the time of a plan if its sums can be divided into parts because there are few tiles (splits.go).
// All multiprocessors then compute parts of the sums, and another kernel adds them up.
func (p *plan) divided() float64 {
	_, can := p.dividedLetter()
	whole := *p
	if p.parts > 1 || p.tiles() < multiprocessors {
		whole.shape, whole.parts = p.limits().most, 1
	}
	tiles := whole.tiles()
	if !can || p.boxes != nil || p.views || tiles == 0 || tiles >= multiprocessors {
		return p.seconds()
	}
	k, _ := p.count(p.k)
	n := ceil(2*multiprocessors, tiles)
	work := 2 * float64(tiles*whole.shape[rows]*whole.shape[columns]*k) / whole.rate()
	sums := elements(p.Output.Type().(*tile.ArrayType).Shape()) * float64(ir.BitWidth(p.Accumulator)) / 8
	return min(p.seconds(), p.overlapped(work)+copySeconds(sums*float64(n)))
}

// copySeconds estimates the time of a kernel that reads and writes the given number of bytes.
func copySeconds(bytes float64) float64 { return 2*bytes/memory + perLaunch }

// aheadSeconds estimates by how much a kernel delays the contraction that copies the given number of bytes for it. From
// sm_90 on, the contraction is launched while it runs. That was measured for tiles that bulk copies load.
func (s *stages) aheadSeconds(bytes float64, elem ir.Type) float64 {
	if s.opts.SM < leastOverlap || ir.BitWidth(elem) > 16 {
		return copySeconds(bytes)
	}
	return 2 * bytes / memoryAhead
}

// leastOverlap is the first architecture on which kernels of a launch overlap.
const leastOverlap = 90
