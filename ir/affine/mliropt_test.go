package affine_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir/affine"
)

var mlirSamples = flag.Int("mlir-samples", longtest.Count(400, 2000), "maps and sets in the tests against mlir-opt")

// runMLIR runs mlir-opt 22 on a module, or skips the test.
func runMLIR(t *testing.T, in []byte, args ...string) (stdout, stderr string) {
	t.Helper()
	cmd := exec.Command(llvmtool.Find(t, "mlir-opt"),
		append(args, "--allow-unregistered-dialect", "--mlir-print-local-scope")...)
	cmd.Stdin = bytes.NewReader(in)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && errs.Len() == 0 {
		t.Fatalf("mlir-opt: %v", err)
	}
	return out.String(), errs.String()
}

// exprGen writes random expressions that are affine or semi-affine.
type exprGen struct {
	rng           *rand.Rand
	dims, symbols int
}

// expr returns the text of an expression, without dimensions if symbolic.
func (g *exprGen) expr(depth int, symbolic bool) string {
	if depth == 0 || g.rng.IntN(6) == 0 {
		return g.leaf(symbolic)
	}
	switch g.rng.IntN(9) {
	case 0, 1:
		return g.operand(depth, symbolic) + " + " + g.operand(depth, symbolic)
	case 2:
		return g.operand(depth, symbolic) + " - " + g.operand(depth, symbolic)
	case 3:
		return "-" + g.parens(depth-1, symbolic)
	case 4:
		return g.parens(depth-1, true) + " * " + g.parens(depth-1, symbolic)
	case 5:
		return g.parens(depth-1, symbolic) + " * " + g.parens(depth-1, true)
	}
	op := []string{" mod ", " floordiv ", " ceildiv "}[g.rng.IntN(3)]
	divisor := g.constant()
	if g.rng.IntN(4) == 0 {
		divisor = g.parens(depth-1, true)
	}
	lhs := g.parens(depth-1, symbolic)
	if g.rng.IntN(4) == 0 {
		// The shape that folds to a remainder.
		return fmt.Sprintf("%s - (%s floordiv %s) * %s", lhs, lhs, divisor, divisor)
	}
	return lhs + op + divisor
}

// operand returns an operand of a sum, with or without parentheses.
func (g *exprGen) operand(depth int, symbolic bool) string {
	if g.rng.IntN(2) == 0 {
		return g.expr(depth-1, symbolic)
	}
	return g.parens(depth-1, symbolic)
}

func (g *exprGen) parens(depth int, symbolic bool) string {
	if e := g.expr(depth, symbolic); strings.ContainsAny(e, " -") {
		return "(" + e + ")"
	} else {
		return e
	}
}

func (g *exprGen) leaf(symbolic bool) string {
	switch k := g.rng.IntN(5); {
	case k < 2 && g.dims > 0 && !symbolic:
		return "d" + strconv.Itoa(g.rng.IntN(g.dims))
	case k < 4 && g.symbols > 0:
		return "s" + strconv.Itoa(g.rng.IntN(g.symbols))
	}
	return g.constant()
}

// constant never returns the most negative number, since mlir-opt crashes on its quotient by -1.
func (g *exprGen) constant() string {
	switch g.rng.IntN(20) {
	case 0:
		return "9223372036854775807"
	case 1:
		return "(-9223372036854775806)"
	case 2, 3:
		return "(-" + strconv.Itoa(1+g.rng.IntN(5)) + ")"
	}
	return strconv.Itoa(g.rng.IntN(9))
}

// space returns the lists of dimensions and symbols.
func (g *exprGen) space() string {
	names := func(letter string, n int) string {
		var s []string
		for i := range n {
			s = append(s, letter+strconv.Itoa(i))
		}
		return strings.Join(s, ", ")
	}
	return "(" + names("d", g.dims) + ")[" + names("s", g.symbols) + "]"
}

// randomMap returns the text of a map.
func randomMap(rng *rand.Rand) string {
	g := &exprGen{rng, rng.IntN(4), rng.IntN(3)}
	var results []string
	for range 1 + rng.IntN(2) {
		results = append(results, g.expr(1+rng.IntN(4), false))
	}
	return g.space() + " -> (" + strings.Join(results, ", ") + ")"
}

// randomSet returns the text of a set.
func randomSet(rng *rand.Rand) string {
	g := &exprGen{rng, rng.IntN(4), rng.IntN(3)}
	var constraints []string
	for range rng.IntN(3) {
		op := []string{" >= ", " <= ", " == "}[rng.IntN(3)]
		constraints = append(constraints, g.expr(1+rng.IntN(3), false)+op+g.expr(rng.IntN(3), false))
	}
	return g.space() + " : (" + strings.Join(constraints, ", ") + ")"
}

func TestMapsAndSetsSimplifyAndPrintAsInMLIR(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var bodies []string
	var in bytes.Buffer
	for i := range *mlirSamples {
		body, attr := randomMap(rng), "affine_map"
		if i%4 == 0 {
			body, attr = randomSet(rng), "affine_set"
		}
		bodies = append(bodies, body)
		fmt.Fprintf(&in, "\"t.x\"() {a = %s<%s>} : () -> ()\n", attr, body)
	}
	stdout, stderr := runMLIR(t, in.Bytes())
	if stderr != "" {
		t.Fatal(stderr)
	}
	printed := regexp.MustCompile(`affine_(?:map|set)<(.*)>\}`).FindAllStringSubmatch(stdout, -1)
	if len(printed) != len(bodies) {
		t.Fatalf("mlir-opt printed %d attributes for %d", len(printed), len(bodies))
	}
	for i, body := range bodies {
		if got, err := reprint(body); err != nil || got != printed[i][1] {
			t.Errorf("%s\n prints as %s (%v)\nmlir-opt: %s", body, got, err, printed[i][1])
		}
	}
}

// reprint parses a map or set and prints it.
func reprint(body string) (string, error) {
	if strings.Contains(body, " : ") {
		s, n, err := affine.ParseSet([]byte(body))
		if err == nil && n != len(body) {
			err = fmt.Errorf("parsed %d of %d bytes", n, len(body))
		}
		return s.String(), err
	}
	m, n, err := affine.ParseMap([]byte(body))
	if err == nil && n != len(body) {
		err = fmt.Errorf("parsed %d of %d bytes", n, len(body))
	}
	return m.String(), err
}
