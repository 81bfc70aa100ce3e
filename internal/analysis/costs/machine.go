package costs

// Machine has the resources of a GPU, for models of the duration of a launch. Rates are per multiprocessor and cycle,
// except those of memory and of the L2 cache, which are for the whole GPU.
type Machine struct {
	Name            string
	Multiprocessors int
	GHz             float64 // sustained under load
	// MemoryBytes and CacheBytes are the bandwidths of memory and of the L2 cache in bytes per second. CacheSize is the
	// size of the L2 cache. FillBytes is the bandwidth between the L2 cache and one multiprocessor.
	MemoryBytes, CacheBytes, CacheSize, FillBytes float64
	// ProductFlops is the throughput of tensor cores by the type of the factors. WarpFlops is the throughput of
	// mma.sync, if it is lower. Ordinary instructions multiply types without an entry. MultiplyAdd is the throughput of
	// these for f32; f64 has half of it.
	ProductFlops, WarpFlops map[string]float64
	MultiplyAdd             float64
	// SharedBytes is the bandwidth of shared memory, Issue the number of warp instructions that are issued.
	SharedBytes, Issue float64
	// Launch is the least time of a launch in seconds. Fill is the time that a program waits for its first tile. Step
	// is the time that an iteration of a pipelined loop waits, unless other warps of the multiprocessor have work.
	Launch, Fill, Step float64
	// Chain is the additional time of an iteration in which a product uses the results of another product, since
	// threads and tensor cores wait for each other.
	Chain float64
}

// hopper is the H200 (NVIDIA H200 data sheet; Hopper architecture white paper; throughput of instructions: CUDA C++
// Programming Guide, "Arithmetic Instructions"). Times without a source are fitted to benchmarks/results.
var hopper = Machine{Name: "NVIDIA H200", Multiprocessors: 132, GHz: 1.7, MemoryBytes: 4.3e12, CacheBytes: 14e12,
	CacheSize: 50 << 20, FillBytes: 80e9, MultiplyAdd: 256, SharedBytes: 128, Issue: 4,
	ProductFlops: map[string]float64{"f16": 4096, "bf16": 4096, "tf32": 2048, "i8": 8192, "ui8": 8192, "f8E4M3FN": 8192,
		"f8E5M2": 8192, "f64": 256},
	WarpFlops: map[string]float64{"f16": 2500, "bf16": 2500, "tf32": 1250, "i8": 5000, "ui8": 5000, "f64": 256},
	Launch:    2e-6, Fill: 1.1e-6, Step: 20e-9, Chain: 250e-9}

// ampere is the A100 with 80 GB (NVIDIA A100 data sheet and white paper).
var ampere = Machine{Name: "NVIDIA A100", Multiprocessors: 108, GHz: 1.3, MemoryBytes: 1.7e12, CacheBytes: 5e12,
	CacheSize: 40 << 20, FillBytes: 50e9, MultiplyAdd: 128, SharedBytes: 128, Issue: 4,
	WarpFlops: map[string]float64{"f16": 2048, "bf16": 2048, "tf32": 1024, "i8": 4096, "ui8": 4096, "f64": 128},
	Launch:    2e-6, Fill: 1.5e-6, Step: 150e-9, Chain: 250e-9}

// MachineOf returns the machine for models of a target, such as 90 for sm_90: the nearest one in the table, which has
// only machines that were measured. Configurations compare similarly on others.
func MachineOf(sm int) Machine {
	if sm >= 90 {
		return hopper
	}
	return ampere
}
