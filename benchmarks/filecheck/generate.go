package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// workload is a check file with an input that it accepts, and the flags of the run.
type workload struct {
	name, about string
	flags       []string
	functions   int
	lines       int // per function
	// check writes the directives for a function: one for each line number in lines.
	check func(w io.Writer, function int, lines []int)
}

// checksPerFunction is the number of directives for each function.
const checksPerFunction = 10

// The sizes of the inputs: 1000 functions of 1500 lines are about 50 MB, and have 10,000 directives.
const (
	manyFunctions = 1000
	longFunction  = 1500
)

var workloads = []workload{
	{"plain", "fixed text", nil, manyFunctions, longFunction, plain(func(f, l int) string {
		return "CHECK: " + line(f, l)
	})},
	{"next", "fixed text on successive lines", nil, manyFunctions, longFunction, nextLines},
	{"label", "a label for each function, fixed text", nil, manyFunctions, longFunction, labels},
	{"regex", "an expression in each directive", nil, manyFunctions, longFunction, plain(func(f, l int) string {
		return fmt.Sprintf("CHECK: %%v{{[0-9]+}} = {{add|mul|sub}} i64 %%v{{.*}}, %d{{$}}", constant(f, l))
	})},
	{"variables", "string variables, defined and used", nil, manyFunctions, longFunction, variables},
	{"numbers", "numeric variables and expressions", nil, manyFunctions, longFunction, numbers},
	{"dag", "groups of DAG directives", nil, manyFunctions, longFunction, dags},
	{"not", "an implicit NOT pattern", []string{"--implicit-check-not=warning:"}, manyFunctions, longFunction,
		plain(func(f, l int) string { return "CHECK: " + line(f, l) })},
	{"ignore-case", "fixed text in another case", []string{"--ignore-case"}, manyFunctions, longFunction,
		plain(func(f, l int) string { return "CHECK: " + upper(line(f, l)) })},
	{"full-lines", "whole lines", []string{"--match-full-lines"}, manyFunctions, longFunction,
		plain(func(f, l int) string { return "CHECK: " + line(f, l) })},
	{"small", "a test as they usually are: 12 functions of 20 lines", nil, 12, 20, labels},
}

// constant is the last number of a line. No other line has the same number.
func constant(function, l int) int { return function*longFunction + l }

// line returns a line of a function, without indentation.
func line(function, l int) string {
	ops := [...]string{"add", "mul", "sub", "shl"}
	return fmt.Sprintf("%%v%d = %s i64 %%v%d, %d", l, ops[(function+l/3)%3], max(l-1, 0), constant(function, l))
}

func upper(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'a' && c <= 'z' {
			b[i] = c - 0x20
		}
	}
	return string(b)
}

// plain returns a function that writes the same directive for each line.
func plain(directive func(function, l int) string) func(io.Writer, int, []int) {
	return func(w io.Writer, function int, lines []int) {
		for _, l := range lines {
			fmt.Fprintln(w, directive(function, l))
		}
	}
}

func nextLines(w io.Writer, function int, lines []int) {
	for i := range lines {
		suffix := "-NEXT"
		if i%5 == 0 {
			suffix = ""
		}
		fmt.Fprintf(w, "CHECK%s: %s\n", suffix, line(function, lines[i/5*5]+i%5))
	}
}

func labels(w io.Writer, function int, lines []int) {
	fmt.Fprintf(w, "CHECK-LABEL: define i64 @f%d(\n", function)
	for _, l := range lines[1:] {
		fmt.Fprintf(w, "CHECK: %s\n", line(function, l))
	}
}

func variables(w io.Writer, function int, lines []int) {
	for i := 0; i < len(lines); i += 2 {
		l := lines[i]
		fmt.Fprintf(w, "CHECK: [[V:%%v[0-9]+]] = {{[a-z]+}} i64 %%v{{[0-9]+}}, %d{{$}}\n", constant(function, l))
		fmt.Fprintf(w, "CHECK-NEXT: = {{[a-z]+}} i64 [[V]], %d\n", constant(function, l+1))
	}
}

func numbers(w io.Writer, function int, lines []int) {
	for i := 0; i < len(lines); i += 2 {
		l := lines[i]
		fmt.Fprintf(w, "CHECK: %%v[[#N:]] = {{[a-z]+}} i64 %%v{{[0-9]+}}, %d{{$}}\n", constant(function, l))
		fmt.Fprintf(w, "CHECK-NEXT: %%v[[#N+1]] = {{[a-z]+}} i64 %%v[[#N]], [[#%d+1]]\n", constant(function, l))
	}
}

func dags(w io.Writer, function int, lines []int) {
	for i := 0; i < len(lines); i += 2 {
		fmt.Fprintf(w, "CHECK-DAG: %s\n", line(function, lines[i+1]))
		fmt.Fprintf(w, "CHECK-DAG: %s\n", line(function, lines[i]))
		if i == 4 {
			fmt.Fprintln(w, "CHECK-NOT: warning:")
		}
	}
}

// generate writes the check file and the input of a workload to a directory.
func generate(dir string, load workload) (check, input string, err error) {
	check, input = filepath.Join(dir, load.name+".check"), filepath.Join(dir, load.name+".input")
	err = write(check, func(w io.Writer) {
		for f := range load.functions {
			var lines []int
			for i := range checksPerFunction {
				lines = append(lines, i*load.lines/checksPerFunction)
			}
			load.check(w, f, lines)
		}
	})
	if err != nil {
		return check, input, err
	}
	return check, input, write(input, func(w io.Writer) {
		for f := range load.functions {
			fmt.Fprintf(w, "define i64 @f%d(i64 %%v) {\n", f)
			for l := range load.lines {
				fmt.Fprintf(w, "    %s\n", line(f, l))
			}
			fmt.Fprintln(w, "}")
		}
	})
}

func write(name string, fill func(io.Writer)) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	fill(w)
	if err := w.Flush(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
