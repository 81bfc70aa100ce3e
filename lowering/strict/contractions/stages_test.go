package contractions_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/internal/einsums"
	"github.com/girih-ir/girih/internal/longtest"
)

// staged are contractions that become several kernels, with parts of the expected remarks.
var staged = []struct {
	einsums.Case
	types  einsums.Types
	extra  string
	notes  []string
	stages string
	long   bool
}{
	// Only the filter is copied: rows are along w, which has the smallest stride in the image.
	{einsums.Case{Equation: "nc(h+r)(w+s),kcrs->nkhw", A: []int64{1, 64, 3, 136}, B: []int64{32, 64, 2, 3},
		C: []int64{1, 32, 2, 134}}, elements[0], "", []string{"copies rhs to the order crsk"}, "always", false},
	// Both operands are copied, since there are too few values of w for a tile.
	{einsums.Case{Equation: "nc(h+r)(w+s),kcrs->nkhw", A: []int64{2, 64, 9, 18}, B: []int64{32, 64, 2, 3},
		C: []int64{2, 32, 8, 16}}, elements[0], "", []string{"copies lhs to the order n(h+r)(w+s)c",
		"copies rhs to the order crsk"}, "always", false},
	// Rows of the image do not begin at multiples of 16 bytes.
	{einsums.Case{Equation: "nc(h+r),crk->nkh", A: []int64{1, 128, 131}, B: []int64{128, 3, 32}, C: []int64{1, 32, 129}},
		elements[1], "", []string{"copies lhs to the order n(h+r)c"}, "always", true},
	// The copy has the same axes as the operand, so padding is the same.
	{einsums.Case{Equation: "nc(h+r-1)(w+s-1),kcrs->nkhw", A: []int64{1, 64, 8, 16}, B: []int64{32, 64, 3, 3},
		C: []int64{1, 32, 8, 16}, Padded: true}, elements[0], "", []string{"copies lhs to the order n(h+r-1)(w+s-1)c"},
		"always", true},
	// All axes of the image have a letter of K. The copy has one dimension for each letter, with zeros for elements
	// outside of the image.
	{einsums.Case{Equation: "n(h+sh[c]-1)(w+sw[c])c,ck->nhwk", A: []int64{1, 16, 20, 512}, B: []int64{512, 32},
		C: []int64{1, 16, 18, 32}, Padded: true, Tables: tables(512)}, elements[0], "",
		[]string{"copies lhs to an array of nhwc"}, "always", true},
	// The operands are contiguous along different letters of K.
	{einsums.Case{Equation: "jnim,kmln->lkji", A: []int64{4, 16, 24, 8}, B: []int64{4, 8, 24, 16},
		C: []int64{24, 4, 4, 24}}, elements[2], "", []string{"copies rhs to the order mlnk"}, "always", false},
	// Long sums of few elements are divided into parts, with multiply-adds, tensor cores and integers.
	{einsums.Case{Equation: "lki,kjl->ji", A: []int64{48, 64, 32}, B: []int64{64, 32, 48}, C: []int64{32, 32}},
		elements[2], "", []string{"parts along k, which another kernel adds"}, "auto", false},
	{einsums.Case{Equation: "mk,kn->mn", A: []int64{128, 8192}, B: []int64{8192, 32}, C: []int64{128, 32}},
		elements[0], "", []string{"parts along k, which another kernel adds"}, "auto", true},
	{einsums.Case{Equation: "mk,nk->nm", A: []int64{40, 4096}, B: []int64{24, 4096}, C: []int64{24, 40}},
		einsums.Types{A: "i8", B: "i8", C: "i32"}, "", []string{"each sum is split into"}, "always", true},
	// An operand is copied, and sums are divided.
	{einsums.Case{Equation: "hc(w+r),krc->hkw", A: []int64{1, 1024, 66}, B: []int64{32, 3, 1024}, C: []int64{1, 32, 64}},
		elements[0], `shape = array<i64: 64, 32, 64>`, []string{"copies lhs", "parts along c"}, "always", true},
}

func tables(n int) map[string]contract.Table {
	sh, sw := contract.Table{Shape: []int64{int64(n)}}, contract.Table{Shape: []int64{int64(n)}}
	for i := range int64(n) {
		sh.Data, sw.Data = append(sh.Data, i/8%3), append(sw.Data, i/24%3)
	}
	return map[string]contract.Table{"sh": sh, "sw": sw}
}

// Axes of empty operands have equal strides, but only axes that are letters become one.
func TestCopiesOfEmptyOperandsAreTheDefinition(t *testing.T) {
	c := einsums.Case{Equation: "skrm,s(n+2*r)k->nm", A: []int64{0, 5, 2, 1}, B: []int64{0, 7, 5}, C: []int64{5, 1}}
	r := newRun(t, &c, elements[0], einsums.Options{Facts: "{tile.divisibility = 16 : i32}"})
	r.same([3]int32{1, 1, 1}, girih.CompileOptions{NumWarps: 1, SM: 90, ArchSpecific: true, Stages: "always"})
}

func TestStagesComputeTheDefinition(t *testing.T) {
	for i, c := range staged {
		if c.long && !longtest.Enabled() {
			continue
		}
		for j, programs := range []string{"each", "any"} {
			if !longtest.Includes(i+j, 4) {
				continue
			}
			extra := strings.TrimPrefix(c.extra+fmt.Sprintf(`, programs = %q`, programs), ", ")
			r := newRun(t, &c.Case, c.types, einsums.Options{Facts: "{tile.divisibility = 16 : i32}", Extra: extra})
			program, err := r.module().Compile(context.Background(),
				girih.CompileOptions{NumWarps: 4, SM: 90, ArchSpecific: true, Remarks: true, Stages: c.stages})
			if err != nil {
				t.Fatal(c.Equation, err)
			}
			for _, note := range c.notes {
				if route := program.Remarks()[0].Message; !strings.Contains(route, note) {
					t.Errorf("%s: %s\nlacks %q", c.Equation, route, note)
				}
			}
			m, err := program.Manifest()
			if err != nil {
				t.Fatal(err)
			}
			k, err := m.Kernel("k")
			if err != nil {
				t.Fatal(err)
			}
			if len(k.Parameters) != 3 || len(c.notes) > 0 && (len(k.Before) > 1 || len(k.After) > 1 ||
				len(k.Before)+len(k.After) == 0) {
				t.Errorf("%s: the manifest has %d parameters, workspaces %v, and kernels %v and %v", c.Equation,
					len(k.Parameters), k.Workspaces, k.Before, k.After)
			}
			launch := simt.Launch{Grid: [3]int32{int32(max(2, k.Grid.Programs)), 1, 1}}
			arrays := r.arrays()
			if _, err = program.Execute(context.Background(), "k", launch, arrays[0], arrays[1], arrays[2]); err != nil {
				t.Fatal(c.Equation, err)
			}
			if want := r.execute(interp.Grid{1, 1, 1}).Float64s(); !slices.Equal(arrays[2].Float64s(), want) {
				t.Errorf("%s: another result", c.Equation)
			}
		}
	}
}
