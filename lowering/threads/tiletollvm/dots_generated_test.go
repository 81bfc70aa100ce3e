package tiletollvm_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/internal/longtest"
)

// dotTypes are the types of factors and accumulator, and the attributes, of products.
var dotTypes = [][4]string{{"f16", "f16", "f32", ""}, {"f16", "f16", "f16", ""}, {"bf16", "bf16", "f32", ""},
	{"f32", "f32", "f32", "precision tf32"}, {"f32", "f32", "f32", ""}, {"i8", "i8", "i32", ""},
	{"i8", "i8", "i32", "lhs_unsigned"}, {"i8", "i8", "i32", "rhs_unsigned"}, {"f64", "f64", "f64", ""}}

// dotTargets are targets with different instructions for products.
var dotTargets = []girih.CompileOptions{{SM: 75}, {SM: 80}, {SM: 89}, {SM: 90}, {SM: 90, ArchSpecific: true},
	{SM: 90, ArchSpecific: true}, {SM: 100, ArchSpecific: true}}

// generatedDot returns a kernel with one or two products, and the types of its inputs and outputs. Factors may be
// transposed, negated, or results of a loop or branch. Sums may be reduced, or multiplied again. Inputs must be small
// integers, so that sums are exact in every order.
func generatedDot(r *rand.Rand) (body string, inputs, outputs []string) {
	types := dotTypes[r.IntN(len(dotTypes))]
	power := func(least, most int) int { return 1 << (least + r.IntN(most-least+1)) }
	m, n, k := power(2, 7), power(3, 7), power(3, 7)
	for m*n*k > 1<<18 {
		m, n, k = max(4, m/2), max(4, n/2), max(4, k/2)
	}
	batch := ""
	if r.IntN(5) == 0 {
		batch = "2x"
	}
	var b strings.Builder
	tensor := func(rows, columns int, elem string) string {
		return fmt.Sprintf("%s%dx%dx%s", batch, rows, columns, elem)
	}
	factor := func(i, rows, columns int) string {
		name, t := fmt.Sprintf("%%in%d", i), tensor(rows, columns, types[i])
		inputs = append(inputs, t)
		if r.IntN(3) == 0 {
			from, order := tensor(columns, rows, types[i]), "1, 0"
			if batch != "" {
				order = "0, 2, 1"
			}
			inputs[i] = from
			fmt.Fprintf(&b, "  %%t%d = tile.permute %s [%s] : tensor<%s> -> tensor<%s>\n", i, name, order, from, t)
			name = fmt.Sprintf("%%t%d", i)
		}
		if r.IntN(3) == 0 && strings.Contains(types[i], "f") {
			fmt.Fprintf(&b, "  %%n%d = arith.negf %s : tensor<%s>\n", i, name, t)
			name = fmt.Sprintf("%%n%d", i)
		}
		return name
	}
	x, y := factor(0, m, k), factor(1, k, n)
	sum := tensor(m, n, types[2])
	inputs, outputs = append(inputs, sum), []string{sum}
	dot := func(result, acc string) string {
		return fmt.Sprintf("%s = tile.dot %s, %s, %s %s : tensor<%s>, tensor<%s> -> tensor<%s>\n", result, x, y, acc,
			types[3],
			tensor(m, k, types[0]), tensor(k, n, types[1]), sum)
	}
	switch r.IntN(4) {
	case 0: // in a loop
		fmt.Fprintf(&b, "  %%from = arith.constant 0 : i32\n  %%to = arith.constant %d : i32\n"+
			"  %%one = arith.constant 1 : i32\n", r.IntN(4))
		fmt.Fprintf(&b, "  %%out0 = scf.for %%i = %%from to %%to step %%one iter_args(%%acc = %%in2) "+
			"-> (tensor<%s>) : i32 {\n"+
			"    %s"+
			"    scf.yield %%next : tensor<%s>\n  }\n", sum, dot("%next", "%acc"), sum)
	case 1: // in a branch
		fmt.Fprintf(&b, "  %%p = tile.program_id 0\n  %%limit = arith.constant %d : i32\n"+
			"  %%c = arith.cmpi slt, %%p, %%limit : i32\n", r.IntN(2))
		fmt.Fprintf(&b, "  %%out0 = scf.if %%c -> (tensor<%s>) {\n    %s    scf.yield %%next : tensor<%s>\n  } else {\n"+
			"    scf.yield %%in2 : tensor<%s>\n  }\n", sum, dot("%next", "%in2"), sum, sum)
	case 2: // twice
		b.WriteString("  " + dot("%once", "%in2") + "  " + dot("%out0", "%once"))
	default:
		b.WriteString("  " + dot("%out0", "%in2"))
	}
	return b.String(), inputs, outputs
}

func TestGeneratedProductsAreThoseOfTheReferenceExecutor(t *testing.T) {
	programs := longtest.Count(20, 2000)
	used := make(map[string]int)
	for i := range programs {
		r := rand.New(rand.NewPCG(uint64(i), 11))
		body, inputs, outputs := generatedDot(r)
		opts := dotTargets[r.IntN(len(dotTargets))]
		opts.NumWarps = []int{1, 2, 4, 4, 4, 8}[r.IntN(6)]
		args := filled(t, inputs, func(int, int) float64 { return float64(r.IntN(5)) })
		_, program := sameTilesWith(t, tileKernel(body, inputs, outputs), opts, args, outputs)
		text := program.String()
		switch {
		case strings.Contains(text, "nvvm.wgmma.mma_async"):
			used["warp groups"]++
		case strings.Contains(text, "nvvm.mma.sync"):
			used["warps"]++
		default:
			used["multiply-adds"]++
		}
		if strings.Contains(text, "nvvm.ldmatrix") {
			used["matrices"]++
		}
	}
	for _, route := range []string{"warp groups", "warps", "multiply-adds", "matrices"} {
		if used[route] == 0 {
			t.Errorf("no product by %s among %v", route, used)
		}
	}
}
