package cuda

import (
	"fmt"
	"sync/atomic"
	"unsafe"
)

// A Function is a kernel that can be launched.
type Function struct {
	ctx    *Context
	module *Module
	handle uintptr
	name   string

	parameters      []uintptr // sizes in bytes
	parametersKnown bool      // false for a driver older than CUDA 12.4

	sharedLimit atomic.Uint32 // a lower bound of FuncMaxDynamicShared
}

// Name returns the function's name in the module.
func (f *Function) Name() string { return f.name }

// readParameters asks the driver for the sizes of the parameters. For the first index after the end, the driver returns
// ErrorInvalidValue.
func (f *Function) readParameters() error {
	a := f.ctx.api
	if a.funcGetParamInfo.address == 0 {
		return nil
	}
	for {
		var p struct{ offset, size uintptr }
		r := f.ctx.invoke(a.funcGetParamInfo, f.handle, uintptr(len(f.parameters)),
			uintptr(unsafe.Pointer(&p.offset)), uintptr(unsafe.Pointer(&p.size)))
		if r == ErrorInvalidValue {
			f.parametersKnown = true
			return nil
		}
		if r != Success {
			return a.check(a.funcGetParamInfo, r)
		}
		f.parameters = append(f.parameters, p.size)
	}
}

// A FunctionAttribute is a CUfunction_attribute.
type FunctionAttribute int32

// Attributes of functions (cuda.h, CUfunction_attribute). Sizes are in bytes.
const (
	FuncMaxThreadsPerBlock FunctionAttribute = 0
	FuncStaticShared       FunctionAttribute = 1
	FuncConstant           FunctionAttribute = 2
	FuncLocal              FunctionAttribute = 3  // per thread, spilled registers included
	FuncRegisters          FunctionAttribute = 4  // per thread
	FuncPTXVersion         FunctionAttribute = 5  // 10*major + minor of the virtual architecture
	FuncBinaryVersion      FunctionAttribute = 6  // 10*major + minor of the architecture
	FuncMaxDynamicShared   FunctionAttribute = 8  // the bound on LaunchConfig.Shared
	FuncLargeClusters      FunctionAttribute = 14 // whether clusters may have more than 8 blocks
)

// Attribute returns the value of an attribute.
func (f *Function) Attribute(a FunctionAttribute) (int, error) {
	var v int32
	err := f.ctx.call(f.ctx.api.funcGetAttribute, uintptr(unsafe.Pointer(&v)), uintptr(a), f.handle)
	return int(v), err
}

// MaxActiveBlocks returns the number of blocks, with the given number of threads and bytes of dynamic shared memory,
// that fit on one multiprocessor at the same time.
func (f *Function) MaxActiveBlocks(threads, shared int) (int, error) {
	if err := f.allowShared(uint32(max(shared, 0))); err != nil {
		return 0, err
	}
	var n int32
	err := f.ctx.call(f.ctx.api.occupancyMaxActiveBlocks,
		uintptr(unsafe.Pointer(&n)), f.handle, uintptr(threads), uintptr(shared))
	return int(n), err
}

// tooMuchShared adds to an error how much shared memory there is, if the driver refused the requested amount.
func (f *Function) tooMuchShared(bytes uint32, err error) error {
	err = fmt.Errorf("%d bytes of dynamic shared memory for %s: %w", bytes, f.name, err)
	most, mostErr := f.ctx.device.Attribute(MaxSharedPerBlockOptIn)
	static, staticErr := f.Attribute(FuncStaticShared)
	if mostErr != nil || staticErr != nil {
		return err
	}
	return fmt.Errorf("%w: a block on this device can have %d, and the kernel itself takes %d: compile for smaller "+
		"tiles or fewer "+
		"stages", err, most, static)
}

// allowShared raises the function's limit on dynamic shared memory, which is initially 48 KiB minus the static shared
// memory. It never lowers the limit, since another Function may be for the same kernel.
func (f *Function) allowShared(bytes uint32) error {
	if bytes <= f.sharedLimit.Load() {
		return nil
	}
	f.module.raising.Lock()
	defer f.module.raising.Unlock()
	limit, err := f.Attribute(FuncMaxDynamicShared)
	if err != nil {
		return err
	}
	if uint64(bytes) > uint64(limit) {
		a := f.ctx.api
		if err := f.ctx.call(a.funcSetAttribute, f.handle, uintptr(FuncMaxDynamicShared), uintptr(bytes)); err != nil {
			return f.tooMuchShared(bytes, err)
		}
	}
	f.sharedLimit.Store(max(bytes, uint32(limit)))
	return nil
}
