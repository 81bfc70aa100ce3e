// Package hostdata converts between arrays of kernels and other formats: NumPy's .npy ([ReadNpy], [WriteNpy]),
// safetensors ([ReadSafetensors]), and matrices of gonum ([Matrix]). Go slices do not need this package: see
// [launch.Of].
package hostdata

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/nlpodyssey/safetensors"
	"gonum.org/v1/gonum/mat"

	"github.com/girih-ir/girih/internal/npy"
	"github.com/girih-ir/girih/kernel/launch"
)

// ErrFile is wrapped by errors about files that are damaged, or have element types that kernels do not support.
var ErrFile = errors.New("not a file of arrays")

// Matrix returns a gonum matrix as a two-dimensional array of float64, without copying. If a kernel writes to the
// array, it writes to the matrix.
func Matrix(m *mat.Dense) launch.Data {
	raw := m.RawMatrix()
	d, err := launch.OfStrided(raw.Data, []int{raw.Rows, raw.Cols}, []int{raw.Stride, 1})
	if err != nil {
		panic(fmt.Sprintf("hostdata: the elements of a matrix of gonum lie in its slice: %v", err))
	}
	return d
}

// ReadNpy reads a .npy file.
func ReadNpy(r io.Reader) (launch.Data, error) {
	a, err := npy.Read(r)
	if err != nil {
		return launch.Data{}, fmt.Errorf("%w: %w", ErrFile, err)
	}
	return data(npyTypes[a.Type], a.Data, a.Shape)
}

// npyTypes maps NumPy's type names to those of manifests.
var npyTypes = map[string]string{"b1": "i1", "f2": "f16", "f4": "f32", "f8": "f64",
	"i1": "i8", "i2": "i16", "i4": "i32", "i8": "i64", "u1": "ui8", "u2": "ui16", "u4": "ui32", "u8": "ui64"}

// WriteNpy writes an array as a .npy file. Arrays of bf16 or 8-bit floats are an error, since NumPy has no such types.
func WriteNpy(w io.Writer, d launch.Data) error {
	for name, dtype := range npyTypes {
		if dtype == d.Type() {
			return npy.Write(w, &npy.Array{Type: name, Shape: d.Shape(), Data: d.Encode()})
		}
	}
	return fmt.Errorf("%w: .npy files cannot hold elements of type %s", ErrFile, launch.GoType(d.Type()))
}

// ReadSafetensors returns the arrays of a safetensors file by name. They share the file's memory. Tensors of types that
// kernels do not have are an error.
func ReadSafetensors(file []byte) (map[string]launch.Data, error) {
	if err := complete(file); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	tensors, err := safetensors.Deserialize(file)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	out := make(map[string]launch.Data, tensors.Len())
	for _, t := range tensors.Tensors() {
		dtype, ok := safetensorsTypes[t.TensorView.DType()]
		if !ok {
			return nil, fmt.Errorf("%w: tensor %s has elements of type %s", ErrFile, strconv.Quote(t.Name),
				t.TensorView.DType())
		}
		shape := make([]int64, 0, len(t.TensorView.Shape()))
		for _, n := range t.TensorView.Shape() {
			if n > math.MaxInt32 {
				return nil, fmt.Errorf("%w: tensor %s has the shape %v", ErrFile, strconv.Quote(t.Name), t.TensorView.Shape())
			}
			shape = append(shape, int64(n))
		}
		if out[t.Name], err = data(dtype, t.TensorView.Data(), shape); err != nil {
			return nil, fmt.Errorf("tensor %s: %w", strconv.Quote(t.Name), err)
		}
	}
	return out, nil
}

// complete reports whether a safetensors file has the bytes that its header describes. A header that is not valid is
// left to the library.
func complete(file []byte) error {
	const prefix = 8 // the length of the header
	if len(file) < prefix {
		return fmt.Errorf("a safetensors file begins with the length of its header in %d bytes, but the file has only %d",
			prefix, len(file))
	}
	n, rest := binary.LittleEndian.Uint64(file), uint64(len(file)-prefix)
	if n > rest {
		return fmt.Errorf("the file is incomplete: its header takes %d bytes, but it has only %d", n, rest)
	}
	var header map[string]struct {
		Offsets []uint64 `json:"data_offsets"`
	}
	if json.Unmarshal(file[prefix:prefix+n], &header) != nil {
		return nil
	}
	end := uint64(0)
	for _, tensor := range header {
		for _, at := range tensor.Offsets {
			end = max(end, at)
		}
	}
	if end > rest-n {
		return fmt.Errorf("the file is incomplete: its tensors take %d bytes, but it has only %d", end, rest-n)
	}
	if end < rest-n {
		return fmt.Errorf("the file has %d bytes behind its tensors", rest-n-end)
	}
	return nil
}

// safetensorsTypes maps the types of safetensors to those of manifests.
var safetensorsTypes = map[safetensors.DType]string{safetensors.BOOL: "i1", safetensors.F16: "f16",
	safetensors.BF16: "bf16", safetensors.F32: "f32", safetensors.F64: "f64", safetensors.I8: "i8", safetensors.I16: "i16",
	safetensors.I32: "i32", safetensors.I64: "i64", safetensors.U8: "ui8", safetensors.U16: "ui16",
	safetensors.U32: "ui32", safetensors.U64: "ui64"}

func data(dtype string, content []byte, shape []int64) (launch.Data, error) {
	sizes := make([]int, len(shape))
	for i, n := range shape {
		sizes[i] = int(n)
	}
	d, err := launch.OfBytes(dtype, content, sizes...)
	if err != nil {
		return launch.Data{}, fmt.Errorf("%w: %w", ErrFile, err)
	}
	return d, nil
}
