package lit

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/girih-ir/girih/internal/lit/boolexpr"
	"github.com/girih-ir/girih/internal/lit/script"
	"github.com/girih-ir/girih/lit/suite"
)

// show lists suites, tests or features.
func (t *tool) show(tests []*suite.Test) int {
	if t.showFeatures {
		return t.features(tests)
	}
	if t.showSuites {
		t.suites(tests)
	}
	if t.showTests {
		fmt.Fprintln(t.stdout, "-- Available Tests --")
		var names []string
		for _, test := range tests {
			names = append(names, test.Name())
		}
		slices.Sort(names)
		for _, name := range names {
			fmt.Fprintf(t.stdout, "  %s\n", name)
		}
	}
	return exitOK
}

func (t *tool) suites(tests []*suite.Test) {
	counts := map[*suite.Suite]int{}
	var order []*suite.Suite
	for _, test := range tests {
		if counts[test.Suite]++; counts[test.Suite] == 1 {
			order = append(order, test.Suite)
		}
	}
	slices.SortStableFunc(order, func(a, b *suite.Suite) int { return strings.Compare(a.Name, b.Name) })
	fmt.Fprintln(t.stdout, "-- Test Suites --")
	for _, s := range order {
		fmt.Fprintf(t.stdout, "  %s - %d tests\n    Source Root: %s\n    Exec Root  : %s\n    Available Features: %s\n",
			s.Name, counts[s], s.SourceRoot, s.ExecRoot, strings.Join(slices.Sorted(maps.Keys(s.Config.Features)), " "))
		var substitutions []string
		for _, sub := range s.Config.Substitutions {
			substitutions = append(substitutions, sub.Pattern()+" => "+sub.Value())
		}
		slices.Sort(substitutions)
		fmt.Fprintf(t.stdout, "    Available Substitutions: %s\n", strings.Join(substitutions, "\n"+strings.Repeat(" ", 29)))
	}
}

// features lists the names in the tests' conditions.
func (t *tool) features(tests []*suite.Test) int {
	used := map[string]bool{}
	for _, test := range tests {
		data, err := os.ReadFile(test.Source())
		if err != nil {
			fmt.Fprintf(t.stderr, "%s: error: %v\n", t.name, err)
			return exitError
		}
		s, err := script.Parse(data)
		if err != nil {
			continue // the test will be unresolved
		}
		for _, text := range slices.Concat(s.Requires, s.Unsupported, s.XFail) {
			if e, err := boolexpr.Parse(text); err == nil {
				for _, name := range e.Names() {
					used[name] = true
				}
			}
		}
	}
	fmt.Fprintln(t.stdout, strings.Join(slices.Sorted(maps.Keys(used)), " "))
	return exitOK
}
