package rewrite_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/cf"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/rewrite"
)

// addOfSub is (x - y) + y = x.
var addOfSub = rewrite.Rule{
	Name:    "add-of-sub",
	Match:   rewrite.Op(&arith.AddI, rewrite.Op(&arith.SubI, rewrite.Any("x"), rewrite.Any("y")), rewrite.Any("y")),
	Replace: []rewrite.New{rewrite.Use("x")},
}

// maxOfSelects is max(c ? x : y, c ? y : x) = max(x, y), where both selects have no other use.
var maxOfSelects = rewrite.Rule{
	Name: "max-of-selects",
	Match: rewrite.Op(&arith.MaxSI,
		rewrite.Op(&arith.Select, rewrite.Any("c"), rewrite.Any("x"), rewrite.Any("y")).OneUse(),
		rewrite.Op(&arith.Select, rewrite.Any("c"), rewrite.Any("y"), rewrite.Any("x")).OneUse()).As("max"),
	Where:   []func(*rewrite.Match) bool{func(m *rewrite.Match) bool { return m.Op("max") == m.Root() }},
	Replace: []rewrite.New{rewrite.Make(&arith.MaxSI, rewrite.Use("x"), rewrite.Use("y"))},
}

// ofExtended is a ^ z = z, where a is a result of an extended addition.
func ofExtended(result int) rewrite.Rule {
	return rewrite.Rule{
		Name: "of-extended",
		Match: rewrite.Op(&arith.XOrI,
			rewrite.Op(&arith.AddUIExtended, rewrite.Any("x"), rewrite.Any("y")).Result(result), rewrite.Any("z")),
		Replace: []rewrite.New{rewrite.Use("z")},
	}
}

func TestRulesReplaceWhatTheyMatch(t *testing.T) {
	tests := []struct {
		name string
		rule rewrite.Rule
		body string
		want string // the operation that computes the result
	}{
		{"one name is one value", addOfSub, "%0 = arith.subi %x, %y : i32\n%r = arith.addi %0, %y : i32", ""},
		{"different values of one name", addOfSub, "%0 = arith.subi %x, %y : i32\n%r = arith.addi %0, %x : i32",
			"arith.addi %0, %arg0"},
		{"another operation", addOfSub, "%0 = arith.muli %x, %y : i32\n%r = arith.addi %0, %y : i32",
			"arith.addi %0, %arg1"},
		{"an argument instead of an operation", addOfSub, "%r = arith.addi %x, %y : i32", "arith.addi %arg0, %arg1"},
		{"new operation", maxOfSelects, "%0 = arith.select %c, %x, %y : i32\n%1 = arith.select %c, %y, %x : i32\n" +
			"%r = arith.maxsi %0, %1 : i32", "arith.maxsi %arg0, %arg1"},
		{"the first result", ofExtended(0), "%0:2 = arith.addui_extended %c, %c : i1, i1\n%1 = arith.xori %0#0, %c : i1\n" +
			"%r = arith.select %1, %x, %y : i32", "arith.select %arg2"},
		{"another result", ofExtended(0), "%0:2 = arith.addui_extended %c, %c : i1, i1\n%1 = arith.xori %0#1, %c : i1\n" +
			"%r = arith.select %1, %x, %y : i32", "arith.xori"},
		{"the second result", ofExtended(1), "%0:2 = arith.addui_extended %c, %c : i1, i1\n" +
			"%1 = arith.xori %0#1, %c : i1\n%r = arith.select %1, %x, %y : i32", "arith.select %arg2"},
		{"more than one use", maxOfSelects, "%0 = arith.select %c, %x, %y : i32\n%1 = arith.select %c, %y, %x : i32\n" +
			"\"u.use\"(%0) : (i32) -> ()\n%r = arith.maxsi %0, %1 : i32", "arith.maxsi %0, %1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := irtest.Parse(t, "func.func @f(%x: i32, %y: i32, %c: i1) -> i32 {\n"+tt.body+"\nreturn %r : i32\n}")
			if _, err := rewrite.Greedy(m, rewrite.MustSet(tt.rule.MustPattern()), rewrite.Options{NoFold: true}); err != nil {
				t.Fatal(err)
			}
			got := string(text.Print(m, text.Options{}))
			if tt.want == "" && !strings.Contains(got, "return %arg0") || !strings.Contains(got, tt.want) {
				t.Errorf("%q is missing in\n%s", tt.want, got)
			}
			if err := ir.Verify(m, nil); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestNewOperationsTakeTypesAndAttributesFromTheRoot(t *testing.T) {
	shorter := rewrite.Rule{Name: "shorter",
		Match:   rewrite.Op(&arith.TruncI, rewrite.Op(&arith.TruncI, rewrite.Any("x"))),
		Replace: []rewrite.New{rewrite.Make(&arith.TruncI, rewrite.Use("x")).Keeping("overflowFlags").LikeRoot()}}
	m := irtest.Parse(t, `func.func @f(%x: i32) -> i8 {
  %0 = arith.trunci %x : i32 to i16
  %1 = arith.trunci %0 overflow<nsw> : i16 to i8
  return %1 : i8
}`)
	if _, err := rewrite.Greedy(m, rewrite.MustSet(shorter.MustPattern()), rewrite.Options{NoFold: true}); err != nil {
		t.Fatal(err)
	}
	if got := string(text.Print(m, text.Options{})); !strings.Contains(got,
		"%0 = arith.trunci %arg0 overflow<nsw> : i32 to i8\n    return %0") {
		t.Errorf("got\n%s", got)
	}
}

// In a loop that is never entered, values may depend on themselves.
func TestRulesDoNotMatchTheRootAsItsOwnOperand(t *testing.T) {
	again := rewrite.Rule{Name: "again",
		Match:   rewrite.Op(&arith.AddI, rewrite.Op(&arith.AddI, rewrite.Any("x"), rewrite.Any("y")), rewrite.Any("z")),
		Replace: []rewrite.New{rewrite.Make(&arith.AddI, rewrite.Use("x"), rewrite.Use("z"))}}
	m := irtest.Parse(t, `"t.graph"() ({
  %0 = arith.addi %0, %1 : i32
  %1 = "t.source"() : () -> i32
  "t.use"(%0) : (i32) -> ()
}) : () -> ()`)
	changed, err := rewrite.Greedy(m, rewrite.MustSet(again.MustPattern()), rewrite.Options{NoFold: true})
	if changed || err != nil {
		t.Errorf("changed %v, error %v", changed, err)
	}
}

func TestRulesThatDoNotFitAreRefused(t *testing.T) {
	x := rewrite.Any("x")
	cyclic := rewrite.Make(&arith.AddI, nil, rewrite.Use("x"))
	tests := []struct {
		name string
		rule rewrite.Rule
		want string
	}{
		{"a result that there is not", rewrite.Rule{Match: rewrite.Op(&arith.TruncI, rewrite.Op(&arith.TruncI, x).Result(1)),
			Replace: []rewrite.New{rewrite.Use("x")}}, "arith.trunci has no result 1"},
		{"nothing to match", rewrite.Rule{}, "matches nothing"},
		{"unknown name", rewrite.Rule{Match: rewrite.Op(&arith.AddI, x, x), Replace: []rewrite.New{rewrite.Use("z")}},
			`nothing is named "z"`},
		{"operands of a match", rewrite.Rule{Match: rewrite.Op(&arith.AddI, x), Replace: []rewrite.New{rewrite.Use("x")}},
			"arith.addi has 2 operands, not 1"},
		{"operands of a new operation", rewrite.Rule{Match: rewrite.Op(&arith.NegF, x),
			Replace: []rewrite.New{rewrite.Make(&arith.AddF, rewrite.Use("x"))}}, "arith.addf has 2 operands, not 1"},
		{"results", rewrite.Rule{Match: rewrite.Op(&arith.AddUIExtended, x, x), Replace: []rewrite.New{rewrite.Use("x")}},
			"arith.addui_extended has 2 results, but 1 replacements are given"},
		{"variadic operands", rewrite.Rule{Match: rewrite.Op(&cf.Branch, x)}, "optional or variadic operands"},
		{"operation as a value", rewrite.Rule{Match: rewrite.Op(&arith.NegF, x).As("n"),
			Replace: []rewrite.New{rewrite.Use("n")}}, `"n" names an operation, not a value`},
		{"kinds of a name", rewrite.Rule{Match: rewrite.Op(&arith.AddI, x, rewrite.Constant("x")),
			Replace: []rewrite.New{rewrite.Use("x")}}, `"x" is a constant in one place and any value in another`},
		{"operations of one name", rewrite.Rule{Match: rewrite.Op(&arith.NegF, rewrite.Op(&arith.NegF, x).As("n")).As("n"),
			Replace: []rewrite.New{rewrite.Use("x")}}, `two operations are named "n"`},
		{"missing operand", rewrite.Rule{Match: rewrite.Op(&arith.AddI, x, x), Replace: []rewrite.New{cyclic}},
			"operand 0 of the new arith.addi is nil"},
		{"missing result", rewrite.Rule{Match: rewrite.Op(&arith.AddI, x, x),
			Replace: []rewrite.New{rewrite.Make(&arith.AddI, rewrite.Use("x"), rewrite.Use("x")).Result(1)}},
			"arith.addi has no result 1"},
		{"types of the root", rewrite.Rule{Match: rewrite.Op(&arith.NegF, x),
			Replace: []rewrite.New{rewrite.Make(&arith.AddUIExtended, rewrite.Use("x"), rewrite.Use("x")).LikeRoot()}},
			"cannot have the types of those of arith.negf"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tt.rule.Pattern()
			if !errors.Is(err, rewrite.ErrPattern) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

func ExampleRule() {
	// x * 2^n becomes x << n.
	shift := func(m *rewrite.Match) int64 {
		c, ok := m.Attr("c").(*ir.IntegerAttr)
		for n := int64(1); ok && n < 31; n++ {
			if c.Int64() == 1<<n {
				return n
			}
		}
		return 0
	}
	rule := rewrite.Rule{
		Name:  "mul-to-shift",
		Match: rewrite.Op(&arith.MulI, rewrite.Any("x"), rewrite.Constant("c")),
		Where: []func(*rewrite.Match) bool{func(m *rewrite.Match) bool { return shift(m) > 0 }},
		Replace: []rewrite.New{rewrite.Make(&arith.ShLI, rewrite.Use("x"),
			rewrite.Compute(func(m *rewrite.Match, rw *rewrite.Rewriter) *ir.Value {
				return arith.NewInt(rw.Builder, m.Value("x").Type(), shift(m))
			}))},
	}
	m, err := text.ParseString(registry.NewContext(), `func.func @f(%a: i32) -> i32 {
  %c8 = arith.constant 8 : i32
  %0 = arith.muli %a, %c8 : i32
  return %0 : i32
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := rewrite.Greedy(m, rewrite.MustSet(rule.MustPattern()), rewrite.Options{}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text.Print(m, text.Options{})))
	// Output:
	// module {
	//   func.func @f(%arg0: i32) -> i32 {
	//     %c3_i32 = arith.constant 3 : i32
	//     %0 = arith.shli %arg0, %c3_i32 : i32
	//     return %0 : i32
	//   }
	// }
}
