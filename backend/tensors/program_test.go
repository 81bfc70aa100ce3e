package tensors_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// program makes a program of the function @f.
func program(t *testing.T, source string) *tensors.Program {
	t.Helper()
	module, err := text.ParseString(ctx, source)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := fn.AsFunc(ir.LookupSymbol(module, "f"))
	return tensors.NewProgram(f)
}

const scaled = `func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = func.call @sum(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = prim.rev %0 dims [0] : tensor<?xf32> -> tensor<?xf32>
  %2 = prim.neg %1 : tensor<?xf32>
  return %2 : tensor<?xf32>
}
func.func private @sum(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> attributes {prim.region = "elementwise"} {
  %0 = prim.add %x, %y : tensor<?xf32>
  %1 = prim.mul %0, %x : tensor<?xf32>
  return %1 : tensor<?xf32>
}`

func TestProgramsRunForAnySizesAndAtTheSameTime(t *testing.T) {
	p := program(t, scaled)
	var wait sync.WaitGroup
	for n := range 8 {
		wait.Go(func() {
			list := make([]float32, n%4)
			want := make([]float64, n%4)
			for i := range list {
				list[i] = float32(i)
				want[len(want)-1-i] = float64(-2 * i * i)
			}
			got, err := p.Run(t.Context(), []*tensors.Tensor{vec(list...), vec(list...)}, tensors.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			for i, v := range got[0].Floats() {
				if v != want[i] {
					t.Errorf("got %v, want %v", got[0], want)
				}
			}
		})
	}
	wait.Wait()
}

func TestErrorsOfProgramsAreLocated(t *testing.T) {
	p := program(t, scaled)
	_, err := p.Run(t.Context(), []*tensors.Tensor{vec(1, 2), vec(1, 2, 3)}, tensors.Options{})
	var d *ir.Diagnostic
	if !errors.As(err, &d) || ir.FileLocation(d.Loc).StartLine != 8 ||
		!strings.Contains(err.Error(), "shapes [2] and [3]") {
		t.Errorf("got %v", err)
	}
	for _, args := range [][]*tensors.Tensor{nil, {vec(1), nil}, {matrix(1, 1, 1), vec(1)}} {
		if _, err := p.Run(t.Context(), args, tensors.Options{}); !errors.Is(err, tensors.ErrArguments) {
			t.Errorf("got %v", err)
		}
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	args := []*tensors.Tensor{vec(1), vec(2)}
	if _, err := p.Run(stopped, args, tensors.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// If a region does not fit the sizes of a run, it is computed one operation at a time, with a remark.
func TestExplainSaysStepsBuffersAndRemarks(t *testing.T) {
	p := program(t, strings.Replace(scaled, "prim.mul %0, %x : tensor<?xf32>",
		"prim.cumsum %0 dim 0 : tensor<?xf32> -> tensor<?xf32>", 1))
	var b strings.Builder
	err := p.Explain(t.Context(), &b, []*tensors.Tensor{vec(1, 2), vec(3, 4)}, tensors.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"prim.cumsum", "remark: @sum runs one operation at a time", "in use at once"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
}

// An operation that changes a few elements of a tensor does so in place if nothing else reads the tensor.
func TestTensorsThatNothingElseReadsAreChangedInPlace(t *testing.T) {
	source := func(result string) string {
		return `func.func @f(%at: tensor<2xi64>, %v: tensor<2xf32>) -> tensor<4xf32> {
  %0 = prim.full 1.0 : tensor<4xf32>
  %1 = prim.index_put %0, %v [%at] dims [0] accumulate : (tensor<4xf32>, tensor<2xf32>, tensor<2xi64>) -> tensor<4xf32>
  %2 = prim.slice_scatter %1, %v starts [0] limits [2] strides [1] : tensor<4xf32>, tensor<2xf32>
  %3 = prim.add ` + result + ` : tensor<4xf32>
  return %3 : tensor<4xf32>
}`
	}
	for _, c := range []struct {
		result, buffers string
		want            []float64
	}{
		{"%2, %2", "1 buffers of 16 B", []float64{10, 12, 24, 2}},
		{"%1, %2", "2 buffers of 32 B", []float64{6, 7, 24, 2}}, // of which %0 and %1 are one
		{"%0, %2", "2 buffers of 32 B", []float64{6, 7, 13, 2}}, // of which %1 and %2 are one
	} {
		p := program(t, source(c.result))
		at, err := tensors.Of(ctx.I(64), []int64{2, 2}, 2)
		if err != nil {
			t.Fatal(err)
		}
		args := []*tensors.Tensor{at, vec(5, 6)}
		for range 2 {
			got, err := p.Run(t.Context(), args, tensors.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got[0].Floats(), c.want) {
				t.Errorf("%s: got %v, want %v", c.result, got[0], c.want)
			}
		}
		var text strings.Builder
		if err := p.Explain(t.Context(), &text, args, tensors.Options{}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text.String(), c.buffers) {
			t.Errorf("%s: want %s in\n%s", c.result, c.buffers, text.String())
		}
	}
}

// A view of a copy is no buffer of its own: its elements may overlap, and be more than the copy has.
func TestViewsOfCopiesAreNotChangedInPlace(t *testing.T) {
	p := program(t, `func.func @f(%a: tensor<2x3xf32>, %at: tensor<1xi64>, %v: tensor<1x3xf32>) -> tensor<3x3xf32> {
  %0 = prim.transpose %a perm [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %1 = prim.as_strided %0 size [3, 3] strides [1, 1] offset 0 : tensor<3x2xf32> -> tensor<3x3xf32>
  %2 = prim.index_put %1, %v [%at] dims [0] : (tensor<3x3xf32>, tensor<1x3xf32>, tensor<1xi64>) -> tensor<3x3xf32>
  return %2 : tensor<3x3xf32>
}`)
	at, err := tensors.Of(ctx.I(64), []int64{1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	a, v := matrix(2, 3, 1, 2, 3, 4, 5, 6), matrix(1, 3, 7, 8, 9)
	got, err := p.Run(t.Context(), []*tensors.Tensor{a, at, v}, tensors.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := []float64{1, 4, 2, 7, 8, 9, 2, 5, 3}; !slices.Equal(got[0].Floats(), want) {
		t.Errorf("got %v, want %v", got[0], want)
	}
}
