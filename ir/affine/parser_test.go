package affine_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/girih-ir/girih/ir/affine"
)

// badBodies are invalid texts between the brackets of affine_map<...>, or of affine_set<...> if so marked, with the
// offset and message of MLIR's error.
var badBodies = []struct {
	set     bool
	body    string
	offset  int
	message string
}{
	{false, "d0 -> (d0)", 0, "expected '(' in dimensional identifier list"},
	{false, "(d0 -> (d0)", 3, "expected ')' in dimensional identifier list"},
	{false, "(d0,) -> (d0)", 4, "expected bare identifier"},
	{false, "(d0, 4) -> (d0)", 4, "expected bare identifier"},
	{false, "(d0, d0) -> (d0)", 5, "redefinition of identifier 'd0'"},
	{false, "(d0)[d0] -> (d0)", 5, "redefinition of identifier 'd0'"},
	{false, "(d0)[s0 -> (d0)", 7, "expected ']' in symbol list"},
	{false, "(d0)[s0,\n 1] -> (d0)", 8, "expected bare identifier"},
	{false, "(d0) (d0)", 4, "expected '->' or ':'"},
	{true, "(d0) :: (d0)", 6, "expected '(' in integer set constraint list"},
	{false, "(d0) - > (d0)", 4, "expected '->' or ':'"},
	{false, "(d0) -> d0", 7, "expected '(' in affine map range"},
	{false, "(d0) -> (d0", 11, "expected ')' in affine map range"},
	{false, "(d0, d1) -> ( d0    d1)", 16, "expected ')' in affine map range"},
	{false, "(d0) -> (d0 // +\n\n d0)", 11, "expected ')' in affine map range"},
	{false, "(d0) -> (d0,)", 12, "expected affine expression"},
	{false, "(d0) -> (d0 +)", 13, "missing right operand of binary operator"},
	{false, "(d0) -> (d0 + * 3)", 14, "missing right operand of binary operator"},
	{false, "(d0) -> (d0 * )", 14, "missing right operand of binary operator"},
	{false, "(d0) -> (* 3)", 9, "missing left operand of binary operator"},
	{false, "(d0) -> (+ 3)", 9, "missing left operand of binary operator"},
	{false, "(d0) -> (())", 10, "no expression inside parentheses"},
	{false, "(d0) -> ((d0)", 13, "expected ')' in affine map range"},
	{false, "(d0) -> ((d0 + 1 3))", 16, "expected ')'"},
	{false, "(d0) -> (-)", 10, "expected affine expression"},
	{false, "(d0) -> (d0 - -)", 15, "missing right operand of binary operator"},
	{false, "(d0) -> (1.5)", 9, "expected affine expression"},
	{false, "(d0) -> (d0 + 1.5)", 14, "missing right operand of binary operator"},
	{false, "(d0) -> (d0 + ?)", 14, "missing right operand of binary operator"},
	{false, "(d0) -> (d0 + $)", 14, "unexpected character"},
	{false, "(d0) -> (%)", 9, "invalid SSA name"},
	{false, "(d0) -> (d0 + #)", 14, "invalid attribute name"},
	{false, "(d0) -> (d0 + !)", 14, "invalid type identifier"},
	{false, "(d0) -> (d0 + ^)", 14, "invalid block name"},
	{false, "(d0) -> (d0 + @1)", 15, "@ identifier expected to start with letter or '_'"},
	{false, "(d0) -> ($)", 9, "unexpected character"},
	{false, "(d0) $ (d0)", 5, "unexpected character"},
	{false, "(d0) -> (d0 ..)", 13, "expected three consecutive dots for an ellipsis"},
	{false, "(d0) -> (d0 + \u00e9)", 14, "unexpected character"},
	{false, "(d0) -> (d1)", 9, "use of undeclared identifier"},
	{false, "(d0) -> (d0 + d1)", 13, "use of undeclared identifier"},
	{false, "(d0) -> (mod)", 9, "use of undeclared identifier"},
	{false, "(d0) -> (%x)", 9, "unexpected ssa identifier"},
	{false, "(d0) -> (symbol(d0))", 16, "unexpected ssa identifier"},
	{false, "(symbol) -> (symbol)", 19, "expected '(' at start of SSA symbol"},
	{false, "(d0) -> (9223372036854775808)", 9, "constant too large for index"},
	{false, "(d0) -> (99999999999999999999)", 9, "constant too large for index"},
	{false, "(d0) -> (0x10000000000000000)", 9, "constant too large for index"},
	{false, "(d0, d1) -> (d0 * d1)", 16,
		"non-affine expression: at least one of the multiply operands has to be either a constant or symbolic"},
	{false, "(d0, d1) -> (2 * d0 * d1 + 3)", 20,
		"non-affine expression: at least one of the multiply operands has to be either a constant or symbolic"},
	{false, "(d0, d1) -> (d0 * d1 * 3)", 21,
		"non-affine expression: at least one of the multiply operands has to be either a constant or symbolic"},
	{false, "(d0, d1) -> (4 floordiv d1)", 15,
		"non-affine expression: right operand of floordiv has to be either a constant or symbolic"},
	{false, "(d0, d1) -> (4 ceildiv d1)", 15,
		"non-affine expression: right operand of ceildiv has to be either a constant or symbolic"},
	{false, "(d0, d1) -> (d0 mod d1)", 16,
		"non-affine expression: right operand of mod has to be either a constant or symbolic"},
	{false, "(d0) : (d0 == 0)", 0, "expected AffineMap, but got IntegerSet"},
	{true, "(d0) -> (d0)", 0, "expected IntegerSet, but got AffineMap"},
	{true, "(d0) : (d0)", 10, "expected '== affine-expr' or '>= affine-expr' at end of affine constraint"},
	{true, "(d0) : (d0 > 0)", 13, "expected '== affine-expr' or '>= affine-expr' at end of affine constraint"},
	{true, "(d0) : (d0 = 0)", 13, "expected '== affine-expr' or '>= affine-expr' at end of affine constraint"},
	{true, "(d0) : (d0 >= 0,)", 16, "expected affine expression"},
	{true, "(d0) : (d0 >= )", 14, "expected affine expression"},
	{true, "(d0) : d0 >= 0", 6, "expected '(' in integer set constraint list"},
	{true, "(d0) : (d0 >= 0", 15, "expected ')' in integer set constraint list"},
}

// parseBody parses a map or a set and returns its text.
func parseBody(set bool, text string) (printed string, n int, err error) {
	if set {
		s, n, err := affine.ParseSet([]byte(text))
		return s.String(), n, err
	}
	m, n, err := affine.ParseMap([]byte(text))
	return m.String(), n, err
}

func TestSyntaxErrors(t *testing.T) {
	for _, tt := range badBodies {
		_, _, err := parseBody(tt.set, tt.body+">}")
		var syntax *affine.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%q: %v, want a SyntaxError", tt.body, err)
			continue
		}
		if syntax.Offset != tt.offset || syntax.Message != tt.message {
			t.Errorf("%q: %d: %s\nwant %d: %s", tt.body, syntax.Offset, syntax.Message, tt.offset, tt.message)
		}
	}
}

func TestNegationWithoutOperandIsReportedTwice(t *testing.T) {
	tests := []struct {
		body string
		want []affine.SyntaxError
	}{
		{"(d0) -> (-)", []affine.SyntaxError{{Offset: 10, Message: "missing operand of negation"}}},
		{"(d0) -> (- - )", []affine.SyntaxError{
			{Offset: 13, Message: "missing operand of negation"}, {Offset: 13, Message: "missing operand of negation"},
		}},
		{"(d0) -> (- $)", nil},
		{"(d0) -> ()-", nil},
	}
	for _, tt := range tests {
		_, _, err := affine.ParseMap([]byte(tt.body))
		var syntax *affine.SyntaxError
		if !errors.As(err, &syntax) {
			if tt.want != nil {
				t.Errorf("%q: no error", tt.body)
			}
			continue
		}
		if !slices.EqualFunc(syntax.Further, tt.want, func(a, b affine.SyntaxError) bool {
			return a.Offset == b.Offset && a.Message == b.Message
		}) {
			t.Errorf("%q: further errors %v, want %v", tt.body, syntax.Further, tt.want)
		}
	}
}

func TestSyntaxErrorsAreThoseOfMLIR(t *testing.T) {
	const separator = "// -----\n"
	prefix := `"t.x"() {a = affine_map<`
	type position struct{ line, offset int }
	start := make([]position, len(badBodies))
	var in strings.Builder
	for i, tt := range badBodies {
		head := prefix
		if tt.set {
			head = strings.Replace(prefix, "map", "set", 1)
		}
		start[i] = position{1 + strings.Count(in.String(), "\n"), len(prefix)}
		fmt.Fprintf(&in, "%s%s>} : () -> ()\n%s", head, tt.body, separator)
	}
	_, stderr := runMLIR(t, []byte(in.String()), "--split-input-file")
	found := regexp.MustCompile(`(?m)^.*:(\d+):(\d+): error: (.*)$`).FindAllStringSubmatch(stderr, -1)
	first := make(map[int]string) // by the line of the operation
	for _, f := range found {
		line, _ := strconv.Atoi(f[1])
		col, _ := strconv.Atoi(f[2])
		if first[line] == "" {
			first[line] = fmt.Sprintf("%d: %s", col-1-len(prefix), f[3])
		}
	}
	for i, tt := range badBodies {
		if got, want := fmt.Sprintf("%d: %s", tt.offset, tt.message), first[start[i].line]; got != want {
			t.Errorf("%q: %s\nmlir-opt: %s", tt.body, got, want)
		}
	}
}

func TestParsingStopsAtTheEnd(t *testing.T) {
	tests := []struct {
		set  bool
		body string
		want string
	}{
		{false, "(i, j)[N] -> (i + N, j mod 4)", "(d0, d1)[s0] -> (d0 + s0, d1 mod 4)"},
		{false, "( ) \n [] -> // none\n ( )", "() -> ()"},
		{false, "(mod, i32, a.b$c_) -> (mod mod 3 + i32, a.b$c_)", "(d0, d1, d2) -> (d0 mod 3 + d1, d2)"},
		{false, "(d0) -> (0x10 + d0)", "(d0) -> (d0 + 16)"},
		{false, "(d0) -> (- - d0)", "(d0) -> (d0)"},
		{false, "(d0) -> (-d0 ceildiv 4)", "(d0) -> ((-d0) ceildiv 4)"},
		{false, "(d0) -> (-9223372036854775808)", "(d0) -> (-9223372036854775808)"},
		{false, "(d0) -> (d0 - -9223372036854775808)", "(d0) -> (d0 - -9223372036854775808)"},
		{true, "(d0) : ()", "(d0) : (0 == 0)"},
		{true, "(d0) : (d0 > = 0, d0 <\n= 3, d0 = = 3)", "(d0) : (d0 >= 0, -d0 + 3 >= 0, d0 - 3 == 0)"},
		{true, "(d0)[s0] : (d0 - s0 <= 5 - s0)", "(d0)[s0] : (-(d0 - s0) + -s0 + 5 >= 0)"},
	}
	for _, tt := range tests {
		for _, rest := range []string{"", ">", "$", " // (", "\x00", ")"} {
			got, n, err := parseBody(tt.set, tt.body+rest)
			if err != nil || got != tt.want || n != len(tt.body) {
				t.Errorf("%q + %q: %s, %d, %v, want %s, %d", tt.body, rest, got, n, err, tt.want, len(tt.body))
			}
		}
	}
}

func TestEndOfTextIsAnError(t *testing.T) {
	const body = "(d0)[s0] -> (-(d0 + s0) mod 4)"
	for i := range body {
		if _, _, err := parseBody(false, body[:i]); err == nil {
			t.Errorf("%q parses", body[:i])
		}
	}
}

func TestDeepNestingIsAnError(t *testing.T) {
	const n = 100000
	for _, body := range []string{
		strings.Repeat("(", n) + "d0" + strings.Repeat(")", n),
		strings.Repeat("(", n),
		strings.Repeat("-", n) + "d0",
		strings.Repeat("-(", n),
		strings.Repeat("d0 + s0 + ", n) + "1",
		strings.Repeat("s0 * ", n) + "1",
		"d0" + strings.Repeat(" mod s0", n),
	} {
		_, _, err := parseBody(false, "(d0)[s0] -> ("+body+")")
		var syntax *affine.SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(syntax.Message, "deep") {
			t.Errorf("%.20s...: %v", body, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		f.Add([]byte(randomMap(rng)))
		f.Add([]byte(randomSet(rng)))
	}
	for _, tt := range badBodies {
		f.Add([]byte(tt.body))
	}
	f.Add([]byte("()[s0] -> (-\"0")) // the error is after the token
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, set := range []bool{false, true} {
			printed, n, err := parseBody(set, string(text))
			if err != nil {
				var syntax *affine.SyntaxError
				if !errors.As(err, &syntax) || syntax.Offset < 0 || syntax.Offset > len(text) {
					t.Fatalf("%q: %#v", text, err)
				}
				continue
			}
			if n > len(text) {
				t.Fatalf("%q: parsed %d bytes", text, n)
			}
			// Printing may change the text: it leaves out the parentheses of nested sums, which then simplify further.
			if _, _, err := parseBody(set, printed); err != nil {
				t.Fatalf("%q prints as %s: %v", text, printed, err)
			}
		}
	})
}
