package kernel_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/girih-ir/girih/kernel"
)

// The kernel of docs/kernels-in-go.md is what the page says.
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
