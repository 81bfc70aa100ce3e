// Package dialecttest has functions for the tests of dialects: a check of a dialect's definitions, and a function in
// which operations can be built and printed.
package dialecttest

import (
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/builtin"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// CheckDefinitions checks that a dialect loads, that its assembly formats compile, that every operation has a summary,
// and that it defines exactly the operations of the given names (without the dialect's prefix).
func CheckDefinitions(t *testing.T, d *ir.Dialect, want ...string) {
	t.Helper()
	ctx := ir.NewContext(d)
	if err := text.CheckFormats(ctx); err != nil {
		t.Error(err)
	}
	var got []string
	for _, def := range d.Definitions() {
		got = append(got, strings.TrimPrefix(def.Name, d.Name+"."))
		if def.Summary == "" {
			t.Errorf("%s has no summary", def.Name)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s defines\n%q, want\n%q", d.Name, got, want)
	}
}

// Body builds a function @f with arguments of the given types, verifies it, reads its text back, and returns the text
// of its body without the return. Types are written as in MLIR.
func Body(t *testing.T, ctx *ir.Context, types []string, build func(b *ir.Builder, args []*ir.Value)) string {
	t.Helper()
	b := ir.NewBuilder(ctx)
	module := builtin.NewModule(b, "")
	var inputs []ir.Type
	for _, s := range types {
		in, err := text.ParseType(ctx, s)
		if err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, in)
	}
	f := fn.NewFunc(b.AtEnd(module.Body()), "f", ctx.FunctionType(inputs, nil))
	b.AtEnd(f.Entry())
	build(b, f.Entry().Args())
	fn.NewReturn(b)
	if err := ir.Verify(module.Operation, nil); err != nil {
		t.Fatalf("%v\n%s", err, text.Print(module.Operation, text.Options{Generic: true}))
	}
	out := string(text.Print(module.Operation, text.Options{}))
	again, err := text.ParseString(ctx, out)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if second := string(text.Print(again, text.Options{})); second != out {
		t.Fatalf("read back, the text is\n%swant\n%s", second, out)
	}
	return body(out)
}

// body returns the lines of a module's text between the first line of the function and its return, without indentation.
func body(module string) string {
	const indent = "    "
	var lines []string
	for line := range strings.Lines(module) {
		if rest, ok := strings.CutPrefix(line, indent); ok {
			lines = append(lines, rest)
		}
	}
	return strings.TrimSuffix(strings.Join(lines, ""), "return\n")
}
