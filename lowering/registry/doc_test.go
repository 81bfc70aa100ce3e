package registry_test

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	dialects "github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/registers"
	"github.com/girih-ir/girih/lowering/registry"
	"github.com/girih-ir/girih/lowering/threads/convergence"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/rewrite"
)

var update = flag.Bool("update", false, "write the IR after the passes in package comments anew")

// A package comment may have an example. It shows the IR before and after a pipeline in two blocks of code:
//
//	// Before:
//	//
//	//	func.func @f() { ... }
//	//
//	// After canonicalize:
//	//
//	//	func.func @f() { ... }
//
// Lines of the IR after the pipeline that are too long for a comment are broken. Locations are shown if the IR before
// has some.
var (
	exampleRE = regexp.MustCompile(`(?m)^// Before:\n//\n((?://\t.*\n|//\n)+)// After (.*):\n//\n((?://\t.*\n)+)`)
	nameRE    = regexp.MustCompile(`[\w.-]+`)
	moduleRE  = regexp.MustCompile(`(?s)\Amodule \{\n(.*)\}\n\z`)
)

func TestExamplesInPackageCommentsAreWhatThePassesDo(t *testing.T) {
	passes := &pass.Registry{Passes: registry.Passes(), Pipelines: registry.Pipelines()}
	shown := make(map[string]bool)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		changed := exampleRE.ReplaceAllStringFunc(string(source), func(example string) string {
			parts := exampleRE.FindStringSubmatch(example)
			for _, name := range nameRE.FindAllString(parts[2], -1) {
				shown[name] = true
			}
			got := comment(runExample(t, passes, path, parts[2], uncomment(parts[1])))
			if got != parts[3] && !*update {
				t.Errorf("%s: after %s the IR is\n%s\nnot\n%s\n(run with -update)", path, parts[2], got, parts[3])
			}
			return strings.TrimSuffix(example, parts[3]) + got
		})
		if !*update || changed == string(source) {
			return nil
		}
		return os.WriteFile(path, []byte(changed), 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	// Passes that only report have an Example that shows a report.
	reports := []*pass.Pass{registers.Pass, convergence.Pass}
	for _, p := range passes.Passes {
		if !shown[p.Name] && !slices.Contains(reports, p) {
			t.Errorf("no package comment shows IR before and after %s", p.Name)
		}
	}
}

func runExample(t *testing.T, passes *pass.Registry, path, pipeline, input string) string {
	t.Helper()
	ctx := dialects.NewContext()
	module, err := text.ParseString(ctx, input)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	p, err := passes.Parse("builtin.module("+pipeline+")", ctx)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if err := p.Run(t.Context(), module, pass.RunOptions{Verify: true}); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	located := strings.Contains(input, " loc(")
	out := string(text.Print(module, text.Options{DebugInfo: located, LocalScope: located}))
	if inside := moduleRE.FindStringSubmatch(out); inside != nil { // as the text before has no module around it either
		out = strings.TrimPrefix(strings.ReplaceAll("\n"+inside[1], "\n  ", "\n"), "\n")
	}
	return out
}

// comment turns code into lines of a comment, without trailing spaces, as gofmt formats them. uncomment does the
// opposite.
func comment(code string) string {
	var b strings.Builder
	for line := range strings.Lines(code) {
		for _, part := range broken(strings.TrimRight(line, " \n")) {
			b.WriteString("//\t" + part + "\n")
		}
	}
	return b.String()
}

// broken breaks a line of IR into parts that fit in a comment, before operands and arrows if possible. Those after the
// first are indented by four columns more.
func broken(line string) (parts []string) {
	const limit = 116
	indent := strings.Repeat(" ", len(line)-len(strings.TrimLeft(line, " "))+4)
	for len(line) > limit {
		at := -1
		for _, separator := range []string{" -> ", ", %", ", ", " "} {
			if at = strings.LastIndex(line[:limit], separator) + 1; at > limit/2 {
				break
			}
		}
		if at <= limit/2 {
			break
		}
		parts = append(parts, strings.TrimRight(line[:at], " "))
		line = indent + strings.TrimLeft(line[at:], " ")
	}
	return append(parts, line)
}

func uncomment(lines string) string {
	return strings.ReplaceAll(strings.TrimPrefix(lines, "//\t"), "\n//\t", "\n")
}

// Canonicalizations look only at the operations in Ops, so that canonicalize does not wait for all definitions.
func TestOperationsThatAreDefinedLateHaveNoCanonicalizations(t *testing.T) {
	for _, d := range dialects.All() {
		for _, def := range d.Definitions()[len(d.Ops):] {
			if slices.ContainsFunc(def.Interfaces, func(i any) bool { _, ok := i.(rewrite.Canonicalization); return ok }) {
				t.Errorf("%s is returned by Define, so that its canonicalizations are not found", def.Name)
			}
		}
	}
}
