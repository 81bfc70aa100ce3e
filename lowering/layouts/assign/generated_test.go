package assign_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
)

// program generates kernels that load tensors through pointers of all kinds, rearrange and combine them in sequence, in
// loops and on branches, and store them through pointers of other kinds.
type program struct {
	*rand.Rand
	strings.Builder
	names, stored int
}

// tensor is a value of i32.
type tensor struct {
	name  string
	shape []int
}

const (
	inputs  = 4096 // elements of the array that is read
	outputs = 1 << 15
)

func (t tensor) typ() string { return typeOf(t.shape, "i32") }

func typeOf(shape []int, elem string) string {
	var s strings.Builder
	s.WriteString("tensor<")
	for _, n := range shape {
		fmt.Fprintf(&s, "%dx", n)
	}
	return s.String() + elem + ">"
}

func size(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

func (p *program) name() string {
	p.names++
	return fmt.Sprintf("%%v%d", p.names)
}

// line appends an operation whose result has the shape.
func (p *program) line(shape []int, format string, args ...any) tensor {
	t := tensor{p.name(), shape}
	p.WriteString(t.name + " = " + fmt.Sprintf(format, args...) + "\n")
	return t
}

func (p *program) constant(shape []int, v int) tensor {
	return p.line(shape, "arith.constant dense<%d> : %s", v, typeOf(shape, "i32"))
}

func (p *program) binary(op string, a, b tensor) tensor {
	return p.line(a.shape, "%s %s, %s : %s", op, a.name, b.name, a.typ())
}

// index returns the coordinate along a dimension of each element of a shape.
func (p *program) index(shape []int, dim int) tensor {
	t := p.line([]int{shape[dim]}, "tile.iota : %s", typeOf([]int{shape[dim]}, "i32"))
	for d := range shape {
		if d != dim {
			t = p.expanded(t, d)
		}
	}
	return p.broadcast(t, shape)
}

func (p *program) expanded(t tensor, axis int) tensor {
	shape := slices.Insert(slices.Clone(t.shape), axis, 1)
	return p.line(shape, "tile.expand_dims %s axis = %d : %s -> %s", t.name, axis, t.typ(), typeOf(shape, "i32"))
}

func (p *program) broadcast(t tensor, shape []int) tensor {
	if slices.Equal(t.shape, shape) {
		return t
	}
	return p.line(shape, "tile.broadcast %s : %s -> %s", t.name, t.typ(), typeOf(shape, "i32"))
}

// pointers returns pointers to the elements of a shape, whose dimensions are contiguous in a random order.
func (p *program) pointers(base string, offset int, shape []int) string {
	order, stride := p.Perm(len(shape)), 1
	at := p.constant(shape, offset)
	for _, d := range order {
		part := p.index(shape, d)
		if stride != 1 || p.IntN(2) == 0 {
			part = p.binary("arith.muli", part, p.constant(shape, stride))
		}
		at = p.binary("arith.addi", at, part)
		stride *= shape[d]
	}
	ptr := p.name()
	t := typeOf(shape, "!tile.ptr<i32>")
	fmt.Fprintf(p, "%[1]s_b = tile.splat %[2]s : !tile.ptr<i32> -> %[3]s\n%[1]s = tile.addptr %[1]s_b, %[4]s : "+
		"%[3]s, %[5]s -> %[3]s\n",
		ptr, base, t, at.name, at.typ())
	return ptr
}

var shapes = [][]int{{64}, {256}, {1024}, {16, 32}, {32, 16}, {8, 64}, {64, 8}, {4, 8, 16}, {32, 2}, {2, 128},
	{16, 1}, {1, 64}}

func (p *program) load(shape []int) tensor {
	ptr := p.pointers("%x", 16*p.IntN((inputs-size(shape))/16+1), shape)
	if p.IntN(3) == 0 {
		bound := p.constant(shape, p.IntN(shape[0]+1))
		mask := p.line(shape, "arith.cmpi slt, %s, %s : %s", p.index(shape, 0).name, bound.name, bound.typ())
		other := p.constant(shape, 7)
		return p.line(shape, "tile.load %s, %s, %s : %s, %s, %s", ptr, mask.name, other.name, typeOf(shape, "!tile.ptr<i32>"),
			typeOf(shape, "i1"), other.typ())
	}
	return p.line(shape, "tile.load %s : %s", ptr, typeOf(shape, "!tile.ptr<i32>"))
}

func (p *program) store(t tensor) {
	if p.stored+size(t.shape) > outputs {
		return
	}
	ptr := p.pointers("%y", p.stored, t.shape)
	fmt.Fprintf(p, "tile.store %s, %s : %s, %s\n", ptr, t.name, typeOf(t.shape, "!tile.ptr<i32>"), t.typ())
	p.stored += (size(t.shape) + 15) &^ 15
}

// fitted returns a value of the given shape: one of the pool, or a new load.
func (p *program) fitted(pool []tensor, shape []int) tensor {
	for _, i := range p.Perm(len(pool)) {
		if slices.Equal(pool[i].shape, shape) {
			return pool[i]
		}
	}
	return p.load(shape)
}

// step appends a random operation on values of the pool, and returns its result.
func (p *program) step(pool []tensor, depth int) tensor {
	t := pool[p.IntN(len(pool))]
	axis := p.IntN(len(t.shape))
	switch p.IntN(13 + depth) {
	case 0:
		return p.load(shapes[p.IntN(len(shapes))])
	case 1, 2:
		return p.binary([]string{"arith.addi", "arith.xori", "arith.maxsi"}[p.IntN(3)], t, p.fitted(pool, t.shape))
	case 3:
		order := p.Perm(len(t.shape))
		shape := make([]int, len(order))
		for i, d := range order {
			shape[i] = t.shape[d]
		}
		return p.line(shape, "tile.permute %s %s : %s -> %s", t.name, strings.ReplaceAll(fmt.Sprint(order), " ", ", "),
			t.typ(), typeOf(shape, "i32"))
	case 4:
		for _, i := range p.Perm(len(shapes)) {
			if size(shapes[i]) == size(t.shape) {
				return p.line(shapes[i], "tile.reshape %s : %s -> %s", t.name, t.typ(), typeOf(shapes[i], "i32"))
			}
		}
	case 5, 6:
		if len(t.shape) > 1 {
			r := p.along("tile.reduce", t, axis, slices.Delete(slices.Clone(t.shape), axis, axis+1))
			if p.IntN(2) == 0 {
				return r
			}
			return p.broadcast(p.expanded(r, axis), t.shape)
		}
	case 7:
		return p.along("tile.scan", t, axis, t.shape)
	case 8:
		if size(t.shape) <= 512 {
			shape := append(slices.Clone(t.shape), 2)
			return p.line(shape, "tile.join %s, %s : %s -> %s", t.name, p.fitted(pool, t.shape).name, t.typ(),
				typeOf(shape, "i32"))
		}
	case 9:
		if n := len(t.shape); n > 1 && t.shape[n-1] == 2 {
			both := p.name()
			half := tensor{both + "#" + fmt.Sprint(p.IntN(2)), t.shape[:n-1]}
			fmt.Fprintf(p, "%s:2 = tile.split %s : %s -> %s\n", both, t.name, t.typ(), half.typ())
			return half
		}
	case 10:
		if size(t.shape) <= 512 {
			shape := slices.Clone(t.shape)
			shape[axis] *= 2
			return p.line(shape, "tile.cat %s, %s axis = %d : %s, %s -> %s", t.name, p.fitted(pool, t.shape).name, axis,
				t.typ(), t.typ(), typeOf(shape, "i32"))
		}
	case 11:
		return p.line(t.shape, "tile.flip %s axis = %d : %s", t.name, axis, t.typ())
	case 12:
		at := p.binary("arith.andi", p.fitted(pool, t.shape), p.constant(t.shape, t.shape[axis]-1))
		return p.line(t.shape, "tile.gather %s[%s] axis = %d : %s, %s -> %s", t.name, at.name, axis, t.typ(), at.typ(),
			t.typ())
	case 13:
		return p.loop(t, pool, depth)
	default:
		out := tensor{p.name(), t.shape}
		fmt.Fprintf(p, "%s = scf.if %%odd -> (%s) {\n", out.name, t.typ())
		p.yield(p.branch(t, pool, depth))
		p.WriteString("} else {\n")
		p.yield(p.branch(t, pool, depth))
		p.WriteString("}\n")
		return out
	}
	return p.binary("arith.addi", t, t)
}

// along combines the elements along an axis by addition or maximum.
func (p *program) along(op string, t tensor, axis int, shape []int) tensor {
	return p.line(shape, "%s %s axis = %d {\n^bb0(%%p: i32, %%q: i32):\n%%s = %s %%p, %%q : i32\ntile.yield %%s : "+
		"i32\n} : %s -> %s", op, t.name, axis,
		[]string{"arith.addi", "arith.maxsi"}[p.IntN(2)], t.typ(), typeOf(shape, "i32"))
}

// branch appends one to three random operations, and returns a value of t's shape.
func (p *program) branch(t tensor, pool []tensor, depth int) tensor {
	inner := append(slices.Clone(pool), t)
	for range 1 + p.IntN(3) {
		inner = append(inner, p.step(inner, depth-1))
	}
	last := inner[len(inner)-1]
	if !slices.Equal(last.shape, t.shape) {
		return p.binary("arith.addi", p.fitted(inner, t.shape), t)
	}
	return last
}

func (p *program) yield(t tensor) { fmt.Fprintf(p, "scf.yield %s : %s\n", t.name, t.typ()) }

// loop carries a value, and combines it with a reduction or something else.
func (p *program) loop(t tensor, pool []tensor, depth int) tensor {
	arg, out := tensor{p.name(), t.shape}, tensor{p.name(), t.shape}
	fmt.Fprintf(p, "%s = scf.for %s = %%c0 to %%c3 step %%c1 iter_args(%s = %s) -> (%s) : i32 {\n", out.name, p.name(),
		arg.name, t.name, t.typ())
	if p.IntN(2) == 0 && size(t.shape) <= 256 {
		wide := p.load(slices.Insert(slices.Clone(t.shape), 0, 4))
		p.yield(p.binary("arith.addi", arg, p.line(t.shape,
			"tile.reduce %s axis = 0 {\n^bb0(%%p: i32, %%q: i32):\n%%s = arith.addi %%p, %%q : i32\ntile.yield %%s : "+
				"i32\n} : %s -> %s",
			wide.name, wide.typ(), t.typ())))
	} else {
		p.yield(p.branch(arg, pool, depth))
	}
	p.WriteString("}\n")
	return out
}

func (p *program) kernel() string {
	p.WriteString("tile.kernel @k(%x: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<i32> " +
		"{tile.divisibility = 16 : i32}) {\n" +
		"%c0 = arith.constant 0 : i32\n%c1 = arith.constant 1 : i32\n%c3 = arith.constant 3 : i32\n%pid = " +
		"tile.program_id 0\n%odd = arith.cmpi eq, %pid, %c1 : i32\n")
	pool := []tensor{p.load(shapes[p.IntN(len(shapes))]), p.load(shapes[p.IntN(len(shapes))])}
	for range 3 + p.IntN(5) {
		pool = append(pool, p.step(pool, 2))
	}
	for _, t := range pool[2:] {
		p.store(t)
	}
	p.WriteString("tile.return\n}\n")
	return p.String()
}

// Generated kernels compute the same in the simulator, with layouts, as in the reference executor.
func TestGeneratedKernelsComputeTheSameInAnyLayout(t *testing.T) {
	for seed := range uint64(longtest.Count(30, 250)) {
		p := &program{Rand: rand.New(rand.NewPCG(seed, 77))}
		source := p.kernel()
		m, err := girih.Parse("generated.mlir", []byte(source))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, source)
		}
		i32 := m.Operation().Context().I(32)
		run := func(execute func(args ...any) error) *interp.Array {
			t.Helper()
			r := rand.New(rand.NewPCG(seed, 78))
			x, err1 := interp.Filled(i32, []int64{inputs}, func(int) float64 { return float64(r.IntN(1 << 16)) })
			y, err2 := interp.NewArray(i32, outputs)
			if err1 != nil || err2 != nil {
				t.Fatal(err1, err2)
			}
			if err := execute(x, y); err != nil {
				t.Fatalf("seed %d: %v\n%s\n%s", seed, err, source, m)
			}
			return y
		}
		want := run(func(args ...any) error {
			return m.Execute(context.Background(), "k", interp.Grid{1, 1, 1}, args...)
		})
		warps := 1 << (seed % 4)
		program, err := m.Compile(context.Background(), girih.CompileOptions{NumWarps: warps})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, source)
		}
		if err := ir.Verify(program.Operation(), nil); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		got := run(func(args ...any) error {
			_, err := program.Execute(context.Background(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, args...)
			return err
		})
		for i := range want.Len() {
			if got.Defined(i) != want.Defined(i) || got.Bits(i) != want.Bits(i) {
				t.Fatalf("seed %d with %d warps: element %d is %d, want %d\n%s", seed, warps, i, int32(got.Bits(i)),
					int32(want.Bits(i)), source)
			}
		}
	}
}
