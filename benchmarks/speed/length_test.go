package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// inCookbook are the kernels in Go of examples/cookbook that compute the same as a kernel of the suite.
var inCookbook = map[string]string{
	"copy": "Copy", "vector_add": "Add", "saxpy_broadcast": "Saxpy", "mixed_dtypes": "Mixed",
	"gelu_silu_bf16": "GeluSilu", "dropout_philox": "Dropout", "transpose": "Transpose", "row_sum": "RowSum",
	"column_sum": "ColumnSum", "softmax": "Softmax", "cross_entropy": "CrossEntropy", "layer_norm": "LayerNorm",
	"rms_norm": "RMSNorm", "cumsum": "CumSum", "argmax": "ArgMax", "topk_sort": "TopK",
	"embedding": "Embedding", "scatter_add": "ScatterAdd", "histogram": "Histogram", "fp8_quantize": "Quantize",
}

var (
	inTriton   = regexp.MustCompile(`(?s)@triton\.jit\ndef (\w+)\(.*?\n\n\n`)
	benchmarks = regexp.MustCompile(`@benchmark\(\s*"(\w+)", (\w+)`)
	inGo       = regexp.MustCompile(`(?s)\nfunc (\w+)[\[(].*?\n}\n`)
	inSuite    = regexp.MustCompile(`// benchmark: (\w+)\n(?://[^\n]*\n)*func (\w+)`)
)

// functions returns the functions of a source by name. Each comes together with the functions that it calls.
func functions(pattern *regexp.Regexp, source string) map[string]string {
	all, out := map[string]string{}, map[string]string{}
	for _, m := range pattern.FindAllStringSubmatch(source, -1) {
		all[m[1]] = m[0]
	}
	for name, text := range all {
		out[name] = text
		for other, called := range all {
			if other != name && regexp.MustCompile(`[^.\w]`+other+`\(`).MatchString(text) {
				out[name] += called
			}
		}
	}
	return out
}

// length returns the number of characters of code without indentation and comments.
func length(text, comment string) (n int) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, comment) && !strings.HasPrefix(line, "@") {
			n += len(line)
		}
	}
	return n
}

// kernelsInGo returns the kernels in Go by benchmark: from the cookbook if it has the kernel, else from the suite.
func kernelsInGo(t *testing.T) map[string]string {
	t.Helper()
	read := func(paths ...string) (all string) {
		for _, path := range paths {
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			all += string(source)
		}
		return all
	}
	paths, err := filepath.Glob("suite/gokernels/*.go")
	if err != nil {
		t.Fatal(err)
	}
	suite, out := read(paths...), make(map[string]string)
	kernels := functions(inGo, suite)
	for _, m := range inSuite.FindAllStringSubmatch(suite, -1) {
		out[m[1]] = kernels[m[2]]
	}
	kernels = functions(inGo, read("../../examples/cookbook/cookbook.go"))
	for benchmark, name := range inCookbook {
		out[benchmark] = kernels[name]
	}
	return out
}

func TestKernelsInGoAreShorterThanTritons(t *testing.T) {
	kernels := kernelsInGo(t)
	files, err := filepath.Glob("suite/*.py")
	if err != nil {
		t.Fatal(err)
	}
	compared, theirs, ours := 0, 0, 0
	for _, file := range files {
		python, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		jit := functions(inTriton, string(python))
		for _, m := range benchmarks.FindAllStringSubmatch(string(python), -1) {
			triton, one := jit[m[2]], kernels[m[1]]
			if one == "" && filepath.Base(file) == "unseen.py" {
				continue // these show what becomes of Triton's kernels that nobody tuned for
			}
			if triton == "" || one == "" {
				t.Fatalf("%s: not found in Python or in Go", m[1])
			}
			x, y := length(triton, "#"), length(one, "//")
			if compared, theirs, ours = compared+1, theirs+x, ours+y; float64(y) > 1.2*float64(x) {
				t.Errorf("%s has %d characters, Triton's %d", m[1], y, x)
			}
		}
	}
	if compared != len(kernels) || float64(ours) > 0.85*float64(theirs) {
		t.Errorf("%d of %d kernels have %d characters, Triton's %d", compared, len(kernels), ours, theirs)
	}
	t.Logf("%d kernels have %d characters, Triton's %d", compared, ours, theirs)
}
