// Package costs is the one table of what the compiler assumes about GPUs: what instructions cost, how much of each
// resource there is, and from which size on it divides work. Bounds that only keep an algorithm or its code small stand
// where they are used.
//
// A number with a source is a fact of the hardware. A number without one is a choice: change it with a measurement by
// benchmarks/speed.
package costs

// Costs, in issue slots of a multiprocessor: what one ordinary instruction of one warp takes. Only how they compare
// with each other matters.
const (
	// Op is an ordinary instruction, and Select one that chooses between two registers.
	Op     = 1.0
	Select = 1.0
	// ExpensiveOp is a division or an elementary function: the units for those have an eighth to a sixteenth of the
	// rate of additions (CUDA C++ Programming Guide, "Arithmetic Instructions").
	ExpensiveOp = 16.0
	// Access is a load or store of global memory, besides its sectors, and Sector each sector of 32 bytes: between what
	// it takes in the L2 cache and in memory.
	Access = 2.0
	Sector = 4.0
	// CachedSector is one that an access of the same block has read before: the L1 cache gives 128 bytes in a cycle.
	CachedSector = 1.0
	// Shuffle is an exchange of a word between lanes, which has half the rate of additions, and Shared a word that is
	// written to shared memory or read from it without conflicts of banks.
	Shuffle = 2.0
	Shared  = 1.0
	// WarpGroupProduct is what the tensor cores take for a multiplication of each thread of a warp: 1024 in a cycle for
	// all four warps of a group.
	WarpGroupProduct = 0.03
	// WarpProduct is the same for products of single warps: 2048 multiplications in 8 cycles.
	WarpProduct = 0.06
	// Barrier is the time that warps wait for each other at a barrier, with the latency of their accesses before it.
	Barrier = 30.0
)

// Registers (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"), the same on all targets.
const (
	// RegistersPerThread is how many registers of RegisterBits a thread can address, and RegistersPerBlock how many
	// those of a block share, in steps of RegisterGranularity for each thread: that of 256 for a warp.
	RegistersPerThread  = 255
	RegistersPerBlock   = 64 << 10
	RegisterGranularity = 8
	RegisterBits        = 32
	// MaxWarps is the number of warps in the largest block.
	MaxWarps = 32
	// Hopeless is an error: a thread holds so many times more values than it has registers. With twice as many values,
	// ptxas (of CUDA 11.8) spills all of them; with eight times as many it spills 17 KiB a thread, more than caches hold
	// for the threads of a multiprocessor. Its time grows with the square: a second for eight times as many, a minute for
	// sixty-four.
	Hopeless = 8
	// Unspillable is an error even where spilling is allowed: ptxas takes minutes for more, and the code before it, in
	// which every value has a name, takes gigabytes.
	Unspillable = 64
)

// Memory.
const (
	// VectorBytes is what one access of a thread to memory moves at most (PTX ISA, "ld": .v4.b32).
	VectorBytes = 16
	// SharedBanks is how many words of WordBytes shared memory gives at a time, each from another bank (CUDA C++
	// Programming Guide, "Shared Memory" of compute capability 5.x and later).
	SharedBanks = 32
	WordBytes   = 4
	// SharedPerBlock is the most shared memory that a block can have on any target, in bytes: compute capability 9.0
	// and 10.x (CUDA C++ Programming Guide, "Technical Specifications").
	SharedPerBlock = 227 << 10
	// SharedPerThread is what a thread's share of a multiprocessor comes to when all its threads are in use: 228 KiB
	// for 2048 threads.
	SharedPerThread = 114
	// SharedUnasked is what a block has without asking for more at the launch. Exchanges that can do with less take no
	// more.
	SharedUnasked = 48 << 10
	// SharedPerOperation is how many bytes one operation may take of the shared memory, in which others have buffers at
	// the same time.
	SharedPerOperation = 128 << 10
)

// Sizes from which on a computation is divided into strips, a loop over parts of its tensors.
const (
	// MaxElements is how many elements of a tensor a thread has at most, and MaxInstructions how many instructions a
	// computation has at most for each thread. Larger computations are divided.
	MaxElements     = 128
	MaxInstructions = 1 << 13
	// Strip is the number of elements that a thread has of a strip at most, and LeastStrip at least: what one access to
	// memory moves. ProductStrip is the least length of a strip of a product's rows, columns or contracted dimension,
	// so that what threads read from shared memory serves several of their elements.
	Strip        = 32
	LeastStrip   = 16
	ProductStrip = 64
	// RunningElements is how many elements each thread has at most of a reduction that a loop carries on.
	RunningElements = 4
)
