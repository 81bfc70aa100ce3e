package torch_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/girih-ir/girih/dialects/torch"
)

func TestSchemasAreThoseOfPyTorch(t *testing.T) {
	got, err := torch.ParseSchema("max_pool2d_(Tensor(a!) self, int[2] kernel_size, int[2] stride=[1,2], *, " +
		"Scalar? x=None, str mode='a') -> (Tensor values, Tensor indices)")
	want := torch.Schema{Name: "max_pool2d_", Results: 2, InPlace: true, Params: []torch.Param{
		{Name: "self", Type: torch.TensorParam}, {Name: "kernel_size", Type: torch.IntsParam},
		{Name: "stride", Type: torch.IntsParam, Default: "[1,2]"},
		{Name: "x", Type: torch.NumberParam, Optional: true}, {Name: "mode", Type: torch.StringParam, Default: "'a'"},
	}}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Error(err, d)
	}
}

func TestSchemasThatCannotBeReadAreErrors(t *testing.T) {
	for _, text := range []string{"", "f", "f(Tensor) -> Tensor", "f(Thing x) -> Tensor", "f(int x, int x) -> Tensor",
		"f(Tensor x)", "(Tensor x) -> Tensor"} {
		if _, err := torch.ParseSchema(text); !errors.Is(err, torch.ErrSchema) {
			t.Errorf("%q: got %v", text, err)
		}
	}
}

func FuzzParseSchema(f *testing.F) {
	f.Add("add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor")
	f.Add("f(Tensor(a!)[]? x, int[2] y=[0,1]) -> (Tensor, Tensor)")
	f.Fuzz(func(_ *testing.T, text string) { _, _ = torch.ParseSchema(text) })
}
