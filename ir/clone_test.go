package ir_test

import (
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/irgen"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

func TestClonesAreEquivalentAndIndependent(t *testing.T) {
	opts := irgen.Everything()
	for seed := range uint64(60) {
		ctx := registry.NewContext()
		ctx.AllowUnregistered = true
		m, err := text.ParseString(ctx, string(irgen.Module(seed, opts)))
		if err != nil {
			t.Fatal(err)
		}
		before := string(text.Print(m, text.Options{}))
		var arena ir.Arena
		c := arena.Clone(m, new(ir.Mapping))
		if got := string(text.Print(c, text.Options{})); got != before {
			t.Fatalf("seed %d: the clone prints\n%s\nthe original\n%s", seed, got, before)
		}
		if !ir.Equivalent(m, c) {
			t.Errorf("seed %d: the clone is not equivalent", seed)
		}
		m.DropAllReferences()
		if err := ir.Verify(c, nil); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

func TestMappingsHoldFewAndManyValues(t *testing.T) {
	var m ir.Mapping
	for _, n := range []int{3, 200, 3} { // a mapping that has been reset is used again
		from, to := make([]ir.Value, n), make([]ir.Value, n)
		for round := range 2 { // the second replaces what the first mapped to
			for i := range from {
				if round == 0 {
					m.Map(&from[i], &from[0])
				}
				m.Map(&from[i], &to[i])
			}
			for i := range from {
				if m.Lookup(&from[i]) != &to[i] || m.Lookup(&to[i]) != &to[i] {
					t.Fatalf("%d values, round %d: value %d is mapped wrongly", n, round, i)
				}
			}
		}
		m.Reset()
		if m.Lookup(&from[n-1]) != &from[n-1] {
			t.Errorf("%d values: one is mapped after Reset", n)
		}
	}
}
