package uniformity_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/convergence"
)

// threadProgram writes a random program of threads: arithmetic on their indices, loads, shuffles, votes and barriers,
// in branches and loops that threads may leave early.
type threadProgram struct {
	*rand.Rand
	text   strings.Builder
	values []string // values that may be used
	fresh  int
	syncs  int // one in this many operations needs threads to converge
}

func (g *threadProgram) line(format string, args ...any) {
	fmt.Fprintf(&g.text, "  "+format+"\n", args...)
}

func (g *threadProgram) name(prefix string) string {
	g.fresh++
	return fmt.Sprintf("%s%d", prefix, g.fresh)
}

func (g *threadProgram) some() string { return g.values[g.IntN(len(g.values))] }

func (g *threadProgram) define(format string, args ...any) string {
	v := g.name("%v")
	g.line("%s = %s", v, fmt.Sprintf(format, args...))
	g.values = append(g.values, v)
	return v
}

func (g *threadProgram) condition() string {
	c := g.name("%q")
	predicate := []string{"eq", "ne", "slt", "ult"}[g.IntN(4)]
	g.line(`%s = llvm.icmp "%s" %s, %s : i32`, c, predicate, g.some(), g.some())
	return c
}

// statements writes some statements, nested to a depth.
func (g *threadProgram) statements(depth int) {
	for range 1 + g.IntN(5) {
		switch k := g.IntN(10); {
		case k < 4 || depth == 0 && k < 8:
			g.arithmetic()
		case k < 6:
			g.branch(depth - 1)
		case k < 8:
			g.loop(depth - 1)
		default:
			g.exchange()
		}
	}
}

// exchange writes a load or, less often, an operation for which threads must converge.
func (g *threadProgram) exchange() {
	if g.IntN(g.syncs) == 0 {
		g.meeting()
		return
	}
	at := g.define("llvm.and %s, %%c31 : i32", g.some())
	p := g.name("%p")
	g.line("%s = llvm.getelementptr %%x[%s] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32", p, at)
	g.define("llvm.load %s : !llvm.ptr<1> -> i32", p)
}

func (g *threadProgram) arithmetic() {
	switch g.IntN(8) {
	case 0:
		g.define("llvm.lshr %s, %%c5 : i32", g.some())
	case 1:
		g.define("llvm.and %s, %%c31 : i32", g.some())
	case 2:
		g.define("llvm.shl %s, %%c1 : i32", g.some())
	case 3:
		g.define("llvm.select %s, %s, %s : i1, i32", g.condition(), g.some(), g.some())
	case 4:
		g.define("llvm.mul %s, %s : i32", g.some(), g.some())
	default:
		g.define("llvm.%s %s, %s : i32", []string{"add", "sub", "xor", "or"}[g.IntN(4)], g.some(), g.some())
	}
}

// meeting writes an operation for which threads must converge, or the steps of a sum over all lanes.
func (g *threadProgram) meeting() {
	switch g.IntN(5) {
	case 0:
		g.line("nvvm.barrier0")
	case 1:
		c := g.condition()
		g.define("nvvm.vote.sync ballot %%all, %s -> i32", c)
	case 2:
		g.define("nvvm.shfl.sync idx %%all, %s, %s, %%c31 : i32 -> i32", g.some(), []string{"%c5", "%l", "%c0"}[g.IntN(3)])
	case 3:
		g.define("nvvm.shfl.sync bfly %%all, %s, %%c1, %%c31 : i32 -> i32", g.some())
	default:
		v := g.some()
		for _, step := range []string{"%c1", "%c2", "%c4", "%c8", "%c16"} {
			s := g.define("nvvm.shfl.sync bfly %%all, %s, %s, %%c31 : i32 -> i32", v, step)
			v = g.define("llvm.add %s, %s : i32", v, s)
		}
	}
}

// inside writes statements whose values are not used after them, except the one that it returns.
func (g *threadProgram) inside(depth int) string {
	g.statements(depth)
	return g.some()
}

func (g *threadProgram) branch(depth int) {
	yes, no, join, out := g.name("^yes"), g.name("^no"), g.name("^join"), g.name("%j")
	g.line("llvm.cond_br %s, %s, %s", g.condition(), yes, no)
	n := len(g.values)
	for _, arm := range []string{yes, no} {
		g.line("%s:", arm)
		v := g.inside(depth)
		g.line("llvm.br %s(%s : i32)", join, v)
		g.values = g.values[:n]
	}
	g.line("%s(%s: i32):", join, out)
	g.values = append(g.values, out)
}

// loop writes a loop of at most three iterations that carries a number and may be left in the middle. Values defined in
// its head may be used after it.
func (g *threadProgram) loop(depth int) {
	head, body, after, rest := g.name("^head"), g.name("^body"), g.name("^after"), g.name("^rest")
	i, x, out := g.name("%i"), g.name("%x"), g.name("%o")
	bound := g.define("llvm.and %s, %%c3 : i32", g.some())
	g.line("llvm.br %s(%%c0, %s : i32, i32)", head, g.some())
	g.line("%s(%s: i32, %s: i32):", head, i, x)
	g.values = append(g.values, i, x)
	for range g.IntN(3) {
		if g.IntN(3) > 0 {
			g.arithmetic()
		} else {
			g.exchange()
		}
	}
	more := g.name("%q")
	g.line(`%s = llvm.icmp "slt" %s, %s : i32`, more, i, bound)
	n := len(g.values)
	g.line("llvm.cond_br %s, %s, %s(%s : i32)", more, body, after, g.some())
	g.line("%s:", body)
	v := g.inside(depth)
	if g.IntN(2) == 0 {
		g.line("llvm.cond_br %s, %s(%s : i32), %s", g.condition(), after, g.some(), rest)
		g.line("%s:", rest)
		v = g.inside(depth)
	}
	next := g.define("llvm.add %s, %%c1 : i32", i)
	g.line("llvm.br %s(%s, %s : i32, i32)", head, next, v)
	g.values = g.values[:n]
	g.line("%s(%s: i32):", after, out)
	g.values = append(g.values, out)
}

func randomThreads(seed uint64, threads string, syncs int) string {
	g := &threadProgram{Rand: rand.New(rand.NewPCG(seed, 7)),
		values: []string{"%t", "%l", "%w", "%n", "%b", "%c1", "%c5"}, syncs: syncs}
	g.line("llvm.func @k(%%x: !llvm.ptr<1>, %%n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: %s>} {", threads)
	for _, n := range []int{0, 1, 2, 3, 4, 5, 8, 16, 31} {
		g.line("%%c%d = llvm.mlir.constant(%[1]d : i32) : i32", n)
	}
	g.line("%%all = llvm.mlir.constant(-1 : i32) : i32\n  %%t = nvvm.read.ptx.sreg.tid.x : i32\n  %%b = " +
		"nvvm.read.ptx.sreg.tid.y : i32")
	g.line("%%l = llvm.and %%t, %%c31 : i32\n  %%w = llvm.lshr %%t, %%c5 : i32")
	g.statements(3)
	g.line("llvm.return\n}")
	return g.text.String()
}

// Values that the analysis says are uniform are the same in all threads of random programs with divergent branches and
// loops. Programs in which threads fail to converge are reported before.
func TestRandomThreadsHoldWhatIsSaidOfThem(t *testing.T) {
	var compared, stuck, silent, warned int
	for seed := range uint64(*programs * 10) {
		source := randomThreads(seed, []string{"64", "32", "128", "32, 2", "16, 4", "96"}[seed%6], 1+int(seed%5)*3)
		m, err := girih.Parse("threads.mlir", []byte(source))
		if err != nil {
			t.Fatal(err)
		}
		p, err := girih.NewProgram(m)
		if err != nil {
			t.Fatal(err)
		}
		found, err := convergence.Check(context.Background(), p.Operation())
		if err != nil {
			t.Fatal(err)
		}
		array, err := interp.Filled(ir.NewContext().I(32), []int64{32}, func(i int) float64 { return float64(i * i % 13) })
		if err != nil {
			t.Fatal(err)
		}
		n, err := watch(t, fmt.Sprint("seed ", seed), p, array, int32(seed%4))
		compared += n
		missed := errors.Is(err, simt.ErrBarrier) || errors.Is(err, simt.ErrDeadlock) || errors.Is(err, simt.ErrDivergence)
		switch {
		case missed && len(found) == 0:
			t.Fatalf("seed %d: nothing is reported, but %v in\n%s", seed, err, source)
		case missed:
			stuck++
		case err != nil:
			t.Fatalf("seed %d: %v\n%s", seed, err, source)
		case len(found) > 0:
			warned++
		default:
			silent++
		}
	}
	t.Logf("%d comparisons; %d programs are stuck and reported, %d are not stuck but reported, %d are neither", compared,
		stuck, warned, silent)
	if stuck < *programs || silent < *programs {
		t.Errorf("of %d programs %d got stuck, and %d ran without reports", *programs*10, stuck, silent)
	}
}
