package cuda

import (
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/girih-ir/girih/backend/internal/dynlib"
)

// A function is an entry point of libcuda.
type function struct {
	name    string
	address uintptr
}

// invoke calls the function. Integers and pointers are passed alike, which is
// the convention of every function this package uses. Memory that arguments
// point to is kept alive and in place during the call; see go:uintptrescapes.
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
	primaryCtxRetain, primaryCtxRelease, ctxSetCurrent, ctxSynchronize                     function
	moduleLoadDataEx, moduleUnload, moduleGetFunction, moduleGetGlobal                     function
	funcGetAttribute, funcSetAttribute, funcGetParamInfo                                   function
	occupancyMaxActiveBlocks, launchKernel                                                 function
	memAlloc, memFree, memGetInfo, memHostAlloc, memFreeHost                               function
	memcpyHtoD, memcpyDtoH, memcpyHtoDAsync, memcpyDtoHAsync, memcpyDtoDAsync              function
	memsetD8Async, memsetD16Async, memsetD32Async, memsetD2D32Async                        function
	streamCreate, streamDestroy, streamSynchronize, streamQuery, streamWaitEvent           function
	eventCreate, eventDestroy, eventRecord, eventQuery, eventSynchronize, eventElapsedTime function
}

// entries pairs each field with its exported name. The _v2 names are those
// that cuda.h has mapped the plain names to since CUDA 4.0 (2011) and later.
func (a *api) entries() []entry {
	return []entry{
		{&a.init, "cuInit", true},
		{&a.driverGetVersion, "cuDriverGetVersion", true},
		{&a.getErrorName, "cuGetErrorName", true},
		{&a.getErrorString, "cuGetErrorString", true},
		{&a.deviceGetCount, "cuDeviceGetCount", true},
		{&a.deviceGet, "cuDeviceGet", true},
		{&a.deviceGetName, "cuDeviceGetName", true},
		{&a.deviceGetAttribute, "cuDeviceGetAttribute", true},
		{&a.deviceTotalMem, "cuDeviceTotalMem_v2", true},
		{&a.primaryCtxRetain, "cuDevicePrimaryCtxRetain", true},
		{&a.primaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", true},
		{&a.ctxSetCurrent, "cuCtxSetCurrent", true},
		{&a.ctxSynchronize, "cuCtxSynchronize", true},
		{&a.moduleLoadDataEx, "cuModuleLoadDataEx", true},
		{&a.moduleUnload, "cuModuleUnload", true},
		{&a.moduleGetFunction, "cuModuleGetFunction", true},
		{&a.moduleGetGlobal, "cuModuleGetGlobal_v2", true},
		{&a.funcGetAttribute, "cuFuncGetAttribute", true},
		{&a.funcSetAttribute, "cuFuncSetAttribute", true},
		{&a.funcGetParamInfo, "cuFuncGetParamInfo", false}, // since CUDA 12.4
		{&a.occupancyMaxActiveBlocks, "cuOccupancyMaxActiveBlocksPerMultiprocessor", true},
		{&a.launchKernel, "cuLaunchKernel", true},
		{&a.memAlloc, "cuMemAlloc_v2", true},
		{&a.memFree, "cuMemFree_v2", true},
		{&a.memGetInfo, "cuMemGetInfo_v2", true},
		{&a.memHostAlloc, "cuMemHostAlloc", true},
		{&a.memFreeHost, "cuMemFreeHost", true},
		{&a.memcpyHtoD, "cuMemcpyHtoD_v2", true},
		{&a.memcpyDtoH, "cuMemcpyDtoH_v2", true},
		{&a.memcpyHtoDAsync, "cuMemcpyHtoDAsync_v2", true},
		{&a.memcpyDtoHAsync, "cuMemcpyDtoHAsync_v2", true},
		{&a.memcpyDtoDAsync, "cuMemcpyDtoDAsync_v2", true},
		{&a.memsetD8Async, "cuMemsetD8Async", true},
		{&a.memsetD16Async, "cuMemsetD16Async", true},
		{&a.memsetD32Async, "cuMemsetD32Async", true},
		{&a.memsetD2D32Async, "cuMemsetD2D32Async", true},
		{&a.streamCreate, "cuStreamCreate", true},
		{&a.streamDestroy, "cuStreamDestroy_v2", true},
		{&a.streamSynchronize, "cuStreamSynchronize", true},
		{&a.streamQuery, "cuStreamQuery", true},
		{&a.streamWaitEvent, "cuStreamWaitEvent", true},
		{&a.eventCreate, "cuEventCreate", true},
		{&a.eventDestroy, "cuEventDestroy_v2", true},
		{&a.eventRecord, "cuEventRecord", true},
		{&a.eventQuery, "cuEventQuery", true},
		{&a.eventSynchronize, "cuEventSynchronize", true},
		{&a.eventElapsedTime, "cuEventElapsedTime", true},
	}
}

type entry struct {
	field    *function
	name     string
	required bool
}

// bind looks up every function. An optional one that is missing keeps the
// address 0.
func (a *api) bind(library *dynlib.Library) error {
	for _, e := range a.entries() {
		address, err := library.Symbol(e.name)
		if err != nil && e.required {
			return err
		}
		*e.field = function{e.name, address}
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
	return &Error{Call: f.name, Result: r, Name: name, Text: text}
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
