// Package irtest has what tests of all dialects share: modules from text. Tests of a single dialect use package
// dialecttest.
package irtest

import (
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// Parse returns the module of a text, which may have operations that no dialect defines. It is not verified.
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

// Verified returns the module of a text as [Parse] does, and verifies it.
func Verified(t testing.TB, source string) *ir.Operation {
	t.Helper()
	module := Parse(t, source)
	if err := ir.Verify(module, nil); err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return module
}
