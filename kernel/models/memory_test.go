package models_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/kernel/models"
)

// TestBuffersThatAreInUseTogetherLieApart checks that buffers that are in use at the same time do not overlap, and that
// none is read before it is written.
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

// TestTooLittleMemoryNamesTheLargestBuffers checks that exceeding the memory limit is an error before anything runs.
// The error names the largest buffers.
func TestTooLittleMemoryNamesTheLargestBuffers(t *testing.T) {
	f := parse(t, `func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = prim.full 1.0 : tensor<100x100xf32>
  %1 = prim.sum %0 dims [0, 1] : tensor<100x100xf32> -> tensor<f32>
  %2 = prim.broadcast_in_dim %1 dims [] : tensor<f32> -> tensor<8x8xf32>
  %3 = prim.add %x, %2 : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}`)
	for _, name := range []string{"cpu", *deviceName} {
		device, err := models.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		x := []*tensors.Tensor{tensors.New(f.Context().F32(), 8, 8)}
		_, err = models.New(f, device, models.Options{MemoryLimit: 40000}).Run(t.Context(), x)
		const want = "and may have 40000; the largest buffers are 40000 bytes of a result of prim.full at -:2, " +
			"256 bytes of argument 0"
		if !errors.Is(err, tensors.ErrMemory) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", name, err)
		}
		if _, err := models.New(f, device, models.Options{MemoryLimit: 42000}).Run(t.Context(), x); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestMemoryThatAGPULacksNamesTheLargestBuffers checks the error for a program that needs more memory than a GPU has.
func TestMemoryThatAGPULacksNamesTheLargestBuffers(t *testing.T) {
	if !strings.HasPrefix(*deviceName, "cuda") {
		t.Skip("needs a GPU: -device=cuda:0")
	}
	f := parse(t, `func.func @main() -> tensor<f32> {
  %0 = prim.full 1.0 : tensor<1000000x1000000xf32>
  %1 = prim.sum %0 dims [0, 1] : tensor<1000000x1000000xf32> -> tensor<f32>
  return %1 : tensor<f32>
}`)
	device, err := models.Open(*deviceName)
	if err != nil {
		t.Fatal(err)
	}
	_, err = models.New(f, device, models.Options{}).Run(t.Context(), nil)
	const want = "the largest buffers are 4000000000000 bytes of a result of prim.full at -:2"
	if !errors.Is(err, cuda.ErrorOutOfMemory) || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v", err)
	}
}

// TestTensorsThatNoMemoryHasAreErrors checks that a tensor larger than any memory is an error at its operation.
func TestTensorsThatNoMemoryHasAreErrors(t *testing.T) {
	f := parse(t, `func.func @main() -> tensor<f64> {
  %0 = prim.full 1.0 : tensor<4000000x4000000x4000000xf64>
  %1 = prim.sum %0 dims [0, 1, 2] : tensor<4000000x4000000x4000000xf64> -> tensor<f64>
  return %1 : tensor<f64>
}`)
	for _, name := range []string{"cpu", *deviceName} {
		device, err := models.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		_, err = models.New(f, device, models.Options{}).Run(t.Context(), nil)
		if d := (*ir.Diagnostic)(nil); !errors.As(err, &d) || !errors.Is(err, tensors.ErrMemory) ||
			ir.FileLocation(d.Loc).StartLine != 2 {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestFailedRunsLeaveArgumentsAsTheyWere checks that a failed run does not change its arguments, even if an operator
// would write to one.
func TestFailedRunsLeaveArgumentsAsTheyWere(t *testing.T) {
	f := parse(t, `func.func @main(%x: tensor<4xf32>, %out: tensor<4xf32>, %i: tensor<4xi64>) -> tensor<4xf32> {
  %0 = prim.exp %x : tensor<4xf32>
  %1 = prim.copy_to %out, %0 : tensor<4xf32>, tensor<4xf32>
  %2 = prim.gather %1, %i dim 0 : (tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>
  %3 = prim.add %1, %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}`)
	for _, name := range []string{"cpu", *deviceName} {
		device, err := models.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		p := models.New(f, device, models.Options{})
		for _, last := range []int64{3, 4} { // 4 is out of range
			args := make([]*tensors.Tensor, 3)
			for k, list := range [][]float32{{1, 2, 3, 4}, {5, 6, 7, 8}} {
				if args[k], err = tensors.Of(f.Context().F32(), list, 4); err != nil {
					t.Fatal(err)
				}
			}
			if args[2], err = tensors.Of(f.Context().I(64), []int64{0, 1, 2, last}, 4); err != nil {
				t.Fatal(err)
			}
			before := args[1].Bytes()
			_, err := p.Run(t.Context(), args)
			if (err != nil) != (last == 4) {
				t.Errorf("%s: error %v", name, err)
			}
			if !bytes.Equal(args[1].Bytes(), before) {
				t.Errorf("%s: out was changed to %v", name, args[1])
			}
		}
	}
}
