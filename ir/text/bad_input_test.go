package text_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// refuse reads and verifies a text that must be invalid, checks that the error shows its position, and returns it.
func refuse(t *testing.T, input string) string {
	t.Helper()
	ctx := newContext()
	op, err := text.Parse(ctx, &ir.Source{Name: "bad.mlir", Text: []byte(input)}, text.ParseOptions{})
	if err == nil {
		err = ir.Verify(op, nil)
	} else {
		checkDiagnostic(t, ctx, err)
	}
	var d *ir.Diagnostic
	if !errors.As(err, &d) {
		t.Fatalf("accepted %.200q", input)
	}
	shown := d.Render(ctx)
	if !strings.HasPrefix(shown, "bad.mlir:") || !strings.Contains(shown, "^\n") {
		t.Errorf("no position or caret in %q", shown)
	}
	return shown
}

// A truncated text is either valid by chance, if it ends after an operation of the top level, or an error with a
// position.
func TestTextsTruncatedAtAnyByteAreRefusedOrWhole(t *testing.T) {
	for _, path := range []string{"invalid/attributes/elements.mlir", "builtin/attributes/dense*.mlir", "scf/for.mlir"} {
		files, err := filepath.Glob(filepath.FromSlash("../../lit/test/" + path))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v, %v", path, files, err)
		}
		data, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, module := range bytes.Split(data, []byte(separator)) {
			for end := range min(len(module), maxSeed) {
				if !longtest.Includes(end, 7) {
					continue
				}
				ctx := newContext()
				src := &ir.Source{Name: "-", Text: module[:end:end]}
				if _, err := text.Parse(ctx, src, text.ParseOptions{}); err != nil {
					checkDiagnostic(t, ctx, err)
				}
			}
		}
	}
}

// nested wraps a text in many pairs of brackets.
func nested(open, inside, shut string, n int) string {
	return strings.Repeat(open, n) + inside + strings.Repeat(shut, n)
}

func TestNestingBeyondTheLimitIsRefused(t *testing.T) {
	const n = 100_000
	attr := func(s string) string { return "\"u.a\"() {a = " + s + "} : () -> ()" }
	typ := func(s string) string { return "\"u.t\"() : () -> (" + s + ")" }
	tests := map[string]string{
		"regions":            nested("\"u.r\"() ({\n", "", "\n}) : () -> ()", n),
		"regions of modules": nested("module {", "", "}", n),
		"regions of scf.if":  "func.func @f(%c: i1) {" + nested("scf.if %c {", "", "}", n) + "return }",
		"arrays":             attr(nested("[", "1", "]", n)),
		"dictionaries":       attr(nested("{a = ", "1", "}", n)),
		"properties": nested("\"u.p\"() <{a = ", "1", "}>", 1) +
			nested("({ \"u.p\"() <[", "", "]> : () -> () }) : () -> ()", n),
		"tuples":              typ(nested("tuple<", "i32", ">", n)),
		"vectors":             typ(nested("vector<4x", "i32", ">", n)),
		"tensors":             typ(nested("tensor<4x", "i32", ">", n)),
		"memrefs":             typ(nested("memref<4x", "i32", ">", n)),
		"complex numbers":     typ(nested("complex<", "f32", ">", n)),
		"encodings":           typ(nested("tensor<4xf32, ", "1", ">", n)),
		"function inputs":     typ(nested("(", "i32", ") -> i32", n)),
		"function results":    typ(nested("() -> (", "i32", ")", n)),
		"dense lists":         attr("dense<" + nested("[", "1", "]", n) + "> : tensor<1xi32>"),
		"complex elements":    attr("dense<" + nested("(", "1", ", 1)", n) + "> : tensor<1xi32>"),
		"sparse lists":        attr("sparse<" + nested("[", "1", "]", n) + ", 1> : tensor<1xi32>"),
		"distinct attributes": attr(nested("distinct[0]<", "1", ">", n)),
		"affine parentheses":  attr("affine_map<(d0) -> (" + nested("(", "d0", ")", n) + ")>"),
		"affine negations":    attr("affine_map<(d0) -> (" + nested("-", "d0", "", n) + ")>"),
		"affine sums":         attr("affine_map<(d0) -> (d0" + strings.Repeat(" + d0 floordiv 2", n) + ")>"),
		"affine constraints":  attr("affine_set<(d0) : (" + nested("(", "d0", ")", n) + " >= 0)>"),
		"name locations":      "\"u.l\"() : () -> () loc(" + nested("\"a\"(", "unknown", ")", n) + ")",
		"fused locations":     "\"u.l\"() : () -> () loc(" + nested("fused[\"b\", ", "\"a\"", "]", n) + ")",
		"fused metadata":      "\"u.l\"() : () -> () loc(" + nested("fused<loc(", "\"a\"", ")>[\"b\"]", n) + ")",
		"call sites":          "\"u.l\"() : () -> () loc(" + nested("callsite(\"a\" at ", "\"b\"", ")", n) + ")",
		"dialect types":       typ(nested("!tile.array<", "f32", ">", n)),
		"pointers":            typ(nested("!tile.ptr<", "f32", ">", n)),
		"open brackets":       strings.Repeat("[", n),
		"open braces":         strings.Repeat("{", n),
		"open parentheses":    "\"u.a\"(" + strings.Repeat("(", n),
		"open dialect symbol": typ("!u.t" + strings.Repeat("<", n)),
	}
	for name, input := range tests {
		t.Run(name, func(t *testing.T) { refuse(t, input) })
	}
}

// The parser skips the body of a type of an unknown dialect, at any depth of brackets.
func TestBodiesOfUnknownDialectsMayNestAnyhow(t *testing.T) {
	input := []byte("\"u.t\"() : () -> !u.t" + nested("<[", "", "]>", 100_000))
	if _, err := roundTrip(input, text.Options{}); err != nil {
		t.Errorf("%.200s", err)
	}
}

// Everything that walks IR must be able to handle the greatest allowed depth.
func TestNestingWithinTheLimitIsReadVerifiedAndPrinted(t *testing.T) {
	const n = 9000
	for name, input := range map[string]string{
		"regions":   nested("\"u.r\"() ({\n", "", "\n}) : () -> ()\n", n/2),
		"scf.if":    "func.func @f(%c: i1) {" + nested("scf.if %c {\n", "", "}", n/2) + "return }",
		"arrays":    "\"u.a\"() {a = " + nested("[", "1", "]", n) + "} : () -> ()",
		"tuples":    "\"u.t\"() : () -> " + nested("tuple<", "i32", ">", n),
		"locations": "\"u.l\"() : () -> () loc(" + nested("callsite(\"a\" at ", "\"b\"", ")", n) + ")",
		"aliases":   chainOfAliases("#", "1", "[$]", n) + fmt.Sprintf("\"u.a\"() {a = #a%d} : () -> ()", n),
	} {
		t.Run(name, func(t *testing.T) {
			for _, form := range forms {
				if !longtest.IncludesName(name+form.name, 3) {
					continue
				}
				if _, err := roundTrip([]byte(input), form.opts); err != nil {
					t.Errorf("%s: %.300s", form.name, err)
				}
			}
		})
	}
}

func TestHugeTokensAreReadOrRefused(t *testing.T) {
	const n = 1 << 20
	digits := strings.Repeat("9", n)
	attr := func(s string) string { return "\"u.a\"() {a = " + s + "} : () -> ()" }
	for name, input := range map[string]string{
		"integer":         attr(digits),
		"wide integer":    attr(digits + " : i64"),
		"hexadecimal":     attr("0x" + digits + " : i128"),
		"element":         attr("dense<" + digits + "> : tensor<1xi32>"),
		"integer width":   "\"u.t\"() : () -> i" + digits,
		"dimension":       "\"u.t\"() : () -> tensor<" + digits + "xf32>",
		"results":         "%0:" + digits + " = \"u.r\"() : () -> i32",
		"result number":   "%0 = \"u.r\"() : () -> i32 \"u.u\"(%0#" + digits + ") : (i32) -> ()",
		"line":            "\"u.l\"() : () -> () loc(\"f\":" + digits + ":1)",
		"distinct number": attr("distinct[" + digits + "]<1>"),
		"elements":        attr("dense<\"0x\"> : tensor<4611686018427387904xi32>"),
		"shape":           attr("dense<[1]> : tensor<4611686018427387904x4xi32>"),
	} {
		t.Run("refused "+name, func(t *testing.T) { refuse(t, input) })
	}
	for name, input := range map[string]string{
		"float":     attr("1" + digits + ".0e-1048576"),
		"exponent":  attr("1.0e" + digits),
		"string":    attr("\"" + digits + "\""),
		"symbol":    attr("@s" + digits),
		"operation": "\"u." + digits + "\"() : () -> ()",
		"value":     "%v" + digits + " = \"u.v\"() : () -> i32",
		"comment":   "// " + digits,
		"splat":     attr("dense<1> : tensor<4611686018427387904xi32>"),
		"number":    "%99999999 = \"u.v\"() : () -> i32",
	} {
		t.Run("read "+name, func(t *testing.T) {
			if _, err := roundTrip([]byte(input), text.Options{}); err != nil {
				t.Errorf("%.200s", err)
			}
		})
	}
}

// chainOfAliases defines n aliases, each of which uses the one before. In step, $ is the name of that one and N a
// number.
func chainOfAliases(sigil, first, step string, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%sa0 = %s\n", sigil, first)
	for i := range n {
		fmt.Fprintf(&b, "%sa%d = %s\n", sigil, i+1,
			strings.NewReplacer("$", fmt.Sprintf("%sa%d", sigil, i), "N", strconv.Itoa(i)).Replace(step))
	}
	return b.String()
}

func TestAliasesThatStandForTooMuchAreRefused(t *testing.T) {
	use := "\"u.a\"() {a = #a100} : () -> ()"
	useType := "\"u.t\"() : () -> !a100"
	for name, tt := range map[string]struct{ input, want string }{
		"arrays":      {chainOfAliases("#", "1", "[$, $]", 100) + use, "stands for more than"},
		"lines":       {chainOfAliases("#", "1", "[{a = $},\n{a = $}]", 100) + use, "stands for more than"},
		"tuples":      {chainOfAliases("!", "i32", "tuple<$, $>", 100) + useType, "stands for more than"},
		"functions":   {chainOfAliases("!", "i32", "($, $) -> $", 100) + useType, "stands for more than"},
		"locations":   {chainOfAliases("#", "loc(\"a\")", "loc(callsite($ at $))", 100) + use, "stands for more than"},
		"long chain":  {chainOfAliases("#", "1", "[$]", 30_000), "nesting is deeper than"},
		"types":       {chainOfAliases("!", "i32", "tuple<$>", 30_000), "nesting is deeper than"},
		"distinct":    {chainOfAliases("#", "1", "distinct[N]<$>", 30_000), "nesting is deeper than"},
		"itself":      {"#a = [#a]", "undefined symbol alias id 'a'"},
		"cycle":       {"#a = [#b]\n#b = [#a]", "undefined symbol alias id 'b'"},
		"type cycle":  {"!a = tuple<!b>\n!b = tuple<!a>", "undefined symbol alias id 'b'"},
		"location":    {"\"u.l\"() : () -> () loc(#a)", "alias was never defined"},
		"no location": {"\"u.l\"() : () -> () loc(#a)\n#a = 1", "expected location, but found"},
		"depth of use": {chainOfAliases("#", "1", "[$]", 9950) + "\"u.a\"() {a = " + nested("[", "#a9950", "]", 100) +
			"} : () -> ()", "nesting is deeper than"},
	} {
		t.Run(name, func(t *testing.T) {
			if shown := refuse(t, tt.input); !strings.Contains(shown, tt.want) {
				t.Errorf("got %.300q, want %q in it", shown, tt.want)
			}
		})
	}
}

// Aliases that expand to long texts within the limit are read, verified and printed in time proportional to the
// expansion.
func TestAliasesThatStandForMuchAreWrittenOut(t *testing.T) {
	input := chainOfAliases("#", "\"x\"", "[$, $]", 12) + "\"u.a\"() {a = #a12} : () -> ()"
	printed, err := roundTrip([]byte(input), text.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := bytes.Count(printed, []byte("\"x\"")); got != 1<<12 {
		t.Errorf("%d elements, want %d", got, 1<<12)
	}
}

func TestWrongReferencesAreRefused(t *testing.T) {
	for name, tt := range map[string]struct{ input, want string }{
		"undefined value": {"\"u.u\"(%x) : (i32) -> ()", "use of undeclared SSA value name"},
		"redefined value": {"%x = \"u.v\"() : () -> i32\n%x = \"u.v\"() : () -> i32", "redefinition of SSA value '%x'"},
		"value of another type": {"%x = \"u.v\"() : () -> i32\n\"u.u\"(%x) : (i64) -> ()",
			"expects different type than prior uses"},
		"undefined block":  {"\"u.r\"() ({ \"u.b\"()[^a] : () -> () }) : () -> ()", "reference to an undefined block"},
		"redefined block":  {"\"u.r\"() ({\n^a:\n\"u.e\"() : () -> ()\n^a:\n}) : () -> ()", "redefinition of block"},
		"redefined symbol": {"func.func private @f()\nfunc.func private @f()", "redefinition of symbol named 'f'"},
		"undefined symbol": {"func.func @f() { func.call @g() : () -> () return }", "does not reference a valid function"},
		"dominance": {"func.func @f() {\n\"u.u\"(%x) : (i32) -> ()\n%x = \"u.v\"() : () -> i32\nreturn }",
			"does not dominate this use"},
		"value of another function": {"func.func @f(%x: i32) { return }\nfunc.func @g() {\n\"u.u\"(%x) : (i32) -> " +
			"()\nreturn }",
			"use of undeclared SSA value name"},
		"result number": {"%x = \"u.v\"() : () -> i32\n\"u.u\"(%x#1) : (i32) -> ()", "reference to invalid result number"},
	} {
		t.Run(name, func(t *testing.T) {
			if shown := refuse(t, tt.input); !strings.Contains(shown, tt.want) {
				t.Errorf("got %.300q, want %q in it", shown, tt.want)
			}
		})
	}
}

// The parser reports a wrong token at the byte at which the lexer stops, as mlir-opt does.
func TestWrongTokensAreReportedAtTheByteThatIsWrong(t *testing.T) {
	for input, want := range map[string]string{
		"\"u.a\"() {a = \"x\\q\"} : () -> ()":         "1:16: unknown escape in string literal",
		"\"u.a\"() {a = \"xy\n\"} : () -> ()":         "1:17: expected '\"' in string literal",
		"func.func @- () { return }":                  "1:12: @ identifier expected to start with letter or '_'",
		"\"u.a\"(%) : (i32) -> ()":                    "1:7: invalid SSA name",
		"#a = affine_map<(d0) -> (%)>":                "1:26: invalid SSA name",
		"#a = affine_map<(d0) -> (d0 + @ )>":          "1:32: @ identifier expected to start with letter or '_'",
		"#a = affine_map<(d0) -> (d0 + \"a )>":        "1:36: expected '\"' in string literal",
		"\"u.a\"() {a = -1.0 : f8E8M0FNU} : () -> ()": "1:15: 'f8E8M0FNU' has no negative numbers",
		"#a = dense<-1.0> : tensor<2xf8E8M0FNU>":      "1:13: 'f8E8M0FNU' has no negative numbers",
	} {
		if got, _, _ := strings.Cut(refuse(t, input), "\n"); got != "bad.mlir:"+strings.Replace(want, ": ", ": error: ", 1) {
			t.Errorf("%q: got %s, want %s", input, got, want)
		}
	}
}

func TestZeroBytesSeparateTokensOutsideStrings(t *testing.T) {
	input := []byte("\"u.a\"()\x00:\x00()\x00->() // x\x00\n\x00")
	op, err := text.Parse(newContext(), &ir.Source{Text: input}, text.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(text.Print(op, text.Options{})), "module {\n  \"u.a\"() : () -> ()\n}\n"; got != want {
		t.Errorf("got %s", got)
	}
}

func TestGarbageIsRefused(t *testing.T) {
	for name, input := range map[string]string{
		"invalid UTF-8":        "\xff\xfe\xfa",
		"UTF-16":               "\xff\xfem\x00o\x00d\x00u\x00l\x00e\x00",
		"byte order mark":      "\xef\xbb\xbfmodule {}",
		"NUL in an operation":  "\"u.\x00\"(\x00) : () -> ()",
		"NUL in a symbol body": "\"u.t\"() : () -> !u.t<\x00>",
		"ELF":                  "\x7fELF\x02\x01\x01",
		"control characters":   "\x01\x02\x03\x1b[0m",
		"an open string":       "\"u.a",
		"a line end in string": "\"u.\na\"() : () -> ()",
		"prose":                "Once upon a time, there was an op.",
		"JSON":                 `{"op": ["u.a", 1, null]}`,
		"C":                    "int main(void) { return 0; }",
	} {
		t.Run(name, func(t *testing.T) { refuse(t, input) })
	}
}

func TestARunOfMinusSignsIsFewErrors(t *testing.T) {
	ctx := newContext()
	input := "func.func private @f() attributes {a = affine_map<(d0) -> (" + strings.Repeat("-", 10_001) + "d0)>}"
	_, err := text.Parse(ctx, &ir.Source{Name: "bad.mlir", Text: []byte(input)}, text.ParseOptions{})
	if err == nil {
		t.Fatal("accepted")
	}
	if lines := strings.Count(err.Error(), "\n") + 1; lines > 100 {
		t.Errorf("%d lines of errors", lines)
	}
}

// A number of a million digits is converted in halves; see decimal.
func TestLongDecimalsAreReadAsTheyAreWritten(t *testing.T) {
	zeros, mixed := "1"+strings.Repeat("0", 4099), strings.Repeat("0123456789", 700)
	for _, digits := range []string{strings.Repeat("9", 5000), zeros, mixed} {
		ctx := newContext()
		input := "func.func private @f() attributes {a = " + digits + " : i32768}\n"
		op, err := text.Parse(ctx, &ir.Source{Name: "long.mlir", Text: []byte(input)}, text.ParseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		printed := string(text.Print(op, text.Options{}))
		if !strings.Contains(printed, " "+strings.TrimLeft(digits, "0")+" :") {
			t.Errorf("%.40s... became %.300s", digits, printed)
		}
	}
}

// In 1x1x1xf32 the bytes after the first 1 could be read as one word, x1x1xf32, and so again after each dimension. Here
// that would read 10^11 bytes.
func TestADimensionListIsReadOnce(t *testing.T) {
	const rank = 400_000
	input := "func.func private @f(tensor<" + strings.Repeat("1x", rank) + "f32>)\n"
	op, err := text.Parse(newContext(), &ir.Source{Name: "long.mlir", Text: []byte(input)}, text.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(text.Print(op, text.Options{}), []byte("1x")); n != rank {
		t.Errorf("%d dimensions, not %d", n, rank)
	}
}
