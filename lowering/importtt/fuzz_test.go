package importtt_test

import (
	"errors"
	"math/rand/v2"
	"runtime/debug"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/irgen"
	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/importtt"
)

// FuzzConvert imports verified modules that are similar to those of the corpus. The import must succeed, or return a
// located error.
func FuzzConvert(f *testing.F) {
	corpus := irtest.Modules(f, recorded+"/*/*.ttir", "../../lit/test/tt/*.mlir", "../../internal/manual/examples/tt.mlir")
	for i := range uint64(len(corpus)) {
		f.Add(i, i)
	}
	f.Fuzz(func(t *testing.T, module, mutation uint64) {
		rng := rand.New(rand.NewPCG(module, mutation))
		convertNearly(t, irgen.Mutate(rng, corpus[module%uint64(len(corpus))], corpus[rng.IntN(len(corpus))]))
	})
}

// convertNearly imports a text if it is a valid module, and prints the result if it verifies.
func convertNearly(t *testing.T, source []byte) {
	module, err := text.Parse(registry.NewContext(), &ir.Source{Name: "<stdin>", Text: source}, text.ParseOptions{})
	if err != nil || ir.Verify(module, nil) != nil {
		return
	}
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("%v\n%s\n%s", r, debug.Stack(), source)
		}
	}()
	if err := importtt.Convert(module); err != nil {
		var d *ir.Diagnostic
		if !errors.As(err, &d) {
			t.Fatalf("%v is not located", err)
		}
		return
	}
	if ir.Verify(module, nil) == nil {
		text.Print(module, text.Options{})
	}
}
