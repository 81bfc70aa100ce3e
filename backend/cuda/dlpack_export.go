package cuda

import (
	"runtime"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
)

// exports holds the arrays that other libraries have pointers to, until they call the deleter. C code can refer to Go
// memory only if a Go variable keeps it alive. That variable is global, since the deleter gets only the address.
var exports struct {
	mu   sync.Mutex
	held map[uintptr]*export
}

// An export is an array that another library uses.
type export struct {
	versioned dlManagedVersioned
	plain     dlManaged
	extents   []int64 // shape and strides
	release   func()
	pinned    runtime.Pinner
}

// deleteExport is the deleter of every export. Its address is created once, since callbacks cannot be freed.
var deleteExport = sync.OnceValue(func() uintptr {
	return purego.NewCallback(func(tensor uintptr) uintptr {
		exports.mu.Lock()
		e := exports.held[tensor]
		delete(exports.held, tensor)
		exports.mu.Unlock()
		if e != nil {
			e.pinned.Unpin()
			if e.release != nil {
				e.release()
			}
		}
		return 0
	})
})

// ExportDLPack returns a pointer to a DLManagedTensorVersioned for the array, to be given to another library. The
// memory must live until that library calls the tensor's deleter, which calls release, possibly on a thread of its own;
// release may be nil. Work that fills the array must be ordered before the library's, for example by
// [Stream.Synchronize].
func (a *Array) ExportDLPack(c *Context, release func()) (unsafe.Pointer, error) {
	e, err := a.export(c, release)
	if err != nil {
		return nil, err
	}
	e.versioned.version, e.versioned.deleter = dlVersion, deleteExport()
	e.keep(uintptr(unsafe.Pointer(&e.versioned)))
	return unsafe.Pointer(&e.versioned), nil
}

// ExportDLPackUnversioned is [Array.ExportDLPack] for libraries that only know the DLManagedTensor of versions before
// 1.
func (a *Array) ExportDLPackUnversioned(c *Context, release func()) (unsafe.Pointer, error) {
	e, err := a.export(c, release)
	if err != nil {
		return nil, err
	}
	e.plain.tensor, e.plain.deleter = e.versioned.tensor, deleteExport()
	e.keep(uintptr(unsafe.Pointer(&e.plain)))
	return unsafe.Pointer(&e.plain), nil
}

func (a *Array) export(c *Context, release func()) (*export, error) {
	if err := a.check(); err != nil {
		return nil, err
	}
	code, bits, err := dlType(a.Type)
	if err != nil {
		return nil, err
	}
	rank := len(a.Shape)
	e := &export{release: release, extents: append(append(make([]int64, 0, 2*rank+1), a.Shape...), a.strides()...)}
	t := &e.versioned.tensor
	*t = dlTensor{data: uintptr(a.Pointer), deviceType: dlCUDA, deviceID: int32(c.device.ordinal), ndim: int32(rank),
		code: code, bits: bits, lanes: 1}
	extents := unsafe.SliceData(e.extents)
	t.shape, t.strides = extents, (*int64)(unsafe.Add(unsafe.Pointer(extents), 8*rank))
	return e, nil
}

// keep stores the export under the address that its deleter will get.
func (e *export) keep(address uintptr) {
	e.pinned.Pin(e)
	e.pinned.Pin(unsafe.SliceData(e.extents))
	exports.mu.Lock()
	defer exports.mu.Unlock()
	if exports.held == nil {
		exports.held = make(map[uintptr]*export)
	}
	exports.held[address] = e
}
