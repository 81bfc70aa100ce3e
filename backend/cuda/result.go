package cuda

import (
	"errors"
	"fmt"
)

// A Result is a CUresult, the code that every driver function returns. It is
// an error so that errors.Is can compare against the constants below.
type Result uint32

// Results that callers commonly distinguish (cuda.h, CUresult). Any other code is a valid Result too.
const (
	Success                     Result = 0
	ErrorInvalidValue           Result = 1
	ErrorOutOfMemory            Result = 2
	ErrorNotInitialized         Result = 3
	ErrorStubLibrary            Result = 34
	ErrorNoDevice               Result = 100
	ErrorInvalidDevice          Result = 101
	ErrorInvalidImage           Result = 200
	ErrorInvalidContext         Result = 201
	ErrorNoBinaryForGPU         Result = 209
	ErrorECCUncorrectable       Result = 214
	ErrorInvalidPTX             Result = 218
	ErrorNVLinkUncorrectable    Result = 220
	ErrorJITCompilerNotFound    Result = 221
	ErrorUnsupportedPTX         Result = 222
	ErrorInvalidHandle          Result = 400
	ErrorNotFound               Result = 500
	ErrorNotReady               Result = 600
	ErrorIllegalAddress         Result = 700
	ErrorLaunchOutOfResource    Result = 701
	ErrorLaunchTimeout          Result = 702
	ErrorContextIsDestroyed     Result = 709
	ErrorAssert                 Result = 710
	ErrorHardwareStack          Result = 714
	ErrorIllegalInstruction     Result = 715
	ErrorMisalignedAddress      Result = 716
	ErrorInvalidAddressSpace    Result = 717
	ErrorInvalidPC              Result = 718
	ErrorLaunchFailed           Result = 719
	ErrorCooperativeTooLarge    Result = 720
	ErrorNotPermitted           Result = 800
	ErrorNotSupported           Result = 801
	ErrorSystemDriverMismatch   Result = 803
	ErrorCompatNotSupported     Result = 804
	ErrorStreamCaptureUnsupport Result = 900
	ErrorGraphExecUpdateFailure Result = 910
	ErrorInvalidClusterSize     Result = 912
)

// Error returns the number; an [*Error] has the driver's name and text for it.
func (r Result) Error() string { return fmt.Sprintf("CUDA result %d", uint32(r)) }

// An Error is a driver function's failure.
type Error struct {
	Call   string // the driver function, such as "cuMemAlloc_v2"
	Result Result
	Name   string // the driver's name of Result, such as "CUDA_ERROR_OUT_OF_MEMORY"
	Text   string // the driver's explanation, such as "out of memory"
	Remedy string // what to do about it; "" where the explanation says all there is to say
}

// Error names the call, the code, the driver's explanation and the remedy.
func (e *Error) Error() string {
	name := e.Name
	if name == "" {
		name = e.Result.Error()
	}
	text := fmt.Sprintf("cuda: %s: %s", e.Call, name)
	if e.Text != "" {
		text += " (" + e.Text + ")"
	}
	if e.Remedy != "" {
		text += ": " + e.Remedy
	}
	return text
}

// Unwrap returns the result code.
func (e *Error) Unwrap() error { return e.Result }

// Errors that functions of this package wrap, for errors.Is.
var (
	// ErrNoDriver is wrapped by the error of [Open] where there is no CUDA driver.
	ErrNoDriver = errors.New("no CUDA driver")
	// ErrDriverTooOld is wrapped if the driver lacks a function, or if code is too new for it.
	ErrDriverTooOld = errors.New("the CUDA driver is too old")
	// ErrContextLost is wrapped by every error of a context in which a kernel has failed; see [Context.Renew].
	ErrContextLost = errors.New("the context is lost")
	// ErrArgument is wrapped if the arguments of a launch do not match the kernel in number, type or device.
	ErrArgument = errors.New("wrong argument")
	// ErrMisaligned is wrapped if an address, a size or a number is not a multiple of what the kernel was compiled for.
	ErrMisaligned = errors.New("misaligned argument")
	// ErrLayout is wrapped if an array does not have the shape or the strides that the kernel was compiled for.
	ErrLayout = errors.New("wrong shape or strides")
	// ErrGrid is wrapped if the kernel or the device cannot run a grid, a block or a cluster.
	ErrGrid = errors.New("wrong grid")
	// ErrWrongDevice is wrapped if code is for another architecture than the device's.
	ErrWrongDevice = errors.New("the code is for another device")
)

// remedies says what to do about results that have a single cause.
var remedies = map[Result]string{
	ErrorOutOfMemory: "free buffers, or work on smaller pieces; Context.MemoryInfo says what is left, and other " +
		"processes may " +
		"use the device too",
	ErrorStubLibrary: "libcuda is the toolkit's stub for linking: take its directory out of LD_LIBRARY_PATH",
	ErrorNoDevice: "check that nvidia-smi lists a GPU, that CUDA_VISIBLE_DEVICES does not hide it, and that a " +
		"container was " +
		"started with GPUs",
	ErrorNoBinaryForGPU: "compile the kernel for this device's architecture (tile-compile --target)",
	ErrorInvalidPTX:     "the driver's assembler rejects the PTX; its log says which line",
	ErrorUnsupportedPTX: "update the NVIDIA driver, or compile for an older PTX version (a target such as sm_90+ptx80)",
	ErrorInvalidImage:   "the module is neither PTX nor machine code for this kind of device",
	ErrorInvalidDevice:  "Driver.DeviceCount says how many devices there are",
	ErrorLaunchTimeout:  "the kernel ran longer than the display's watchdog allows: give it less work per launch",
	ErrorAssert:         "an assertion of the kernel failed; its message is on standard output",
	ErrorMisalignedAddress: "the kernel accessed memory at an address that is not a multiple of the access's size: " +
		"check the alignment of the arrays that it was given",
	ErrorIllegalAddress: "the kernel accessed memory that is not allocated: check sizes and strides, or run it with " +
		"tile-run --level=llvm, which says where",
	ErrorLaunchOutOfResource: "a block needs more registers or shared memory than a multiprocessor has: compile " +
		"for fewer " +
		"warps or smaller tiles",
	ErrorCooperativeTooLarge: "all blocks of a cooperative launch must be resident at once: " +
		"Function.MaxActiveBlocks times the " +
		"number of multiprocessors bounds the grid",
	ErrorInvalidClusterSize: "clusters have at most 8 blocks, 16 where the kernel allows it, and divide the grid: " +
		"Function.MaxActiveClusters says what fits",
	ErrorSystemDriverMismatch: "the driver's library and its kernel module are of different versions: reboot, or " +
		"reinstall the " +
		"driver",
	ErrorCompatNotSupported: "the CUDA compatibility library does not support this device: use the driver's own libcuda",
	ErrorJITCompilerNotFound: "the driver's assembler (libnvidia-ptxjitcompiler) is not installed: install it, or " +
		"load a cubin " +
		"instead of PTX",
}

// Is reports that the error matches ErrDriverTooOld or ErrWrongDevice, if its result code means that. Its result code
// matches by Unwrap.
func (e *Error) Is(target error) bool {
	switch target {
	case ErrDriverTooOld:
		return e.Result == ErrorUnsupportedPTX
	case ErrWrongDevice:
		return e.Result == ErrorNoBinaryForGPU
	}
	return false
}
