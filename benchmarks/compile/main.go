// Command compile measures what it costs to read, verify, transform and print IR. It compares tile-opt with mlir-opt of
// LLVM 22. The two programs take turns on the same generated files, so that both see the same changes in the machine's
// speed. The report is tables of ratios with their spread.
//
// It runs tile-opt and mlir-opt as processes, as users do. It measures the wall time from start to exit, and takes the
// peak memory from the kernel. gen.go and transform.go generate the inputs; nothing is measured inside a process. A
// machine with two cores needs about a quarter of an hour for everything:
//
//	go run ./benchmarks/compile -o benchmarks/results/compile.md
//
// The gain from a second core depends on how far that core is from the first. This command measures it, without
// mlir-opt:
//
//	go run ./benchmarks/compile -threads -rounds 15 -only functions
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	rounds := flag.Int("rounds", 5, "how often each input is measured; inputs of a million operations take a third of it")
	only := flag.String("only", "", "measure only inputs whose name contains this")
	output := flag.String("o", "", "write the table to this file too")
	mlirOpt := flag.String("mlir-opt", "", "mlir-opt of LLVM 22; looked for on PATH and under /usr/lib/llvm-22 by default")
	before := flag.String("before", "", "an earlier tile-opt, to measure in the same rounds")
	threads := flag.Bool("threads", false,
		"measure how much faster tile-opt is with all cores than with one, not mlir-opt; needs two cores")
	keep := flag.String("inputs", "", "only write the inputs into this directory")
	flag.Parse()
	if *keep != "" {
		if err := writeInputs(*keep, *only); err != nil {
			fmt.Fprintln(os.Stderr, "compile:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(*rounds, *only, *output, *mlirOpt, *before, *threads); err != nil {
		fmt.Fprintln(os.Stderr, "compile:", err)
		os.Exit(1)
	}
}

func run(rounds int, only, output, mlirOpt, before string, threads bool) error {
	dir, err := os.MkdirTemp("", "girih-compile-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tools, err := buildOurs(dir)
	if err != nil {
		return err
	}
	tools.before = before
	measured := threadsReport
	if !threads {
		measured = comparison
		if err := tools.findTheirs(mlirOpt); err != nil {
			return err
		}
	}
	report, err := measured(tools, dir, rounds, only)
	if err != nil {
		return err
	}
	fmt.Print(report)
	if output != "" {
		return os.WriteFile(output, []byte(report), 0o644)
	}
	return nil
}

// comparison measures both tools and returns the report with a table for each suite.
func comparison(t *tools, dir string, rounds int, only string) (string, error) {
	var results []result
	for _, s := range suites {
		rows, err := measureAll(t, s.inputs, dir, rounds, only)
		if err != nil {
			return "", err
		}
		if len(rows) > 0 {
			results = append(results, result{s.title, rows})
		}
	}
	return table(t, results), nil
}

// measureAll measures the inputs whose name contains only.
func measureAll(t *tools, list []input, dir string, rounds int, only string) (rows []row, err error) {
	for _, in := range list {
		if !strings.Contains(in.name, only) {
			continue
		}
		file := filepath.Join(dir, in.name+".mlir")
		if err := writeInput(file, in); err != nil {
			return nil, err
		}
		n := rounds
		if in.large {
			n = max(1, (rounds+2)/3)
		}
		r, err := measure(t, in, file, n)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", in.name, err)
		}
		fmt.Fprintln(os.Stderr, progress(t, r))
		rows = append(rows, r)
		if err := os.Remove(file); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

func writeInputs(dir, only string) error {
	for _, in := range inputs() {
		if strings.Contains(in.name, only) {
			if err := writeInput(filepath.Join(dir, in.name+".mlir"), in); err != nil {
				return err
			}
		}
	}
	return nil
}
