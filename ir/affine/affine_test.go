package affine_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/girih-ir/girih/ir/affine"
)

func Example() {
	d0, d1, s0 := affine.Dim(0), affine.Dim(1), affine.Symbol(0)
	tile := affine.NewMap(2, 1,
		affine.FloorDiv(affine.Add(d0, affine.Mul(affine.Constant(64), d1)), affine.Constant(32)),
		affine.Mod(d1, s0))
	fmt.Println(tile)

	m, n, err := affine.ParseMap([]byte("(i, j)[N] -> (i * 2 + i * 3, N + j)> : index"))
	fmt.Println(m, n, err)
	// Output:
	// (d0, d1)[s0] -> (d0 floordiv 32 + d1 * 2, d1 mod s0)
	// (d0, d1)[s0] -> (d0 * 5, d1 + s0) 35 <nil>
}

func ExampleSet_Contains() {
	triangle, _, _ := affine.ParseSet([]byte("(i, j)[n] : (i >= 0, j >= i, j <= n - 1)"))
	inside, ok := triangle.Contains([]int64{2, 5}, []int64{8})
	fmt.Println(triangle, inside, ok)
	// Output:
	// (d0, d1)[s0] : (d0 >= 0, d1 - d0 >= 0, -d1 + s0 - 1 >= 0) true true
}

func ExampleExpr_AppendTextFunc() {
	e := affine.Add(affine.Dim(0), affine.Symbol(0))
	fmt.Println(string(e.AppendTextFunc(nil, func(dst []byte, kind affine.Kind, i int) []byte {
		if kind == affine.KindSymbol {
			return fmt.Appendf(dst, "symbol(%%n%d)", i)
		}
		return fmt.Appendf(dst, "%%i%d", i)
	})))
	// Output:
	// %i0 + symbol(%n0)
}

// parseMap parses a map that must be valid.
func parseMap(t *testing.T, text string) affine.Map {
	t.Helper()
	m, _, err := affine.ParseMap([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return m
}

func TestIdentitiesOfMaps(t *testing.T) {
	for text, want := range map[string][2]bool{ // identity, minor identity
		"(d0, d1) -> (d0, d1)":     {true, true},
		"(d0, d1)[s0] -> (d0, d1)": {true, true},
		"(d0, d1) -> (d1, d0)":     {false, false},
		"(d0, d1, d2) -> (d1, d2)": {false, true},
		"(d0, d1, d2) -> (d2, d0)": {false, false},
		"(d0, d1) -> (d0, d0)":     {false, false},
		"(d0) -> (d0, d0)":         {false, false},
		"(d0) -> (d0 + 1)":         {false, false},
		"() -> ()":                 {true, true},
		"(d0) -> ()":               {false, true},
	} {
		if m := parseMap(t, text); m.IsIdentity() != want[0] || m.IsMinorIdentity() != want[1] {
			t.Errorf("%s: identity %v, minor identity %v, want %v", text, m.IsIdentity(), m.IsMinorIdentity(), want)
		}
	}
}

func TestCompositionOfMaps(t *testing.T) {
	permutation, inverse := parseMap(t, "(d0, d1, d2) -> (d2, d0, d1)"), parseMap(t, "(d0, d1, d2) -> (d1, d2, d0)")
	if id, _ := permutation.Compose(inverse); !id.Equal(affine.Identity(3)) {
		t.Errorf("a permutation after its inverse is %s", id)
	}
	if _, ok := permutation.Compose(affine.Identity(2)); ok {
		t.Error("composed maps of different rank")
	}
	if got := (affine.Map{}).String(); got != "() -> ()" {
		t.Errorf("the zero Map prints as %s", got)
	}
}

func TestReplacement(t *testing.T) {
	e := parseMap(t, "(d0, d1)[s0] -> (d0 * s0 + d1 floordiv 4)").Result(0)
	tests := []struct {
		name string
		got  affine.Expr
		want string
	}{
		{"dims", e.ReplaceDimsAndSymbols([]affine.Expr{affine.Constant(2), affine.Mul(affine.Dim(7), affine.Constant(8))},
			nil), "d7 * 2 + s0 * 2"},
		{"symbols", e.ReplaceDimsAndSymbols(nil, []affine.Expr{affine.Constant(0)}), "d1 floordiv 4"},
		{"beyond the slices", e.ReplaceDimsAndSymbols([]affine.Expr{affine.Dim(0)}, nil), "d0 * s0 + d1 floordiv 4"},
	}
	for _, tt := range tests {
		if tt.got.String() != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, tt.got, tt.want)
		}
	}
	nonAffine := e.ReplaceDimsAndSymbols(nil, []affine.Expr{affine.Dim(1)})
	if nonAffine.String() != "d0 * d1 + d1 floordiv 4" {
		t.Errorf("dimension for symbol: %s", nonAffine)
	}
}

func TestEvalIsUndefinedWhereMLIRIs(t *testing.T) {
	for _, text := range []string{
		"d0 floordiv 0", "d0 ceildiv 0", "d0 mod 0", "d0 mod -2", "d0 mod s0", "d1",
		"-9223372036854775808 floordiv -1",
	} {
		e := parseMap(t, "(d0, d1)[s0] -> ("+text+")").Result(0)
		if v, ok := e.Eval([]int64{7}, []int64{-1}); ok {
			t.Errorf("%s is %d", e, v)
		}
	}
}

func TestSetsWithoutConstraints(t *testing.T) {
	all := affine.NewSet(1, 0)
	none := affine.NewSet(1, 0, affine.Constraint{Expr: affine.Constant(1), Eq: true})
	if all.String() != "(d0) : (0 == 0)" || none.String() != "(d0) : (1 == 0)" {
		t.Errorf("%s and %s", all, none)
	}
	if in, ok := all.Contains([]int64{3}, nil); !in || !ok {
		t.Error("the set of all points lacks one")
	}
	if in, ok := none.Contains([]int64{3}, nil); in || !ok {
		t.Error("the empty set has a point")
	}
	if all.Equal(none) || string(all.AppendKey(nil)) == string(none.AppendKey(nil)) {
		t.Error("the full and the empty set are the same")
	}
}

func TestTheZeroExprIsInvalid(t *testing.T) {
	var e affine.Expr
	if e.IsValid() || e.Kind() != affine.KindInvalid || !e.Equal(affine.Expr{}) || e.Equal(affine.Dim(0)) ||
		e.String() != "<invalid>" {
		t.Error("the zero Expr has a value")
	}
}

func BenchmarkParseMap(b *testing.B) {
	text := []byte("(d0, d1)[s0] -> (d0 + s0, d1 mod 4, d0 * 128 + d1 floordiv 32)")
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := affine.ParseMap(text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLongSum(b *testing.B) {
	for _, n := range []int{1000, 10000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				e := affine.Constant(1)
				for i := range n {
					e = affine.Add(e, affine.Dim(i))
				}
				_ = affine.FloorDiv(e, affine.Constant(2)).String()
			}
		})
	}
}
