// Command lit measures what it costs to run the project's own suite of lit tests. It compares tile-lit, which runs
// filecheck in its own process, with LLVM's lit and LLVM's FileCheck. Both use the same tile-opt, the same files and
// the same number of workers. They take turns, so that both see the same changes in the machine's speed. The report is
// a table of ratios with their spread.
//
//	go run ./benchmarks/lit -o benchmarks/results/lit.md
//
// A third contestant is tile-lit with --isolate, which runs every tool as a process. It shows how much of the
// difference comes from that. LLVM 22's lit and FileCheck are needed (Debian: llvm-22-tools).
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	rounds := flag.Int("rounds", 5, "how often each contestant runs")
	workers := flag.Int("j", 2, "number of workers")
	suite := flag.String("suite", "lit/test", "the suite's `directory`")
	output := flag.String("o", "", "write the table to this `file` too")
	llvm := flag.String("llvm", "/usr/lib/llvm-22/bin", "`directory` of LLVM's lit and FileCheck")
	flag.Parse()
	if err := run(*rounds, *workers, *suite, *output, *llvm); err != nil {
		fmt.Fprintln(os.Stderr, "lit:", err)
		os.Exit(1)
	}
}

func run(rounds, workers int, suite, output, llvm string) error {
	dir, err := os.MkdirTemp("", "girih-lit-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	contestants, err := contestants(dir, llvm, suite, workers)
	if err != nil {
		return err
	}
	for round := range rounds + 1 { // the first warms the caches
		for _, c := range contestants {
			elapsed, err := c.run()
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			fmt.Fprintf(os.Stderr, "%s: %v\n", c.name, elapsed.Round(time.Millisecond))
			if round > 0 {
				c.times = append(c.times, elapsed)
			}
		}
	}
	report := table(contestants, workers)
	fmt.Print(report)
	if output != "" {
		return os.WriteFile(output, []byte(report), 0o644)
	}
	return nil
}

// contestant is a way to run the suite.
type contestant struct {
	name  string
	args  []string
	path  string // directories that come first in PATH
	tests int
	times []time.Duration
}

// contestants builds the tools and returns the ways to run the suite. Ours is first and LLVM's last.
func contestants(dir, llvm, suite string, workers int) ([]*contestant, error) {
	for _, tool := range []string{"tile-lit", "tile-opt", "tile-run", "tile-compile", "tile-translate", "filecheck"} {
		build := exec.Command("go", "build", "-o", filepath.Join(dir, "ours", tool), "./tools/"+tool)
		if out, err := build.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("building %s: %w\n%s", tool, err, out)
		}
	}
	theirs := filepath.Join(dir, "theirs")
	if err := os.Mkdir(theirs, 0o777); err != nil {
		return nil, err
	}
	for name, target := range map[string]string{
		"filecheck": filepath.Join(llvm, "FileCheck"), "tile-opt": filepath.Join(dir, "ours", "tile-opt"),
		"tile-run": filepath.Join(dir, "ours", "tile-run"), "tile-compile": filepath.Join(dir, "ours", "tile-compile"),
		"tile-translate": filepath.Join(dir, "ours", "tile-translate"),
	} {
		if err := os.Symlink(target, filepath.Join(theirs, name)); err != nil {
			return nil, err
		}
	}
	ours := filepath.Join(dir, "ours", "tile-lit")
	flags := []string{fmt.Sprintf("-j%d", workers), "-q", "--order=lexical"}
	in := func(name string) string { return filepath.Join(dir, "exec-"+name) }
	return []*contestant{
		{name: "tile-lit", args: append([]string{ours, "--exec-root", in("ours"), suite}, flags...), path: llvm},
		{name: "tile-lit --isolate", args: append([]string{ours, "--isolate", "--exec-root", in("isolated"), suite},
			flags...), path: llvm},
		{
			name: "LLVM's lit and FileCheck",
			args: append([]string{filepath.Join(llvm, "lit"), "-Dexec-root=" + in("theirs"), suite}, flags...),
			path: theirs + string(os.PathListSeparator) + llvm,
		},
	}, nil
}

// run runs the suite once and returns the wall time. A failing test is an error, since a suite that fails early takes
// less time.
func (c *contestant) run() (time.Duration, error) {
	cmd := exec.Command(c.args[0], c.args[1:]...)
	cmd.Env = append(os.Environ(), "PATH="+c.path+string(os.PathListSeparator)+os.Getenv("PATH"))
	start := time.Now()
	out, err := cmd.CombinedOutput()
	elapsed := time.Since(start)
	if err != nil {
		return 0, fmt.Errorf("%w\n%s", err, out)
	}
	if _, rest, ok := strings.Cut(string(out), "Total Discovered Tests: "); ok {
		_, err = fmt.Sscan(rest, &c.tests)
	}
	return elapsed, err
}
