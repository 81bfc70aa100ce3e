package cuda

import "unsafe"

// Resources are the resources of a kernel, as the driver reports them for the loaded code. Sizes are in bytes.
type Resources struct {
	Registers int // per thread
	// Local is the local memory of a thread: spilled registers, and arrays that are indexed by variables.
	Local      int
	Shared     int // static shared memory of a block
	MaxThreads int // greatest number of threads in a block, given the registers
	Binary     int // 10*major + minor of the architecture that the machine code is for
}

// Resources returns what the kernel needs.
func (f *Function) Resources() (r Resources, err error) {
	for _, q := range [...]struct {
		attribute FunctionAttribute
		field     *int
	}{{FuncRegisters, &r.Registers}, {FuncLocal, &r.Local}, {FuncStaticShared, &r.Shared},
		{FuncMaxThreadsPerBlock, &r.MaxThreads}, {FuncBinaryVersion, &r.Binary}} {
		if *q.field, err = f.Attribute(q.attribute); err != nil {
			return Resources{}, err
		}
	}
	return r, nil
}

// BestBlock returns the number of threads in a block with the greatest occupancy, for blocks that use shared bytes of
// dynamic shared memory each, and the number of blocks that fills the device.
func (f *Function) BestBlock(shared int) (threads, blocks int, err error) {
	if err := f.allowShared(uint32(max(shared, 0))); err != nil {
		return 0, 0, err
	}
	var out struct{ blocks, threads int32 }
	err = f.ctx.call(f.ctx.api.occupancyMaxPotentialBlockSize, uintptr(unsafe.Pointer(&out.blocks)),
		uintptr(unsafe.Pointer(&out.threads)), f.handle, 0, uintptr(shared), 0)
	return int(out.threads), int(out.blocks), err
}

// MaxActiveClusters returns the number of clusters of a launch that fit on the device at the same time.
func (f *Function) MaxActiveClusters(config LaunchConfig) (int, error) {
	call := f.ctx.api.occupancyMaxActiveClusters
	if err := call.require(); err != nil {
		return 0, err
	}
	if err := f.allowShared(config.Shared); err != nil {
		return 0, err
	}
	e := new(extendedLaunch)
	e.set(&config)
	var n int32
	err := f.ctx.call(call, uintptr(unsafe.Pointer(&n)), f.handle, uintptr(unsafe.Pointer(&e.config)))
	return int(n), err
}

// AllowLargeClusters allows launches with clusters of up to 16 blocks. Not every device of an architecture can run
// them.
func (f *Function) AllowLargeClusters() error {
	return f.ctx.call(f.ctx.api.funcSetAttribute, f.handle, uintptr(FuncLargeClusters), 1)
}
