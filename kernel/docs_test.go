package kernel_test

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/girih-ir/girih/kernel"
)

// TestFirstKernelOfTheDocsComputesWhatThePagePrints runs the kernel on the page docs/kernels-in-go.md.
func TestFirstKernelOfTheDocsComputesWhatThePagePrints(t *testing.T) {
	page, err := os.ReadFile("../docs/kernels-in-go.md")
	if err != nil {
		t.Fatal(err)
	}
	source := regexp.MustCompile("(?s)```go\n(package rows.*?)```").FindSubmatch(page)[1]
	k, err := kernel.Compile(fstest.MapFS{"rows.go": {Data: source}}, "Normalize",
		kernel.Options{Constants: map[string]int64{"block": 64}})
	if err != nil {
		t.Fatal(err)
	}
	x, y := []float32{1, 2, 1, 3, 3, 6}, make([]float32, 6)
	if err := k.Run(t.Context(), [3]int32{2, 1, 1}, kernel.Of(x, 2, 3), kernel.Of(y, 2, 3)); err != nil {
		t.Fatal(err)
	}
	printed := regexp.MustCompile(`// \[(.*)\] <nil>`).FindSubmatch(page)[1]
	for i, want := range strings.Fields(string(printed)) {
		if got := y[i]; want != fmt.Sprint(got) {
			t.Errorf("element %d is %v, the page has %s", i, got, want)
		}
	}
}

// blocks returns the code blocks of a page in a language.
func blocks(t *testing.T, page, language string) []string {
	t.Helper()
	text, err := os.ReadFile("../docs/" + page)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		out = append(out, m[1])
	}
	return out
}

// codeLines counts lines that are neither empty nor comments.
func codeLines(text string) (n int) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") && !strings.HasPrefix(line, "#") {
			n++
		}
	}
	return n
}

func TestKernelsInGoAreNotLongerThanTritonsByMoreThanAFifth(t *testing.T) {
	python, ours := blocks(t, "from-triton.md", "python"), blocks(t, "from-triton.md", "go")
	if len(python) == 0 || len(python) != len(ours) {
		t.Fatal(len(python), len(ours))
	}
	for i := range python {
		if a, b := codeLines(ours[i]), codeLines(python[i]); float64(a) > 1.2*float64(b) {
			t.Errorf("%d lines of Go, %d of Python:\n%s", a, b, ours[i])
		}
	}
}

func TestKernelsOfThePageForUsersOfTritonCompute(t *testing.T) {
	source := "package page\n\nimport \"github.com/girih-ir/girih/kernel\"\n\n" +
		strings.Join(blocks(t, "from-triton.md", "go"), "\n")
	files := fstest.MapFS{"page.go": {Data: []byte(source)}}
	of := func(f func(i int) float32, n int) []float32 {
		out := make([]float32, n)
		for i := range out {
			out[i] = f(i)
		}
		return out
	}
	halves := func(list []float32) []kernel.Float16 {
		out := make([]kernel.Float16, len(list))
		for i, v := range list {
			out[i] = kernel.Float16(v)
		}
		return out
	}
	wave := func(i int) float32 { return float32(i*7%13) - 6 }
	x, y := of(wave, 2*37), of(func(i int) float32 { return 0.25 * float32(i%5) }, 2*37)
	small := map[string]int64{"block": 64}

	out := make([]float32, 74)
	kernel.Check(t, files, "add", kernel.Options{Constants: small}, [3]int32{2, 1, 1}, kernel.Of(x), kernel.Of(y),
		kernel.Of(out))
	if out[73] != x[73]+y[73] {
		t.Error("add", out[73])
	}

	kernel.Check(t, files, "softmax", kernel.Options{Constants: small}, [3]int32{2, 1, 1}, kernel.Of(x, 2, 37),
		kernel.Of(out, 2, 37))
	total := float32(0)
	for _, v := range out[37:] {
		total += v
	}
	if math.Abs(float64(total)-1) > 1e-5 {
		t.Error("softmax", total)
	}

	a, b, c := halves(of(wave, 20*24)), halves(of(wave, 24*18)), make([]kernel.Float16, 20*18)
	kernel.Check(t, files, "matmul", kernel.Options{Constants: map[string]int64{"bm": 16, "bn": 16, "bk": 16}},
		[3]int32{2, 2, 1}, kernel.Of(a, 20, 24), kernel.Of(b, 24, 18), kernel.Of(c, 20, 18))
	sum := kernel.Float16(0)
	for k := range 24 {
		sum += a[19*24+k] * b[k*18+17]
	}
	if c[19*18+17] != sum {
		t.Error("matmul", c[19*18+17], sum)
	}

	ones, zeros, normal := of(func(int) float32 { return 1 }, 37), make([]float32, 37), make([]kernel.Float16, 74)
	kernel.Check(t, files, "layerNorm", kernel.Options{Constants: small}, [3]int32{2, 1, 1}, kernel.Of(halves(x), 2, 37),
		kernel.Of(ones), kernel.Of(zeros), kernel.Of(normal, 2, 37), float32(1e-5))
	mean := float32(0)
	for _, v := range normal[:37] {
		mean += float32(v) / 37
	}
	if math.Abs(float64(mean)) > 1e-3 {
		t.Error("layer norm", mean)
	}

	logs := make([]float32, 2)
	kernel.Check(t, files, "logSumExp", kernel.Options{Constants: map[string]int64{"block": 16}}, [3]int32{2, 1, 1},
		kernel.Of(x, 2, 37), kernel.Of(logs))
	exact := 0.0
	for _, v := range x[:37] {
		exact += math.Exp(float64(v))
	}
	if math.Abs(float64(logs[0])-math.Log(exact)) > 1e-4 {
		t.Error("log of the sum of exponentials", logs[0], math.Log(exact))
	}

	kernel.Check(t, files, "recurrence", kernel.Options{Constants: small}, [3]int32{2, 1, 1}, kernel.Of(y, 2, 37),
		kernel.Of(x, 2, 37), kernel.Of(out, 2, 37))
	h := float32(0)
	for i := range 37 {
		h = y[i]*h + x[i]
	}
	if math.Abs(float64(out[36]-h)) > 1e-3 {
		t.Error("recurrence", out[36], h)
	}
}
