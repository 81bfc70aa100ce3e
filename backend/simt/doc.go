// Package simt executes kernels of the dialects llvm and nvvm, to which tile programs are lowered, thread by thread in
// warps and blocks, without a GPU. It reports errors that hardware would not, at the operation's location: data races,
// missing barriers, accesses out of bounds or misaligned, reads of uninitialized shared memory, warp operations whose
// mask has lanes that do not take part, barriers that not all threads reach, and results that depend on undefined
// values. It also counts what costs time: instructions, bank conflicts of shared memory, sectors of global memory.
//
// [Run] is where to start. A kernel is compiled once to a list of instructions on the registers of a warp; a register
// is a row of 32 lanes for one number (compile.go; calls are inlined). program.go has the form of the code. There is
// one file per subject for the operations: integer.go, float.go, conversion.go, aggregate.go, access.go, atomic.go,
// control.go, sync.go. warp.go schedules lanes, block.go warps and barriers, schedule.go blocks. race.go orders
// accesses, count.go has the counters.
//
// # Threads
//
// Every lane has its own program counter, as GPUs have had since Volta. Of the lanes of a warp that can continue, those
// with the smallest counter continue together. The code is laid out so that lanes on different paths reconverge where
// the paths meet. Results do not depend on that: a lane waits at a warp operation until all lanes in its mask are at
// the same operation, and at a barrier until all threads of the block are there. Warps take turns at barriers, and
// blocks run in parallel unless the kernel has atomic operations. Results, errors and counts do not depend on the
// number of processors.
//
// # Memory
//
// In all address spaces, a pointer is the number of an allocation and an offset in it. Two accesses of different
// threads to the same bytes are a race if at least one of them writes. They are not a race if both are atomic, if a
// barrier of the block is between them, or if a barrier of the warp is between them in which both threads took part.
// Nor are stores of equal numbers to global memory, unless blocks synchronize.
// Threads of different blocks are ordered by atomic operations that release and acquire, in the scope of the device or
// the system (clock.go). Elements that were never written are undefined in global memory, as in package interp. Loading
// them from shared memory is an error.
//
// # Asynchronous operations
//
// Matrix products of warp groups read shared memory between their start and the wait for them. A store before the start
// without a fence between the proxies is an error, and so is a store to memory that a product still reads (proxy.go,
// wgmma.go). So is a use of the accumulator ahead of the wait, except by products of the same shape that add to it
// (accumulators.go), and a left factor whose registers may be overwritten until then (leftfactors.go).
//
// Bulk copies complete at any time and in any order; [Launch.Seed] chooses (bulkcopy.go, tensormap.go). Their bytes are
// counted at barriers in memory, for whose phases threads wait (mbarrier.go). Bulk stores and reductions read shared
// memory and write global memory at any time before their thread has waited for them (bulkstore.go), and so do the
// copies of single threads (cpasync.go). Warps transfer registers to each other
// (reallocation.go). The blocks of a cluster run at the same time, and synchronize at its barrier (cluster.go).
// engine.go knows which shared memory asynchronous operations use, and happens.go which waits come before an access. In
// any order of events, these are errors: memory that is used too early, phases that never end, bytes that no barrier
// expects, and copies for which no thread waits.
//
// Timing, caches, and ordinary stores to other blocks' shared memory are not supported.
// Functions such as exp2 are correctly rounded, where hardware approximates them.
package simt
