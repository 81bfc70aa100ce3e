// Package models runs programs of whole tensors, such as models that were exported from PyTorch, on a device chosen by
// name:
//
//	device, err := models.Open("cuda:0")             // or "cpu", or "simulator"
//	program := models.New(function, device, models.Options{})
//	results, err := program.Run(ctx, arguments)
//
// The function consists of primitives, which pass tensor-fuse has grouped into regions. For a GPU, each region and each
// other primitive is compiled to tile kernels (package lowering/tensors/kernels), once for each class of shapes. A
// primitive without a kernel is computed on the CPU, and a remark says so. All buffers are in one allocation, where
// buffers that are not in use at the same time share memory. [Program.Bind] prepares launches for arrays that stay on
// the device, as in a training loop: runs of kernels are recorded as CUDA graphs.
//
// The simulator runs the same kernels without a GPU. On "cpu", package backend/tensors computes.
//
// Start at [Open] and [New]. plan.go prepares a program for arguments of certain sizes, launches.go prepares launches
// of its kernels, execution.go runs it, and results.go copies its results.
package models
