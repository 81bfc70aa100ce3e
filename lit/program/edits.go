package program

import (
	"fmt"
	"io"
	"strings"
)

// edit is a pair of runs of lines: x[i0:i1] of one file is replaced by y[j0:j1] of the other. If same is set, the two
// are equal.
type edit struct {
	same           bool
	i0, i1, j0, j1 int
}

// maxCost limits the work of the comparison. Files that differ in more lines are shown as replaced as a whole.
const maxCost = 2000

// edits returns runs that turn x into y. Equal and different runs alternate. It uses Myers' greedy algorithm ("An O(ND)
// Difference Algorithm", 1986).
func edits(x, y []string) []edit {
	lo := 0
	for lo < len(x) && lo < len(y) && x[lo] == y[lo] {
		lo++
	}
	hiX, hiY := len(x), len(y)
	for hiX > lo && hiY > lo && x[hiX-1] == y[hiY-1] {
		hiX--
		hiY--
	}
	l := &runs{}
	l.equal(0, 0, lo)
	l.middle(x, y, lo, hiX, hiY)
	l.equal(hiX, hiY, len(x)-hiX)
	return l.list
}

// runs builds a list of runs.
type runs struct{ list []edit }

func (l *runs) equal(i, j, n int) {
	if n > 0 {
		l.list = append(l.list, edit{true, i, i + n, j, j + n})
	}
}

func (l *runs) differ(i0, i1, j0, j1 int) {
	if i0 < i1 || j0 < j1 {
		l.list = append(l.list, edit{false, i0, i1, j0, j1})
	}
}

// middle compares x[lo:hiX] with y[lo:hiY]. Their first lines differ, and so do their last lines.
func (l *runs) middle(x, y []string, lo, hiX, hiY int) {
	matches, ok := common(x[lo:hiX], y[lo:hiY])
	if !ok {
		matches = nil
	}
	i, j := lo, lo
	for k := 0; k < len(matches); {
		n := 1
		for k+n < len(matches) && matches[k+n] == [2]int{matches[k][0] + n, matches[k][1] + n} {
			n++
		}
		mi, mj := lo+matches[k][0], lo+matches[k][1]
		l.differ(i, mi, j, mj)
		l.equal(mi, mj, n)
		i, j, k = mi+n, mj+n, k+n
	}
	l.differ(i, hiX, j, hiY)
}

// common returns the pairs of equal lines of a shortest edit. ok is false if the edit needs more than maxCost steps.
func common(x, y []string) (pairs [][2]int, ok bool) {
	n, m := len(x), len(y)
	limit := min(n+m, maxCost)
	at := make([]int, 2*limit+3) // furthest x on diagonal k, at k+limit+1
	var trace [][]int
	for d := 0; d <= limit; d++ {
		trace = append(trace, append([]int(nil), at[limit+1-d-1:limit+1+d+2]...))
		for k := -d; k <= d; k += 2 {
			c := k + limit + 1
			i := at[c-1] + 1
			if k == -d || k != d && at[c-1] < at[c+1] {
				i = at[c+1]
			}
			j := i - k
			for i < n && j < m && x[i] == y[j] {
				i++
				j++
			}
			at[c] = i
			if i >= n && j >= m {
				return backtrack(trace, n, m), true
			}
		}
	}
	return nil, false
}

// backtrack follows the search backward and collects the equal lines. trace[d] has the diagonals from -d-1 to d+1 as
// they were before step d.
func backtrack(trace [][]int, i, j int) [][2]int {
	var pairs [][2]int
	for d := len(trace) - 1; d >= 0; d-- {
		k := i - j
		v := func(k int) int { return trace[d][k+d+1] }
		prev := k - 1
		if k == -d || k != d && v(k-1) < v(k+1) {
			prev = k + 1
		}
		pi := v(prev)
		pj := pi - prev
		if d == 0 {
			pi, pj = 0, 0
		}
		for i > pi && j > pj && i > 0 && j > 0 {
			if d > 0 && (i-1 < pi || j-1 < pj) {
				break
			}
			i--
			j--
			pairs = append(pairs, [2]int{i, j})
		}
		i, j = pi, pj
	}
	for a, b := 0, len(pairs)-1; a < b; a, b = a+1, b-1 {
		pairs[a], pairs[b] = pairs[b], pairs[a]
	}
	return pairs
}

// hunksOf groups differences into hunks, with the given number of equal lines around them.
func hunksOf(list []edit, context int) [][]edit {
	var hunks [][]edit
	var hunk []edit
	flush := func() {
		if len(hunk) > 0 {
			hunks = append(hunks, hunk)
			hunk = nil
		}
	}
	for n, e := range list {
		if !e.same {
			hunk = append(hunk, e)
			continue
		}
		before, after := len(hunk) > 0, n+1 < len(list)
		size := e.i1 - e.i0
		switch {
		case before && after && size <= 2*context:
			hunk = append(hunk, e)
		default:
			if before {
				keep := min(size, context)
				hunk = append(hunk, edit{true, e.i0, e.i0 + keep, e.j0, e.j0 + keep})
				flush()
			}
			if after {
				keep := min(size, context)
				hunk = append(hunk, edit{true, e.i1 - keep, e.i1, e.j1 - keep, e.j1})
			}
		}
	}
	flush()
	return hunks
}

func line(prefix, text string) string {
	if !strings.HasSuffix(text, "\n") {
		text += "\n\\ No newline at end of file\n"
	}
	return prefix + text
}

// writeUnified prints hunks with + and - lines.
func writeUnified(w io.Writer, a, b string, hunks [][]edit, x, y []string) {
	fmt.Fprintf(w, "--- %s\n+++ %s\n", a, b)
	for _, h := range hunks {
		first, last := h[0], h[len(h)-1]
		fmt.Fprintf(w, "@@ -%s +%s @@\n", lineRange(first.i0, last.i1, ","), lineRange(first.j0, last.j1, ","))
		for _, e := range h {
			for i := e.i0; i < e.i1; i++ {
				io.WriteString(w, line(map[bool]string{true: " ", false: "-"}[e.same], x[i]))
			}
			for j := e.j0; j < e.j1 && !e.same; j++ {
				io.WriteString(w, line("+", y[j]))
			}
		}
	}
}

// lineRange returns "first,count" for unified hunks. An empty range has the number of the line before it.
func lineRange(from, to int, sep string) string {
	switch n := to - from; n {
	case 0:
		return fmt.Sprintf("%d%s0", from, sep)
	case 1:
		return fmt.Sprint(from + 1)
	default:
		return fmt.Sprintf("%d%s%d", from+1, sep, n)
	}
}

// writeContext prints hunks in the form of context diffs: first the lines of one file, then the lines of the other.
func writeContext(w io.Writer, a, b string, hunks [][]edit, x, y []string) {
	fmt.Fprintf(w, "*** %s\n--- %s\n", a, b)
	for _, h := range hunks {
		first, last := h[0], h[len(h)-1]
		fmt.Fprintf(w, "***************\n*** %s ****\n", bounds(first.i0, last.i1))
		writeSide(w, h, x, "- ", func(e edit) (from, to, other int) { return e.i0, e.i1, e.j1 - e.j0 })
		fmt.Fprintf(w, "--- %s ----\n", bounds(first.j0, last.j1))
		writeSide(w, h, y, "+ ", func(e edit) (from, to, other int) { return e.j0, e.j1, e.i1 - e.i0 })
	}
}

// writeSide prints one file's lines of a hunk, if any of them differ.
func writeSide(w io.Writer, h []edit, lines []string, only string, side func(edit) (from, to, other int)) {
	any := false
	for _, e := range h {
		from, to, _ := side(e)
		any = any || !e.same && from < to
	}
	if !any {
		return
	}
	for _, e := range h {
		from, to, other := side(e)
		prefix := only
		switch {
		case e.same:
			prefix = "  "
		case other > 0:
			prefix = "! "
		}
		for _, l := range lines[from:to] {
			io.WriteString(w, line(prefix, l))
		}
	}
}

// bounds returns "first,last" for context hunks. An empty range has the number of the line before it.
func bounds(from, to int) string {
	switch to - from {
	case 0:
		return fmt.Sprint(from)
	case 1:
		return fmt.Sprint(to)
	}
	return fmt.Sprintf("%d,%d", from+1, to)
}
