package kernel_test

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/girih-ir/girih/kernel"
)

const varied = `package k

import "github.com/girih-ir/girih/kernel"

// rowsum stores one element of out for each row of x.
func rowsum(x kernel.Array2[float32], out kernel.Array1[float32]) {
	row, j := kernel.Program(0), kernel.Range(256)
	out.Store(row, kernel.Sum(x.Load(row, j, kernel.Else(0))))
}

// strided reads elements at a distance from each other.
func strided(x, out kernel.Pointer[float32], distance, n int32) {
	j := kernel.Range(256)
	out.Store(j, x.Load(j*distance, kernel.When(j < n)))
}
`

// TestVariantsRelyOnWhatMakesADifferenceAlone checks that variants assume nothing about arrays that it makes no
// difference for: rowsum stores one element of out, and the wide accesses to x do not depend on out.
func TestVariantsRelyOnWhatMakesADifferenceAlone(t *testing.T) {
	for name, want := range map[string]string{
		"rowsum":  "16 [out] [], 0 [] []",
		"strided": "16 [x] [distance], 16 [x] [], 0 [] []",
	} {
		k, err := kernel.Compile(fstest.MapFS{"k.go": {Data: []byte(varied)}}, name, kernel.Options{})
		if err != nil {
			t.Fatal(err)
		}
		compiled, err := k.Embed(t.Context(), "sm_80")
		if err != nil {
			t.Skip("without a compiler of PTX: ", err)
		}
		got := ""
		for n, v := range compiled.Variants {
			if n > 0 {
				got += ", "
			}
			got += fmt.Sprint(v.Divisible, v.Except, v.Ones)
		}
		if got != want {
			t.Errorf("%s has the variants %s, want %s", name, got, want)
		}
	}
}

func TestIntegersThatAreOneAreConstants(t *testing.T) {
	k, err := kernel.Compile(fstest.MapFS{"k.go": {Data: []byte(varied)}}, "strided",
		kernel.Options{Ones: []string{"distance"}})
	if err != nil {
		t.Fatal(err)
	}
	x, out := make([]float32, 256), make([]float32, 256)
	for i := range x {
		x[i] = float32(i)
	}
	if err := k.Run(t.Context(), [3]int32{1, 1, 1}, kernel.Of(x), kernel.Of(out), 1, 256); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(out, x) {
		t.Errorf("got %v", out)
	}
}
