package tilearith_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/internal/tilegen"
	"github.com/girih-ir/girih/ir"
)

var programs = flag.Int("programs", longtest.Count(15, 150), "number of generated programs")

// input returns small nonzero numbers of both signs, and arbitrary bit patterns. The latter include NaNs, infinities,
// and unsigned integers that would be negative if their signedness were mistaken.
func input(t *testing.T, elem ir.Type, seed uint64) *interp.Array {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 2))
	a, err := interp.Filled(elem, []int64{tilegen.Size}, func(int) float64 {
		return float64(r.IntN(12)+2) / 2 * float64(1-2*r.IntN(2))
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range a.Len() {
		if r.IntN(2) == 0 {
			a.SetBits(i, r.Uint64())
		}
	}
	return a
}

// execute runs a program on fixed inputs and returns its outputs' bits.
func execute(t *testing.T, m *girih.Module) (out []string, err error) {
	t.Helper()
	var args []any
	var outputs []*interp.Array
	elems := tilegen.Elements(m.Operation().Context())
	for i, e := range elems {
		args = append(args, input(t, e, uint64(i)))
	}
	for _, e := range elems {
		a, err := interp.NewArray(e, tilegen.Size*tilegen.Values)
		if err != nil {
			t.Fatal(err)
		}
		args, outputs = append(args, a), append(outputs, a)
	}
	err = m.Execute(context.Background(), "k", interp.Grid{1, 1, 1}, args...)
	for _, a := range outputs {
		for i := range a.Len() {
			if a.Defined(i) {
				out = append(out, fmt.Sprintf("%s[%d] = %#x", a.Elem(), i, a.Bits(i)))
			}
		}
	}
	return out, err
}

// reason returns the executor's sentinel error that an error wraps.
func reason(err error) error {
	for _, known := range []error{interp.ErrDivisionByZero, interp.ErrOverflow, interp.ErrUndefined} {
		if errors.Is(err, known) {
			return known
		}
	}
	return err
}

// compare runs a program before and after it is lowered to the strict level; both must store the same. It reports
// whether the program ran to its end.
func compare(t *testing.T, name string, module *ir.Operation) bool {
	t.Helper()
	m, err := girih.FromOperation(module)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	loose := m.String()
	want, wantErr := execute(t, m)
	if err := m.Lower(context.Background(), girih.Strict); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, loose)
	}
	got, gotErr := execute(t, m)
	if reason(gotErr) != reason(wantErr) {
		t.Fatalf("%s: error %v, but at the loose level %v\n%s%s", name, gotErr, wantErr, loose, m)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%s: want %v, got %v\n%s%s", name, want, got, loose, m)
	}
	return wantErr == nil
}

var allSemantics = []promotion.Semantics{promotion.Triton, promotion.CuTile, promotion.Torch}

func TestStrictProgramsComputeWhatLooseOnesDo(t *testing.T) {
	succeeded := 0
	for seed := range uint64(*programs) {
		semantics := allSemantics[seed%3]
		if compare(t, fmt.Sprint("seed ", seed), tilegen.Generate(semantics, seed, (*tilegen.Generator).Program)) {
			succeeded++
		}
	}
	if succeeded < *programs/4 {
		t.Errorf("only %d of %d programs ran to their end", succeeded, *programs)
	}
}

func FuzzStrictPrograms(f *testing.F) {
	f.Add(uint64(1), uint8(0))
	f.Add(uint64(2), uint8(1))
	f.Add(uint64(3), uint8(2))
	f.Fuzz(func(t *testing.T, seed uint64, rules uint8) {
		semantics := allSemantics[rules%3]
		compare(t, fmt.Sprint("seed ", seed), tilegen.Generate(semantics, seed, (*tilegen.Generator).Program))
	})
}

// Every operation of two operands computes the same after lowering, for every type. Random programs rarely test integer
// division and shifts, which need small right operands.
func TestEveryOperationOfTwoOperandsOnEveryType(t *testing.T) {
	for _, semantics := range allSemantics {
		succeeded, all := 0, 0
		for at, def := range tilegen.Binaries {
			for i := range tilegen.Elements(ir.NewContext()) {
				if !longtest.Includes(at+i, 4) {
					continue
				}
				all++
				module := tilegen.Generate(semantics, 0, func(g *tilegen.Generator) {
					g.Input(i, []int64{tilegen.Size})
					for _, n := range []int64{2, 3, 5} {
						v, err := tile.Binary(g.Builder.Builder, def, g.Pool[0], tile.LiteralInt(g.Builder.Builder, n))
						if err == nil {
							g.Output(v)
						}
					}
				})
				if compare(t, fmt.Sprintf("%s on type %d", def.Name, i), module) {
					succeeded++
				}
			}
		}
		if succeeded < all {
			t.Errorf("%d of %d programs in %v semantics failed", all-succeeded, all, semantics)
		}
	}
}
