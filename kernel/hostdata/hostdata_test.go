package hostdata_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/nlpodyssey/safetensors"
	"gonum.org/v1/gonum/mat"

	"github.com/girih-ir/girih/kernel"
	"github.com/girih-ir/girih/kernel/hostdata"
	"github.com/girih-ir/girih/kernel/launch"
)

const source = `package double

import "github.com/girih-ir/girih/kernel"

func Double[T kernel.Float](x kernel.Array2[T]) {
	i, j := kernel.Range(4), kernel.Range(4)
	x.Store(i, j, 2*x.Load(i, j))
}
`

func double(t testing.TB, dtype string, d launch.Data) {
	t.Helper()
	k, err := kernel.Compile(fstest.MapFS{"double.go": {Data: []byte(source)}}, "Double",
		kernel.Options{Types: map[string]string{"T": dtype}})
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Run(context.Background(), [3]int32{1, 1, 1}, d); err != nil {
		t.Fatal(err)
	}
}

func TestAKernelWritesAPartOfAMatrix(t *testing.T) {
	m := mat.NewDense(3, 4, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
	double(t, "float64", hostdata.Matrix(m.Slice(1, 3, 1, 3).(*mat.Dense)))
	want := []float64{1, 2, 3, 4, 5, 12, 14, 8, 9, 20, 22, 12}
	if got := m.RawMatrix().Data; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestNpyFilesHoldWhatKernelsCompute(t *testing.T) {
	var file bytes.Buffer
	if err := hostdata.WriteNpy(&file, launch.Of([]kernel.Float16{1, 2, 3, 4}, 2, 2)); err != nil {
		t.Fatal(err)
	}
	d, err := hostdata.ReadNpy(&file)
	if err != nil || d.Type() != "f16" || !slices.Equal(d.Shape(), []int64{2, 2}) {
		t.Fatal(d.Type(), d.Shape(), err)
	}
	double(t, "kernel.Float16", d)
	if got := d.Encode(); !bytes.Equal(got, launch.Of([]kernel.Float16{2, 4, 6, 8}).Encode()) {
		t.Errorf("%x", got)
	}
	if err := hostdata.WriteNpy(&file, launch.Of([]kernel.BFloat16{1})); !errors.Is(err, hostdata.ErrFile) {
		t.Error(err)
	}
	if _, err := hostdata.ReadNpy(bytes.NewReader([]byte("\x93NUMPY"))); !errors.Is(err, hostdata.ErrFile) {
		t.Error(err)
	}
}

// safetensorsFile returns a file with one tensor.
func safetensorsFile(t testing.TB, dtype safetensors.DType, content []byte, shape ...uint64) []byte {
	t.Helper()
	v, err := safetensors.NewTensorView(dtype, shape, content)
	if err != nil {
		t.Fatal(err)
	}
	file, err := safetensors.Serialize(map[string]safetensors.TensorView{"weight": v}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestTensorsOfSafetensorsAreArrays(t *testing.T) {
	values := launch.Of([]kernel.BFloat16{1, 2, 3, 4, 5, 6}).Encode()
	file := safetensorsFile(t, safetensors.BF16, values, 2, 3)
	all, err := hostdata.ReadSafetensors(file)
	if err != nil {
		t.Fatal(err)
	}
	d := all["weight"]
	double(t, "kernel.BFloat16", d)
	if got := d.Encode(); !bytes.Equal(got, launch.Of([]kernel.BFloat16{2, 4, 6, 8, 10, 12}).Encode()) {
		t.Errorf("%x", got)
	}
	for end := range len(file) {
		if _, err := hostdata.ReadSafetensors(file[:end]); !errors.Is(err, hostdata.ErrFile) {
			t.Errorf("the first %d bytes: %v", end, err)
		}
	}
}

func FuzzReadSafetensors(f *testing.F) {
	f.Add(safetensorsFile(f, safetensors.F32, make([]byte, 24), 2, 3))
	f.Add([]byte("\x10\x00\x00\x00\x00\x00\x00\x00{\"a\":{}}        "))
	f.Fuzz(func(t *testing.T, file []byte) {
		all, err := hostdata.ReadSafetensors(file)
		for name, d := range all {
			if err != nil || d.Check() != nil {
				t.Errorf("%s: %v %v", name, d.Shape(), err)
			}
		}
	})
}

func ExampleMatrix() {
	m := mat.NewDense(2, 2, []float64{1, 2, 3, 4})
	k, err := kernel.Compile(fstest.MapFS{"double.go": {Data: []byte(source)}}, "Double",
		kernel.Options{Types: map[string]string{"T": "float64"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = k.Run(context.Background(), [3]int32{1, 1, 1}, hostdata.Matrix(m))
	fmt.Println(err, m.RawMatrix().Data)
	// Output: <nil> [2 4 6 8]
}
