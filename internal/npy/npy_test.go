package npy_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/npy"
)

func TestWhatIsWrittenReadsBack(t *testing.T) {
	for _, shape := range [][]int64{{}, {3}, {2, 3}, {1, 2, 3}, {0, 4}} {
		n := int64(2)
		for _, d := range shape {
			n *= d
		}
		want := &npy.Array{Type: "f2", Shape: shape, Data: bytes.Repeat([]byte{1, 2}, int(n/2))}
		var file bytes.Buffer
		if err := npy.Write(&file, want); err != nil {
			t.Fatal(err)
		}
		if at := file.Len() - len(want.Data); at%64 != 0 {
			t.Errorf("data starts at byte %d, no multiple of 64", at)
		}
		got, err := npy.Read(&file)
		if err != nil {
			t.Fatal(err)
		}
		if got.Type != want.Type || !slices.Equal(got.Shape, want.Shape) || !bytes.Equal(got.Data, want.Data) {
			t.Errorf("read %+v, want %+v", got, want)
		}
	}
}

// file returns a version 1 file with a header and data.
func file(header, data string) string {
	return "\x93NUMPY\x01\x00" + string([]byte{byte(len(header)), byte(len(header) >> 8)}) + header + data
}

func TestColumnMajorBigEndianDataBecomesRowMajorLittleEndian(t *testing.T) {
	text := file("{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3), }\n",
		"\x00\x01\x00\x04\x00\x02\x00\x05\x00\x03\x00\x06")
	got, err := npy.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if want := "\x01\x00\x02\x00\x03\x00\x04\x00\x05\x00\x06\x00"; string(got.Data) != want {
		t.Errorf("data %q, want %q", got.Data, want)
	}
}

func TestMalformedFilesAreRefused(t *testing.T) {
	for name, text := range map[string]string{
		"empty":          "",
		"no magic":       "PK\x03\x04 something else",
		"version":        "\x93NUMPY\x09\x00\x00\x00",
		"no header":      "\x93NUMPY\x01\x00\xff\x00{",
		"short data":     file("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }\n", "\x00\x00\x00\x00"),
		"huge":           file("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999, 99999999999), }\n", ""),
		"objects":        file("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }\n", "\x00"),
		"structure":      file("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }\n", "\x00\x00\x00\x00"),
		"negative shape": file("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }\n", ""),
	} {
		t.Run(name, func(t *testing.T) {
			if a, err := npy.Read(strings.NewReader(text)); !errors.Is(err, npy.ErrFormat) {
				t.Errorf("read %v with error %v", a, err)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(file("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }\n", "\x00\x00\x80\x3f")))
	f.Add([]byte(file("{'descr': '>u8', 'fortran_order': True, 'shape': (2, 1), }\n", strings.Repeat("\x01", 16))))
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := npy.Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := npy.Write(&out, a); err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		b, err := npy.Read(&out)
		if err != nil || !slices.Equal(a.Shape, b.Shape) || !bytes.Equal(a.Data, b.Data) {
			t.Fatalf("%+v does not read back: %+v, %v", a, b, err)
		}
	})
}
