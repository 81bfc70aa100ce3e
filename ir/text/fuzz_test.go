package text_test

import (
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/irgen"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// maxSeed is the size, in bytes, above which a module of the corpus is not used as a seed: mutating long texts finds
// little.
const maxSeed = 4096

// corpusModules returns the modules of the lit suite, valid and invalid ones.
func corpusModules(tb testing.TB) [][]byte {
	tb.Helper()
	var modules [][]byte
	err := filepath.WalkDir(filepath.FromSlash("../../lit/test"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".mlir" {
			return err
		}
		data, err := os.ReadFile(path)
		for _, module := range bytes.Split(data, []byte("\n"+separator)) {
			if len(module) <= maxSeed {
				modules = append(modules, module)
			}
		}
		return err
	})
	if err != nil || len(modules) == 0 {
		tb.Fatalf("%d modules in the suite: %v", len(modules), err)
	}
	return modules
}

// FuzzParse reads any text. If it reads and verifies, its printed form must read and print the same again.
func FuzzParse(f *testing.F) {
	for i, module := range corpusModules(f) {
		if longtest.Includes(i, 5) {
			f.Add(module)
		}
	}
	f.Fuzz(checkText)
}

// FuzzMutated reads texts that are nearly valid: modules of the generator and of the suite with a few tokens or bytes
// changed.
func FuzzMutated(f *testing.F) {
	corpus := corpusModules(f)
	var generated [256][]byte // generated once, since that takes longer than the rest
	for i := range uint64(64) {
		f.Add(i, i)
	}
	f.Fuzz(func(t *testing.T, module, mutation uint64) {
		rng := rand.New(rand.NewPCG(module, mutation))
		input := corpus[module%uint64(len(corpus))]
		if rng.IntN(2) == 0 {
			made := &generated[module%uint64(len(generated))]
			if *made == nil {
				*made = irgen.Module(module%uint64(len(generated)), irgen.Everything())
			}
			input = *made
		}
		checkText(t, irgen.Mutate(rng, input, corpus[rng.IntN(len(corpus))]))
	})
}

// checkText reads a text. An error must have a location and show its line. The text of a valid module must print the
// same after one round trip.
func checkText(t *testing.T, input []byte) {
	ctx := newContext()
	file, err := text.ParseFile(ctx, &ir.Source{Name: "<stdin>", Text: input}, text.ParseOptions{})
	if err != nil {
		checkDiagnostic(t, ctx, err)
		return
	}
	if ir.Verify(file.Op, nil) != nil {
		return
	}
	for _, form := range forms {
		opts := form.opts
		opts.External = file.External
		printed := append(text.Print(file.Op, opts), '\n')
		again, err := roundTrip(printed, form.opts)
		if err == nil && sameText(printed, again) {
			continue
		}
		judgement, judgeErr := mlirOptOnce(printed, form.flags...)
		switch {
		case judgeErr == nil && err == nil && sameText(again, judgement):
			// A few texts change again with mlir-opt too: see TestModulesPrintedByMlirOptRoundTripByteIdentically.
		case judgeErr != nil && err != nil:
		case err != nil:
			t.Fatalf("%s form: what was printed is not read: %v\n%s", form.name, err, printed)
		default:
			t.Fatalf("%s form is no fixed point: %s\nmlir-opt: %v, %s", form.name, firstDifference(printed, again), judgeErr,
				firstDifference(judgement, again))
		}
	}
}

// checkDiagnostic fails unless an error says where in the text it is and shows the line.
func checkDiagnostic(t *testing.T, ctx *ir.Context, err error) {
	t.Helper()
	var d *ir.Diagnostic
	if !errors.As(err, &d) || !errors.Is(err, text.ErrSyntax) {
		t.Fatalf("%v is no syntax error with a position", err)
	}
	if ir.FileLocation(d.Loc) == nil {
		t.Fatalf("no position: %v", err)
	}
	if shown := d.Render(ctx); !strings.Contains(shown, "^\n") {
		t.Fatalf("no source line under the message: %q", shown)
	}
}

// newContext returns a context with all dialects.
func newContext() *ir.Context {
	ctx := ir.NewContext(registry.All()...)
	ctx.AllowUnregistered = true
	return ctx
}
