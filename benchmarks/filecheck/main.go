// Command filecheck measures what it costs to check large inputs. It compares our filecheck with FileCheck of LLVM 22.
// The inputs have about 50 MB and 10,000 directives of one kind each; one more is a test of the usual size. Both
// programs take turns on the same generated files (generate.go), as processes. The report is a table of wall times,
// their ratios, and peak memory.
//
//	go run ./benchmarks/filecheck -o benchmarks/results/filecheck.md
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	rounds := flag.Int("rounds", 5, "how often each workload is measured")
	only := flag.String("only", "", "measure only workloads whose names contain this")
	output := flag.String("o", "", "write the table to this file too")
	tool := flag.String("filecheck", "", "FileCheck of LLVM 22; looked for on PATH and under /usr/lib/llvm-22 by default")
	keep := flag.String("inputs", "", "only write the files into this directory")
	flag.Parse()
	var err error
	if *keep != "" {
		err = each(*only, func(load workload) error {
			_, _, err := generate(*keep, load)
			return err
		})
	} else {
		err = run(*rounds, *only, *output, *tool)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "filecheck:", err)
		os.Exit(1)
	}
}

// each calls f for the workloads whose names contain only.
func each(only string, f func(workload) error) error {
	for _, load := range workloads {
		if !strings.Contains(load.name, only) {
			continue
		}
		if err := f(load); err != nil {
			return fmt.Errorf("%s: %w", load.name, err)
		}
	}
	return nil
}

func run(rounds int, only, output, theirs string) error {
	dir, err := os.MkdirTemp("", "girih-filecheck-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if theirs, err = findFileCheck(theirs); err != nil {
		return err
	}
	ours := filepath.Join(dir, "filecheck")
	if out, err := exec.Command("go", "build", "-o", ours, "./tools/filecheck").CombinedOutput(); err != nil {
		return fmt.Errorf("building filecheck: %w\n%s", err, out)
	}
	table := heading(theirs)
	err = each(only, func(load workload) error {
		fmt.Fprintf(os.Stderr, "%s: %d rounds\n", load.name, rounds)
		row, err := measure(dir, load, rounds, ours, theirs)
		table += row
		return err
	})
	fmt.Print(table)
	if err == nil && output != "" {
		err = os.WriteFile(output, []byte(table), 0o644)
	}
	return err
}

// findFileCheck returns the path of LLVM's FileCheck.
func findFileCheck(given string) (string, error) {
	if given != "" {
		return given, nil
	}
	if path := "/usr/lib/llvm-22/bin/FileCheck"; exec.Command(path, "--version").Run() == nil {
		return path, nil
	}
	path, err := exec.LookPath("FileCheck")
	if err != nil {
		return "", errors.New("FileCheck of LLVM 22 is not installed (Debian: llvm-22-tools)")
	}
	return path, nil
}

// sample is the cost of one run.
type sample struct {
	wall, cpu time.Duration
	peak      int64 // bytes
}

// measure measures both tools on a workload and returns a row of the table.
func measure(dir string, load workload, rounds int, ours, theirs string) (string, error) {
	check, input, err := generate(dir, load)
	if err != nil {
		return "", err
	}
	defer os.Remove(check)
	defer os.Remove(input)
	info, err := os.Stat(input)
	if err != nil {
		return "", err
	}
	args := append([]string{check, "--input-file", input}, load.flags...)
	var our, their []sample
	for range rounds {
		a, err := sampleOf(ours, args)
		if err != nil {
			return "", err
		}
		b, err := sampleOf(theirs, args)
		if err != nil {
			return "", err
		}
		our, their = append(our, a), append(their, b)
	}
	return row(load, info.Size(), our, their), nil
}

// sampleOf runs a tool, which must accept the input.
func sampleOf(tool string, args []string) (sample, error) {
	cmd := exec.Command(tool, args...)
	start := time.Now()
	out, err := cmd.CombinedOutput()
	wall := time.Since(start)
	if err != nil {
		return sample{}, fmt.Errorf("%s: %w\n%.2000s", tool, err, out)
	}
	state := cmd.ProcessState
	return sample{wall, state.UserTime() + state.SystemTime(), state.SysUsage().(*syscall.Rusage).Maxrss << 10}, nil
}

func heading(theirs string) string {
	version, _ := exec.Command(theirs, "--version").Output()
	first, _, _ := strings.Cut(strings.TrimSpace(string(version)), "\n")
	commit, _ := exec.Command("git", "rev-parse", "--short", "HEAD").Output()
	load, _ := os.ReadFile("/proc/loadavg")
	return fmt.Sprintf("# Checking: filecheck against FileCheck\n\n%s, commit %s, %d cores with a load of %.5s; %s.\n"+
		"Times are medians; ratios are FileCheck's time over ours, as median (least to greatest) of the rounds. CPU time is "+
		"that of all threads, in the process and in the kernel.\n\n"+
		"| workload | input MB | ours ms | FileCheck ms | times faster | ours CPU ms | FileCheck CPU ms | times less "+
		"| ours MiB | FileCheck MiB |\n"+
		"|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
		time.Now().UTC().Format("2006-01-02"), strings.TrimSpace(string(commit)), runtime.NumCPU(), load, first)
}

func row(load workload, size int64, our, their []sample) string {
	wall := func(s sample) float64 { return 1000 * s.wall.Seconds() }
	cpu := func(s sample) float64 { return 1000 * s.cpu.Seconds() }
	mib := func(s sample) float64 { return float64(s.peak) / (1 << 20) }
	return fmt.Sprintf("| %s: %s | %.1f | %.1f | %.1f | %s | %.1f | %.1f | %s | %.0f | %.0f |\n", load.name, load.about,
		float64(size)/1e6,
		median(our, wall), median(their, wall), ratio(their, our, wall), median(our, cpu), median(their, cpu),
		ratio(their, our, cpu),
		median(our, mib), median(their, mib))
}

// ratio compares the samples in pairs. The two of a pair were taken one after the other, in the same round.
func ratio(a, b []sample, of func(sample) float64) string {
	var ratios []float64
	for i := range a {
		ratios = append(ratios, of(a[i])/of(b[i]))
	}
	slices.Sort(ratios)
	return fmt.Sprintf("%.2f (%.2f to %.2f)", ratios[len(ratios)/2], ratios[0], ratios[len(ratios)-1])
}

func median(samples []sample, of func(sample) float64) float64 {
	var values []float64
	for _, s := range samples {
		values = append(values, of(s))
	}
	slices.Sort(values)
	return values[len(values)/2]
}
