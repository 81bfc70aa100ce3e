package launch_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/kernel"
	"github.com/girih-ir/girih/kernel/launch"
)

const source = `package rows

import "github.com/girih-ir/girih/kernel"

// Scale is y = a*x + float(n), row by row.
func Scale[T kernel.Float](x, y kernel.Array2[T], a T, n int32, block kernel.Const) {
	row, j := kernel.Program(0), kernel.Range(block)
	y.Store(row, j, a*x.Load(row, j)+T(n))
}

// Fill writes through a pointer in a loop.
func Fill(x, y kernel.Pointer[int32], n int32) {
	for i := int32(0); i < n; i++ {
		y.Store(i, x.Load(i)+1)
	}
}
`

// compile returns a kernel of the source above, for the CPU and for the GPU if there is one.
func compile(t testing.TB, d *launch.Device, name string, o kernel.Options) *launch.Kernel {
	t.Helper()
	k, err := kernel.Compile(fstest.MapFS{"rows.go": {Data: []byte(source)}}, name, o)
	if err != nil {
		t.Fatal(err)
	}
	sm, err := d.SM()
	if err != nil {
		t.Fatal(err)
	}
	var targets []string
	if sm >= 80 {
		targets = []string{"sm_80"}
	}
	out, err := k.Embed(t.Context(), targets...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// open returns the GPU if there is one, and the CPU otherwise.
func open(t *testing.T) *launch.Device {
	t.Helper()
	d, err := launch.Open("")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Log("on", d)
	return d
}

func scaleOptions(dtype string) kernel.Options {
	return kernel.Options{Types: map[string]string{"T": dtype}, Constants: map[string]int64{"block": 64}}
}

func TestTheSameCallRunsOnWhateverDeviceThereIs(t *testing.T) {
	d := open(t)
	k := compile(t, d, "Scale", scaleOptions("float32"))
	for _, columns := range []int{3, 48} { // no variant, and the variant for multiples of 16
		values := make([]float32, 2*columns)
		for i := range values {
			values[i] = float32(i)
		}
		x, err := launch.Upload(d, values, 2, columns)
		if err != nil {
			t.Fatal(err)
		}
		y, err := launch.Empty[float32](d, 2, columns)
		if err != nil {
			t.Fatal(err)
		}
		s, err := d.NewStream()
		if err != nil {
			t.Fatal(err)
		}
		if err := k.Launch(t.Context(), s, launch.Grid{2}, x, y, 0.5, 1); err != nil {
			t.Fatal(err)
		}
		if err := s.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := make([]float32, len(values))
		if err := y.Download(t.Context(), got); err != nil {
			t.Fatal(err)
		}
		for i := range got {
			if got[i] != 0.5*float32(i)+1 {
				t.Fatalf("%d columns: %v", columns, got)
			}
		}
		if err := errors.Join(x.Free(), y.Free(), s.Close()); err != nil {
			t.Error(err)
		}
	}
}

func TestArraysOfTheHostAreCopiedThereAndBack(t *testing.T) {
	d := open(t)
	k := compile(t, d, "Scale", scaleOptions("kernel.Float16"))
	x, y := []kernel.Float16{1, 2, 3}, make([]kernel.Float16, 3)
	err := k.Launch(t.Context(), d.Stream(), launch.Grid{1}, launch.Of(x, 1, 3), launch.Of(y, 1, 3), float32(2), 0)
	if err != nil || !slices.Equal(y, []kernel.Float16{2, 4, 6}) {
		t.Error(y, err)
	}
	p := compile(t, d, "Fill", kernel.Options{})
	from, to := []int32{1, 2, 3}, make([]int32, 3)
	if err := p.Launch(t.Context(), d.Stream(), launch.Grid{}, launch.Of(from), launch.Of(to), 3); err != nil ||
		!slices.Equal(to, []int32{2, 3, 4}) {
		t.Error(to, err)
	}
}

func TestArgumentsThatDoNotFitAreRefusedBeforeTheLaunch(t *testing.T) {
	d := open(t)
	k := compile(t, d, "Scale", scaleOptions("float32"))
	other, err := launch.Open("cpu")
	if err != nil {
		t.Fatal(err)
	}
	x, err := launch.Upload(d, make([]float32, 6), 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	y, err := launch.Empty[float32](d, 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	halves, err := launch.Empty[kernel.Float16](d, 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	flat, err := launch.Empty[float32](d, 6)
	if err != nil {
		t.Fatal(err)
	}
	elsewhere, err := launch.Empty[float32](other, 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]any{
		"Scale takes 4 arguments (x 2-dimensional array of float32, y 2-dimensional array of float32, a float32, n int32)": {
			x, y},
		"y of Scale: expected elements of type float32, but got Float16":      {x, halves, 1, 2},
		"x of Scale: expected 2 dimensions, but the shape is [6]":             {flat, y, 1, 2},
		"x of Scale: it is on device cpu, the stream on " + d.String():        {elsewhere, y, 1, 2},
		"y of Scale: it is written and shares memory with x":                  {x, x, 1, 2},
		"x of Scale: expected an array on the device, or launch.Of a slice":   {5, y, 1, 2},
		"a of Scale: expected a number of type float32, but got bool":         {x, y, true, 2},
		"n of Scale: 5000000000 is out of range for int32":                    {x, y, 1, 5000000000},
		"n of Scale: expected a number of type int32, but got float64":        {x, y, 1, 2.5},
		"y of Scale: the shape [2 3] has 6 elements, but the slice 5":         {x, launch.Of(make([]float32, 5), 2, 3), 1, 2},
		"y of Scale: sizes are from 0 to 2147483647, but the shape is [-1 3]": {x, launch.Of([]float32{}, -1, 3), 1, 2},
		"a of Scale: expected a number of type float32, but got launch.Data":  {x, y, launch.Of([]float32{1}), 2},
	} {
		err := k.Launch(t.Context(), d.Stream(), launch.Grid{2}, args...)
		if d.String() == "cpu" && strings.Contains(want, "on device cpu") {
			want = "it is on device cpu, the stream on cpu"
		}
		if err == nil || !errors.Is(err, launch.ErrArgument) || !strings.Contains(err.Error(), want) {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

func TestDevicesHaveNames(t *testing.T) {
	for _, name := range []string{"gpu", "cuda:-1", "cuda:x", "CPU", "cuda:"} {
		if _, err := launch.Open(name); !errors.Is(err, launch.ErrDevice) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := launch.Open("cuda"); err != nil && !errors.Is(err, cuda.ErrNoDriver) {
		t.Error(err)
	}
}

func TestAnEmptyArrayIsAnArgument(t *testing.T) {
	d := open(t)
	k := compile(t, d, "Scale", scaleOptions("float32"))
	x, y := []float32{}, []float32{}
	if err := k.Launch(t.Context(), d.Stream(), launch.Grid{1}, launch.Of(x, 1, 0), launch.Of(y, 1, 0), 1, 1); err != nil {
		t.Error(err)
	}
}

func TestFilesThatAreNotThoseOfAKernelAreErrors(t *testing.T) {
	for name, files := range map[string]fstest.MapFS{
		"no JSON": {"k.json": {Data: []byte("{")}},
		"no manifest": {"k.json": {Data: []byte(`{"variants":[{"codes":[{"target":"sm_80","image":"a"}]}]}`)},
			"k.mlir": {}, "a": {}},
		"no program": {"k.json": {Data: []byte("{}")}},
		"nothing":    {},
	} {
		if k, err := launch.Read(files, "k.json"); err == nil {
			t.Errorf("%s: %v", name, k)
		}
	}
}

func TestStridedArraysOfTheHostStayInTheirSlice(t *testing.T) {
	for want, test := range map[string]struct{ shape, strides []int }{
		"2 sizes and 1 strides": {[]int{2, 2}, []int{1}},
		"reach element 8":       {[]int{3, 3}, []int{3, 1}},
		"shape [-1]":            {[]int{-1}, []int{1}},
		"strides [-2]":          {[]int{2}, []int{-2}},
		"shape [1099511627776":  {[]int{1 << 40, 1 << 40}, []int{0, 0}},
	} {
		_, err := launch.OfStrided(make([]float32, 8), test.shape, test.strides)
		if !errors.Is(err, launch.ErrArgument) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v %v: %v", test.shape, test.strides, err)
		}
	}
	if _, err := launch.OfBytes("f12", nil, 0); !errors.Is(err, launch.ErrArgument) {
		t.Error(err)
	}
	if _, err := launch.OfBytes("f16", []byte{1, 2, 3}, 1); !errors.Is(err, launch.ErrArgument) {
		t.Error(err)
	}
	if _, err := launch.OfBytes("f16", []byte{1, 2}, 2); !errors.Is(err, launch.ErrArgument) {
		t.Error(err)
	}
	d := open(t)
	k := compile(t, d, "Scale", scaleOptions("float32"))
	x := []float32{1, 2, 3, 4, 5, 6}
	columns, err := launch.OfStrided(x, []int{2, 3}, []int{1, 2}) // x as 3x2, transposed
	if err != nil {
		t.Fatal(err)
	}
	y := make([]float32, 6)
	if err := k.Launch(t.Context(), d.Stream(), launch.Grid{2}, columns, launch.Of(y, 2, 3), 1, 0); err != nil ||
		!slices.Equal(y, []float32{1, 3, 5, 2, 4, 6}) {
		t.Error(y, err)
	}
}
