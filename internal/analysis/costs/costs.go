// Package costs is the single table of the compiler's assumptions about GPUs: the cost of instructions, the amount of
// each resource, and the sizes from which work is divided. Bounds that only keep an algorithm or its code small are
// where they are used.
//
// A number with a source is a fact about the hardware. A number without one is a choice: change it only with a
// measurement by benchmarks/speed.
package costs

// Costs are in issue slots of a multiprocessor; one ordinary instruction of one warp takes one slot. Only their ratios
// matter.
const (
	// Op is an ordinary instruction, Select a select between two registers.
	Op     = 1.0
	Select = 1.0
	// ExpensiveOp is a division or an elementary function: their units have an eighth to a sixteenth of the throughput
	// of additions (CUDA C++ Programming Guide, "Arithmetic Instructions").
	ExpensiveOp = 16.0
	// Access is a load or store of global memory, without its sectors. Sector is one 32-byte sector, between the costs
	// in the L2 cache and in memory.
	Access = 2.0
	Sector = 4.0
	// SharedCopy is what an access costs in addition if it copies to shared memory: two addresses for each, and writes
	// that conflict in banks the more the less each thread writes at once.
	SharedCopy = 10.0
	// CachedSector is a sector that the same block has read before: the L1 cache delivers 128 bytes in a cycle.
	CachedSector = 1.0
	// SectorAgain is the rest of a sector of which a thread loads a part right after another part, as it does where its
	// run of neighbors is longer than an instruction moves.
	SectorAgain = 0.3
	// Shuffle exchanges a word between lanes; it has half the throughput of additions. Shared is a word that is written
	// to shared memory or read from it without bank conflicts.
	Shuffle = 2.0
	Shared  = 1.0
	// WarpGroupProduct is the cost on the tensor cores of one multiplication in each thread of a warp: all four warps
	// of a group do 1024 in a cycle.
	WarpGroupProduct = 0.03
	// WarpProduct is the same for products of single warps: 2048 multiplications in 8 cycles.
	WarpProduct = 0.06
	// Barrier is the time that warps wait at a barrier, including the latency of their accesses before it.
	Barrier = 30.0
	// GroupBarrier is the time that the warps of a warp group wait for each other.
	GroupBarrier = 20.0
)

// Registers (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"), the same on all targets.
const (
	// RegistersPerThread is the number of registers of RegisterBits that a thread can address, RegistersPerBlock the
	// number that a block has. They are allocated in steps of RegisterGranularity for each thread, that is, 256 for a
	// warp.
	RegistersPerThread  = 255
	RegistersPerBlock   = 64 << 10
	RegisterGranularity = 8
	RegisterBits        = 32
	// MaxWarps is the number of warps in the largest block.
	MaxWarps = 32
	// Hopeless is the ratio of a thread's live values to its registers from which a kernel is refused. With twice as many
	// values, ptxas (of CUDA 11.8) spills all of them. With eight times as many it spills 17 KiB a thread, more than the
	// caches hold for the threads of a multiprocessor. Its time is quadratic: a second for eight times as many, a minute
	// for sixty-four.
	Hopeless = 8
	// Unspillable is the ratio from which a kernel is refused even if spilling is allowed: ptxas takes minutes for more,
	// and the intermediate code, in which every value has a name, takes gigabytes.
	Unspillable = 64
)

// Memory.
const (
	// VectorBytes is the greatest number of bytes that one access of a thread moves (PTX ISA, "ld": .v4.b32).
	VectorBytes = 16
	// SharedBanks is the number of words of WordBytes that shared memory delivers at a time, each from another bank
	// (CUDA C++ Programming Guide, "Shared Memory" of compute capability 5.x and later).
	SharedBanks = 32
	WordBytes   = 4
	// SharedPerBlock is the most shared memory that a block can have on any target, in bytes: compute capability 9.0
	// and 10.x (CUDA C++ Programming Guide, "Technical Specifications").
	SharedPerBlock = 227 << 10
	// SharedPerThread is the share of a thread in the shared memory of a multiprocessor if all its threads are used:
	// 228 KiB for 2048 threads.
	SharedPerThread = 114
	// SharedOfSystem is the shared memory that each block takes in addition to its own (CUDA C++ Programming Guide,
	// "Shared Memory" of compute capability 8.x and later). One block can have all the rest of a multiprocessor's.
	SharedOfSystem = 1 << 10
	// SharedUnasked is the shared memory that a block has without a request at the launch. Exchanges between threads that
	// can do with less do not use more.
	SharedUnasked = 48 << 10
	// SharedBesideRings is the shared memory that is left beside tiles that are copied ahead, for barriers and for
	// exchanges between threads.
	SharedBesideRings = 16 << 10
	// SharedAtOnce is the size of the tiles that a block copies before it multiplies any: more blocks then fit, which
	// copy while others multiply. It measured so on an H200, for 24, 32 and 60 KiB.
	SharedAtOnce = 32 << 10
	// SharedPerOperation is the greatest number of bytes of shared memory for one operation; other operations have
	// buffers at the same time.
	SharedPerOperation = 128 << 10
)

// Sizes from which a computation is divided into strips, by a loop over parts of its tensors.
const (
	// MaxElements is the greatest number of elements of a tensor per thread, MaxInstructions the greatest number of
	// instructions of a computation per thread. Larger computations are divided.
	MaxElements     = 128
	MaxInstructions = 1 << 13
	// Strip is the greatest and LeastStrip the least number of elements of a strip per thread. One access moves LeastStrip
	// elements. ProductStrip is the least length of a strip of a product's rows, columns or contracted dimension. It lets
	// threads use each element that they read from shared memory several times.
	Strip        = 32
	LeastStrip   = 16
	ProductStrip = 64
	// RunningElements is the greatest number of elements per thread of a reduction that a loop carries.
	RunningElements = 4
)
