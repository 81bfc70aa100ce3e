package cuda

import (
	"fmt"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/girih-ir/girih/backend/internal/dynlib"
)

// A function is an entry point of libcuda.
type function struct {
	name    string
	address uintptr // 0 if the driver does not have it
	since   string  // the first CUDA version whose drivers have the function; see entry
}

// require returns an error if the driver does not have the function.
func (f function) require() error {
	if f.address != 0 {
		return nil
	}
	return fmt.Errorf("cuda: %s: %w for it: update the NVIDIA driver to one for CUDA %s or later", f.name,
		ErrDriverTooOld, f.since)
}

// invoke calls the function. Integers and pointers are passed in the same way, which is the calling convention of every
// function that this package uses. Memory that arguments point to stays alive and does not move during the call.
//
//go:uintptrescapes
func (f function) invoke(args ...uintptr) Result {
	r, _, _ := purego.SyscallN(f.address, args...)
	return Result(uint32(r))
}

// api holds the driver functions that the package uses.
type api struct {
	init, driverGetVersion, getErrorName, getErrorString                                   function
	deviceGetCount, deviceGet, deviceGetName, deviceGetAttribute, deviceTotalMem           function
	primaryCtxRetain, primaryCtxRelease, primaryCtxReset, ctxSetCurrent, ctxSynchronize    function
	moduleLoadDataEx, moduleUnload, moduleGetFunction, moduleGetGlobal                     function
	funcGetAttribute, funcSetAttribute, funcGetParamInfo                                   function
	occupancyMaxActiveBlocks, occupancyMaxPotentialBlockSize, occupancyMaxActiveClusters   function
	launchKernel, launchKernelEx, tensorMapEncodeTiled, tensorMapEncodeIm2col              function
	streamBeginCapture, streamEndCapture, graphInstantiate, graphLaunch, graphExecUpdate   function
	graphGetNodes, graphNodeGetType, graphKernelGetParams, graphExecKernelSetParams        function
	graphDestroy, graphExecDestroy                                                         function
	memAlloc, memFree, memGetInfo, memHostAlloc, memFreeHost                               function
	memcpyHtoD, memcpyDtoH, memcpyHtoDAsync, memcpyDtoHAsync, memcpyDtoDAsync              function
	memsetD8Async, memsetD16Async, memsetD32Async, memsetD2D32Async                        function
	streamCreate, streamCreateWithPriority, ctxGetStreamPriorityRange                      function
	streamDestroy, streamSynchronize, streamQuery, streamWaitEvent                         function
	eventCreate, eventDestroy, eventRecord, eventQuery, eventSynchronize, eventElapsedTime function
}

// entries pairs each field with its exported name. cuda.h has mapped plain names to those with the suffix _v2 since
// CUDA 4.0 (2011) or later.
func (a *api) entries() []entry {
	return []entry{
		{&a.init, "cuInit", ""},
		{&a.driverGetVersion, "cuDriverGetVersion", ""},
		{&a.getErrorName, "cuGetErrorName", ""},
		{&a.getErrorString, "cuGetErrorString", ""},
		{&a.deviceGetCount, "cuDeviceGetCount", ""},
		{&a.deviceGet, "cuDeviceGet", ""},
		{&a.deviceGetName, "cuDeviceGetName", ""},
		{&a.deviceGetAttribute, "cuDeviceGetAttribute", ""},
		{&a.deviceTotalMem, "cuDeviceTotalMem_v2", ""},
		{&a.primaryCtxRetain, "cuDevicePrimaryCtxRetain", ""},
		{&a.primaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", ""},
		{&a.primaryCtxReset, "cuDevicePrimaryCtxReset_v2", ""},
		{&a.ctxSetCurrent, "cuCtxSetCurrent", ""},
		{&a.ctxSynchronize, "cuCtxSynchronize", ""},
		{&a.moduleLoadDataEx, "cuModuleLoadDataEx", ""},
		{&a.moduleUnload, "cuModuleUnload", ""},
		{&a.moduleGetFunction, "cuModuleGetFunction", ""},
		{&a.moduleGetGlobal, "cuModuleGetGlobal_v2", ""},
		{&a.funcGetAttribute, "cuFuncGetAttribute", ""},
		{&a.funcSetAttribute, "cuFuncSetAttribute", ""},
		{&a.funcGetParamInfo, "cuFuncGetParamInfo", "12.4"},
		{&a.occupancyMaxActiveBlocks, "cuOccupancyMaxActiveBlocksPerMultiprocessor", ""},
		{&a.occupancyMaxPotentialBlockSize, "cuOccupancyMaxPotentialBlockSize", ""},
		{&a.occupancyMaxActiveClusters, "cuOccupancyMaxActiveClusters", "11.8"},
		{&a.launchKernel, "cuLaunchKernel", ""},
		{&a.launchKernelEx, "cuLaunchKernelEx", "11.8"},
		{&a.tensorMapEncodeTiled, "cuTensorMapEncodeTiled", "12.0"},
		{&a.tensorMapEncodeIm2col, "cuTensorMapEncodeIm2col", "12.0"},
		{&a.streamBeginCapture, "cuStreamBeginCapture_v2", ""},
		{&a.streamEndCapture, "cuStreamEndCapture", ""},
		{&a.graphInstantiate, "cuGraphInstantiateWithFlags", ""},
		{&a.graphLaunch, "cuGraphLaunch", ""},
		{&a.graphExecUpdate, "cuGraphExecUpdate_v2", "12.0"},
		{&a.graphGetNodes, "cuGraphGetNodes", ""},
		{&a.graphNodeGetType, "cuGraphNodeGetType", ""},
		{&a.graphKernelGetParams, "cuGraphKernelNodeGetParams_v2", "12.0"},
		{&a.graphExecKernelSetParams, "cuGraphExecKernelNodeSetParams_v2", "12.0"},
		{&a.graphDestroy, "cuGraphDestroy", ""},
		{&a.graphExecDestroy, "cuGraphExecDestroy", ""},
		{&a.memAlloc, "cuMemAlloc_v2", ""},
		{&a.memFree, "cuMemFree_v2", ""},
		{&a.memGetInfo, "cuMemGetInfo_v2", ""},
		{&a.memHostAlloc, "cuMemHostAlloc", ""},
		{&a.memFreeHost, "cuMemFreeHost", ""},
		{&a.memcpyHtoD, "cuMemcpyHtoD_v2", ""},
		{&a.memcpyDtoH, "cuMemcpyDtoH_v2", ""},
		{&a.memcpyHtoDAsync, "cuMemcpyHtoDAsync_v2", ""},
		{&a.memcpyDtoHAsync, "cuMemcpyDtoHAsync_v2", ""},
		{&a.memcpyDtoDAsync, "cuMemcpyDtoDAsync_v2", ""},
		{&a.memsetD8Async, "cuMemsetD8Async", ""},
		{&a.memsetD16Async, "cuMemsetD16Async", ""},
		{&a.memsetD32Async, "cuMemsetD32Async", ""},
		{&a.memsetD2D32Async, "cuMemsetD2D32Async", ""},
		{&a.streamCreate, "cuStreamCreate", ""},
		{&a.streamCreateWithPriority, "cuStreamCreateWithPriority", ""},
		{&a.ctxGetStreamPriorityRange, "cuCtxGetStreamPriorityRange", ""},
		{&a.streamDestroy, "cuStreamDestroy_v2", ""},
		{&a.streamSynchronize, "cuStreamSynchronize", ""},
		{&a.streamQuery, "cuStreamQuery", ""},
		{&a.streamWaitEvent, "cuStreamWaitEvent", ""},
		{&a.eventCreate, "cuEventCreate", ""},
		{&a.eventDestroy, "cuEventDestroy_v2", ""},
		{&a.eventRecord, "cuEventRecord", ""},
		{&a.eventQuery, "cuEventQuery", ""},
		{&a.eventSynchronize, "cuEventSynchronize", ""},
		{&a.eventElapsedTime, "cuEventElapsedTime", ""},
	}
}

type entry struct {
	field *function
	name  string
	since string // the first CUDA version whose drivers have it, "" for all that the package supports
}

// bind looks up every function. If an optional function is missing, its address stays 0.
func (a *api) bind(library *dynlib.Library) error {
	for _, e := range a.entries() {
		address, err := library.Symbol(e.name)
		if err != nil && e.since == "" {
			return err
		}
		*e.field = function{e.name, address, e.since}
	}
	return nil
}

// describe asks the driver for the name and the text of a result code.
func (a *api) describe(r Result) (name, text string) {
	var p *byte
	if a.getErrorName.invoke(uintptr(r), uintptr(unsafe.Pointer(&p))) == Success {
		name = goString(p)
	}
	p = nil
	if a.getErrorString.invoke(uintptr(r), uintptr(unsafe.Pointer(&p))) == Success {
		text = goString(p)
	}
	return name, text
}

// check turns a result into an error.
func (a *api) check(f function, r Result) error {
	if r == Success {
		return nil
	}
	name, text := a.describe(r)
	return &Error{Call: f.name, Result: r, Name: name, Text: text, Remedy: remedies[r]}
}

// call invokes a function that needs no current context.
//
//go:uintptrescapes
func (a *api) call(f function, args ...uintptr) error { return a.check(f, f.invoke(args...)) }

// goString copies a C string.
func goString(p *byte) string {
	if p == nil {
		return ""
	}
	n := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(p), n)) != 0 {
		n++
	}
	return string(unsafe.Slice(p, n))
}
