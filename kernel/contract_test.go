package kernel_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/girih-ir/girih/kernel"
)

const contracting = `package k

import "github.com/girih-ir/girih/kernel"

func product(a, b kernel.Array2[kernel.Float16], bias kernel.Array1[float32], out kernel.Array2[kernel.Float16]) {
	kernel.Contract("mk,kn->mn", a, b, out, kernel.With("n", bias), kernel.Epilogue(func(sum, bias float32) kernel.Float16 {
		return kernel.Float16(max(sum+bias, 0))
	}))
}

func shifted(x kernel.Array2[float32], w kernel.Array1[float32], shift kernel.Array1[int32], y kernel.Array1[float32]) {
	kernel.Contract("c(h+t[c]),c->h", x, w, y, kernel.Padded, kernel.Table("t", shift))
}
`

func TestContractionsAreAStatement(t *testing.T) {
	source := fstest.MapFS{"k.go": {Data: []byte(contracting)}}
	a := []kernel.Float16{1, 2, 3, 4, 5, 6}
	b := []kernel.Float16{1, 0, -1, 2, 1, 0}
	out := make([]kernel.Float16, 4)
	kernel.Check(t, source, "product", kernel.Options{NumWarps: 1}, [3]int32{2, 1, 1}, kernel.Of(a, 2, 3),
		kernel.Of(b, 3, 2), kernel.Of([]float32{-5, 0.5}), kernel.Of(out, 2, 2))
	if want := []kernel.Float16{0, 4.5, 0, 10.5}; !slices.Equal(out, want) {
		t.Errorf("got %v, want %v", out, want)
	}
	y := make([]float32, 3)
	kernel.Check(t, source, "shifted", kernel.Options{NumWarps: 1}, [3]int32{1, 1, 1},
		kernel.Of([]float32{1, 2, 3, 10, 20, 30}, 2, 3), kernel.Of([]float32{1, 2}), kernel.Of([]int32{1, -1}), kernel.Of(y))
	if want := []float32{2, 3 + 20, 40}; !slices.Equal(y, want) {
		t.Errorf("got %v, want %v", y, want)
	}
}

func TestWrongContractionsSayWhereTheyAre(t *testing.T) {
	for old, test := range map[string]struct{ to, want string }{
		`"mk,kn->mn"`:                {`"mk,kn"`, "->"},
		`kernel.With("n", bias), `:   {` `, "the epilogue gets the sum and an element of each of the 0 arrays"},
		`a, b, out, kernel.With`:     {`a, 1, out, kernel.With`, "this must be an array"},
		`, kernel.Table("t", shift)`: {``, "t"},
	} {
		source := fstest.MapFS{"k.go": {Data: []byte(strings.Replace(contracting, old, test.to, 1))}}
		name := "product"
		if test.to == "" {
			name = "shifted"
		}
		k, err := kernel.Compile(source, name, kernel.Options{})
		if err == nil {
			_, err = k.Program(t.Context())
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s for %s: %v", test.to, old, err)
		}
	}
}
