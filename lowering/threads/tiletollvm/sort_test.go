package tiletollvm_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
)

// sorts are the element types of the operands of tile.sort, the keys first.
var sorts = [][]string{
	{"i8"}, {"i16"}, {"i32"}, {"i64"}, {"i1"}, {"f16"}, {"bf16"}, {"f32"}, {"f64"}, {"f8E4M3FN"}, {"f8E5M2"},
	{"f8E8M0FNU"},
	{"i8", "i32"}, {"f16", "i16"}, {"f32", "f64", "i1"}, {"i64", "f32"}, {"f64", "i8", "bf16"}, {"i1", "i32"},
	{"f8E4M3FNUZ", "i32"}, {"f8E5M2FNUZ"},
}

func sortKernel(elems []string, shape []int, attrs string) (source string, inputs []string) {
	var ins, outs, types []string
	for k, e := range elems {
		inputs = append(inputs, join(shape)+"x"+e)
		ins, outs = append(ins, fmt.Sprintf("%%in%d", k)), append(outs, fmt.Sprintf("%%out%d", k))
		types = append(types, "tensor<"+inputs[k]+">")
	}
	tensors := strings.Join(types, ", ")
	body := fmt.Sprintf("  %s = tile.sort %s %s : %s -> %s", strings.Join(outs, ", "), strings.Join(ins, ", "), attrs,
		tensors, tensors)
	return tileKernel(body, inputs, inputs), inputs
}

// anyBits returns arrays with numbers of all kinds, including many equal ones, zeros of both signs, infinities and
// NaNs.
func anyBits(t *testing.T, r *rand.Rand, types []string) (args []any) {
	t.Helper()
	for _, a := range filled(t, types, func(int, int) float64 { return float64(r.IntN(2)) }) {
		array := a.(*interp.Array)
		width := ir.BitWidth(array.Elem())
		special := []uint64{0, 1 << (width - 1), 1<<width - 1, 1<<(width-1) - 1}
		if f, ok := array.Elem().(*ir.FloatType); ok && f.Format.HasInf() {
			special = append(special, f.Format.Inf(false).Lo, f.Format.Inf(true).Lo)
		}
		for i := range array.Len() {
			switch r.IntN(3) {
			case 0:
				array.SetBits(i, special[r.IntN(len(special))]&(1<<width-1))
			case 1:
				array.SetBits(i, r.Uint64()>>(64-width))
			}
		}
		args = append(args, array)
	}
	return args
}

// largeSorts are shapes that are sorted in shared memory.
var largeSorts = []alongShape{{[]int{64, 64}, 0, 1}, {[]int{64, 64}, 1, 1}}

func TestSortsAreThoseOfTheReferenceExecutor(t *testing.T) {
	for c, elems := range sorts {
		if !longtest.Includes(c, 3) {
			continue
		}
		t.Run(strings.Join(elems, " "), func(t *testing.T) {
			t.Parallel()
			for i, s := range append(slices.Clone(alongShapes), largeSorts...) {
				if !longtest.Includes(c+i, len(alongShapes)+len(largeSorts)) {
					continue
				}
				for _, attrs := range []string{"", " descending", " unsigned", " descending unsigned"} {
					if strings.Contains(attrs, "unsigned") && elems[0][0] != 'i' {
						continue
					}
					source, inputs := sortKernel(elems, s.shape, fmt.Sprintf("axis = %d%s", s.axis, attrs))
					r := rand.New(rand.NewPCG(uint64(c), uint64(i)))
					sameTiles(t, source, s.warps, anyBits(t, r, inputs), inputs)
				}
			}
		})
	}
}

func TestFirstElementsOfSortsAreThoseOfTheReferenceExecutor(t *testing.T) {
	for c, elems := range sorts {
		if !longtest.Includes(c+1, 3) {
			continue
		}
		t.Run(strings.Join(elems, " "), func(t *testing.T) {
			t.Parallel()
			for i, s := range append(slices.Clone(alongShapes), largeSorts...) {
				if !longtest.Includes(c+i, len(alongShapes)+len(largeSorts)) {
					continue
				}
				for taken := 1; taken <= s.shape[s.axis]; taken *= 4 {
					attrs := []string{"", " descending"}[(i+taken/4)%2]
					source, inputs, outputs := firstKernel(elems, s, taken, attrs)
					r := rand.New(rand.NewPCG(uint64(c), uint64(i)))
					sameTiles(t, source, s.warps, anyBits(t, r, inputs), outputs)
				}
			}
		})
	}
}

// firstKernel sorts tensors along an axis and takes the first elements.
func firstKernel(elems []string, s alongShape, taken int, attrs string) (source string, inputs, outputs []string) {
	var ins, sorted, types, lines, zeros []string
	part := slices.Clone(s.shape)
	part[s.axis] = taken
	for k, e := range elems {
		inputs, outputs = append(inputs, join(s.shape)+"x"+e), append(outputs, join(part)+"x"+e)
		ins, sorted = append(ins, fmt.Sprintf("%%in%d", k)), append(sorted, fmt.Sprintf("%%sorted%d", k))
		types = append(types, "tensor<"+inputs[k]+">")
	}
	for range s.shape {
		zeros = append(zeros, "%first")
	}
	tensors := strings.Join(types, ", ")
	lines = append(lines, "  %first = arith.constant 0 : i32", fmt.Sprintf("  %s = tile.sort %s axis = %d%s : %s -> %s",
		strings.Join(sorted, ", "), strings.Join(ins, ", "), s.axis, attrs, tensors, tensors))
	for k := range elems {
		lines = append(lines, fmt.Sprintf("  %%out%d = tile.extract %s[%s] : %s -> tensor<%s>", k, sorted[k],
			strings.Join(zeros, ", "), types[k], outputs[k]))
	}
	return tileKernel(strings.Join(lines, "\n"), inputs, outputs), inputs, outputs
}

func TestFirstElementsOfSortsInRandomLayouts(t *testing.T) {
	inRandomLayouts(t, longtest.Count(8, 60), func(r *rand.Rand) string {
		axis := r.IntN(2)
		part := [][]string{{"1", "$N"}, {"$M", "1"}}[axis]
		one := strings.Join(part, "x")
		return fmt.Sprintf("%%zero = arith.constant 0 : i32\n"+
			"%%s = tile.sort %%v axis = %d : tensor<$Mx$Nxf32, #a> -> tensor<$Mx$Nxf32, #a>\n"+
			"%%p = tile.extract %%s[%%zero, %%zero] : tensor<$Mx$Nxf32, #a> -> tensor<%sxf32, #a>\n"+
			"%%r = tile.broadcast %%p : tensor<%sxf32, #a> -> tensor<$Mx$Nxf32, #a>", axis, one, one)
	})
}

// TestCodeOfLargeSortsIsBounded checks that beyond some size, only the loads and stores of a sort grow with the tile.
func TestCodeOfLargeSortsIsBounded(t *testing.T) {
	for _, shape := range [][]int{{512}, {1024}, {2048}, {4096}, {16, 256}, {2048, 2}} {
		source, inputs := sortKernel([]string{"f32"}, shape, "axis = 0")
		r := rand.New(rand.NewPCG(1, 1))
		_, program := sameTiles(t, source, 4, anyBits(t, r, inputs), inputs)
		text, err := program.LLVMIR(llvmir.Opaque)
		if err != nil {
			t.Fatal(err)
		}
		n := strings.Count(text, "\n")
		t.Logf("%v takes %d lines of LLVM IR", shape, n)
		if n > 12000 {
			t.Errorf("%v takes %d lines of LLVM IR", shape, n)
		}
	}
}

func TestSortsInRandomLayouts(t *testing.T) {
	inRandomLayouts(t, longtest.Count(8, 60), func(r *rand.Rand) string {
		return fmt.Sprintf("%%r = tile.sort %%v axis = %d%s : tensor<$Mx$Nxf32, #a> -> tensor<$Mx$Nxf32, #a>", r.IntN(2),
			[]string{"", " descending"}[r.IntN(2)])
	})
}
