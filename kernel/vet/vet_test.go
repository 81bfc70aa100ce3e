package vet_test

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/go/analysis"

	"github.com/girih-ir/girih/kernel/vet"
)

// Each line for which a finding is expected ends with its message, as in // want "...".
const source = `package rows

import "github.com/girih-ir/girih/kernel"

func axes(x, y kernel.Array2[float32]) {
	i, j := kernel.Range(32), kernel.Range(64)
	y.Store(i, 0, kernel.Max(x.Load(i, j), i)) // want "an element for each of the 64 numbers"
}

func goroutine(x kernel.Array1[float32]) {
	go func() {}() // want "goroutine"
}

func column(x, y kernel.Array2[float32]) {
	i, j := kernel.Range(1024), kernel.Program(0)
	y.Store(j, i, 2*x.Load(i, j)) // want "slow access: a warp touches 256 sectors of memory where 32 would do"
}

// Accesses at loaded indices are not findings.
func gather(x, y kernel.Array1[float32], at kernel.Array1[int32]) {
	i := kernel.Program(0)*1024 + kernel.Range(1024)
	y.Store(i, x.Load(at.Load(i)))
}

//girih:launch size=65536
func large(x, y kernel.Array1[float32], size kernel.Const) { // want "shared memory"
	i := kernel.Range(size)
	y.Store(i, kernel.Sort(x.Load(i, kernel.Else(0)), i))
}

// fine is checked for the types with which good calls it.
func fine[T kernel.Integer](x T) T { return x + 1 }

func good[T kernel.Integer](x, y kernel.Array1[T], block kernel.Const) {
	i := kernel.Program(0)*int32(block) + kernel.Range(block)
	y.Store(i, fine(x.Load(i)))
}
`

var want = regexp.MustCompile(`// want "(.*)"`)

// wanted returns the expected text of the finding on each line.
func wanted(text string) map[int]string {
	all := map[int]string{}
	for n, line := range strings.Split(text, "\n") {
		if m := want.FindStringSubmatch(line); m != nil {
			all[n+1] = m[1]
		}
	}
	return all
}

func TestFindingsAreAtTheLinesOfTheMistakes(t *testing.T) {
	found, err := vet.Check(t.Context(), fstest.MapFS{"rows.go": {Data: []byte(source)}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	left := wanted(source)
	for _, f := range found {
		text, expected := left[f.Line]
		if !expected || !strings.Contains(f.String(), text) {
			t.Errorf("unexpected: %s", f)
		}
		delete(left, f.Line)
	}
	for line, text := range left {
		t.Errorf("line %d: no finding with %q", line, text)
	}
}

func TestTheAnalyzerReportsAtThePlaceInTheFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "rows.go")
	if err := os.WriteFile(name, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	left := wanted(source)
	pass := &analysis.Pass{Analyzer: vet.Analyzer, Fset: fset, Files: []*ast.File{file}, ReadFile: os.ReadFile,
		Report: func(d analysis.Diagnostic) {
			if at := fset.Position(d.Pos); at.Filename == name && strings.Contains(d.Message, left[at.Line]) {
				delete(left, at.Line)
			}
		}}
	if _, err := vet.Analyzer.Run(pass); err != nil || len(left) > 0 {
		t.Errorf("%v, not reported: %v", err, left)
	}
}

func TestTheCookbookHasNoFindings(t *testing.T) {
	for _, dir := range []string{"../../examples/cookbook", "../../examples/aheadoftime"} {
		found, err := vet.Check(t.Context(), os.DirFS(dir), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			t.Errorf("%s: %s", dir, f)
		}
	}
}

func ExampleCheck() {
	found, err := vet.Check(context.Background(), fstest.MapFS{"rows.go": {Data: []byte(`package rows

import "github.com/girih-ir/girih/kernel"

func Lengths(x kernel.Array2[float32], y kernel.Array1[float32]) {
	i, j := kernel.Range(32), kernel.Range(64)
	v := x.Load(i, j)
	y.Store(i, kernel.Sqrt(v*v))
}
`)}}, nil)
	fmt.Println(err)
	for _, f := range found {
		where, what, _ := strings.Cut(f.String(), ", ")
		fmt.Printf("%s,\n\t%s\n", where, what)
	}
	// Output:
	// <nil>
	// rows.go:8:2: the value has an element for each of the 64 numbers of the range in line 6,
	// 	but the indices do not depend on it: index with that range, or reduce the value along it
}

// The page on performance has a slow kernel, and the same as it should be.
func TestKernelsOfThePageOnPerformanceAreSlowAndFast(t *testing.T) {
	page, err := os.ReadFile("../../docs/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("(?s)```go\n(func (\\w+).*?)```").FindAllStringSubmatch(string(page), -1) {
		source := "package page\n\nimport \"github.com/girih-ir/girih/kernel\"\n\n" + m[1]
		found, err := vet.Check(t.Context(), fstest.MapFS{"page.go": {Data: []byte(source)}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if slow := m[2] == "slow"; len(found) > 0 != slow {
			t.Errorf("%s: %v", m[2], found)
		}
	}
}
