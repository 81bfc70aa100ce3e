// Package simt executes kernels of the dialects llvm and nvvm, what lowering leaves of a tile program, thread by thread
// in warps and blocks, without a GPU. It finds what hardware would let pass in silence, as errors at the operation's
// location: data races, missing barriers, accesses out of bounds or misaligned, shared memory that nobody wrote, warp
// operations that name lanes which do not take part, barriers that not all threads reach, and results that depend on
// undefined values. And it counts what costs time: instructions, conflicts between banks of shared memory, sectors of
// global memory.
//
// [Run] is where to start. A kernel is compiled once to a list of instructions over registers of a warp, a row of 32
// lanes for each number (compile.go; calls are inlined); program.go has the form, and there is one file per subject for
// the operations: integer.go, float.go, conversion.go, aggregate.go, access.go, atomic.go, control.go,
// sync.go. warp.go schedules
// lanes, block.go warps and barriers, schedule.go blocks. race.go orders accesses, count.go has the counters.
//
// # Threads
//
// Every lane has its own program counter, as GPUs have since Volta. Of the lanes of a warp that can go on, those at the
// smallest counter go on together; code is laid out so that lanes which took different ways meet again where these do.
// Nothing depends on that: a lane waits at a warp operation until all lanes that its mask names are at the same
// operation, and at a barrier until all threads of the block are. Warps take turns at barriers, and blocks run side by
// side unless the kernel has atomic operations. Results, errors and counts are the same whatever the number of
// processors.
//
// # Memory
//
// A pointer is the number of an allocation and an offset in it, in all address spaces alike. Accesses of two threads to
// the same bytes, at least one of which writes, are a race unless both are atomic, a barrier of the block lies between,
// or a barrier of the warp in which both took part. Threads of different blocks are ordered by atomic operations that
// release and acquire, in the scope of the device or the system (clock.go). Elements that were never written are
// undefined in global memory, as in package interp; to load them from shared memory is an error.
//
// # Asynchronous operations
//
// Matrix products of warp groups read shared memory between their start and the wait for them. A store before the start
// without a fence between the proxies is an error, and so is a store to memory that a product still reads (proxy.go,
// wgmma.go). Bulk copies end at any time and in any order; [Launch.Seed] chooses (bulkcopy.go, tensormap.go). Their
// bytes arrive at barriers in memory, whose phases threads wait for (mbarrier.go). Bulk stores and reductions read
// shared memory and write global memory at any time before their thread has waited for them (bulkstore.go), and so do
// the copies of single threads (cpasync.go). Warps hand registers to each other (reallocation.go). Blocks of a cluster
// run side by side, and meet at its barrier (cluster.go). engine.go knows which shared memory asynchronous operations
// use, and happens.go which waits come before an access. These are errors in any order of events: memory that is used
// too early, phases that never end, bytes that no barrier expects, and copies that nobody waits for.
//
// What is not here: timing, caches, loads and stores of other blocks' shared memory, copies of mode im2col. Functions
// such as exp2 are rounded correctly, where hardware approximates them.
package simt
