package arith_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/rewrite"
)

var (
	functions = flag.Int("functions", longtest.Count(100, 1000), "number of random functions to compare with mlir-opt")
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
func upstream(t testing.TB, source string) []string {
	t.Helper()
	return split(llvmtool.Output(t, "mlir-opt", source, "--canonicalize"))
}

// tolerated is the fraction of functions that may differ. In one of thousands, the order of constants differs.
const tolerated = 1.0 / 500

func TestCanonicalFormIsMlirOpts(t *testing.T) {
	g := &generator{rng: rand.New(rand.NewPCG(*seed, 1))}
	var sources []string
	for i := range *functions {
		sources = append(sources, g.function(fmt.Sprintf("f%d", i), 2+g.rng.IntN(14)))
	}
	module := strings.Join(sources, "")
	got, want := canonicalized(t, module), upstream(t, module)
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
