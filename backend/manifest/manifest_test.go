package manifest_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/manifest"
)

// sample is a kernel with an array of each kind of size and stride, a pointer and numbers.
func sample() *manifest.Manifest {
	pointer := manifest.Argument{Kind: manifest.Pointer, Type: "f16", Bytes: 8, Alignment: 16}
	word := manifest.Argument{Kind: manifest.Integer, Type: "i32", Bytes: 4}
	return &manifest.Manifest{Target: "sm_90", Kernels: []manifest.Kernel{{
		Entry:     "k",
		Arguments: []manifest.Argument{pointer, word, word, pointer, {Kind: manifest.Float, Type: "f32", Bytes: 4}},
		Parameters: []manifest.Parameter{
			{Name: "x", Kind: manifest.Array, Type: "f16", Sizes: []int64{manifest.Dynamic, 8},
				Strides: []int64{manifest.Dynamic, 1}, Divisor: 16, SizeDivisors: []int64{4, 1}},
			{Name: "p", Kind: manifest.Pointer, Type: "f16", First: 3},
			{Name: "a", Kind: manifest.Float, Type: "f32", First: 4},
		},
		Block: []int64{128, 1, 1}, Grid: manifest.Grid{Unit: "block", Axes: []int{0}},
	}}}
}

// staged is a kernel with a workspace, whose launches run another kernel too.
func staged() *manifest.Manifest {
	m := sample()
	k := &m.Kernels[0]
	k.Arguments = append(k.Arguments, manifest.Argument{Kind: manifest.Pointer, Bytes: 8, Alignment: 16})
	k.Workspaces = []manifest.Parameter{{Name: "w", Kind: manifest.Array, Type: "f32", First: 5, Sizes: []int64{4, 8},
		Strides: []int64{8, 1}}}
	k.After, k.Grid.Programs = []string{"l"}, 7
	return m
}

func TestManifestsAreReadAsTheyWereWritten(t *testing.T) {
	want := staged()
	data, err := want.JSON()
	if err != nil {
		t.Fatal(err)
	}
	got, err := manifest.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if k, err := got.Kernel("k"); err != nil || k.Threads() != 128 {
		t.Errorf("kernel k: %+v, %v", k, err)
	}
	if _, err := got.Kernel("l"); err == nil {
		t.Error("there is a kernel l")
	}
}

func TestContradictionsAreErrors(t *testing.T) {
	for name, spoil := range map[string]func(k *manifest.Kernel){
		"no name":                func(k *manifest.Kernel) { k.Entry = "" },
		"4096 bytes":             func(k *manifest.Kernel) { k.Arguments[0].Bytes = 4096 },
		"of kind \"blob\"":       func(k *manifest.Kernel) { k.Arguments[4].Kind = "blob" },
		"a block of":             func(k *manifest.Kernel) { k.Block[1] = 0 },
		"axes":                   func(k *manifest.Kernel) { k.Grid.Axes[0] = 3 },
		"bytes of shared memory": func(k *manifest.Kernel) { k.SharedMemory = -1 },
		"starts at argument":     func(k *manifest.Kernel) { k.Parameters[1].First = 2 },
		"differ in length":       func(k *manifest.Kernel) { k.Parameters[0].Strides = []int64{manifest.Dynamic} },
		"only an array has":      func(k *manifest.Kernel) { k.Parameters[1].Sizes = []int64{1} },
		"is passed as":           func(k *manifest.Kernel) { k.Parameters[2].Kind = manifest.Integer },
		"integers of 4 bytes":    func(k *manifest.Kernel) { k.Arguments[1].Bytes = 8 },
		"not a power of two":     func(k *manifest.Kernel) { k.Parameters[0].SizeDivisors[0] = 3 },
		"is not a type":          func(k *manifest.Kernel) { k.Parameters[1].Type = "u" },
		"but it has 6":           func(k *manifest.Kernel) { k.Parameters, k.Workspaces = k.Parameters[:2], nil },
		"keeps zeros":            func(k *manifest.Kernel) { k.Parameters[0].KeepsZeros = true },
		"follows 5":              func(k *manifest.Kernel) { k.Workspaces[0].First = 4 },
		"not an array of known":  func(k *manifest.Kernel) { k.Workspaces[0].Sizes[0] = manifest.Dynamic },
		"a grid of -1 programs":  func(k *manifest.Kernel) { k.Grid.Programs = -1 },
	} {
		m := staged()
		spoil(&m.Kernels[0])
		data, err := m.JSON()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := manifest.Parse(data); !errors.Is(err, manifest.ErrManifest) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestAKernelWithoutParametersTakesItsArguments(t *testing.T) {
	k := staged().Kernels[0]
	k.Parameters = nil
	list := k.Signature()
	if len(list) != 5 || list[0].Kind != manifest.Pointer || list[0].Divisor != 16 || list[4].Type != "f32" ||
		list[4].First != 4 {
		t.Errorf("signature %+v", list)
	}
	if err := k.Validate(); err != nil {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	data, err := sample().JSON()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(`{"kernels":[{"entry":"k","arguments":[{"kind":"pointer","bytes":8}],"parameters":[{"kind":"array","first":-1}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := manifest.Parse(data)
		if err != nil {
			return
		}
		for i := range m.Kernels {
			for _, p := range m.Kernels[i].Signature() {
				if p.First < 0 || p.First+p.Count() > len(m.Kernels[i].Arguments) {
					t.Errorf("parameter %+v is out of the %d arguments", p, len(m.Kernels[i].Arguments))
				}
			}
		}
	})
}

func TestTypesHaveNamesOfTypes(t *testing.T) {
	for _, c := range []struct {
		want  bool
		names []string
	}{
		{true, []string{"", "index", "i1", "i64", "ui8", "bf16", "tf32", "f8E4M3FN", "!tile.ptr<f32>"}},
		{false, []string{"i", "i0", "i08", "u8", "fi8", "fE4", "f8e4", "f16 ", "float", "index1", "!", "!a\nb"}},
	} {
		for _, name := range c.names {
			m := sample()
			m.Kernels[0].Parameters[1].Type = name
			data, err := m.JSON()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := manifest.Parse(data); (err == nil) != c.want {
				t.Errorf("%q: error %v", name, err)
			}
		}
	}
}
