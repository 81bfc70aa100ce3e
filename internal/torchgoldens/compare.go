package torchgoldens

import (
	"math"
	"slices"

	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/ir"
)

// Differs returns the index of the first element that is not close, by the tolerances of torch.testing.assert_close; -1
// if there is none.
func Differs(got, want *tensors.Tensor) int {
	rtol, atol := 0.0, 0.0
	switch want.Elem().String() {
	case "f16":
		rtol, atol = 1e-3, 1e-5
	case "bf16":
		rtol, atol = 1.6e-2, 1e-5
	case "f32", "complex<f32>":
		rtol, atol = 1.3e-6, 1e-5
	case "f64", "complex<f64>":
		rtol, atol = 1e-7, 1e-7
	}
	g, w := got.Floats(), want.Floats()
	for i := range w {
		switch {
		case g[i] == w[i] || g[i] != g[i] && w[i] != w[i]:
		case !(math.Abs(g[i]-w[i]) <= atol+rtol*math.Abs(w[i])):
			return i
		}
	}
	return -1
}

// NoLessAccurate reports whether no element of result i is farther from the f64 result of the same program than
// PyTorch's, apart from one rounding. run runs a program.
func (f *File) NoLessAccurate(k Call, i int, got *tensors.Tensor,
	run func(call string, types []string, args ...*tensors.Tensor) ([]*tensors.Tensor, error)) bool {
	f64 := f.context.F64()
	wide := Call{Text: k.Text, Types: slices.Clone(k.Types)}
	rounding := map[string]float64{"f16": 0x1p-10, "bf16": 0x1p-7, "f32": 0x1p-23}[got.Elem().String()]
	for _, a := range k.Args {
		if ir.IsFloat(a.Elem()) {
			a, _ = a.To(f64)
		}
		wide.Args = append(wide.Args, a)
	}
	for j, want := range k.Wants {
		if ir.IsFloat(want.Elem()) {
			want, _ = want.To(f64)
		}
		wide.Types[j] = TypeOf(want)
	}
	exact, err := run(wide.Text, wide.Types, wide.Args...)
	if err != nil || rounding == 0 {
		return false
	}
	g, w, e := got.Floats(), k.Wants[i].Floats(), exact[i].Floats()
	for at := range g {
		if !(math.Abs(g[at]-e[at]) <= math.Abs(w[at]-e[at])+rounding*math.Abs(e[at])) && (g[at] == g[at] || e[at] == e[at]) &&
			g[at] != e[at] {
			return false
		}
	}
	return true
}

// Context returns the context of the file's types.
func (f *File) Context() *ir.Context { return f.context }
