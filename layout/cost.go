package layout

// Banks of shared memory, of four bytes each, and sectors, the units in which global memory is transferred.
const (
	bankCount   = 32
	bankBytes   = 4
	sectorBytes = 32
	warpLanes   = 32
)

// Wavefronts returns the number of passes over shared memory for an access of a warp. Each lane accesses bytes
// consecutive bytes (at most 16) at its address, given in bytes. The access has one phase for up to four bytes a lane,
// two for eight, four for sixteen. Lanes that read the same word share it. A phase takes as many passes as lanes access
// different words of the busiest bank; without bank conflicts that is one (CUDA C++ Programming Guide, "Shared Memory"
// of compute capability 5.x; that wide accesses are split into halves and quarters of a warp is known from
// measurements).
func Wavefronts(addresses []int, bytes int) int {
	lanes := warpLanes
	if bytes > bankBytes {
		lanes = warpLanes * bankBytes / bytes
	}
	total := 0
	for start := 0; start < len(addresses); start += lanes {
		words := map[int]bool{}
		var perBank [bankCount]int
		for _, at := range addresses[start:min(start+lanes, len(addresses))] {
			for word := at / bankBytes; word <= (at+bytes-1)/bankBytes; word++ {
				if !words[word] {
					words[word] = true
					perBank[word%bankCount]++
				}
			}
		}
		busiest := 0
		for _, n := range perBank {
			busiest = max(busiest, n)
		}
		total += busiest
	}
	return total
}

// LeastWavefronts returns the result of [Wavefronts] for an access of the given number of lanes without bank conflicts.
func LeastWavefronts(lanes, bytes int) int {
	if bytes <= bankBytes {
		return 1
	}
	per := warpLanes * bankBytes / bytes
	return (lanes + per - 1) / per
}

// Sectors returns the number of 32-byte sectors of global memory that an access of a warp touches. Each lane accesses
// bytes consecutive bytes at its address.
func Sectors(addresses []int, bytes int) int {
	sectors := map[int]bool{}
	for _, at := range addresses {
		for s := at / sectorBytes; s <= (at+bytes-1)/sectorBytes; s++ {
			sectors[s] = true
		}
	}
	return len(sectors)
}
