package alias_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/internal/tilegen"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// pointerProgram writes a random program of one thread that passes pointers around, and accesses the memory they point
// to.
type pointerProgram struct {
	*rand.Rand
	text     strings.Builder
	pointers []string
	fresh    int
}

func (g *pointerProgram) line(format string, args ...any) {
	fmt.Fprintf(&g.text, "  "+format+"\n", args...)
}
func (g *pointerProgram) some() string { return g.pointers[g.IntN(len(g.pointers))] }

func (g *pointerProgram) name(prefix string) string {
	g.fresh++
	return fmt.Sprintf("%s%d", prefix, g.fresh)
}

func (g *pointerProgram) statements(depth int) {
	for range 1 + g.IntN(4) {
		n := len(g.pointers)
		switch k := g.IntN(8); {
		case k == 0 && depth > 0: // two branches, each with pointers of its own
			p, yes, no, join := g.name("%j"), g.name("^yes"), g.name("^no"), g.name("^join")
			g.line("llvm.cond_br %%c%d, %s, %s", g.IntN(2), yes, no)
			for _, arm := range []string{yes, no} {
				g.line("%s:", arm)
				g.statements(depth - 1)
				g.line("llvm.br %s(%s : !llvm.ptr<1>)", join, g.some())
				g.pointers = g.pointers[:n]
			}
			g.line("%s(%s: !llvm.ptr<1>):", join, p)
			g.pointers = append(g.pointers, p)
		case k == 1 && depth > 0: // two iterations, in which pointers are swapped
			i, a, b := g.name("%i"), g.name("%a"), g.name("%b")
			head, body, after := g.name("^head"), g.name("^body"), g.name("^after")
			g.line("llvm.br %s(%%zero, %s, %s : i32, !llvm.ptr<1>, !llvm.ptr<1>)", head, g.some(), g.some())
			g.line("%s(%s: i32, %s: !llvm.ptr<1>, %s: !llvm.ptr<1>):", head, i, a, b)
			more, next := g.name("%m"), g.name("%n")
			g.line(`%s = llvm.icmp "slt" %s, %%two : i32`, more, i)
			g.line("llvm.cond_br %s, %s, %s\n%s:", more, body, after, body)
			g.pointers = append(g.pointers, a, b)
			g.statements(depth - 1)
			g.line("%s = llvm.add %s, %%one : i32", next, i)
			g.line("llvm.br %s(%s, %s, %s : i32, !llvm.ptr<1>, !llvm.ptr<1>)\n%s:", head, next, b, g.some(), after)
			g.pointers = append(g.pointers[:n], a, b)
		case k == 2:
			p := g.name("%s")
			g.line("%s = llvm.select %%c%d, %s, %s : i1, !llvm.ptr<1>", p, g.IntN(2), g.some(), g.some())
			g.pointers = append(g.pointers, p)
		case k < 5:
			p := g.name("%g")
			g.line("%s = llvm.getelementptr %s[%d] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32", p, g.some(), g.IntN(3))
			g.pointers = append(g.pointers, p)
		case k == 5:
			g.line("%s = llvm.load %s : !llvm.ptr<1> -> i32", g.name("%v"), g.some())
		default:
			g.line("llvm.store %%one, %s : i32, !llvm.ptr<1>", g.some())
		}
	}
}

func randomPointers(seed uint64) string {
	g := &pointerProgram{Rand: rand.New(rand.NewPCG(seed, 3)), pointers: []string{"%p", "%q", "%r"}}
	g.line("llvm.func @k(%%p: !llvm.ptr<1> {llvm.noalias}, %%q: !llvm.ptr<1> {llvm.noalias}, %%r: !llvm.ptr<1> " +
		"{llvm.noalias}, " +
		"%%n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1>} {")
	for i, name := range []string{"zero", "one", "two"} {
		g.line("%%%s = llvm.mlir.constant(%d : i32) : i32", name, i)
	}
	g.line("%%c0 = llvm.icmp \"eq\" %%n, %%zero : i32\n  %%c1 = llvm.icmp \"slt\" %%n, %%two : i32")
	g.statements(3)
	g.line("llvm.return\n}")
	return g.text.String()
}

// accessed returns the pointer of an access to memory, and its size in bytes.
func accessed(op *ir.Operation) (pointer, bytes int, ok bool) {
	size := func(t ir.Type) int {
		if v, isVector := t.(*ir.VectorType); isVector {
			return int(v.Shape()[0]) * max(1, ir.BitWidth(v.ElementType())/8)
		}
		return max(1, ir.BitWidth(t)/8)
	}
	switch {
	case op.Is(&llvm.Load):
		return 0, size(op.Result(0).Type()), true
	case op.Is(&llvm.Store):
		return 1, size(op.Operand(0).Type()), true
	case op.Is(&llvm.AtomicRMW), op.Is(&llvm.CmpXchg):
		return 0, size(op.Operand(1).Type()), true
	}
	return 0, 0, false
}

// disjointPairs runs a kernel. It fails if two accesses for which the analysis says No touch the same byte, and returns
// the number of such pairs.
func disjointPairs(t *testing.T, name string, p *girih.Program, args ...any) (pairs int) {
	t.Helper()
	touched := make(map[*ir.Operation]map[uint64]bool)
	var order []*ir.Operation
	kernel := ir.LookupSymbol(p.Operation(), "k")
	_, err := p.Execute(context.Background(), "k",
		simt.Launch{Grid: [3]int32{1, 1, 1}, Observe: func(o *simt.Observation) {
			pointer, bytes, ok := accessed(o.Op)
			if !ok || o.Op.Parent() != kernel {
				return
			}
			if touched[o.Op] == nil {
				touched[o.Op] = make(map[uint64]bool)
				order = append(order, o.Op)
			}
			for lane := range 32 {
				if o.Active>>lane&1 != 0 {
					at, _ := o.Operand(pointer, lane)
					for i := range bytes {
						touched[o.Op][at[0]+uint64(i)] = true
					}
				}
			}
		}}, args...)
	if err != nil {
		return 0
	}
	var analysis alias.Analysis
	for i, a := range order {
		for _, b := range order[:i] {
			pa, _, _ := accessed(a)
			pb, _, _ := accessed(b)
			if analysis.Of(a.Operand(pa), b.Operand(pb)) != alias.No {
				continue
			}
			pairs++
			for at := range touched[a] {
				if touched[b][at] {
					t.Fatalf("%s: %s and %s have nothing in common, but both access %#x\n%s", name, a.Name(), b.Name(), at, p)
				}
			}
		}
	}
	return pairs
}

func filled(t *testing.T, elem ir.Type, n int64) *interp.Array {
	t.Helper()
	a, err := interp.Filled(elem, []int64{n}, func(i int) float64 { return float64(i%7 + 1) })
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestAccessesThatHaveNothingInCommonDoNotMeet(t *testing.T) {
	pairs := 0
	for seed := range uint64(longtest.Count(200, 1000)) {
		m, err := girih.Parse("pointers.mlir", []byte(randomPointers(seed)))
		if err != nil {
			t.Fatal(err)
		}
		p, err := girih.NewProgram(m)
		if err != nil {
			t.Fatal(err)
		}
		i32 := p.Operation().Context().I(32)
		pairs += disjointPairs(t, fmt.Sprint("seed ", seed), p, filled(t, i32, 256), filled(t, i32, 256),
			filled(t, i32, 256), int32(seed%3))
	}
	if pairs < longtest.Count(200, 1000) {
		t.Errorf("only %d pairs of accesses have nothing in common", pairs)
	}
}

func TestAccessesOfLoweredProgramsThatHaveNothingInCommonDoNotMeet(t *testing.T) {
	pairs := 0
	for seed := range uint64(longtest.Count(15, 60)) {
		m, err := girih.FromOperation(tilegen.Generate(promotion.Triton, seed, (*tilegen.Generator).Program))
		if err != nil {
			t.Fatal(err)
		}
		p, err := m.Compile(context.Background(), girih.CompileOptions{NumWarps: 1 << (seed % 3)})
		if err != nil {
			continue
		}
		var args []any
		for _, n := range []int64{tilegen.Size, tilegen.Size * tilegen.Values} {
			for _, elem := range tilegen.Elements(p.Operation().Context()) {
				args = append(args, filled(t, elem, n))
			}
		}
		pairs += disjointPairs(t, fmt.Sprint("seed ", seed), p, args...)
	}
	if pairs < longtest.Count(200, 1000) {
		t.Errorf("only %d pairs of accesses have nothing in common", pairs)
	}
}
