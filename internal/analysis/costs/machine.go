package costs

// Machine lists the resources of a GPU, for models of the duration of a launch. Rates are per multiprocessor and cycle.
// Those of memory and of the L2 cache are for the whole GPU.
type Machine struct {
	Name            string
	Multiprocessors int
	GHz             float64 // sustained under load
	// MemoryBytes and CacheBytes are bytes a second, of memory and of the L2 cache; CacheSize is what it holds.
	// FillBytes is what one multiprocessor gets a second from the L2 cache.
	MemoryBytes, CacheBytes, CacheSize, FillBytes float64
	// ProductFlops are multiplications and additions of tensor cores by the type of the factors; WarpFlops those of
	// mma.sync, where it is slower. Types without an entry are multiplied by ordinary instructions: MultiplyAdd of f32,
	// and half as many of f64.
	ProductFlops, WarpFlops map[string]float64
	MultiplyAdd             float64
	// SharedBytes is what shared memory moves, Issue how many instructions of warps are issued.
	SharedBytes, Issue float64
	// Launch is the least time of a launch in seconds. Fill is how long a program waits for its first tile. Step is how
	// long an iteration of a pipelined loop waits, unless other warps of the multiprocessor have work.
	Launch, Fill, Step float64
	// Chain is what an iteration takes besides, in which a product is made of the results of another one: threads and
	// tensor cores wait for each other.
	Chain float64
}

// hopper is the H200 (NVIDIA H200 data sheet; Hopper architecture white paper; rates of instructions: CUDA C++
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

// MachineOf returns the machine that models of a target take, such as 90 for sm_90: the nearest one of which the
// numbers are known. Only machines that were measured are in the table; others compare alike.
func MachineOf(sm int) Machine {
	if sm >= 90 {
		return hopper
	}
	return ampere
}
