package dataflow_test

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/girih-ir/girih/backend/interp"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/internal/irgen"
	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass/analysis/dataflow"
)

// The results of a program are those that the analysis finds, whatever its arguments are.
func TestConstantsAreWhatProgramsCompute(t *testing.T) {
	checked := 0
	for seed := range uint64(60) {
		opts := irgen.Executable()
		opts.Features &^= irgen.Vectors | irgen.Tensors
		m := irtest.Verified(t, string(irgen.Module(seed, opts)))
		f, _ := fn.AsFunc(ir.LookupSymbol(m, "f0"))
		s := dataflow.New(m)
		constants := dataflow.LoadConstants(s)
		solve(t, s)
		for b := range f.Body().Blocks() {
			if end := b.Last(); end.Is(&fn.Return) {
				checked += compare(t, seed, m, end, s.IsLive(b), constants)
			}
		}
	}
	if checked == 0 {
		t.Error("no program returns a known constant: the test shows nothing")
	}
}

// compare runs a program and compares its results with the constants of its return, if there is only one.
func compare(t *testing.T, seed uint64, m, end *ir.Operation, live bool,
	constants *dataflow.Sparse[dataflow.Constant]) int {
	t.Helper()
	for b := range end.ParentRegion().Blocks() {
		if last := b.Last(); last != end && last.Is(&fn.Return) {
			return 0
		}
	}
	if !live {
		t.Errorf("seed %d: the only return is not reached", seed)
		return 0
	}
	f, _ := fn.AsFunc(end.Parent())
	rng := rand.New(rand.NewPCG(seed, 1))
	args := make([]interp.Value, len(f.Type().Inputs))
	for i, in := range f.Type().Inputs {
		v, err := interp.NewValue(in, func(int) *big.Int { return new(big.Int).SetUint64(rng.Uint64()) })
		if err != nil {
			t.Fatal(err)
		}
		args[i] = v
	}
	results, err := interp.Call(interp.WithStepLimit(context.Background(), 1e6), m, "f0", args...)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	known := 0
	for i, v := range end.Operands() {
		c := constants.Of(v)
		if c.IsBottom() {
			t.Errorf("seed %d: result %d is said not to be computed", seed, i)
		}
		a, ok := c.Value().(*ir.IntegerAttr)
		if !ok || results[i].IsPoison(0) {
			continue
		}
		known++
		want := a.Big()
		if want.Sign() < 0 {
			width := max(ir.BitWidth(a.Type()), 0)
			if ir.IsIndex(a.Type()) {
				width = ir.IndexWidth
			}
			want.Add(want, new(big.Int).Lsh(big.NewInt(1), uint(width)))
		}
		if results[i].Bits(0).Cmp(want) != 0 {
			t.Errorf("seed %d: result %d is %s, but was found to be %s", seed, i, results[i].Bits(0), want)
		}
	}
	return known
}
