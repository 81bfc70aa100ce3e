// Package irtest reads modules from text, for tests of all dialects. Tests of a single dialect use package dialecttest.
package irtest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// Parse parses a module, which may have operations that no dialect registers. It does not verify the module.
func Parse(t testing.TB, source string) *ir.Operation {
	t.Helper()
	ctx := registry.NewContext()
	ctx.AllowUnregistered, ctx.OpText = true, text.OpLine
	module, err := text.ParseString(ctx, source)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return module
}

// Verified parses a module as [Parse] does, and verifies it.
func Verified(t testing.TB, source string) *ir.Operation {
	t.Helper()
	module := Parse(t, source)
	if err := ir.Verify(module, nil); err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return module
}

// Modules returns the modules of the files that match patterns of [filepath.Glob]. "// -----" separates the modules of
// a file.
func Modules(t testing.TB, patterns ...string) (modules [][]byte) {
	t.Helper()
	for _, pattern := range patterns {
		files, err := filepath.Glob(filepath.FromSlash(pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			modules = append(modules, bytes.Split(data, []byte("// -----\n"))...)
		}
	}
	return modules
}
