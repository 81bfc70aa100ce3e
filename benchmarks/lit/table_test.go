package main

import (
	"strings"
	"testing"
	"time"
)

func TestRatiosAreOfTheSameRound(t *testing.T) {
	all := []*contestant{
		{name: "a", tests: 3, times: []time.Duration{time.Second, 2 * time.Second, 4 * time.Second}},
		{name: "b", tests: 3, times: []time.Duration{6 * time.Second, 10 * time.Second, 40 * time.Second}},
	}
	for _, want := range []string{
		"3 tests, 2 workers", "| a | 2.00 (1.00 to 4.00) | 1.0 (1.0 to 1.0) |",
		"| b | 10.00 (6.00 to 40.00) | 6.0 (5.0 to 10.0) |",
	} {
		if got := table(all, 2); !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}
