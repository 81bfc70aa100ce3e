package cuda

import (
	"encoding/binary"
	"slices"
	"unsafe"
)

// C strings that the fake returns.
var (
	outOfMemoryName = []byte("CUDA_ERROR_OUT_OF_MEMORY\x00")
	outOfMemoryText = []byte("out of memory\x00")
)

// makeFakeAPI binds every entry point to a Go function.
func makeFakeAPI() api {
	var a api
	bindFakeDevice(&a)
	bindFakeModule(&a)
	bindFakeMemory(&a)
	bindFakeStream(&a)
	bindFakeGraph(&a)
	return a
}

func bindFakeDevice(a *api) {
	a.init = callback("cuInit", func(flags uint32) Result { return Success })
	a.driverGetVersion = callback("cuDriverGetVersion", func(v *int32) Result { *v = 12040; return Success })
	describe := func(text []byte) func(r Result, p **byte) Result {
		return func(r Result, p **byte) Result {
			if r != ErrorOutOfMemory {
				return ErrorInvalidValue
			}
			*p = &text[0]
			return Success
		}
	}
	a.getErrorName = callback("cuGetErrorName", describe(outOfMemoryName))
	a.getErrorString = callback("cuGetErrorString", describe(outOfMemoryText))
	a.deviceGetCount = callback("cuDeviceGetCount", func(n *int32) Result { *n = 1; return Success })
	a.deviceGet = callback("cuDeviceGet", func(d *int32, i int32) Result {
		if i != 0 {
			return ErrorInvalidDevice
		}
		*d = 7
		return Success
	})
	a.deviceGetName = callback("cuDeviceGetName", func(p *byte, n, d int32) Result {
		writeC(p, n, "Fake GPU")
		return Success
	})
	a.deviceGetAttribute = callback("cuDeviceGetAttribute", func(v *int32, attr, d int32) Result {
		value, ok := fake.attributes[attr]
		if !ok || d != 7 {
			return ErrorInvalidValue
		}
		*v = value
		return Success
	})
	a.deviceTotalMem = callback("cuDeviceTotalMem_v2", func(n *uint64, d int32) Result { *n = 1 << 30; return Success })
	a.primaryCtxRetain = callback("cuDevicePrimaryCtxRetain", func(c *uintptr, d int32) Result {
		r, _ := fake.enter("cuDevicePrimaryCtxRetain", false)
		*c = fakeContext
		return r
	})
	a.primaryCtxRelease = callback("cuDevicePrimaryCtxRelease_v2", func(d int32) Result {
		r, _ := fake.enter("cuDevicePrimaryCtxRelease_v2", false)
		return r
	})
	a.primaryCtxReset = callback("cuDevicePrimaryCtxReset_v2", func(d int32) Result {
		fake.resets++
		return Success
	})
	a.ctxSetCurrent = callback("cuCtxSetCurrent", func(c uintptr) Result {
		r, ok := fake.enter("cuCtxSetCurrent", false)
		if ok {
			fake.mu.Lock()
			defer fake.mu.Unlock()
			fake.current[threadID()] = c
		}
		return r
	})
	a.ctxSynchronize = callback("cuCtxSynchronize", func() Result {
		r, _ := fake.enter("cuCtxSynchronize", true)
		return r
	})
}

func bindFakeModule(a *api) {
	a.moduleLoadDataEx = callback("cuModuleLoadDataEx",
		func(m *uintptr, image *byte, n int32, keys *int32, values *uintptr) Result {
			r, ok := fake.enter("cuModuleLoadDataEx", true)
			fake.jitOptions = map[int32]uintptr{}
			list := unsafe.Slice(values, n)
			for i, key := range unsafe.Slice(keys, n) {
				fake.jitOptions[key] = list[i]
				if key == jitErrorLog && !ok {
					writeC(*(**byte)(unsafe.Pointer(&list[i])), 64, "ptxas fatal : syntax error in "+goString(image))
				}
				if key == jitInfoLog && ok {
					writeC(*(**byte)(unsafe.Pointer(&list[i])), 64, "info\n")
				}
			}
			*m = fakeModule
			return r
		})
	a.moduleUnload = callback("cuModuleUnload", func(m uintptr) Result {
		r, _ := fake.enter("cuModuleUnload", true)
		return r
	})
	a.moduleGetFunction = callback("cuModuleGetFunction", func(f *uintptr, m uintptr, name *byte) Result {
		for handle, k := range fake.kernels {
			if k.name == goString(name) && m == fakeModule {
				*f = handle
				return Success
			}
		}
		return ErrorNotFound
	})
	a.moduleGetGlobal = callback("cuModuleGetGlobal_v2", func(p, n *uint64, m uintptr, name *byte) Result {
		if goString(name) != "table" {
			return ErrorNotFound
		}
		*p, *n = 0x1234, 64
		return Success
	})
	a.funcGetAttribute = callback("cuFuncGetAttribute", func(v *int32, attr int32, f uintptr) Result {
		switch FunctionAttribute(attr) {
		case FuncMaxDynamicShared:
			*v = fake.kernels[f].dynamic
		case FuncRegisters:
			*v = 40
		case FuncLocal:
			*v = 16
		case FuncStaticShared:
			*v = 1024
		case FuncMaxThreadsPerBlock:
			*v = fake.largest
		case FuncBinaryVersion:
			*v = 90
		default:
			return ErrorInvalidValue
		}
		return Success
	})
	a.funcSetAttribute = callback("cuFuncSetAttribute", func(f uintptr, attr, v int32) Result {
		if r, ok := fake.enter("cuFuncSetAttribute", true); !ok {
			return r
		}
		fake.kernels[f].dynamic = v
		return Success
	})
	a.funcGetParamInfo = callback("cuFuncGetParamInfo", func(f, i uintptr, offset, size *uintptr) Result {
		if sizes := fake.kernels[f].sizes; i < uintptr(len(sizes)) {
			*size = sizes[i]
			return Success
		}
		return ErrorInvalidValue
	})
	a.occupancyMaxActiveBlocks = callback("cuOccupancyMaxActiveBlocksPerMultiprocessor",
		func(n *int32, f uintptr, threads int32, shared uintptr) Result {
			*n = 2048 / threads
			return Success
		})
	a.occupancyMaxPotentialBlockSize = callback("cuOccupancyMaxPotentialBlockSize",
		func(blocks, threads *int32, f, callback, shared uintptr, limit int32) Result {
			*blocks, *threads = 264, 512
			return Success
		})
	a.launchKernel = callback("cuLaunchKernel",
		func(f uintptr, gx, gy, gz, bx, by, bz, shared uint32, stream uintptr, params *unsafe.Pointer, extra uintptr) Result {
			if r, ok := fake.enter("cuLaunchKernel", true); !ok {
				return r
			}
			return fake.launch(f, fakeLaunch{"", Dim3{gx, gy, gz}, Dim3{bx, by, bz}, shared, stream}, params)
		})
	a.launchKernelEx = callback("cuLaunchKernelEx",
		func(e *extendedLaunch, f uintptr, params *unsafe.Pointer, extra uintptr) Result {
			if r, ok := fake.enter("cuLaunchKernelEx", true); !ok {
				return r
			}
			c := &e.config
			fake.extended = slices.Clone(unsafe.Slice((*launchAttribute)(c.attributes), c.count))
			return fake.launch(f, fakeLaunch{"", c.grid, c.block, c.shared, c.stream}, params)
		})
	a.occupancyMaxActiveClusters = callback("cuOccupancyMaxActiveClusters",
		func(n *int32, f uintptr, e *extendedLaunch) Result {
			*n = int32(e.config.block.X) / int32(e.attributes[0].value[0])
			return Success
		})
}

func bindFakeMemory(a *api) {
	a.memAlloc = callback("cuMemAlloc_v2", func(p *uint64, n uintptr) Result {
		r, ok := fake.enter("cuMemAlloc_v2", true)
		if ok {
			*p = fake.alloc(fake.memory, n)
		}
		return r
	})
	a.memFree = callback("cuMemFree_v2", func(p uint64) Result { return fake.free(fake.memory, p) })
	a.memGetInfo = callback("cuMemGetInfo_v2", func(free, total *uint64) Result {
		*free, *total = 3, 5
		return Success
	})
	a.memHostAlloc = callback("cuMemHostAlloc", func(p *uint64, n uintptr, flags uint32) Result {
		*p = fake.alloc(fake.host, n)
		return Success
	})
	a.memFreeHost = callback("cuMemFreeHost", func(p uint64) Result { return fake.free(fake.host, p) })
	a.memcpyHtoD = callback("cuMemcpyHtoD_v2", func(dst uint64, src *byte, n uintptr) Result {
		r, ok := fake.enter("cuMemcpyHtoD_v2", true)
		if ok {
			copy(fake.block(fake.memory, dst, n), unsafe.Slice(src, n))
		}
		return r
	})
	a.memcpyDtoH = callback("cuMemcpyDtoH_v2", func(dst *byte, src uint64, n uintptr) Result {
		r, ok := fake.enter("cuMemcpyDtoH_v2", true)
		if ok {
			copy(unsafe.Slice(dst, n), fake.block(fake.memory, src, n))
		}
		return r
	})
	between := func(to, from func() map[uint64][]uint64) func(dst, src uint64, n, stream uintptr) Result {
		return func(dst, src uint64, n, stream uintptr) Result {
			if stream != fakeStream {
				return ErrorInvalidHandle
			}
			copy(fake.block(to(), dst, n), fake.block(from(), src, n))
			return Success
		}
	}
	device := func() map[uint64][]uint64 { return fake.memory }
	host := func() map[uint64][]uint64 { return fake.host }
	a.memcpyHtoDAsync = callback("cuMemcpyHtoDAsync_v2", between(device, host))
	a.memcpyDtoHAsync = callback("cuMemcpyDtoHAsync_v2", between(host, device))
	a.memcpyDtoDAsync = callback("cuMemcpyDtoDAsync_v2", between(device, device))
	bindFakeMemset(a)
}

func bindFakeMemset(a *api) {
	a.memsetD8Async = callback("cuMemsetD8Async", func(dst uint64, v uint8, n, stream uintptr) Result {
		block := fake.block(fake.memory, dst, n)
		for i := range block {
			block[i] = v
		}
		return Success
	})
	a.memsetD16Async = callback("cuMemsetD16Async", func(dst uint64, v uint16, n, stream uintptr) Result {
		block := fake.block(fake.memory, dst, 2*n)
		for i := range n {
			binary.NativeEndian.PutUint16(block[2*i:], v)
		}
		return Success
	})
	a.memsetD32Async = callback("cuMemsetD32Async", func(dst uint64, v uint32, n, stream uintptr) Result {
		block := fake.block(fake.memory, dst, 4*n)
		for i := range n {
			binary.NativeEndian.PutUint32(block[4*i:], v)
		}
		return Success
	})
	a.memsetD2D32Async = callback("cuMemsetD2D32Async",
		func(dst uint64, pitch uintptr, v uint32, width, height, stream uintptr) Result {
			for row := range height {
				block := fake.block(fake.memory, dst+uint64(row*pitch), 4*width)
				for i := range width {
					binary.NativeEndian.PutUint32(block[4*i:], v)
				}
			}
			return Success
		})
}

func bindFakeStream(a *api) {
	make := func(handle uintptr) func(p *uintptr, flags uint32) Result {
		return func(p *uintptr, flags uint32) Result { *p = handle; return Success }
	}
	known := func(name string, handle uintptr) function {
		return callback(name, func(h uintptr) Result {
			if h != handle {
				return ErrorInvalidHandle
			}
			r, _ := fake.enter(name, true)
			return r
		})
	}
	a.streamCreate = callback("cuStreamCreate", make(fakeStream))
	a.streamCreateWithPriority = callback("cuStreamCreateWithPriority",
		func(p *uintptr, flags uint32, priority int32) Result {
			if flags != streamNonBlocking || priority != -5 {
				return ErrorInvalidValue
			}
			*p = fakeStream
			return Success
		})
	a.ctxGetStreamPriorityRange = callback("cuCtxGetStreamPriorityRange", func(least, greatest *int32) Result {
		*least, *greatest = 0, -5
		return Success
	})
	a.streamDestroy = known("cuStreamDestroy_v2", fakeStream)
	a.streamSynchronize = known("cuStreamSynchronize", fakeStream)
	a.streamQuery = callback("cuStreamQuery", func(s uintptr) Result { return fake.query })
	a.streamWaitEvent = callback("cuStreamWaitEvent", func(s, e uintptr, flags uint32) Result {
		if s != fakeStream || e != fakeEvent {
			return ErrorInvalidHandle
		}
		return Success
	})
	a.eventCreate = callback("cuEventCreate", make(fakeEvent))
	a.eventDestroy = known("cuEventDestroy_v2", fakeEvent)
	a.eventSynchronize = known("cuEventSynchronize", fakeEvent)
	a.eventQuery = callback("cuEventQuery", func(e uintptr) Result { return fake.query })
	a.eventRecord = callback("cuEventRecord", func(e, s uintptr) Result {
		r, _ := fake.enter("cuEventRecord", true)
		return r
	})
	a.eventElapsedTime = callback("cuEventElapsedTime", func(ms *float32, start, end uintptr) Result {
		*ms = fake.elapsed
		return Success
	})
}
