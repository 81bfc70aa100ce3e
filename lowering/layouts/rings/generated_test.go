package rings_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/pipeline"
)

// generated is a kernel with a loop whose products take tiles through rings.
type generated struct {
	rows, keys, depth, warps int // the left tile is rows by depth, tiles of the loop are keys by depth
	elem                     string
	transposed, chained      bool   // the array is column-major; a second product takes the result of the first
	between                  string // the operation on the result of the first product
	from, step               int    // the loop's lower bound and step
	total                    int    // rows of the array that the loop reads
	rotate                   bool
	alternate, producer      bool // warp groups take turns; an extra warp makes the copies
}

// elements are the element types of factors. Products of those that are not 16 bits wide need factors that are
// consecutive along the sum.
var elements = map[string]struct {
	sum, zero, precision string
	anyOrder             bool
	divisor              int // of strides, for bulk copies
	programs, rotated    int // of so many generated programs, at least so many are rotated
}{
	"f16": {"f32", "0.0", "", true, 8, 300, 200}, "bf16": {"f32", "0.0", "", true, 8, 300, 200},
	"i8": {"i32", "0", "", false, 16, 500, 200},
	// Bulk copies round f32 to tf32. The left factor of the last product would be in registers, and not be rounded.
	"f32": {"f32", "0.0", "precision tf32", false, 4, 100, 0},
}

func generate(r *rand.Rand) generated {
	pick := func(list ...int) int { return list[r.IntN(len(list))] }
	g := generated{rows: pick(64, 128), keys: pick(16, 32, 64, 128), depth: pick(16, 32, 64, 128), warps: pick(4, 8),
		elem: []string{"f16", "bf16"}[r.IntN(2)], transposed: r.IntN(2) == 0, chained: r.IntN(4) > 0,
		from: pick(0, 0, 1), step: pick(1, 1, 2), rotate: r.IntN(2) == 0,
		between: []string{"", "max", "where", "neg"}[r.IntN(4)]}
	g.total = r.IntN(6*g.keys + 1)
	g.alternate, g.producer = r.IntN(2) == 0, r.IntN(2) == 0
	return g
}

// generateRotated returns a kernel whose loop is rotated beside a copying warp, as far as its tiles allow.
func generateRotated(r *rand.Rand, elem string) generated {
	g := generate(r)
	g.elem, g.chained, g.rotate, g.producer = elem, true, true, true
	g.transposed = g.transposed && elements[elem].anyOrder
	return g
}

// text returns the kernel.
func (g generated) text() string {
	matrix := fmt.Sprintf("tensor<%dx%dx%s>", g.keys, g.depth, g.elem)
	var body strings.Builder
	p := fmt.Sprintf("tensor<%dx%dx%s>", g.rows, g.keys, elements[g.elem].sum)
	e := elements[g.elem]
	sum := fmt.Sprintf("tensor<%dx%dx%s>", g.rows, g.depth, e.sum)
	left := fmt.Sprintf("tensor<%dx%dx%s>", g.rows, g.depth, g.elem)
	narrow := fmt.Sprintf("tensor<%dx%dx%s>", g.rows, g.keys, g.elem)
	fmt.Fprintf(&body, "    %%y = tile.load_view %%b[%%k, %%c0] padding zero : !b -> %s\n", matrix)
	fmt.Fprintf(&body, "    %%yt = tile.permute %%y [1, 0] : %s -> tensor<%dx%dx%s>\n", matrix, g.depth, g.keys, g.elem)
	fmt.Fprintf(&body, "    %%s0 = tile.dot %%x, %%yt, %%no_p %s : %s, tensor<%dx%dx%s> -> %s\n", e.precision, left,
		g.depth, g.keys, g.elem, p)
	switch g.between {
	case "max":
		fmt.Fprintf(&body, "    %%s = tile.max %%s0, %%no_p : %s, %s -> %s\n", p, p, p)
	case "neg":
		fmt.Fprintf(&body, "    %%s = tile.neg %%s0 : %s -> %s\n", p, p)
	case "where":
		fmt.Fprintf(&body, "    %%odd = arith.andi %%k, %%c1 : i32\n    %%is = arith.cmpi eq, %%odd, %%c1 : i32\n"+
			"    %%s = arith.select %%is, %%s0, %%no_p : %s\n", p)
	default:
		fmt.Fprintf(&body, "    %%s = tile.add %%s0, %%no_p : %s, %[1]s -> %[1]s\n", p)
	}
	if narrow == p {
		fmt.Fprintf(&body, "    %%p = tile.add %%s, %%s : %s, %[1]s -> %[1]s\n", p)
	} else {
		fmt.Fprintf(&body, "    %%p = tile.cast %%s : %s -> %s\n", p, narrow)
	}
	if g.chained {
		fmt.Fprintf(&body, "    %%z = tile.load_view %%d[%%k, %%c0] padding zero : !d -> %s\n", matrix)
	} else {
		body.WriteString("    %z = tile.load_view %d[%c0, %c0] padding zero : !d -> " + matrix + "\n")
	}
	fmt.Fprintf(&body, "    %%next = tile.dot %%p, %%z, %%acc %s : %s, %s -> %s\n", e.precision, narrow, matrix, sum)
	strides, facts := make([]string, 3), make([]string, 3)
	for i := range strides {
		strides[i], facts[i] = "[?, 1]", fmt.Sprintf("%d, 1", e.divisor)
		if g.byColumns(i) {
			strides[i], facts[i] = "[1, ?]", fmt.Sprintf("1, %d", e.divisor)
		}
		facts[i] = "{tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: " + facts[i] + ">}"
	}
	return strings.NewReplacer("$STRIDES0", strides[0], "$STRIDES1", strides[1], "$STRIDES2", strides[2],
		"$FACTS0", facts[0], "$FACTS1", facts[1], "$FACTS2", facts[2], "$E", g.elem, "$BODY", body.String(), "$SUM", sum,
		"$SE", e.sum, "$ZERO", e.zero, "$P", p, "$LEFT", left, "$FROM", fmt.Sprint(g.from), "$STEP", fmt.Sprint(g.step),
		"$KEYS", fmt.Sprint(g.keys)).Replace(`
!a = !tile.array<?x?x$E, strides = $STRIDES0>
!b = !tile.array<?x?x$E, strides = $STRIDES1>
!d = !tile.array<?x?x$E, strides = $STRIDES2>
!c = !tile.array<?x?x$SE, strides = [?, 1]>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @generated(%a: !a $FACTS0, %b: !b $FACTS1, %d: !d $FACTS2, %c: !c) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %from = arith.constant $FROM : i32
  %step = arith.constant $STEP : i32
  %keys = arith.constant $KEYS : i32
  %n = tile.dim %b, 0 : !b
  %steps = tile.cdiv %n, %keys : i32, i32 -> i32
  %no_p = arith.constant dense<$ZERO> : $P
  %no_sum = arith.constant dense<$ZERO> : $SUM
  %x = tile.load_view %a[%c0, %c0] padding zero : !a -> $LEFT
  %sum = scf.for %k = %from to %steps step %step iter_args(%acc = %no_sum) -> ($SUM) : i32 {
$BODY    scf.yield %next : $SUM
  }
  tile.store_view %sum, %c[%c0, %c0] : $SUM, !c
  tile.return
  }
}
`)
}

// run compares the simulator with the reference executor, and reports whether the lowered program has rings. All
// elements are small integers, so that sums are exact.
func (g generated) run(seed uint64) (inRings bool, err error) {
	m, err := girih.Parse("generated.mlir", []byte(g.text()))
	if err != nil {
		return false, err
	}
	program, err := m.Clone().Compile(context.Background(), g.options())
	if err != nil {
		return false, err
	}
	types := m.Operation().Context()
	if err := m.Lower(context.Background(), girih.Layouts); err != nil {
		return false, err
	}
	want, flat, err := g.arrays(types)
	if err != nil {
		return false, err
	}
	if err := m.Execute(context.Background(), "generated", interp.Grid{1, 1, 1}, flat...); err != nil {
		return false, fmt.Errorf("reference: %w", err)
	}
	got, flat, err := g.arrays(types)
	if err != nil {
		return false, err
	}
	launch := simt.Launch{Grid: [3]int32{1, 1, 1}, Seed: seed}
	if _, err := program.Execute(context.Background(), "generated", launch, flat...); err != nil {
		return false, err
	}
	for i := range want[3].Len() {
		if got[3].Bits(i) != want[3].Bits(i) {
			return false, fmt.Errorf("element %d is %v, want %v", i, got[3].Float64(i), want[3].Float64(i))
		}
	}
	return strings.Contains(program.String(), "nvvm.mbarrier.arrive %"), nil
}

// options returns how the kernel is compiled.
func (g generated) options() girih.CompileOptions {
	return girih.CompileOptions{SM: 90, ArchSpecific: true, NumWarps: g.warps, RotateProducts: g.rotate,
		Turns: map[bool]string{true: "always", false: "never"}[g.alternate], NoProducerWarp: !g.producer,
		CheckConvergence: true}
}

// byColumns reports whether the columns of array i are consecutive.
func (g generated) byColumns(i int) bool {
	return i == 1 && g.transposed || i == 2 && !elements[g.elem].anyOrder
}

// arrays makes the arrays of a launch, and its arguments.
func (g generated) arrays(types *ir.Context) (list []*interp.Array, args []any, err error) {
	for i, s := range [][2]int{{g.rows, g.depth}, {g.total, g.depth}, {max(g.total, g.keys), g.depth}, {g.rows, g.depth}} {
		name, lines, line := g.elem, s[0], s[1]
		if i == 3 {
			name = elements[g.elem].sum
		} else if g.byColumns(i) {
			lines, line = line, lines
		}
		t, stride := ir.Type(nil), max(16, (line+15)/16*16)
		if bits, ok := map[string]uint32{"i8": 8, "i32": 32}[name]; ok {
			t = types.I(bits)
		} else {
			t = types.Float(name)
		}
		one, err := interp.Filled(t, []int64{int64(max(1, lines) * stride)}, func(at int) float64 {
			return float64((at*7+at/3+i)%3 - 1)
		})
		if err != nil {
			return nil, nil, err
		}
		list, args = append(list, one), append(args, one, int64(s[0]), int64(s[1]), int64(stride))
	}
	return list, args, nil
}

func TestGeneratedLoopsComputeWhatTheReferenceExecutorDoes(t *testing.T) {
	r, found := rand.New(rand.NewPCG(16, 1)), 0
	for i := range longtest.Count(8, 400) {
		g := generate(r)
		inRings, err := g.run(uint64(i))
		if err != nil {
			t.Errorf("%+v: %v\n%s", g, err, g.text())
			return
		}
		if inRings {
			found++
		}
	}
	if all := longtest.Count(8, 400); found < all/2 {
		t.Errorf("only %d of %d programs have rings", found, all)
	}
}

// Loops that are rotated beside a copying warp compute what the reference executor does, with factors of each type.
func TestGeneratedRotatedLoops(t *testing.T) {
	for n, elem := range slices.Sorted(maps.Keys(elements)) {
		t.Run(elem, func(t *testing.T) {
			t.Parallel()
			e := elements[elem]
			r, rotated, all := rand.New(rand.NewPCG(16, uint64(n))), 0, longtest.Count(4, e.programs)
			for seed := range uint64(all) {
				g := generateRotated(r, elem)
				if _, err := g.run(seed); err != nil {
					t.Fatalf("%+v: %v\n%s", g, err, g.text())
				}
				is, err := g.isRotated(t)
				if err != nil {
					t.Fatal(err)
				}
				if is {
					rotated++
				}
			}
			if rotated*e.programs < e.rotated*all/2 || longtest.Enabled() && rotated < e.rotated {
				t.Errorf("%d of %d loops are rotated", rotated, all)
			}
		})
	}
}

// isRotated reports whether the kernel's loop is rotated, and its tiles are copied by a warp that does nothing else.
func (g generated) isRotated(t *testing.T) (bool, error) {
	m, err := girih.Parse("generated.mlir", []byte(g.text()))
	if err != nil {
		return false, err
	}
	var texts []string
	for _, rotate := range []bool{false, true} {
		one, options := m.Clone(), g.options()
		options.RotateProducts = rotate
		if err := one.Run(t.Context(), pipeline.New(pipeline.Layouts, options)); err != nil {
			return false, err
		}
		texts = append(texts, one.String())
	}
	program, err := m.Compile(t.Context(), g.options())
	if err != nil {
		return false, err
	}
	described, err := program.Manifest()
	if err != nil {
		return false, err
	}
	return texts[0] != texts[1] && described.Kernels[0].Block[0] > int64(32*g.warps), nil
}
