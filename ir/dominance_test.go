package ir_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
)

// graph builds a function whose blocks branch as edges say; block 0 is the entry.
func graph(t *testing.T, edges [][]int) []*ir.Block {
	t.Helper()
	var b strings.Builder
	b.WriteString("\"u.f\"() ({\n")
	for i, successors := range edges {
		names := make([]string, len(successors))
		for k, s := range successors {
			names[k] = fmt.Sprintf("^b%d", s)
		}
		fmt.Fprintf(&b, "^b%d:\n  \"u.end\"()[%s] : () -> ()\n", i, strings.Join(names, ", "))
	}
	b.WriteString("}) : () -> ()")
	var blocks []*ir.Block
	irtest.Parse(t, strings.ReplaceAll(b.String(), "()[]", "()")).Walk(func(op *ir.Operation) bool {
		if op.Name() == "u.f" {
			for block := range op.Region(0).Blocks() {
				blocks = append(blocks, block)
			}
		}
		return true
	})
	return blocks
}

// reachable returns the blocks that paths from the entry reach without passing block avoid.
func reachable(edges [][]int, avoid int) map[int]bool {
	seen := make(map[int]bool)
	var visit func(i int)
	visit = func(i int) {
		if i == avoid || seen[i] {
			return
		}
		seen[i] = true
		for _, s := range edges[i] {
			visit(s)
		}
	}
	visit(0)
	return seen
}

func TestDominanceIsThatEveryPathPasses(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		edges := make([][]int, 1+rng.IntN(8))
		for i := range edges {
			for range rng.IntN(3) {
				if len(edges) > 1 {
					edges[i] = append(edges[i], 1+rng.IntN(len(edges)-1))
				}
			}
		}
		blocks := graph(t, edges)
		dom := ir.NewDominance()
		live := reachable(edges, -1)
		for a := range blocks {
			if got := dom.IsReachable(blocks[a]); got != live[a] {
				t.Fatalf("%v: block %d is reachable: %t", edges, a, got)
			}
			without := reachable(edges, a)
			for b := range blocks {
				want := a == b || !live[b] || live[a] && !without[b]
				if got := dom.BlockDominates(blocks[a], blocks[b]); got != want {
					t.Fatalf("%v: block %d dominates %d: %t", edges, a, b, got)
				}
			}
		}
	}
}
