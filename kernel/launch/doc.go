// Package launch runs compiled kernels on a GPU, or on the CPU where there is none, by the same call:
//
//	device, err := launch.Open("")                              // the first GPU, or else the CPU
//	x, err := launch.Upload(device, []float32{1, 2, 3, 4}, 2, 2) // an array on the device, of 2 rows
//	err = k.Launch(ctx, device.Stream(), launch.Grid{2}, x, y)
//	err = x.Download(ctx, values)
//
// A [Kernel] has code for several GPUs. For each GPU there are variants, which make different assumptions about the
// arguments, such as sizes that are multiples of 16. A launch takes the most specialized variant whose assumptions its
// arguments meet. A kernel also has its program as text of dialect tile, which the CPU interprets. A launch first
// checks its arguments, and runs nothing if one of them is wrong.
//
// Kernels come from package kernel, which compiles Go functions, or from the files that tile-gen writes ([Read]). This
// package compiles nothing, so that programs which only launch stay small.
package launch
