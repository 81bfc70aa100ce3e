package cuda

import (
	"errors"
	"testing"

	"github.com/girih-ir/girih/backend/manifest"
)

// A tensor map is encoded from the launch's arguments, of 32 or 64 bits. Strides that no map can have are refused,
// unless the kernel checks them: then the map is that of an empty array.
func TestTensorMapsAreMadeOfArguments(t *testing.T) {
	arguments := []manifest.Argument{{Kind: manifest.Pointer, Bytes: 8}, {Kind: manifest.Integer, Bytes: 4},
		{Kind: manifest.Integer, Bytes: 4}, {Kind: manifest.Integer, Bytes: 8}}
	negative := func(n int64) uint64 { return uint64(n) }
	for _, c := range []struct {
		name    string
		checked bool
		values  []uint64
		want    mapSource
		refused bool
	}{
		{"rows and columns", false, []uint64{64, 5, 7, 1 << 33}, source(64, 7, 5, 1<<34), false},
		{"without rows", false, []uint64{64, negative(-5), 7, 8}, source(64, 7, 0, 16), false},
		{"a negative stride", false, []uint64{64, 5, 7, negative(-8)}, mapSource{}, true},
		{"a negative stride that is checked", true, []uint64{64, 5, 7, negative(-8)}, source(64, 0, 0, 0), false},
		{"rows in one place that are checked", true, []uint64{64, 5, 7, 0}, source(64, 0, 0, 0), false},
		{"without rows, checked", true, []uint64{64, 0, 7, 8}, source(64, 0, 0, 0), false},
		{"rows that overlap, checked", true, []uint64{64, 5, 9, 8}, source(64, 0, 0, 0), false},
		{"rows and columns, checked", true, []uint64{64, 5, 7, 8}, source(64, 7, 5, 16), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := manifest.TensorMap{Base: 0, Sizes: []int64{1, 2}, Strides: []int64{3, -2}, Type: "f16", Box: []int64{8, 8},
				Checked: c.checked}
			k := &Kernel{m: &manifest.Kernel{Arguments: arguments, TensorMaps: []manifest.TensorMap{m}}}
			got, err := k.source(&m, c.values)
			if refused := errors.Is(err, ErrLayout); refused != c.refused || !refused && (err != nil || got != c.want) {
				t.Errorf("%v, %v, want %v", got, err, c.want)
			}
		})
	}
}

// source returns the values for the map of a matrix.
func source(address, columns, rows, stride uint64) (s mapSource) {
	s.address, s.sizes[0], s.sizes[1], s.strides[0] = address, columns, rows, stride
	return s
}
