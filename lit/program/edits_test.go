package program

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// checkEdits checks that runs cover both files without gaps and that equal runs are equal. It returns the edit cost.
func checkEdits(t *testing.T, x, y []string) int {
	t.Helper()
	i, j, cost := 0, 0, 0
	list := edits(x, y)
	for n, e := range list {
		if e.i0 != i || e.j0 != j || e.i1 < e.i0 || e.j1 < e.j0 {
			t.Fatalf("%v to %v: run %d of %v has a gap", x, y, n, list)
		}
		if e.same && !slices.Equal(x[e.i0:e.i1], y[e.j0:e.j1]) {
			t.Fatalf("%v to %v: %v is not equal", x, y, e)
		}
		if !e.same {
			cost += e.i1 - e.i0 + e.j1 - e.j0
		}
		i, j = e.i1, e.j1
	}
	if i != len(x) || j != len(y) {
		t.Fatalf("%v to %v: %v does not reach the end", x, y, list)
	}
	return cost
}

// cheapest returns the least number of lines to delete and insert. It uses dynamic programming.
func cheapest(x, y []string) int {
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			above := row[j+1]
			if x[i] == y[j] {
				row[j+1] = diagonal
			} else {
				row[j+1] = 1 + min(above, row[j])
			}
			diagonal = above
		}
	}
	return row[len(y)]
}

func TestEditsAreCorrectAndShortest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 3000 {
		random := func() []string {
			s := make([]string, rng.IntN(12))
			for i := range s {
				s[i] = string(rune('a' + rng.IntN(4)))
			}
			return s
		}
		x, y := random(), random()
		if got, want := checkEdits(t, x, y), cheapest(x, y); got != want {
			t.Errorf("%v to %v costs %d, but %d is enough", x, y, got, want)
		}
	}
}

func TestFilesThatDifferMuchAreComparedInBoundedTime(t *testing.T) {
	var x, y []string
	for range 20000 {
		x, y = append(x, "x\n"), append(y, "y\n")
	}
	checkEdits(t, x, y)
	var b strings.Builder
	writeUnified(&b, "a", "b", hunksOf(edits(x, y), 3), x, y)
	if n := strings.Count(b.String(), "\n"); n != 40003 {
		t.Errorf("%d lines", n)
	}
}
