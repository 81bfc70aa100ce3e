// Package cuda runs kernels on NVIDIA GPUs through the CUDA driver API.
//
// When [Open] is called, it loads libcuda, the library that comes with the GPU driver. No toolkit, no cgo and no
// headers are needed to build or run a program that uses it. It takes PTX or a cubin and launches the functions in it;
// backend/nvptx generates PTX.
//
// Start with [Open], then [Driver.Device], [Device.Context] and, on the
// context, [Alloc], [Context.LoadModule] and [Function.Launch]. The example of
// the package is a complete program.
//
// # Contexts and threads
//
// The driver keeps the current context per operating-system thread, while a goroutine may continue on another thread
// after any call. So every method here locks the goroutine to its thread, makes its context current, and calls the
// driver. Callers need not do anything. All types are safe for concurrent use, except that an object must not be used
// while or after it is closed or freed. The extra call takes well under a microsecond. Code that calls the driver by
// other means must set its own context, since the threads of the Go runtime keep the last one used.
//
// # Order
//
// Work in one [Stream] happens in order. A nil *Stream is the default stream,
// which waits for all streams made by [Context.NewStream] and which they wait
// for, so a program that mixes them is ordered. Copies from and to Go slices
// are synchronous; asynchronous ones take a [HostBuffer], because the driver
// reads and writes that memory after the call has returned.
//
// # Kernels with a manifest
//
// [Context.LoadProgram] loads code with the manifest that the compiler wrote for it (package backend/manifest), and
// [Program.Kernel] finds a kernel. Launches then take the parameters of the source program: arrays, pointers and
// numbers. Before anything runs, they compare types, alignment, sizes, strides and the grid with the facts that the
// code was compiled for. [Kernel.Prepare] checks once for repeated launches. Launches do not allocate memory.
// [Context.Capture] records launches in a [Graph]. Arrays are exchanged with other libraries by DLPack: [ImportDLPack]
// and [Array.ExportDLPack].
//
// # Errors
//
// Each error names the driver function, the driver's own name and text for its
// result code, and what to do about it. It is an [*Error], and errors.Is
// recognizes the code:
//
//	if errors.Is(err, cuda.ErrorOutOfMemory) { ... }
//
// Errors that are found before the driver is called wrap [ErrArgument], [ErrMisaligned], [ErrLayout] or [ErrGrid].
//
// An error that a kernel causes (an illegal address, say) is reported by a later call, usually the next
// synchronization, and the context is then lost. That call and every later one report [ErrContextLost] and the kernel
// that was launched last. The process continues, but drivers rarely give it another context ([Context.Renew] tries). A
// new process can use the device.
//
// Objects are not garbage-collected: each has a Close or Free method.
package cuda
