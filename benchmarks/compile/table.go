package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/stat"
)

// result is the rows of one suite.
type result struct {
	title string
	rows  []row
}

// table renders the results in Markdown.
func table(t *tools, results []result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# tile-opt against mlir-opt\n\n")
	fmt.Fprintf(&b, "%s, commit %s, %s; %s.\n", time.Now().UTC().Format("2006-01-02"), t.commit, t.cpu, t.version)
	b.WriteString("Times are medians; ratios are mlir-opt's time over ours, and our memory over mlir-opt's, as median " +
		"(least to greatest) of the rounds. \"One thread\" is GOMAXPROCS=1 and --mlir-disable-threading for us, the " +
		"latter for mlir-opt; \"threads\" is our time on one thread over that by default. Transformations include " +
		"reading, verifying and printing.\n\n")
	b.WriteString("Both are processes with their default settings. tile-opt's leave the garbage collector off until the " +
		"heap has grown by 60 % after reading, and ask the kernel for huge pages where the input is large " +
		"(package internal/tools/heap); mlir-opt frees little before it ends, and its allocator asks for no huge pages " +
		"unless " + hugePages + " is set, which is the column \"with huge pages\".\n")
	for _, r := range results {
		fmt.Fprintf(&b, "\n## %s\n\n", r.title)
		b.WriteString("| input | ours ms | mlir-opt ms | times faster | with huge pages | one thread: ours ms " +
			"| times faster | threads | ours MiB | mlir-opt MiB | memory |" + beforeColumn(t, " before / now |"))
		b.WriteString("\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|" + beforeColumn(t, "---:|") + "\n")
		for _, r := range r.rows {
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |", r.input.name,
				ms(r.ours), ms(r.theirs), ratio(r.theirs, r.ours, wall), ratio(r.theirsHuge, r.ours, wall),
				ms(r.oursSingle), ratio(r.theirsSingle, r.oursSingle, wall), ratio(r.oursSingle, r.ours, wall),
				mib(r.ours), mib(r.theirs), ratio(r.ours, r.theirs, peak))
			if t.before != "" {
				fmt.Fprintf(&b, " %s |", ratio(r.before, r.ours, wall))
			}
			b.WriteByte('\n')
		}
		if g := growth(r.rows); g != "" {
			b.WriteString("\n" + g)
		}
	}
	return b.String()
}

// progress is a line about the row of a finished input, so that a run that is interrupted has told what it measured.
func progress(t *tools, r row) string {
	line := fmt.Sprintf("%s: %d rounds, mlir-opt / ours %s", r.input.name, len(r.ours), ratio(r.theirs, r.ours, wall))
	if t.before != "" {
		line += ", before / now " + ratio(r.before, r.ours, wall)
	}
	return line
}

// beforeColumn returns the column's text about an earlier tile-opt, if one is measured.
func beforeColumn(t *tools, text string) string {
	if t.before == "" {
		return ""
	}
	return text
}

func wall(s sample) float64 { return s.wall.Seconds() }
func peak(s sample) float64 { return float64(s.peak) }

// median returns the middle value, or the mean of the two in the middle.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return stat.Mean([]float64{sorted[(len(sorted)-1)/2], sorted[len(sorted)/2]}, nil)
}

func values(list []sample, of func(sample) float64) []float64 {
	out := make([]float64, len(list))
	for i, s := range list {
		out[i] = of(s)
	}
	return out
}

func ms(list []sample) string  { return fmt.Sprintf("%.1f", 1000*median(values(list, wall))) }
func mib(list []sample) string { return fmt.Sprintf("%.0f", median(values(list, peak))/(1<<20)) }

// ratio compares the samples in pairs. The two of a pair were taken one after the other, in the same round.
func ratio(a, b []sample, of func(sample) float64) string {
	ratios := make([]float64, len(a))
	for i := range a {
		ratios[i] = of(a[i]) / of(b[i])
	}
	return fmt.Sprintf("%.2f (%.2f to %.2f)", median(ratios), slices.Min(ratios), slices.Max(ratios))
}

// growth compares the time per operation of flat functions of three sizes.
func growth(rows []row) string {
	var parts []string
	for _, r := range rows {
		if strings.HasPrefix(r.input.name, "flat-") && !strings.Contains(r.input.name, "custom") {
			parts = append(parts, fmt.Sprintf("%s %.2f (mlir-opt %.2f)", r.input.name,
				1e6*median(values(r.oursSingle, wall))/float64(r.input.ops),
				1e6*median(values(r.theirsSingle, wall))/float64(r.input.ops)))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "Microseconds for each operation on one thread, start-up included: " + strings.Join(parts, ", ") + ".\n"
}
