package text_test

import (
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lit/irgen"
)

// maxSeed is the size, in bytes, above which a module of the corpus is no seed: mutating long texts finds little.
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

// FuzzParse reads any text. What is read and verified prints as a text that prints the same again.
func FuzzParse(f *testing.F) {
	for _, module := range corpusModules(f) {
		f.Add(module)
	}
	f.Fuzz(checkText)
}

// FuzzMutated reads what is nearly valid: modules of the generator and of the suite with a few tokens or bytes changed.
func FuzzMutated(f *testing.F) {
	corpus := corpusModules(f)
	for i := range uint64(64) {
		f.Add(i, i)
	}
	f.Fuzz(func(t *testing.T, module, mutation uint64) {
		rng := rand.New(rand.NewPCG(module, mutation))
		input := corpus[module%uint64(len(corpus))]
		if rng.IntN(2) == 0 {
			input = irgen.Module(module, irgen.Everything())
		}
		for range 1 + rng.IntN(4) {
			if rng.IntN(3) == 0 {
				input = mutateBytes(rng, input)
			} else {
				input = mutateTokens(rng, input, corpus[rng.IntN(len(corpus))])
			}
		}
		checkText(t, input)
	})
}

// mutateBytes changes, removes, inserts or cuts bytes.
func mutateBytes(rng *rand.Rand, s []byte) []byte {
	if len(s) == 0 {
		return []byte{byte(rng.Uint32())}
	}
	i := rng.IntN(len(s))
	switch rng.IntN(4) {
	case 0:
		out := bytes.Clone(s)
		out[i] = byte(rng.Uint32())
		return out
	case 1:
		return bytes.Join([][]byte{s[:i], s[min(len(s), i+1+rng.IntN(4)):]}, nil)
	case 2:
		return bytes.Join([][]byte{s[:i], {byte(rng.Uint32())}, s[i:]}, nil)
	}
	return s[:i]
}

// tokenPattern splits a text into pieces that mutations move around: names, numbers, strings, spaces, punctuation.
var tokenPattern = regexp.MustCompile(`[#!%^@]?[A-Za-z_0-9.$]+|"[^"\n]*"|\s+|->|::|.`)

// mutateTokens removes, repeats, swaps or replaces tokens; new ones come from another module.
func mutateTokens(rng *rand.Rand, s, other []byte) []byte {
	tokens, donors := tokenPattern.FindAll(s, -1), tokenPattern.FindAll(other, -1)
	if len(tokens) == 0 || len(donors) == 0 {
		return s
	}
	i, k := rng.IntN(len(tokens)), rng.IntN(len(tokens))
	switch rng.IntN(6) {
	case 0:
		tokens[i] = nil
	case 1:
		tokens[i] = append(bytes.Clone(tokens[i]), tokens[i]...)
	case 2:
		tokens[i], tokens[k] = tokens[k], tokens[i]
	case 3:
		tokens[i] = tokens[k]
	case 4:
		tokens[i] = donors[rng.IntN(len(donors))]
	case 5:
		from := rng.IntN(len(donors))
		tokens[i] = bytes.Join(donors[from:min(len(donors), from+1+rng.IntN(20))], nil)
	}
	return bytes.Join(tokens, nil)
}

// checkText reads a text: an error must be located and show its line, and what verifies must print to a fixed point.
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
			// A few texts are no fixed points of mlir-opt either: see TestModulesPrintedByMlirOptRoundTripByteIdentically.
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

// newContext returns a context that reads every dialect there is.
func newContext() *ir.Context {
	ctx := ir.NewContext(registry.All()...)
	ctx.AllowUnregistered = true
	return ctx
}
