package cuda

import (
	"errors"
	"fmt"
	"strconv"
	"unsafe"

	"github.com/ebitengine/purego"
)

// DLPack is the C structure in which array libraries pass arrays in memory to each other (dlpack.h, version 1).
// PyTorch, JAX and others wrap a pointer to one in a Python capsule. Here the pointer itself is passed. A program may
// get it from such a library in any way.

// ErrDLPack is wrapped by errors about tensors that cannot be imported or exported.
var ErrDLPack = errors.New("unsupported DLPack tensor")

// dlVersion is the version of exports, and the major version that imports accept.
var dlVersion = dlPackVersion{1, 1}

type dlPackVersion struct{ major, minor uint32 }

// dlTensor is a DLTensor.
type dlTensor struct {
	data           uintptr
	deviceType     int32
	deviceID       int32
	ndim           int32
	code, bits     uint8
	lanes          uint16
	shape, strides *int64
	byteOffset     uint64
}

// dlManaged is a DLManagedTensor.
type dlManaged struct {
	tensor  dlTensor
	context uintptr
	deleter uintptr // void (*)(DLManagedTensor *), or 0
}

// dlManagedVersioned is a DLManagedTensorVersioned.
type dlManagedVersioned struct {
	version dlPackVersion
	context uintptr
	deleter uintptr
	flags   uint64
	tensor  dlTensor
}

// Constants of dlpack.h.
const (
	dlCUDA        = 2
	dlCUDAHost    = 3
	dlCUDAManaged = 13

	dlFlagReadOnly = 1 << 0
)

// dlTypes maps DLDataTypeCode and bits to element types.
var dlTypes = []struct {
	code, bits uint8
	name       string
}{
	{0, 8, "i8"}, {0, 16, "i16"}, {0, 32, "i32"}, {0, 64, "i64"},
	{1, 8, "ui8"}, {1, 16, "ui16"}, {1, 32, "ui32"}, {1, 64, "ui64"},
	{2, 16, "f16"}, {2, 32, "f32"}, {2, 64, "f64"}, {4, 16, "bf16"}, {6, 8, "i1"},
	{7, 8, "f8E3M4"}, {8, 8, "f8E4M3"}, {9, 8, "f8E4M3B11FNUZ"}, {10, 8, "f8E4M3FN"}, {11, 8, "f8E4M3FNUZ"},
	{12, 8, "f8E5M2"}, {13, 8, "f8E5M2FNUZ"}, {14, 8, "f8E8M0FNU"},
}

// An Imported is an array that belongs to another library.
type Imported struct {
	Array
	// ReadOnly says that the array must not be written.
	ReadOnly bool

	tensor  unsafe.Pointer
	deleter uintptr
}

// ImportDLPack takes over the array of a DLManagedTensor without a copy. The array must be on the context's device.
// [Imported.Release] calls the tensor's deleter. If the import fails, the caller keeps the tensor. Work on the array
// must be ordered after the other library's, for example by synchronizing its stream.
func ImportDLPack(c *Context, tensor unsafe.Pointer) (*Imported, error) {
	if tensor == nil {
		return nil, fmt.Errorf("cuda: %w: the pointer is nil", ErrDLPack)
	}
	m := (*dlManaged)(tensor)
	return importTensor(c, &m.tensor, tensor, m.deleter, 0)
}

// ImportDLPackVersioned is [ImportDLPack] for a DLManagedTensorVersioned.
func ImportDLPackVersioned(c *Context, tensor unsafe.Pointer) (*Imported, error) {
	if tensor == nil {
		return nil, fmt.Errorf("cuda: %w: the pointer is nil", ErrDLPack)
	}
	m := (*dlManagedVersioned)(tensor)
	if m.version.major != dlVersion.major {
		return nil, fmt.Errorf("cuda: %w: it is of version %d.%d, not %d", ErrDLPack, m.version.major, m.version.minor,
			dlVersion.major)
	}
	return importTensor(c, &m.tensor, tensor, m.deleter, m.flags)
}

func importTensor(c *Context, t *dlTensor, tensor unsafe.Pointer, deleter uintptr, flags uint64) (*Imported, error) {
	switch t.deviceType {
	case dlCUDA, dlCUDAManaged:
		if int(t.deviceID) != c.device.ordinal {
			return nil, fmt.Errorf("cuda: %w: it is on device %d, the context on device %d: copy it there", ErrDLPack,
				t.deviceID,
				c.device.ordinal)
		}
	case dlCUDAHost:
	default:
		return nil, fmt.Errorf("cuda: %w: it is on a device of DLPack's type %d: move it to the GPU (type %d) first",
			ErrDLPack,
			t.deviceType, dlCUDA)
	}
	name := ""
	for _, known := range dlTypes {
		if known.code == t.code && known.bits == t.bits && t.lanes == 1 {
			name = known.name
		}
	}
	if name == "" {
		return nil, fmt.Errorf("cuda: %w: elements of code %d with %d bits and %d lanes", ErrDLPack, t.code, t.bits, t.lanes)
	}
	if t.ndim < 0 || t.ndim > 64 || t.ndim > 0 && t.shape == nil {
		return nil, fmt.Errorf("cuda: %w: %d dimensions", ErrDLPack, t.ndim)
	}
	in := &Imported{ReadOnly: flags&dlFlagReadOnly != 0, tensor: tensor, deleter: deleter}
	in.Array = Array{Pointer: DevicePointer(t.data) + DevicePointer(t.byteOffset), Type: name, ctx: c}
	in.Shape = append([]int64{}, unsafe.Slice(t.shape, t.ndim)...)
	if t.strides != nil {
		in.Strides = append([]int64{}, unsafe.Slice(t.strides, t.ndim)...)
	}
	return in, in.check()
}

// Release tells the owner that the array is no longer used. Call it only after all work on the array has finished.
// Later calls do nothing.
func (i *Imported) Release() {
	deleter, tensor := i.deleter, i.tensor
	i.deleter, i.tensor = 0, nil
	if deleter != 0 && tensor != nil {
		purego.SyscallN(deleter, uintptr(tensor))
	}
}

// dlType returns the code and the width of an element type.
func dlType(name string) (code, bits uint8, err error) {
	for _, known := range dlTypes {
		if known.name == name {
			return known.code, known.bits, nil
		}
	}
	return 0, 0, fmt.Errorf("cuda: %w: DLPack has no code for elements of type %s", ErrDLPack, strconv.Quote(name))
}
