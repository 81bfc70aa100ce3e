package bindings_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/girih-ir/girih/backend/bindings"
	"github.com/girih-ir/girih/backend/manifest"
)

// A Go package for a kernel with a pointer and a number.
func ExampleGoPackage() {
	m := &manifest.Manifest{Target: "sm_90", Compiler: "llc 22.1.8", Kernels: []manifest.Kernel{{
		Entry: "fill",
		Arguments: []manifest.Argument{{Kind: manifest.Pointer, Type: "f32", Bytes: 8},
			{Kind: manifest.Float, Type: "f32", Bytes: 4}},
		Parameters: []manifest.Parameter{{Name: "p", Kind: manifest.Pointer, Type: "f32"},
			{Name: "value", Kind: manifest.Float, Type: "f32", First: 1}},
		Block: []int64{128, 1, 1}, Grid: manifest.Grid{Unit: "block", Axes: []int{0}},
	}}}
	text, err := bindings.GoPackage(m, bindings.GoOptions{Package: "fill", Image: "fill.ptx", Manifest: "fill.json"})
	if err != nil {
		log.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "func (k *Kernels) Fill(") {
			fmt.Print(line)
		}
	}
	// Output:
	// func (k *Kernels) Fill(s *cuda.Stream, grid cuda.Dim3, p *cuda.Buffer[float32], value float32) error {
}
