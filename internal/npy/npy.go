// Package npy reads and writes NumPy's .npy files of numbers, versions 1 to 3 of the format
// (numpy.org/doc/stable/reference/generated/numpy.lib.format.html). Elements are raw little-endian bytes; callers
// interpret them.
//
// Python objects, strings, structured types and .npz archives are not supported.
package npy

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// ErrFormat is wrapped by errors about files that are malformed or contain something that is not supported.
var ErrFormat = errors.New("invalid .npy file")

// Array is the contents of a file.
type Array struct {
	// Type is NumPy's name of the element type without byte order: a kind (b bool, i and u integers, f floats) and the
	// size in bytes, as in "f4".
	Type  string
	Shape []int64
	// Data are the elements in row-major order, little-endian.
	Data []byte
}

const (
	magic = "\x93NUMPY"
	// maxHeader and maxData bound the memory that the reader allocates for a file.
	maxHeader = 1 << 16
	maxData   = 1 << 34
)

// ElementSize returns the size of an element in bytes.
func (a *Array) ElementSize() int {
	n, _ := elementSize(a.Type)
	return n
}

func elementSize(t string) (int, error) {
	if len(t) < 2 || !strings.Contains("biuf", t[:1]) {
		return 0, fmt.Errorf("%w: elements of type '%s' are not supported", ErrFormat, t)
	}
	n, err := strconv.Atoi(t[1:])
	if err != nil || !slices.Contains([]int{1, 2, 4, 8}, n) || t[0] == 'b' && n != 1 || t[0] == 'f' && n == 1 {
		return 0, fmt.Errorf("%w: elements of type '%s' are not supported", ErrFormat, t)
	}
	return n, nil
}

// Read reads a file. Arrays in column-major order are converted to row-major order.
func Read(r io.Reader) (*Array, error) {
	header, err := readHeader(r)
	if err != nil {
		return nil, err
	}
	h, err := parseHeader(header)
	if err != nil {
		return nil, err
	}
	size, err := elementSize(h.array.Type)
	if err != nil {
		return nil, err
	}
	n := int64(size)
	for _, d := range h.array.Shape {
		if d > 0 && n > maxData/d {
			return nil, fmt.Errorf("%w: shape %v is too large", ErrFormat, h.array.Shape)
		}
		n *= d
	}
	// The file may be shorter than the header says, so the header does not determine the allocation.
	data, err := io.ReadAll(io.LimitReader(r, n))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) != n {
		return nil, fmt.Errorf("%w: %d bytes of data, but shape %v of '%s' has %d", ErrFormat, len(data), h.array.Shape,
			h.array.Type, n)
	}
	if h.bigEndian {
		for at := 0; at < len(data); at += size {
			slices.Reverse(data[at:][:size])
		}
	}
	if h.fortran {
		data = rowMajor(data, h.array.Shape, size)
	}
	h.array.Data = data
	return &h.array, nil
}

func readHeader(r io.Reader) (string, error) {
	head := make([]byte, len(magic)+2)
	if _, err := io.ReadFull(r, head); err != nil || string(head[:len(magic)]) != magic {
		return "", fmt.Errorf("%w: it does not start with the magic string", ErrFormat)
	}
	size := 2
	switch version := head[len(magic)]; version {
	case 1:
	case 2, 3:
		size = 4
	default:
		return "", fmt.Errorf("%w: version %d is not supported", ErrFormat, version)
	}
	length := make([]byte, 4)
	if _, err := io.ReadFull(r, length[:size]); err != nil {
		return "", fmt.Errorf("%w: it ends in the header", ErrFormat)
	}
	n := binary.LittleEndian.Uint32(length)
	if n > maxHeader {
		return "", fmt.Errorf("%w: a header of %d bytes", ErrFormat, n)
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(r, text); err != nil {
		return "", fmt.Errorf("%w: it ends in the header", ErrFormat)
	}
	return string(text), nil
}

type header struct {
	array              Array
	fortran, bigEndian bool
}

// parseHeader reads the dictionary {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }.
func parseHeader(s string) (*header, error) {
	descr, ok1 := field(s, "'descr':")
	order, ok2 := field(s, "'fortran_order':")
	shape, ok3 := field(s, "'shape':")
	if !ok1 || !ok2 || !ok3 {
		return nil, fmt.Errorf("%w: header %q", ErrFormat, s)
	}
	h := &header{fortran: strings.HasPrefix(order, "True")}
	quoted := strings.SplitN(descr, "'", 3)
	if len(quoted) != 3 || quoted[0] != "" || quoted[1] == "" {
		return nil, fmt.Errorf("%w: the elements of %q are not supported", ErrFormat, s)
	}
	h.array.Type = strings.TrimLeft(quoted[1], "<>|=")
	h.bigEndian = quoted[1][0] == '>'
	inner, _, closed := strings.Cut(strings.TrimPrefix(shape, "("), ")")
	if !closed || !strings.HasPrefix(shape, "(") {
		return nil, fmt.Errorf("%w: the shape in %q", ErrFormat, s)
	}
	for _, d := range strings.Split(inner, ",") {
		if d = strings.TrimSpace(d); d == "" {
			continue
		}
		n, err := strconv.ParseInt(d, 10, 64)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("%w: dimension %q", ErrFormat, d)
		}
		h.array.Shape = append(h.array.Shape, n)
	}
	return h, nil
}

// field returns the text after a key.
func field(s, key string) (string, bool) {
	_, after, ok := strings.Cut(s, key)
	return strings.TrimLeft(after, " "), ok
}

// rowMajor converts elements from column-major order, in which the first index varies fastest.
func rowMajor(data []byte, shape []int64, size int) []byte {
	out := make([]byte, 0, len(data))
	index := make([]int64, len(shape))
	for len(out) < len(data) {
		at := int64(0)
		for d, i := range slices.Backward(index) {
			at = at*shape[d] + i
		}
		out = append(out, data[at*int64(size):][:size]...)
		for d := range slices.Backward(index) {
			if index[d]++; index[d] < shape[d] {
				break
			}
			index[d] = 0
		}
	}
	return out
}

// Write writes a file of version 1.
func Write(w io.Writer, a *Array) error {
	size, err := elementSize(a.Type)
	if err != nil {
		return err
	}
	order := "<"
	if size == 1 {
		order = "|"
	}
	var shape strings.Builder
	for _, d := range a.Shape {
		fmt.Fprintf(&shape, "%d, ", d)
	}
	tuple := strings.TrimSuffix(shape.String(), " ")
	if len(a.Shape) != 1 {
		tuple = strings.TrimSuffix(tuple, ",")
	}
	text := fmt.Sprintf("{'descr': '%s%s', 'fortran_order': False, 'shape': (%s), }", order, a.Type, tuple)
	// The data starts at a multiple of 64 bytes, and the header ends in a newline.
	const alignment = 64
	prefix := len(magic) + 4
	text += strings.Repeat(" ", (alignment-(prefix+len(text)+1)%alignment)%alignment) + "\n"
	var out bytes.Buffer
	out.WriteString(magic + "\x01\x00")
	out.Write(binary.LittleEndian.AppendUint16(nil, uint16(len(text))))
	out.WriteString(text)
	if _, err := w.Write(out.Bytes()); err != nil {
		return err
	}
	_, err = w.Write(a.Data)
	return err
}
