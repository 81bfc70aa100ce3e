package report

import (
	"cmp"
	"slices"

	"github.com/girih-ir/girih/lit/runner"
)

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
