package main

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// table returns the report in Markdown. Ratios are relative to the first contestant's time in the same round.
func table(all []*contestant, workers int) string {
	var b strings.Builder
	b.WriteString("# The suite of lit tests: tile-lit against LLVM's lit\n\n")
	fmt.Fprintf(&b, "%s, commit %s, %d tests, %d workers. Written by `go run ./benchmarks/lit`.\n",
		time.Now().UTC().Format(time.DateOnly), commit(), all[0].tests, workers)
	b.WriteString("Wall times of the whole suite, median (least to greatest) of the rounds; ratios are over " +
		"tile-lit's time in the same round.\n\n")
	b.WriteString("| runner | seconds | times tile-lit |\n|---|---:|---:|\n")
	for _, c := range all {
		var seconds, ratios []float64
		for i, t := range c.times {
			seconds = append(seconds, t.Seconds())
			ratios = append(ratios, t.Seconds()/all[0].times[i].Seconds())
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", c.name, spread(seconds, "%.2f"), spread(ratios, "%.1f"))
	}
	return b.String()
}

// spread returns the median, the least and the greatest of some numbers.
func spread(v []float64, format string) string {
	v = slices.Sorted(slices.Values(v))
	median := v[len(v)/2]
	if len(v)%2 == 0 {
		median = (v[len(v)/2-1] + median) / 2
	}
	return fmt.Sprintf(format+" ("+format+" to "+format+")", median, v[0], v[len(v)-1])
}

func commit() string {
	out, err := exec.Command("git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}
