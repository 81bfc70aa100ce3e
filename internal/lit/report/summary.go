package report

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/girih-ir/girih/lit/runner"
)

// SummaryOptions say what [Summary] prints.
type SummaryOptions struct {
	Show     []runner.Code // codes whose tests are listed, besides failures
	Terse    bool          // only failures are counted
	Relative bool          // tests are listed as files, relative to the current directory
}

// Summary prints the failed tests, and the number of tests with each code.
func Summary(w io.Writer, results []*runner.Result, elapsed time.Duration, o SummaryOptions) {
	groups := map[runner.Code][]*runner.Result{}
	for _, r := range byName(results) {
		groups[r.Code] = append(groups[r.Code], r)
	}
	for _, c := range runner.Codes() {
		if g := groups[c]; len(g) > 0 && (c.IsFailure() || slices.Contains(o.Show, c)) {
			fmt.Fprintf(w, "%s\n%s Tests (%d):\n", strings.Repeat("*", 20), c.Label(), len(g))
			for _, r := range g {
				fmt.Fprintf(w, "  %s\n", listed(r, o.Relative))
			}
			fmt.Fprintln(w)
		}
	}
	if !o.Terse {
		fmt.Fprintf(w, "\nTesting Time: %.2fs\n", elapsed.Seconds())
	}
	fmt.Fprintf(w, "\nTotal Discovered Tests: %d\n", len(results))
	writeCounts(w, groups, len(results), o.Terse)
}

func listed(r *runner.Result, relative bool) string {
	if !relative {
		return r.Test.Name()
	}
	dir, err := os.Getwd()
	if err != nil {
		return r.Test.Source()
	}
	path, err := filepath.Rel(dir, r.Test.Source())
	if err != nil {
		return r.Test.Source()
	}
	return path
}

func writeCounts(w io.Writer, groups map[runner.Code][]*runner.Result, total int, terse bool) {
	var shown []runner.Code
	label, count := 0, 0
	for _, c := range runner.Codes() {
		if n := len(groups[c]); n > 0 && (!terse || c.IsFailure()) {
			shown = append(shown, c)
			label, count = max(label, len(c.Label())), max(count, len(fmt.Sprint(n)))
		}
	}
	for _, c := range shown {
		n := len(groups[c])
		fmt.Fprintf(w, "  %-*s: %*d (%.2f%%)\n", label, c.Label(), count, n, float64(n)/float64(total)*100)
	}
}
