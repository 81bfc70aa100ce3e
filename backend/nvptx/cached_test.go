package nvptx

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/girih-ir/girih/backend/cache"
)

// countingCompiler counts its calls.
type countingCompiler struct {
	name  string
	calls int
	err   error
}

func (c *countingCompiler) Name() string                    { return c.name }
func (c *countingCompiler) Pointers(Target) PointerDialects { return TypedPointers }
func (c *countingCompiler) Staged() bool                    { return false }
func (c *countingCompiler) Recomputes() bool                { return false }
func (c *countingCompiler) Compile(_ context.Context, ir []byte, t Target) (PTX, error) {
	c.calls++
	t.PTX = t.MinPTX()
	return PTX{Text: append([]byte("ptx of "), ir...), Target: t, Compiler: c.name, Log: "log"}, c.err
}

func TestACachedCompilerCompilesOnce(t *testing.T) {
	kept, err := cache.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	inner := &countingCompiler{name: "c 1"}
	compiler := Cached(inner, kept)
	for i, tt := range []struct {
		name, ir string
		target   Target
		calls    int
	}{
		{"c 1", "a", Target{SM: 80}, 1},
		{"c 1", "a", Target{SM: 80}, 1},
		{"c 1", "b", Target{SM: 80}, 2},
		{"c 1", "a", Target{SM: 90}, 3},
		{"c 1", "a", Target{SM: 90, PTX: PTXVersion{8, 0}}, 4},
		{"c 2", "a", Target{SM: 80}, 5},
		{"c 1", "b", Target{SM: 80}, 5},
	} {
		inner.name = tt.name
		want, _ := (&countingCompiler{name: tt.name}).Compile(t.Context(), []byte(tt.ir), tt.target)
		got, err := compiler.Compile(t.Context(), []byte(tt.ir), tt.target)
		if err != nil || !reflect.DeepEqual(got, want) || inner.calls != tt.calls {
			t.Errorf("%d: got %+v after %d calls, want %+v after %d; error %v", i, got, inner.calls, want, tt.calls, err)
		}
	}
	inner.err = errors.New("no")
	if _, err := compiler.Compile(t.Context(), []byte("c"), Target{SM: 80}); err == nil {
		t.Error("no error")
	}
	inner.err = nil
	if _, err := compiler.Compile(t.Context(), []byte("c"), Target{SM: 80}); err != nil || inner.calls != 7 {
		t.Errorf("a failure was kept: %v after %d calls", err, inner.calls)
	}
	if Cached(inner, nil) != Compiler(inner) {
		t.Error("no cache, but another compiler")
	}
}

func TestCubinsAreKept(t *testing.T) {
	kept, err := cache.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ptxas, err := OpenPTXAS(t.Context(), script(t, t.TempDir(), "ptxas", fakePTXAS))
	if err != nil {
		t.Fatal(err)
	}
	ptx := PTX{Text: []byte("good"), Target: Target{SM: 90}}
	first, err := ptxas.Ahead().AssembleCached(t.Context(), ptx, kept)
	if err != nil {
		t.Fatal(err)
	}
	ptxas.path = "gone"
	again, err := ptxas.Ahead().AssembleCached(t.Context(), ptx, kept)
	if err != nil || !reflect.DeepEqual(first, again) {
		t.Errorf("got %+v, want %+v; error %v", again, first, err)
	}
	if _, err := ptxas.Ahead().AssembleCached(t.Context(), ptx, nil); err == nil {
		t.Error("assembled by a program that is gone")
	}
}
