package run

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/internal/npy"
	"github.com/girih-ir/girih/ir"
)

// readFile reads an array from a .npy file.
func readFile(ctx *ir.Context, path string) (*interp.Array, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	file, err := npy.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	elem := elementType(ctx, file.Type)
	a, err := interp.NewArray(elem, file.Shape...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	size := file.ElementSize()
	for i := range a.Len() {
		var word [8]byte
		copy(word[:], file.Data[i*size:][:size])
		bits := binary.LittleEndian.Uint64(word[:])
		if ir.IsInt(elem, 1) { // any byte except zero is true
			bits = min(bits, 1)
		}
		a.SetBits(i, bits)
	}
	return a, nil
}

// elementType returns the element type for a NumPy type.
func elementType(ctx *ir.Context, numpy string) ir.Type {
	bytes, _ := strconv.Atoi(numpy[1:])
	bits := uint32(8 * bytes)
	switch numpy[0] {
	case 'b':
		return ctx.I(1)
	case 'u':
		return ctx.IntegerType(bits, ir.Unsigned)
	case 'f':
		return ctx.Float(fmt.Sprintf("f%d", bits))
	}
	return ctx.I(bits)
}

// numpyType returns NumPy's name of an element type.
func numpyType(t ir.Type) (string, error) {
	switch t := t.(type) {
	case *ir.FloatType:
		switch t.Format.Name() {
		case "f16", "f32", "f64":
			return fmt.Sprintf("f%d", t.Width()/8), nil
		}
	case *ir.IntegerType:
		switch {
		case t.Width == 1:
			return "b1", nil
		case t.Width%8 != 0:
		case t.Signedness == ir.Unsigned:
			return fmt.Sprintf("u%d", t.Width/8), nil
		default:
			return fmt.Sprintf("i%d", t.Width/8), nil
		}
	}
	return "", fmt.Errorf("%w: .npy files cannot hold elements of type '%s'", errArgument, t)
}

// writeArray writes an array as a .npy file.
func writeArray(w io.Writer, a *interp.Array) error {
	t, err := numpyType(a.Elem())
	if err != nil {
		return err
	}
	out := &npy.Array{Type: t, Shape: a.Shape()}
	size := out.ElementSize()
	for i := range a.Len() {
		out.Data = append(out.Data, binary.LittleEndian.AppendUint64(nil, a.Bits(i))[:size]...)
	}
	return npy.Write(w, out)
}
