package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/girih-ir/girih/internal/progress"
	"github.com/girih-ir/girih/lit/runner"
)

// Level selects the tests for which something is shown.
type Level int

// The levels.
const (
	Off Level = iota
	Failed
	All
)

func (l Level) shows(r *runner.Result) bool { return l == All || l == Failed && r.Code.IsFailure() }

// Display shows tests when they end.
type Display struct {
	w       io.Writer
	results Level // whose results are shown
	output  Level // whose logs are shown
	total   int
	done    int
	bar     *progress.Line // nil if there is none
}

// NewDisplay returns a display of total selected tests out of discovered ones, and prints its headline. A progress bar
// is only for terminals.
func NewDisplay(w io.Writer, total, discovered, workers int, results, output Level, bar bool) *Display {
	d := &Display{w: w, results: results, output: output, total: total}
	of := ""
	if total != discovered {
		of = fmt.Sprintf(" of %d", discovered)
	}
	if results != Off || bar {
		fmt.Fprintf(w, "-- Testing: %d%s tests, %d workers --\n", total, of, workers)
	}
	if bar {
		d.bar = progress.New(w, "Testing", total)
	}
	return d
}

// Done shows a test that has ended. Calls must not be concurrent.
func (d *Display) Done(r *runner.Result) {
	d.done++
	if d.results.shows(r) {
		if d.bar != nil {
			d.bar.Clear()
		}
		d.show(r)
	}
	if d.bar != nil {
		d.bar.Set(d.done)
	}
}

func (d *Display) show(r *runner.Result) {
	extra := ""
	if r.Attempts > 1 {
		extra = fmt.Sprintf(", %d of %d attempts", r.Attempts, r.MaxAttempts)
	}
	fmt.Fprintf(d.w, "%s: %s (%d of %d%s)\n", r.Code, r.Test.Name(), d.done, d.total, extra)
	if !d.output.shows(r) {
		return
	}
	stars := strings.Repeat("*", 20)
	if r.Code.IsFailure() {
		fmt.Fprintf(d.w, "%s TEST '%s' FAILED %s\n", stars, r.Test.Name(), stars)
	}
	fmt.Fprintf(d.w, "%s\n%s\n", r.Output, stars)
}

// Close removes the progress bar.
func (d *Display) Close() {
	if d.bar != nil {
		d.bar.Clear()
	}
}

// byStart returns the results of tests that ran, in the order of their start.
func byStart(results []*runner.Result) []*runner.Result {
	var ran []*runner.Result
	for _, r := range results {
		if !r.Start.IsZero() && r.Code != runner.Unsupported {
			ran = append(ran, r)
		}
	}
	slices.SortStableFunc(ran, func(a, b *runner.Result) int { return a.Start.Compare(b.Start) })
	return ran
}

// byName returns results in the order of suites and files.
func byName(results []*runner.Result) []*runner.Result {
	sorted := slices.Clone(results)
	slices.SortStableFunc(sorted, func(a, b *runner.Result) int {
		return cmp.Or(cmp.Compare(a.Test.Suite.Name, b.Test.Suite.Name),
			cmp.Compare(a.Test.Suite.SourceRoot, b.Test.Suite.SourceRoot), slices.Compare(a.Test.Path, b.Test.Path))
	})
	return sorted
}
