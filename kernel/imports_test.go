package kernel_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/girih-ir/girih/kernel"
)

func TestKernelsCallFunctionsOfOtherPackages(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/app\n",
		"kernels/k.go": `package kernels

import (
	"fmt"

	"example.com/app/activations"
	"github.com/girih-ir/girih/kernel"
)

var _ = fmt.Sprint

func apply(x kernel.Array1[float32]) {
	i := kernel.Range(8)
	x.Store(i, activations.Leaky(x.Load(i), activations.Slope))
}
`,
		"activations/a.go": `// Package activations has functions for kernels.
package activations

import "example.com/app/activations/inner"

// Slope is that of Leaky for negative numbers.
const Slope = 0.5

type pair struct{ a, b float32 }

func Leaky(v, slope float32) float32 {
	p := pair{inner.Twice(v), slope}
	return max(p.a, p.a*p.b)
}
`,
		"activations/inner/i.go": "package inner\n\nfunc Twice(v float32) float32 { return 2 * v }\n",
		"loop/l.go": `package loop

import (
	"example.com/app/loop"
	"github.com/girih-ir/girih/kernel"
)

func k(x kernel.Array1[float32]) { x.Store(0, loop.F()) }
`,
	} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	folder := filepath.Join(root, "kernels")
	imports, err := kernel.ImportsOf(folder)
	if err != nil || len(imports) != 2 {
		t.Fatal(imports, err)
	}
	x := []float32{1, -1, 3}
	kernel.Check(t, os.DirFS(folder), "apply", kernel.Options{Imports: imports}, [3]int32{1, 1, 1}, kernel.Of(x))
	if !slices.Equal(x, []float32{2, -1, 6}) {
		t.Error(x)
	}

	_, err = kernel.Compile(os.DirFS(folder), "apply", kernel.Options{})
	if err == nil || !strings.Contains(err.Error(), "k.go:14:25: error: a kernel cannot call activations.Leaky") {
		t.Errorf("without the package: %v", err)
	}
	folder = filepath.Join(root, "loop")
	if imports, err = kernel.ImportsOf(folder); err != nil {
		t.Fatal(err)
	}
	if _, err = kernel.Compile(os.DirFS(folder), "k", kernel.Options{Imports: imports}); err == nil {
		t.Error("a package that imports itself")
	}
}

// TestAFolderHasOnePackage checks that, as for the go command, a file with another package name is an error unless its
// build constraint excludes it.
func TestAFolderHasOnePackage(t *testing.T) {
	const a = "package rows\n\nimport \"github.com/girih-ir/girih/kernel\"\n\n" +
		"func k(x kernel.Array1[float32]) { x.Store(0, 1) }\n"
	for other, want := range map[string]string{
		"package main\n": "a.go is of package rows and b.go of package main: a folder has one package",
		"//go:build ignore\n\npackage main\n\nfunc main() {}\n": "",
	} {
		source := fstest.MapFS{"a.go": {Data: []byte(a)}, "b.go": {Data: []byte(other)}}
		_, err := kernel.Compile(source, "k", kernel.Options{})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: error %v, want %q", other, err, want)
		}
	}
}
