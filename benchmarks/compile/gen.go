package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
)

// input is a generated file and the options of a run on it. Each file is in generic form, with one operation per line,
// unless its name says custom.
type input struct {
	name  string
	ops   int  // operations, or elements of constants
	large bool // measured fewer times
	flags []string
	write func(w *bufio.Writer, n int)
}

var generic = []string{"--mlir-print-op-generic"}

// suites are the tables of the report.
var suites = []suite{
	{"Reading, verifying and printing", reading},
	{"Transformations", transformations},
	{"Inputs on which algorithms may turn quadratic", pathologies},
}

// suite is the inputs of one table of the report.
type suite struct {
	title  string
	inputs []input
}

var reading = []input{
	{"empty", 0, false, nil, func(*bufio.Writer, int) {}},
	{"flat-10k", 10_000, false, generic, mixed},
	{"flat-100k", 100_000, false, generic, mixed},
	{"flat-1M", 1_000_000, true, generic, mixed},
	{"flat-custom-100k", 100_000, false, nil, mixedCustom},
	{"chain-100k", 100_000, false, generic, chain},
	{"chain-1M", 1_000_000, true, generic, chain},
	{"functions-10k", 10_000, false, generic, functions},
	{"functions-custom-10k", 10_000, false, nil, functionsCustom},
	{"nested-scf-100k", 100_000, false, generic, nestedUnits},
	{"deep-regions-1k", 1_000, false, generic, deep},
	{"constants-1M", 1_000_000, false, generic, denseConstants},
	{"constants-hex-1M", 1_000_000, false, generic, hexConstants},
	{"constants-f32-1M", 1_000_000, false, []string{"--mlir-print-op-generic",
		"--mlir-print-elementsattrs-with-hex-if-larger=-1"}, floatConstants},
	{"unregistered-100k", 100_000, false, []string{"--mlir-print-op-generic", "--allow-unregistered-dialect"},
		unregistered},
	{"locations-100k", 100_000, false, []string{"--mlir-print-op-generic", "--mlir-print-debuginfo"}, located},
}

func writeInput(file string, in input) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	in.write(w, in.ops)
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

const noOverflow = " <{overflowFlags = #arith.overflow<none>}>"

// integerOps are binary operations with the properties that their generic form prints.
var integerOps = []struct{ name, props string }{
	{"addi", noOverflow}, {"muli", noOverflow}, {"subi", noOverflow}, {"xori", ""}, {"andi", ""}, {"ori", ""},
}

func openFunction(w *bufio.Writer, name string) {
	fmt.Fprintf(w, "\"func.func\"() <{function_type = (i32, i32) -> i32, sym_name = %q}> ({\n^bb0(%%arg0: i32, "+
		"%%arg1: i32):\n", name)
}

func closeFunction(w *bufio.Writer, result string) {
	fmt.Fprintf(w, "  \"func.return\"(%s) : (i32) -> ()\n}) : () -> ()\n", result)
}

func binary(w *bufio.Writer, i int, lhs, rhs string) string {
	op, name := integerOps[i%len(integerOps)], fmt.Sprintf("%%%d", i)
	fmt.Fprintf(w, "  %s = \"arith.%s\"(%s, %s)%s : (i32, i32) -> i32\n", name, op.name, lhs, rhs, op.props)
	return name
}

// chain is one long use-def chain: each operation uses the one before it and one a little earlier.
func chain(w *bufio.Writer, n int) {
	openFunction(w, "chain")
	names := []string{"%arg0", "%arg1"}
	for i := range n {
		names = append(names, binary(w, i, names[len(names)-1], names[len(names)-2]))
		names = names[max(0, len(names)-4):]
	}
	closeFunction(w, names[len(names)-1])
}

// mixed is a flat function of constants, integer and float arithmetic, comparisons and selects.
func mixed(w *bufio.Writer, n int) { mixedBody(w, "flat", n, 1) }

func mixedBody(w *bufio.Writer, name string, n int, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 7))
	openFunction(w, name)
	ints := []string{"%arg0", "%arg1"}
	pick := func() string { return ints[r.IntN(len(ints))] }
	for i := 0; i < n; {
		id := fmt.Sprintf("%%%d", i)
		switch r.IntN(8) {
		case 0:
			fmt.Fprintf(w, "  %s = \"arith.constant\"() <{value = %d : i32}> : () -> i32\n", id, r.IntN(1000))
			ints = append(ints, id)
		case 1:
			fmt.Fprintf(w, "  %s = \"arith.cmpi\"(%s, %s) <{predicate = %d : i64}> : (i32, i32) -> i1\n", id, pick(), pick(),
				r.IntN(10))
			next := fmt.Sprintf("%%%d", i+1)
			fmt.Fprintf(w, "  %s = \"arith.select\"(%s, %s, %s) : (i1, i32, i32) -> i32\n", next, id, pick(), pick())
			ints = append(ints, next)
			i++
		case 2:
			fmt.Fprintf(w, "  %s = \"arith.sitofp\"(%s) : (i32) -> f32\n", id, pick())
			fmt.Fprintf(w, "  %%%d = \"arith.mulf\"(%s, %s) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32\n", i+1,
				id, id)
			i++
		default:
			ints = append(ints, binary(w, i, pick(), pick()))
		}
		ints = ints[max(0, len(ints)-32):]
		i++
	}
	closeFunction(w, ints[len(ints)-1])
}

func mixedCustom(w *bufio.Writer, n int) { customBody(w, "flat", n, 1) }

func customBody(w *bufio.Writer, name string, n int, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 9))
	fmt.Fprintf(w, "func.func @%s(%%arg0: i32, %%arg1: i32) -> i32 {\n", name)
	ints := []string{"%arg0", "%arg1"}
	pick := func() string { return ints[r.IntN(len(ints))] }
	for i := range n {
		id := fmt.Sprintf("%%%d", i)
		if r.IntN(6) == 0 {
			id = fmt.Sprintf("%%c%d", i)
			fmt.Fprintf(w, "  %s = arith.constant %d : i32\n", id, r.IntN(1000))
		} else {
			fmt.Fprintf(w, "  %s = arith.%s %s, %s : i32\n", id, integerOps[i%len(integerOps)].name, pick(), pick())
		}
		ints = append(ints, id)
		ints = ints[max(0, len(ints)-32):]
	}
	fmt.Fprintf(w, "  return %s : i32\n}\n", ints[len(ints)-1])
}

// functions is n small functions.
func functions(w *bufio.Writer, n int) {
	w.WriteString("module {\n")
	for i := range n {
		mixedBody(w, fmt.Sprintf("f%d", i), 20, uint64(i))
	}
	w.WriteString("}\n")
}

func functionsCustom(w *bufio.Writer, n int) {
	for i := range n {
		customBody(w, fmt.Sprintf("f%d", i), 20, uint64(i))
	}
}

// nestedUnits is a function of n operations in all: units that each consist of conditionals nested eight deep.
func nestedUnits(w *bufio.Writer, n int) {
	openFunction(w, "nested")
	const depth = 8
	id := 0
	for id < n/2 {
		cond := make([]int, 0, depth)
		for range depth {
			fmt.Fprintf(w, "%%%d = \"arith.cmpi\"(%%arg0, %%arg1) <{predicate = 2 : i64}> : (i32, i32) -> i1\n", id)
			fmt.Fprintf(w, "\"scf.if\"(%%%d) ({\n", id)
			fmt.Fprintf(w, "%%%d = \"arith.addi\"(%%arg0, %%arg1)%s : (i32, i32) -> i32\n", id+1, noOverflow)
			cond = append(cond, id)
			id += 2
		}
		for range cond {
			w.WriteString("\"scf.yield\"() : () -> ()\n}, {\n}) : (i1) -> ()\n")
		}
	}
	closeFunction(w, "%arg0")
}

// deep is n regions, each nested in the one before.
func deep(w *bufio.Writer, n int) {
	openFunction(w, "deep")
	for i := range n {
		fmt.Fprintf(w, "%%%d = \"arith.cmpi\"(%%arg0, %%arg1) <{predicate = 2 : i64}> : (i32, i32) -> "+
			"i1\n\"scf.if\"(%%%d) ({\n", i, i)
	}
	for range n {
		w.WriteString("\"scf.yield\"() : () -> ()\n}, {\n}) : (i1) -> ()\n")
	}
	closeFunction(w, "%arg0")
}

// denseConstants is ten tensors with n integer elements in all, written as decimal numbers.
func denseConstants(w *bufio.Writer, n int) {
	r := rand.New(rand.NewPCG(3, 3))
	tensors(w, n, "i32", func(int) { fmt.Fprintf(w, "%d", int32(r.Uint32())) })
}

func floatConstants(w *bufio.Writer, n int) {
	r := rand.New(rand.NewPCG(4, 4))
	tensors(w, n, "f32", func(int) { fmt.Fprintf(w, "%e", r.NormFloat64()) })
}

func tensors(w *bufio.Writer, n int, elem string, write func(i int)) {
	w.WriteString("\"builtin.module\"() ({\n")
	for t := range 10 {
		fmt.Fprintf(w, "\"func.func\"() <{function_type = () -> (), sym_name = \"t%d\"}> ({\n", t)
		w.WriteString("%0 = \"arith.constant\"() <{value = dense<[")
		for i := range n / 10 {
			if i > 0 {
				w.WriteString(", ")
			}
			write(i)
		}
		fmt.Fprintf(w, "]> : tensor<%dx%s>}> : () -> tensor<%dx%s>\n\"func.return\"() : () -> ()\n}) : () -> ()\n", n/10,
			elem, n/10, elem)
	}
	w.WriteString("}) : () -> ()\n")
}

// hexConstants is ten tensors with n integer elements in all, as hexadecimal strings.
func hexConstants(w *bufio.Writer, n int) {
	r := rand.New(rand.NewPCG(5, 5))
	w.WriteString("\"builtin.module\"() ({\n")
	for t := range 10 {
		fmt.Fprintf(w, "\"func.func\"() <{function_type = () -> (), sym_name = \"t%d\"}> ({\n%%0 = "+
			"\"arith.constant\"() <{value = dense<\"0x", t)
		for range n / 10 {
			fmt.Fprintf(w, "%08X", r.Uint32())
		}
		fmt.Fprintf(w, "\"> : tensor<%dxi32>}> : () -> tensor<%dxi32>\n\"func.return\"() : () -> ()\n}) : () -> ()\n",
			n/10, n/10)
	}
	w.WriteString("}) : () -> ()\n")
}

// unregistered is n operations of an unknown dialect with an attribute each.
func unregistered(w *bufio.Writer, n int) {
	w.WriteString("%0 = \"u.start\"() : () -> i32\n%1 = \"u.start\"() : () -> i32\n")
	for i := range n {
		fmt.Fprintf(w, "%%%d = \"u.op\"(%%%d, %%%d) {a = %d : i32} : (i32, i32) -> i32\n", i+2, i+1, i, i%100)
	}
}

// located is a chain in which every operation gives its location.
func located(w *bufio.Writer, n int) {
	openFunction(w, "located")
	names := []string{"%arg0", "%arg1"}
	for i := range n {
		op, name := integerOps[i%len(integerOps)], fmt.Sprintf("%%%d", i)
		fmt.Fprintf(w, "  %s = \"arith.%s\"(%s, %s)%s : (i32, i32) -> i32 loc(\"kernel.py\":%d:%d)\n", name, op.name,
			names[len(names)-1], names[len(names)-2], op.props, i/3+1, i%3*10+1)
		names = append(names, name)
		names = names[max(0, len(names)-4):]
	}
	closeFunction(w, names[len(names)-1])
}
