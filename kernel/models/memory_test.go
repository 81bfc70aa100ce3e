package models_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/kernel/models"
)

// Memories in the arena that are in use at the same time lie apart, and none is read before it is written.
func TestBuffersThatAreInUseTogetherLieApart(t *testing.T) {
	for _, name := range []string{"resnet18_small", "gpt_train_small"} {
		f, args := fused(t, name)
		o, err := tensors.NewOutline(f, args, func(*tensors.Step) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		size := func(m *tensors.Memory) int { return m.Elements * bytesOf(m) }
		shared := 0
		for i, a := range o.Memories {
			if a.Argument > 0 || a.Constant != nil || a.Leaves {
				continue
			}
			if a.Offset+size(a) > o.ArenaBytes {
				t.Fatalf("memory %d ends at %d, behind the arena of %d bytes", i, a.Offset+size(a), o.ArenaBytes)
			}
			for k, b := range o.Memories[:i] {
				if b.Argument > 0 || b.Constant != nil || b.Leaves {
					continue
				}
				if overlap := a.Offset < b.Offset+size(b) && b.Offset < a.Offset+size(a); !overlap {
					continue
				}
				if shared++; a.First <= b.Last && b.First <= a.Last {
					t.Fatalf("memories %d and %d share bytes, and are in use at the same time", k, i)
				}
			}
		}
		if shared == 0 {
			t.Errorf("%s: no memory is shared", name)
		}
		written := make(map[int]bool)
		for _, s := range o.Steps {
			for _, p := range s.In {
				if p != nil && !written[p.Memory] && o.Memories[p.Memory].Argument == 0 && o.Memories[p.Memory].Constant == nil {
					t.Fatalf("%s reads memory %d before a step has written it", s.Name, p.Memory)
				}
			}
			for _, p := range s.Out {
				written[p.Memory] = true
			}
		}
	}
}

func bytesOf(m *tensors.Memory) int { return len(tensors.New(m.Elem, 1).Bytes()) }

// A device that has too little memory is told with the largest buffers.
func TestTheLargestBuffersAreNamed(t *testing.T) {
	f := parse(t, `func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = prim.full 1.0 : tensor<100x100xf32>
  %1 = prim.sum %0 dims [0, 1] : tensor<100x100xf32> -> tensor<f32>
  %2 = prim.broadcast_in_dim %1 dims [] : tensor<f32> -> tensor<8x8xf32>
  %3 = prim.add %x, %2 : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}`)
	device, err := models.Open("simulator")
	if err != nil {
		t.Fatal(err)
	}
	x, err := device.Empty(f.Context().F32(), 8, 8)
	if err != nil {
		t.Fatal(err)
	}
	e, err := models.New(f, device, models.Options{}).Bind(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	const want = "40000 bytes of a result of prim.full at -:2"
	if got := models.Largest(e); !strings.Contains(got, want) || !strings.Contains(got, "256 bytes of argument 0") {
		t.Errorf("got %q, want %q in it", got, want)
	}
}
