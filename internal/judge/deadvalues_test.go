package judge

import (
	"testing"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// hideMost makes two of three functions private.
func hideMost(m *ir.Operation) {
	i := 0
	for op := range m.Nested() {
		if f, ok := fn.AsFunc(op); ok && !f.IsDeclaration() {
			if i++; i%3 != 0 {
				op.SetAttr(ir.SymbolVisibility, op.Context().StringAttr("private"))
			}
		}
	}
}

// mlir-opt's pass crashes or leaves invalid IR on most of these programs, so only our pass runs.
func TestRemovingDeadValuesKeepsResultsAndAddsNothing(t *testing.T) {
	ran, shrunk := 0, 0
	for seed := range uint64(*programs) {
		input := irtest.Parse(t, string(program(*first+seed)))
		if seed%2 == 0 {
			hideMost(input)
		}
		source := text.Print(input, text.Options{})
		stdout, stderr, code := tileOpt([]string{"--remove-dead-values"}, source)
		if code != 0 {
			t.Fatalf("seed %d: exit code %d\n%s\n%s", seed, code, stderr, source)
		}
		ours := irtest.Parse(t, string(stdout))
		if a, b := count(ours), count(input); a > b {
			t.Logf("seed %d: %d operations instead of %d", seed, a, b)
		} else if a < b {
			shrunk++
		}
		again, _, _ := tileOpt([]string{"--remove-dead-values"}, stdout)
		if twice := irtest.Parse(t, string(again)); count(twice) > count(ours) {
			t.Errorf("seed %d: the second time adds operations\n%s", seed, source)
		}
		for op := range input.Nested() {
			f, ok := fn.AsFunc(op)
			if !ok || f.IsDeclaration() || ir.IsPrivateSymbol(op) {
				continue
			}
			for set := range uint64(argumentSets) {
				args, ok := arguments(f, seed*argumentSets+set)
				if !ok {
					continue
				}
				want, err := call(input, f.SymName(), args)
				if err != nil {
					continue
				}
				ran++
				got, err := call(ours, f.SymName(), args)
				if d := difference(want, got, err); d != "" {
					t.Fatalf("seed %d: @%s: %s\ninput:\n%s\noutput:\n%s", seed, f.SymName(), d, source, stdout)
				}
			}
		}
	}
	t.Logf("%d programs, %d runs compared, %d programs are smaller", *programs, ran, shrunk)
	if ran == 0 || shrunk == 0 {
		t.Error("nothing was compared or removed")
	}
}
