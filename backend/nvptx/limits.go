package nvptx

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// Limits are the limits of a block on an architecture (CUDA C++ Programming Guide, "Compute Capabilities", technical
// specifications). Sizes are in bytes.
type Limits struct {
	SharedPerBlock     int // static and dynamic; more than StaticShared has to be dynamic
	SharedPerSM        int
	StaticShared       int
	RegistersPerSM     int
	RegistersPerBlock  int
	RegistersPerThread int
	ThreadsPerBlock    int
	ThreadsPerSM       int
	BlocksPerSM        int
	BlocksPerCluster   int // 0: no clusters
}

// perArchitecture has the limits that differ between architectures.
var perArchitecture = map[int]struct{ sharedPerBlock, sharedPerSM, threadsPerSM, blocksPerSM int }{
	75:  {64 << 10, 64 << 10, 1024, 16},
	80:  {163 << 10, 164 << 10, 2048, 32},
	86:  {99 << 10, 100 << 10, 1536, 16},
	87:  {163 << 10, 164 << 10, 1536, 16},
	89:  {99 << 10, 100 << 10, 1536, 24},
	90:  {227 << 10, 228 << 10, 2048, 32},
	100: {227 << 10, 228 << 10, 2048, 32},
	101: {227 << 10, 228 << 10, 1536, 24},
	103: {227 << 10, 228 << 10, 2048, 32},
	110: {227 << 10, 228 << 10, 1536, 24},
	120: {99 << 10, 100 << 10, 1536, 24},
	121: {99 << 10, 100 << 10, 1536, 24},
}

// Limits returns the limits of a block on the target; ok is false for an architecture whose limits are not published.
func (t Target) Limits() (l Limits, ok bool) {
	own, ok := perArchitecture[t.SM]
	if !ok {
		return Limits{}, false
	}
	l = Limits{SharedPerBlock: own.sharedPerBlock, SharedPerSM: own.sharedPerSM, StaticShared: 48 << 10,
		RegistersPerSM: 64 << 10, RegistersPerBlock: 64 << 10, RegistersPerThread: 255, ThreadsPerBlock: 1024,
		ThreadsPerSM: own.threadsPerSM, BlocksPerSM: own.blocksPerSM}
	if t.SM >= 90 {
		l.BlocksPerCluster = 8
	}
	return l, true
}

// warpsAtOnce is the number of warps whose registers are allocated together: one in each of the four parts of a
// multiprocessor, each of which has a quarter of the registers (cuda_occupancy.h of the CUDA toolkit,
// cudaOccSubPartitionsPerMultiprocessor).
const warpsAtOnce = 4

// MaxRegisters returns the greatest number of registers for each thread of a block. The registers of the block are
// divided among its threads, in units of 8. A thread in a block of 9 warps gets no more than one in a block of 12
// warps.
func (t Target) MaxRegisters(threads int) int {
	l, ok := t.Limits()
	if !ok || threads < 1 {
		return 255
	}
	const step = 32 * warpsAtOnce
	threads = (threads + step - 1) / step * step
	return min(l.RegistersPerThread, l.RegistersPerBlock/threads/8*8)
}

// Targets returns every target that the package knows, in the order of their numbers, portable ones first.
func Targets() (list []Target) {
	for _, sm := range slices.Sorted(maps.Keys(firstPTX)) {
		variants := slices.SortedFunc(maps.Keys(firstPTX[sm]), func(a, b Variant) int { return cmp.Compare(a, b) })
		for _, v := range variants {
			list = append(list, Target{SM: sm, Variant: v})
		}
	}
	return list
}

// TargetOf returns the newest portable target whose code runs on an architecture, such as 90 for sm_90. If exactly is
// set, it returns the architecture-specific target with all of its instructions, if there is one.
func TargetOf(sm int, exactly bool) (best Target, err error) {
	for _, t := range Targets() {
		if t.Variant == Portable && t.SM <= sm || exactly && t.SM == sm && t.Variant == ArchSpecific {
			best = t
		}
	}
	if best.SM == 0 {
		return best, fmt.Errorf("the GPU is of architecture sm_%d, but kernels need sm_75 or later", sm)
	}
	return best, nil
}

// TargetsWithShared returns the portable targets with at least a number of bytes of shared memory for a block.
func TargetsWithShared(bytes int) (list []Target) {
	for _, t := range Targets() {
		if l, ok := t.Limits(); ok && t.Variant == Portable && l.SharedPerBlock >= bytes {
			list = append(list, t)
		}
	}
	return list
}
