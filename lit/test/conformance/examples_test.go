package conformance

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
)

// lines returns the lines of a handwritten file, without comments and empty lines.
func lines(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("byhand", name))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out
}

// exampleOperand reads `i32`, a tensor, `[i32]`, a scalar, or a literal.
func exampleOperand(s string) operand {
	if inner, ok := strings.CutPrefix(s, "["); ok {
		return operand{"scalar", strings.TrimSuffix(inner, "]")}
	}
	if _, ok := mlirNames[s]; ok {
		return operand{"tensor", s}
	}
	return operand{"literal", s}
}

func TestExamplesOfTheDocuments(t *testing.T) {
	for _, line := range lines(t, "examples.txt") {
		f := strings.Fields(line)
		if len(f) != 6 || f[4] != "=" {
			t.Fatalf("line %q", line)
		}
		c := cell{f[1], exampleOperand(f[2]), exampleOperand(f[3]), f[5]}
		if c.l.kind == "literal" && c.r.kind == "literal" && f[0] != "torch" {
			if got := foldByPipeline(t, newContext(), f[0], f[1], f[2], f[3]); got != f[5] {
				t.Errorf("%s: got %s", line, got)
			}
			continue
		}
		checkCells(t, f[0], []cell{c})
	}
}

// (a + b) + c and a + (b + c) for a number, an i64 tensor and an f16 tensor.
func TestPromotionInTorchIsNotAssociative(t *testing.T) {
	const program = `module attributes {tile.semantics = #tile.semantics<torch>} {
  tile.kernel @k(%%b_arg: i64, %%c_arg: f16) {
    %%a = tile.literal 5.0
    %%b = tile.splat %%b_arg : i64 -> tensor<4xi64>
    %%c = tile.splat %%c_arg : f16 -> tensor<4xf16>
%s    tile.return
  }
}
`
	for _, body := range []string{`    %0 = tile.add %a, %b : !tile.literal<float>, tensor<4xi64> -> tensor<4xf32>
    %1 = tile.add %0, %c : tensor<4xf32>, tensor<4xf16> -> tensor<4xf32>
    "test.use"(%1) : (tensor<4xf32>) -> ()
`, `    %0 = tile.add %b, %c : tensor<4xi64>, tensor<4xf16> -> tensor<4xf16>
    %1 = tile.add %a, %0 : !tile.literal<float>, tensor<4xf16> -> tensor<4xf16>
    "test.use"(%1) : (tensor<4xf16>) -> ()
`} {
		if _, err := compile(newContext(), fmt.Sprintf(program, body)); err != nil {
			t.Errorf("%v\n%s", err, body)
		}
	}
}

// resultType returns the type of an operation between literals.
func resultType(t *testing.T, op, l, r string) string {
	t.Helper()
	kinds := map[string]promotion.Kind{"bool": promotion.Bool, "int": promotion.Int, "float": promotion.Float}
	k, _, err := promotion.ResultKind(op, kinds[kindOfLiteral(l)], kinds[kindOfLiteral(r)])
	if err != nil {
		return "!tile.literal<int>" // any literal
	}
	return "!tile.literal<" + k.String() + ">"
}

// foldByPipeline returns the result of folding an operation between two literals, in the form of literals.txt.
func foldByPipeline(t *testing.T, ctx *ir.Context, semantics, op, l, r string) string {
	t.Helper()
	a, b := operand{"literal", l}, operand{"literal", r}
	name := op
	if _, ok := tile.Predicates.Parse(op); ok {
		name = "cmp " + op + ","
	}
	result := resultType(t, op, l, r)
	source := module(semantics, fmt.Sprintf(
		"  tile.kernel @k() {\n%s%s    %%0 = tile.%s %%l, %%r : %s, %s -> %s\n    \"test.use\"(%%0) : "+
			"(%[6]s) -> ()\n    tile.return\n  }\n", a.define("l"), b.define("r"), name, a.typ(), b.typ(), result))
	m, err := compile(ctx, source)
	if err != nil {
		if !errors.Is(err, promotion.ErrLiteral) && !errors.Is(err, promotion.ErrOperand) {
			t.Errorf("%v\n%s", err, source)
		}
		return "error"
	}
	var out string
	m.Walk(func(op *ir.Operation) bool {
		if op.Name() == "test.use" && op.Operand(0).DefiningOp().Is(&tile.LiteralOp) {
			n, _ := tile.LiteralValue(op.Operand(0))
			out = python(n)
		}
		return true
	})
	return out
}

// python returns a number in the form in which Python prints it.
func python(n promotion.Number) string {
	switch v := n.Float; {
	case n.Kind == promotion.Int:
		return n.Int.String()
	case n.Kind == promotion.Bool:
		return n.String()
	case math.IsNaN(v):
		return "nan"
	case math.IsInf(v, 0):
		return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(v, 'g', -1, 64)), "+")
	case v == math.Trunc(v) && math.Abs(v) < 1e16:
		return strconv.FormatFloat(v, 'f', 1, 64)
	case math.Abs(v) < 1e16 && math.Abs(v) >= 1e-4 || v == 0:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(n.Float, 'g', -1, 64)
}

func TestOperationsBetweenLiteralsGiveWhatPythonGives(t *testing.T) {
	ctx, op, checked := newContext(), "", 0
	for _, line := range lines(t, "literals.txt") {
		if name, ok := strings.CutPrefix(line, "operation "); ok {
			op = name
			continue
		}
		l, row, _ := strings.Cut(line, ": ")
		for _, entry := range strings.Fields(row) {
			r, want, _ := strings.Cut(entry, "=")
			if checked++; !longtest.Includes(checked, 16) {
				continue
			}
			for _, s := range []string{"triton", "cutile"} {
				if got := foldByPipeline(t, ctx, s, op, l, r); got != want {
					t.Errorf("%s: %s of %s and %s: got %s, want %s", s, op, l, r, got, want)
				}
			}
		}
	}
	if checked != 16*15*15 {
		t.Errorf("%d operations were checked", checked)
	}
}

func parseShape(t *testing.T, s string) []int64 {
	t.Helper()
	var out []int64
	if s == "()" {
		return out
	}
	for _, d := range strings.Split(s, "x") {
		n, err := strconv.ParseInt(d, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, n)
	}
	return out
}

func shaped(s string) string {
	if s == "()" {
		return "f32"
	}
	return "tensor<" + s + "xf32>"
}

func TestShapesAreBroadcast(t *testing.T) {
	for _, line := range lines(t, "shapes.txt") {
		f := strings.Fields(line)
		if len(f) != 5 || f[1] != "with" || f[3] != "=" {
			t.Fatalf("line %q", line)
		}
		for range 2 {
			checkShapes(t, f[0], f[2], f[4])
			f[0], f[2] = f[2], f[0]
		}
	}
}

// checkShapes compares the shapes with the result of package promotion. If they are shapes of tiles, it also compiles a
// program.
func checkShapes(t *testing.T, a, b, want string) {
	t.Helper()
	got, err := promotion.Broadcast(parseShape(t, a), parseShape(t, b))
	if (err != nil) != (want == ".") || err == nil && !slices.Equal(got, parseShape(t, want)) {
		t.Errorf("%s and %s are broadcast to %v (%v), not %s", a, b, got, err, want)
	}
	if strings.ContainsAny(a+b, "35") {
		return
	}
	result := shaped(a)
	if want != "." {
		result = shaped(want)
	}
	for _, s := range semantics {
		m, err := compile(newContext(),
			module(s, fmt.Sprintf("  tile.kernel @k(%%x: f32) {\n%s%s    %%0 = tile.add %%l, %%r : %s, %s -> %s\n"+
				"    \"test.use\"(%%0) : (%[5]s) -> ()\n    tile.return\n  }\n", defineShape("l", a), defineShape("r", b),
				shaped(a), shaped(b), result)))
		if want == "." {
			checkShapeError(t, err, a, b)
			continue
		}
		if err != nil {
			t.Errorf("%s: %s and %s: %v", s, a, b, err)
			continue
		}
		m.Walk(func(op *ir.Operation) bool {
			if op.Name() == "test.use" && op.Operand(0).Type().String() != result {
				t.Errorf("%s: %s and %s are broadcast to %v", s, a, b, op.Operand(0).Type())
			}
			return true
		})
	}
}

func defineShape(name, shape string) string {
	if shape == "()" {
		return "    %" + name + " = tile.cast %x : f32 -> f32\n"
	}
	return fmt.Sprintf("    %%%s = tile.splat %%x : f32 -> %s\n", name, shaped(shape))
}

// checkShapeError checks that an error names both shapes and the dimension.
func checkShapeError(t *testing.T, err error, a, b string) {
	t.Helper()
	if !errors.Is(err, promotion.ErrShape) || !strings.Contains(err.Error(), a+" and "+b) ||
		!strings.Contains(err.Error(), "in dimension ") {
		t.Errorf("%s and %s: error %v", a, b, err)
	}
}
