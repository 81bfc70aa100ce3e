package promotion_test

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// operand parses an operand: a type, or a literal as in source text.
func operand(t *testing.T, ctx *ir.Context, s string) promotion.Operand {
	t.Helper()
	if i, ok := new(big.Int).SetString(s, 10); ok {
		return promotion.Operand{Literal: promotion.NewInt(i)}
	}
	switch s {
	case "true":
		return promotion.Operand{Literal: promotion.NewBool(true)}
	case "false":
		return promotion.Operand{Literal: promotion.NewBool(false)}
	}
	var f float64
	if _, err := fmt.Sscanf(s, "%g", &f); err == nil {
		return promotion.Operand{Literal: promotion.NewFloat(f)}
	}
	typ, err := text.ParseType(ctx, s)
	if err != nil {
		t.Fatal(err)
	}
	return promotion.Operand{Type: typ}
}

type rule struct{ operands, want string }

// check promotes the operands of each rule in both orders. If want is not a type, it is the text of the error.
func check(t *testing.T, s promotion.Semantics, class promotion.Class, rules []rule) {
	t.Helper()
	ctx := ir.NewContext()
	for _, r := range rules {
		var list []promotion.Operand
		for _, o := range strings.Fields(r.operands) {
			list = append(list, operand(t, ctx, o))
		}
		for range 2 {
			got, err := promotion.Resolve(ctx, s, class, list...)
			switch {
			case err != nil && !strings.Contains(err.Error(), r.want):
				t.Errorf("%v (%s): error %q, want %q", s, r.operands, err, r.want)
			case err == nil && got.Operand.String() != r.want:
				t.Errorf("%v (%s) -> %s, want %s", s, r.operands, got.Operand, r.want)
			}
			slices.Reverse(list)
		}
	}
}

func TestTritonPromotesAsItsDocumentationSays(t *testing.T) {
	check(t, promotion.Triton, promotion.Arithmetic, []rule{
		// Kind.
		{"i32 bf16", "bf16"}, {"i1 i8", "i8"}, {"i64 f16", "f16"}, {"i1 f8E5M2", "f8E5M2"}, {"ui64 f8E4M3FN", "f8E4M3FN"},
		// Width.
		{"f32 f16", "f32"}, {"f32 bf16", "f32"}, {"f64 f32", "f64"}, {"i64 ui32", "i64"}, {"i8 ui16", "ui16"},
		{"f8E5M2 f16", "f16"}, {"f8E5M2 bf16", "bf16"},
		// Supremum.
		{"f16 bf16", "f32"}, {"f8E5M2 f8E4M3FN", "f16"}, {"f8E4M3FN f8E4M3FN", "f8E4M3FN"},
		// Prefer unsigned.
		{"i32 ui32", "ui32"}, {"i8 ui8", "ui8"}, {"i64 ui64", "ui64"},
	})
}

func TestTritonLiteralsOfALowerOrEqualKindTakeTheOthersType(t *testing.T) {
	check(t, promotion.Triton, promotion.Arithmetic, []rule{
		{"ui8 1", "ui8"}, {"f16 1", "f16"}, {"f16 1.5", "f16"}, {"f8E5M2 2", "f8E5M2"}, {"i64 true", "i64"},
		{"ui8 256", "256 does not fit 'ui8'"}, {"ui32 -1", "-1 does not fit 'ui32'"}, {"i8 128", "128 does not fit 'i8'"},
		{"i8 -128", "i8"},
	})
}

func TestTritonLiteralsOfAHigherKindTakeTheLowestTypeThatHoldsThem(t *testing.T) {
	check(t, promotion.Triton, promotion.Arithmetic, []rule{
		{"i16 4.0", "f32"}, {"i64 1e300", "f64"}, {"i1 1.5", "f32"}, {"i8 1e-40", "f64"},
		{"i1 7", "i32"}, {"i1 2147483648", "ui32"}, {"i1 4294967296", "i64"}, {"i1 -2147483649", "i64"},
		{"i1 9223372036854775808", "ui64"}, {"i1 18446744073709551616",
			"does not fit 'ui64', the widest type that it may take"},
	})
}

func TestTritonDivisions(t *testing.T) {
	check(t, promotion.Triton, promotion.TrueDivision, []rule{{"i32 i32", "f32"}, {"i64 i64", "f32"}, {"f16 f16", "f16"}})
	check(t, promotion.Triton, promotion.IntegerDivision, []rule{
		{"i32 i64", "i64"}, {"i32 ui32", "ui32"}, {"f32 f32", "'f32' is not an integer"}, {"ui8 3", "ui8"},
	})
	check(t, promotion.Triton, promotion.Remainder, []rule{{"f32 f32", "f32"}, {"i32 ui64", "ui64"}})
}

func TestOperationsRefuseKindsTheyDoNotTake(t *testing.T) {
	check(t, promotion.Triton, promotion.Bitwise,
		[]rule{{"f32 i32", "'f32' is not an integer"}, {"i8 i32", "i32"}, {"i1 i1", "i1"}})
	check(t, promotion.Triton, promotion.FloatFunction, []rule{{"i32", "'i32' is not a float"}, {"f16", "f16"}})
	check(t, promotion.CuTile, promotion.FloatFunction, []rule{{"i32", "f32"}, {"bf16", "bf16"}})
	check(t, promotion.CuTile, promotion.Arithmetic, []rule{{"i1 i1", "no arithmetic on bools"}})
	check(t, promotion.CuTile, promotion.Bitwise,
		[]rule{{"i8 i32", "differ; convert one of them with tile.cast"}, {"i8 1", "i8"}})
	check(t, promotion.CuTile, promotion.Negation, []rule{{"i1", "i32"}, {"i8", "i8"}})
	check(t, promotion.CuTile, promotion.Rounding, []rule{{"i32", "'i32' is not a float"}})
}

func TestCuTilePromotesAsItsTableSays(t *testing.T) {
	check(t, promotion.CuTile, promotion.Comparison, []rule{
		{"i1 i1", "i1"}, {"i1 ui8", "ui8"}, {"ui8 ui16", "ui16"}, {"ui8 i8", "no common type"},
		{"ui32 i64", "no common type"},
		{"i8 i16", "i16"}, {"i64 f16", "f16"}, {"ui64 bf16", "bf16"}, {"f16 bf16", "no common type"}, {"f16 f32", "f32"},
		{"bf16 f32", "f32"}, {"bf16 f64", "f64"}, {"tf32 tf32", "tf32"}, {"tf32 f32", "no common type"},
		{"f8E4M3FN f8E4M3FN", "f8E4M3FN"}, {"f8E4M3FN f8E5M2", "no common type"}, {"i1 f8E5M2", "no common type"},
		{"f8E8M0FNU f8E8M0FNU", "f8E8M0FNU"}, {"f4E2M1FN f16", "no common type"},
	})
}

func TestCuTileLiteralsAreLoose(t *testing.T) {
	check(t, promotion.CuTile, promotion.Arithmetic, []rule{
		{"i8 1", "i8"}, {"i8 1.5", "f32"}, {"i16 300", "i16"}, {"i8 300", "300 does not fit 'i8'"}, {"f16 2", "f16"},
		{"f16 2.5", "f16"}, {"i1 5", "i32"}, {"i1 2147483648", "i64"}, {"i1 9223372036854775808", "ui64"},
		{"i32 1e300", "f32"}, {"f8E5M2 2.0", "f8E5M2"},
	})
}

func TestOperationsBetweenLiteralsHaveTheKindThatTheirOperandsSay(t *testing.T) {
	ctx := ir.NewContext()
	values := []string{"true", "false", "0", "3", "-3", "1.5", "0.0"}
	for _, name := range []string{"add", "sub", "mul", "div", "floordiv", "mod", "truncdiv", "rem", "cdiv", "pow", "and",
		"or", "xor",
		"shl", "shr", "min", "max", "minimum", "maximum", "eq", "lt"} {
		for _, a := range values {
			for _, b := range values {
				x, y := operand(t, ctx, a).Literal, operand(t, ctx, b).Literal
				kind, ok, kindErr := promotion.ResultKind(name, x.Kind, y.Kind)
				n, err := promotion.Evaluate(name, x, y)
				switch {
				case !ok:
					t.Errorf("there is no %s", name)
				case kindErr != nil && !errors.Is(err, promotion.ErrOperand):
					t.Errorf("%s of %s and %s: error %v, but by its kinds %v", name, a, b, err, kindErr)
				case err == nil && n.Kind != kind, err != nil && kindErr == nil && !errors.Is(err, promotion.ErrLiteral):
					t.Errorf("%s of %s and %s: %v of kind %v (error %v), want kind %v", name, a, b, n, n.Kind, err, kind)
				}
			}
		}
	}
}

// In cuTile, some narrow float types can be stored and multiplied as matrices but have no arithmetic.
func TestNarrowFloatsHaveNoArithmeticInCuTile(t *testing.T) {
	for _, elem := range []string{"tf32", "f8E4M3FN", "f8E5M2", "f8E8M0FNU", "f4E2M1FN"} {
		pair := elem + " " + elem
		for _, class := range promotion.Classes() {
			switch class {
			case promotion.Selection:
				check(t, promotion.CuTile, class, []rule{{pair, elem}})
			default:
				check(t, promotion.CuTile, class, []rule{{pair, "cutile semantics have no arithmetic on '" + elem + "'"}})
			}
		}
	}
}

func TestIntegersOfLiteralsAreBounded(t *testing.T) {
	huge := promotion.NewInt(new(big.Int).Lsh(big.NewInt(1), 60_000))
	for _, name := range []string{"mul", "shl", "pow"} {
		if _, err := promotion.Evaluate(name, huge, huge); !errors.Is(err, promotion.ErrLiteral) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if n, err := promotion.Evaluate("pow", promotion.NewInt(big.NewInt(-1)), huge); err != nil || n.Int.Int64() != 1 {
		t.Errorf("(-1) ** huge: %v, %v", n, err)
	}
	if n, err := promotion.Evaluate("shr", promotion.NewInt(big.NewInt(-5)), huge); err != nil || n.Int.Int64() != -1 {
		t.Errorf("-5 >> huge: %v, %v", n, err)
	}
}

func TestSelectionBetweenLiteralsGivesThemTheirOwnTypes(t *testing.T) {
	check(t, promotion.Triton, promotion.Selection, []rule{{"1 0", "i32"}, {"1.0 0", "f32"}, {"true 2", "i32"}})
	check(t, promotion.Triton, promotion.Arithmetic, []rule{{"1 2", "all operands are literals"}})
}

func TestPromotionIsCommutativeAndIdempotent(t *testing.T) {
	ctx := ir.NewContext()
	types := []string{"i1", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "f16", "bf16", "f32", "f64",
		"f8E5M2", "f8E4M3FN"}
	for _, s := range []promotion.Semantics{promotion.Triton, promotion.CuTile} { // torch's promotion is not associative
		for _, a := range types {
			for _, b := range types {
				x, y := operand(t, ctx, a), operand(t, ctx, b)
				xy, err1 := promotion.Promote(ctx, s, []promotion.Operand{x, y})
				yx, err2 := promotion.Promote(ctx, s, []promotion.Operand{y, x})
				if xy != yx || (err1 == nil) != (err2 == nil) {
					t.Errorf("%v: (%s, %s) -> %v, but swapped %v", s, a, b, xy, yx)
				}
				if err1 != nil {
					continue
				}
				if again, err := promotion.Promote(ctx, s, []promotion.Operand{{Type: xy}, x}); err != nil || again != xy {
					t.Errorf("%v: (%s, %s) -> %v, which with %s becomes %v", s, a, b, xy, a, again)
				}
			}
		}
	}
}

func TestShapesBroadcastAsInNumPy(t *testing.T) {
	for _, test := range []struct {
		a, b, want []int64
	}{
		{[]int64{3, 4}, []int64{5, 3, 4}, []int64{5, 3, 4}},
		{[]int64{1, 3, 4}, []int64{5, 3, 4}, []int64{5, 3, 4}},
		{[]int64{8, 1}, []int64{1, 16}, []int64{8, 16}},
		{nil, []int64{4}, []int64{4}},
		{nil, nil, []int64{}},
		{[]int64{2, 4}, []int64{3, 4}, nil},
		{[]int64{4, 2}, []int64{4}, nil},
	} {
		for range 2 {
			got, err := promotion.Broadcast(test.a, test.b)
			if (err != nil) != (test.want == nil) || err != nil && !errors.Is(err, promotion.ErrShape) ||
				!slices.Equal(got, test.want) {
				t.Errorf("%v and %v broadcast to %v (error %v), want %v", test.a, test.b, got, err, test.want)
			}
			if err == nil && (!promotion.BroadcastsTo(test.a, got) || !promotion.BroadcastsTo(test.b, got)) {
				t.Errorf("%v and %v do not both broadcast to %v", test.a, test.b, got)
			}
			test.a, test.b = test.b, test.a
		}
	}
}
