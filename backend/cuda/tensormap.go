package cuda

import (
	"fmt"
	"runtime"
	"strings"
	"unsafe"

	"github.com/girih-ir/girih/backend/manifest"
)

// tensorMaps holds the tensor maps of a kernel's launches, and the sources from which they were encoded.
type tensorMaps struct {
	memory []byte // with room for alignment
	first  int    // offset of the first map
	made   []mapSource
}

// mapSource has the values from which a tensor map is encoded, in the units of the driver.
type mapSource struct {
	address uint64
	// sizes are in elements, the fastest-varying dimension first. strides are in bytes, without that of the first
	// dimension.
	sizes   [manifest.MaxTensorMapRank]uint64
	strides [manifest.MaxTensorMapRank - 1]uint64
}

func newTensorMaps(n int) tensorMaps {
	if n == 0 {
		return tensorMaps{}
	}
	t := tensorMaps{memory: make([]byte, n*manifest.TensorMapBytes+manifest.TensorMapAlignment),
		made: make([]mapSource, n)}
	at := uintptr(unsafe.Pointer(&t.memory[0]))
	t.first = int(-at & (manifest.TensorMapAlignment - 1))
	return t
}

// address returns the address of map i.
func (t *tensorMaps) address(i int) unsafe.Pointer {
	return unsafe.Pointer(&t.memory[t.first+i*manifest.TensorMapBytes])
}

// Constants of cuTensorMapEncodeTiled (cuda.h, CUtensorMap...).
var (
	tensorMapTypes = map[string]uintptr{"i8": 0, "i16": 1, "i32": 3, "i64": 5, "f16": 6, "f32": 7, "f64": 8, "bf16": 9,
		"f8E4M3FN": 0, "f8E5M2": 0, "tf32": 11}
	tensorSwizzles = map[int64]uintptr{0: 0, 32: 1, 64: 2, 128: 3}
)

const promoteL2To256 = 3

// tensorMapAligned is the alignment, in bytes, of the addresses and row strides of a tensor map.
const tensorMapAligned = 16

// encode encodes the tensor maps of a launch with the given arguments, unless they are those of the previous launch.
func (k *Kernel) encode(t *tensorMaps, values []uint64) error {
	for i := range k.m.TensorMaps {
		m := &k.m.TensorMaps[i]
		source, err := k.source(m, values)
		if err != nil {
			return err
		}
		if source == t.made[i] {
			continue
		}
		if err := k.encodeOne(t.address(i), m, source); err != nil {
			return err
		}
		t.made[i] = source
	}
	return nil
}

// source returns the values for a tensor map of a launch. If the kernel will not use the map, because its own check
// fails, they are those of an empty array.
func (k *Kernel) source(m *manifest.TensorMap, values []uint64) (mapSource, error) {
	number := func(n int64) int64 {
		switch {
		case n < 0:
			return -1 - n
		case k.m.Arguments[n].Bytes == 8:
			return int64(values[n])
		}
		return int64(int32(values[n]))
	}
	s, bytes, usable := mapSource{address: values[m.Base]}, int64(dtypeBits(strings.TrimPrefix(m.Type, "t"))/8), true
	for d, last := 0, len(m.Sizes)-1; d <= last; d++ {
		size := number(m.Sizes[last-d])
		s.sizes[d], usable = uint64(max(0, size)), usable && size > 0
		if d == last {
			break
		}
		stride := number(m.Strides[last-d-1])
		if usable = usable && stride > 0; stride < 0 && !m.Checked {
			return s, k.refuseStride(m, last-d-1, stride)
		}
		s.strides[d] = uint64(stride * bytes)
	}
	if usable = usable && (len(m.Sizes) == 1 || s.sizes[0]*uint64(bytes) <= s.strides[0]); m.Checked && !usable {
		s = mapSource{address: s.address}
	}
	return s, nil
}

// refuseStride returns the error about a stride that no tensor map can have.
func (k *Kernel) refuseStride(m *manifest.TensorMap, dimension int, stride int64) error {
	return fmt.Errorf("cuda: launch of %s: %w: the array of argument %d has a stride of %d along dimension %d: a tensor "+
		"map takes strides of at least 1", k.m.Entry, ErrLayout, m.Base, stride, dimension)
}

func (k *Kernel) encodeOne(to unsafe.Pointer, m *manifest.TensorMap, s mapSource) error {
	rank := len(m.Sizes)
	var box, steps [manifest.MaxTensorMapRank]uint32
	empty := false
	if rank == 1 && s.address%tensorMapAligned != 0 {
		return fmt.Errorf("cuda: launch of %s: %w: the array of argument %d begins at %#x, which must be a multiple of %d",
			k.m.Entry, ErrMisaligned, m.Base, s.address, tensorMapAligned)
	}
	for d := range rank {
		if steps[d], empty = 1, empty || s.sizes[d] == 0; m.Pixels == nil {
			box[d] = uint32(m.Box[rank-1-d])
		}
		if d == rank-1 {
			break
		}
		if s.address%tensorMapAligned != 0 || s.strides[d]%tensorMapAligned != 0 {
			return fmt.Errorf("cuda: launch of %s: %w: the array of argument %d begins at %#x, with a stride of %d bytes "+
				"along dimension %d: both must be multiples of %d", k.m.Entry, ErrMisaligned, m.Base, s.address, s.strides[d],
				rank-2-d, tensorMapAligned)
		}
	}
	for d := range rank - 1 {
		if s.strides[d] == 0 && s.sizes[d+1] > 1 && !empty {
			return k.refuseStride(m, rank-2-d, 0)
		}
		s.strides[d] = max(s.strides[d], tensorMapAligned)
	}
	if empty { // nothing is copied from it, but the driver refuses an empty array
		s.sizes = [manifest.MaxTensorMapRank]uint64{1, 1, 1, 1, 1}
	}
	if m.Pixels != nil {
		return k.encodePixels(to, m, s)
	}
	encode := k.f.ctx.api.tensorMapEncodeTiled
	if err := encode.require(); err != nil {
		return err
	}
	err := k.f.ctx.call(encode, uintptr(to), tensorMapTypes[m.Type], uintptr(rank), uintptr(s.address),
		uintptr(unsafe.Pointer(&s.sizes)), uintptr(unsafe.Pointer(&s.strides)), uintptr(unsafe.Pointer(&box)),
		uintptr(unsafe.Pointer(&steps)), 0, tensorSwizzles[m.Swizzle], promoteL2To256, 0)
	runtime.KeepAlive(to)
	if err != nil {
		return fmt.Errorf("cuda: launch of %s: tensor map of argument %d: %w", k.m.Entry, m.Base, err)
	}
	return nil
}

// encodePixels encodes a map for copies of pixels (cuTensorMapEncodeIm2col).
func (k *Kernel) encodePixels(to unsafe.Pointer, m *manifest.TensorMap, s mapSource) error {
	rank := len(m.Sizes)
	var lower, upper [manifest.MaxTensorMapRank - 2]int32
	steps := [manifest.MaxTensorMapRank]uint32{1, 1, 1, 1, 1}
	for d := range rank - 2 {
		at := rank - 3 - d
		lower[d], upper[d], steps[1+d] = int32(m.Pixels.Lower[at]), int32(m.Pixels.Upper[at]), uint32(m.Pixels.Steps[at])
	}
	encode := k.f.ctx.api.tensorMapEncodeIm2col
	if err := encode.require(); err != nil {
		return err
	}
	err := k.f.ctx.call(encode, uintptr(to), tensorMapTypes[m.Type], uintptr(rank), uintptr(s.address),
		uintptr(unsafe.Pointer(&s.sizes)), uintptr(unsafe.Pointer(&s.strides)), uintptr(unsafe.Pointer(&lower)),
		uintptr(unsafe.Pointer(&upper)), uintptr(m.Box[1]), uintptr(m.Box[0]), uintptr(unsafe.Pointer(&steps)), 0,
		tensorSwizzles[m.Swizzle], promoteL2To256, 0)
	runtime.KeepAlive(to)
	if err != nil {
		return fmt.Errorf("cuda: launch of %s: tensor map of pixels of argument %d: %w", k.m.Entry, m.Base, err)
	}
	return nil
}
