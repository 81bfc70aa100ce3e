package cuda

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"
)

func TestDLPackGoesOutAndComesBack(t *testing.T) {
	c, _ := newFakeContext(t)
	for _, dtype := range []string{"i8", "ui8", "i1", "f16", "bf16", "f32", "f64", "i64", "f8E4M3FN", "f8E5M2"} {
		for _, versioned := range []bool{false, true} {
			a := &Array{Pointer: 0xABC0, Type: dtype, Shape: []int64{2, 3}, Strides: []int64{8, 1}}
			released := 0
			export, take := a.ExportDLPackUnversioned, ImportDLPack
			if versioned {
				export, take = a.ExportDLPack, ImportDLPackVersioned
			}
			p, err := export(c, func() { released++ })
			if err != nil {
				t.Fatal(err)
			}
			in, err := take(c, p)
			if err != nil {
				t.Fatal(err)
			}
			if in.Pointer != a.Pointer || in.Type != dtype || !slices.Equal(in.Shape, a.Shape) ||
				!slices.Equal(in.Strides, a.Strides) || in.ReadOnly {
				t.Errorf("%s: %+v came back", dtype, in)
			}
			if released != 0 {
				t.Error("released while in use")
			}
			in.Release()
			in.Release()
			if released != 1 {
				t.Errorf("released %d times", released)
			}
			exports.mu.Lock()
			if len(exports.held) != 0 {
				t.Error("the export is still held")
			}
			exports.mu.Unlock()
		}
	}
}

// The fields are written at their offsets in dlpack.h, as a C library writes them.
func TestDLPackImportReadsTheHeadersLayout(t *testing.T) {
	c, _ := newFakeContext(t)
	var deleted uintptr
	deleter := purego.NewCallback(func(p uintptr) uintptr { deleted = p; return 0 })
	shape := []int64{4, 5}
	var raw [10]uint64
	raw[0] = 1 | 3<<32 // version 1.3
	raw[2] = uint64(deleter)
	raw[3] = 1                                          // read-only
	raw[4] = 0x10000                                    // data
	raw[5] = 2                                          // CUDA device 0
	raw[6] = 2 | 4<<32 | 16<<40 | 1<<48                 // 2 dimensions, bfloat, 16 bits, 1 lane
	raw[7] = uint64(uintptr(unsafe.Pointer(&shape[0]))) // no strides
	raw[9] = 64                                         // byte offset
	in, err := ImportDLPackVersioned(c, unsafe.Pointer(&raw))
	if err != nil {
		t.Fatal(err)
	}
	if in.Pointer != 0x10040 || in.Type != "bf16" || !slices.Equal(in.Shape, shape) || in.Strides != nil || !in.ReadOnly {
		t.Errorf("%+v", in)
	}
	in.Release()
	if deleted != uintptr(unsafe.Pointer(&raw)) {
		t.Errorf("the deleter got %#x", deleted)
	}
}

func TestDLPackRefusesWhatItCannotHold(t *testing.T) {
	c, _ := newFakeContext(t)
	shape := []int64{4}
	valid := func() *dlManagedVersioned {
		return &dlManagedVersioned{version: dlVersion,
			tensor: dlTensor{deviceType: dlCUDA, ndim: 1, code: 2, bits: 32, lanes: 1,
				shape: &shape[0]}}
	}
	for name, spoil := range map[string]func(m *dlManagedVersioned){
		"version 2.0":   func(m *dlManagedVersioned) { m.version = dlPackVersion{2, 0} },
		"type 1":        func(m *dlManagedVersioned) { m.tensor.deviceType = 1 },
		"on device 1":   func(m *dlManagedVersioned) { m.tensor.deviceID = 1 },
		"4 lanes":       func(m *dlManagedVersioned) { m.tensor.lanes = 4 },
		"code 5":        func(m *dlManagedVersioned) { m.tensor.code = 5 },
		"-1 dimensions": func(m *dlManagedVersioned) { m.tensor.ndim = -1 },
		"2 dimensions":  func(m *dlManagedVersioned) { m.tensor.ndim, m.tensor.shape = 2, nil },
	} {
		m := valid()
		if _, err := ImportDLPackVersioned(c, unsafe.Pointer(m)); err != nil {
			t.Fatalf("the tensor without a fault: %v", err)
		}
		spoil(m)
		_, err := ImportDLPackVersioned(c, unsafe.Pointer(m))
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		if want := strings.TrimPrefix(name, "version "); !errors.Is(err, ErrDLPack) ||
			!strings.Contains(err.Error(), want) && !strings.Contains(name, "version") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := ImportDLPack(c, nil); !errors.Is(err, ErrDLPack) {
		t.Errorf("nil: %v", err)
	}
	if _, err := (&Array{Type: "f4"}).ExportDLPack(c, nil); err == nil {
		t.Error("f4 was exported")
	}
}
