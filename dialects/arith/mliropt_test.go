package arith_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lit/llvmtool"
	"github.com/girih-ir/girih/rewrite"
)

var (
	functions = flag.Int("functions", 1000, "number of random functions to compare with mlir-opt")
	seed      = flag.Uint64("seed", 1, "seed of the random functions")
)

// canonicalized returns the text of each function of a module after folding and canonicalization.
func canonicalized(t testing.TB, source string) []string {
	t.Helper()
	ctx := registry.NewContext()
	m, err := text.ParseString(ctx, source)
	if err != nil {
		t.Fatal(err)
	}
	patterns, err := rewrite.Canonicalizations(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rewrite.Greedy(m, patterns, rewrite.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m, nil); err != nil {
		t.Error(err)
	}
	return split(string(text.Print(m, text.Options{})))
}

func split(module string) []string {
	return strings.Split(strings.TrimRight(module, "\n"), "func.func ")[1:]
}

// upstream returns the text of each function of a module after mlir-opt --canonicalize.
func upstream(t testing.TB, tool, source string) []string {
	t.Helper()
	cmd := exec.Command(tool, "--canonicalize", "-")
	cmd.Stdin = strings.NewReader(source)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("mlir-opt: %v\n%.2000s", err, errs.Bytes())
	}
	return split(string(out))
}

// tolerated is the share of functions that may differ: once in thousands, constants come in another order.
const tolerated = 1.0 / 500

func TestCanonicalFormIsMlirOpts(t *testing.T) {
	tool := llvmtool.Find(t, "mlir-opt")
	g := &generator{rng: rand.New(rand.NewPCG(*seed, 1))}
	var sources []string
	for i := range *functions {
		sources = append(sources, g.function(fmt.Sprintf("f%d", i), 2+g.rng.IntN(14)))
	}
	module := strings.Join(sources, "")
	got, want := canonicalized(t, module), upstream(t, tool, module)
	different := 0
	for i := range sources {
		if got[i] != want[i] {
			different++
			t.Logf("%s\ngot %s\nwant %s", sources[i], got[i], want[i])
		}
	}
	if float64(different) > tolerated*float64(len(sources)) {
		t.Errorf("%d of %d functions differ", different, len(sources))
	}
}
