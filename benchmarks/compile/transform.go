package main

import (
	"bufio"
	"fmt"
	"slices"
)

// inputs returns the inputs of all suites.
func inputs() (all []input) {
	for _, s := range suites {
		all = append(all, s.inputs...)
	}
	return all
}

// pass is the flags of a transformation. The result is printed in generic form.
func pass(flags ...string) []string { return append(slices.Clone(generic), flags...) }

// typical is a usual pipeline of a front end before lowering.
const typical = "--pass-pipeline=builtin.module(inline,func.func(canonicalize,cse,loop-invariant-code-motion)," +
	"sccp,symbol-dce,canonicalize,cse)"

// toLLVM is a full conversion: all operations become operations of the dialect llvm.
var toLLVM = []string{"--convert-scf-to-cf", "--convert-cf-to-llvm", "--convert-arith-to-llvm",
	"--convert-func-to-llvm",
	"--reconcile-unrealized-casts"}

// transformations are passes on the same inputs that reading is measured on. To add one, add a line with its name, its
// size, whether it takes long, its flags, and its generator.
var transformations = []input{
	{"canonicalize-flat-100k", 100_000, false, pass("--canonicalize"), mixed},
	{"canonicalize-flat-1M", 1_000_000, true, pass("--canonicalize"), mixed},
	{"canonicalize-chain-1M", 1_000_000, true, pass("--canonicalize"), chain},
	{"canonicalize-functions-10k", 10_000, false, pass("--canonicalize"), functions},
	{"canonicalize-nested-scf-100k", 100_000, false, pass("--canonicalize"), nestedUnits},
	{"cse-flat-100k", 100_000, false, pass("--cse"), mixed},
	{"cse-flat-1M", 1_000_000, true, pass("--cse"), mixed},
	{"cse-functions-10k", 10_000, false, pass("--cse"), functions},
	{"cse-nested-scf-100k", 100_000, false, pass("--cse"), nestedUnits},
	{"sccp-flat-100k", 100_000, false, pass("--sccp"), mixed},
	{"sccp-functions-10k", 10_000, false, pass("--sccp"), functions},
	{"inline-calls-10k", 10_000, false, pass("--inline"), calls},
	{"inline-calls-50k", 50_000, true, pass("--inline"), calls},
	{"inline-call-chain-400", 400, false, pass("--inline"), callChain},
	{"scf-to-cf-nested-100k", 100_000, false, pass("--convert-scf-to-cf"), nestedUnits},
	{"licm-nested-scf-100k", 100_000, false, pass("--loop-invariant-code-motion"), nestedUnits},
	{"to-llvm-functions-10k", 10_000, false, pass(toLLVM...), functions},
	{"to-llvm-nested-scf-100k", 100_000, false, pass(toLLVM...), nestedUnits},
	{"pipeline-functions-10k", 10_000, false, pass(typical), functions},
	{"pipeline-calls-10k", 10_000, false, pass(typical), calls},
}

// pathologies are inputs for which a careless algorithm takes time proportional to the square of their size.
var pathologies = []input{
	{"canonicalize-shared-conditions-10k", 10_000, false, pass("--canonicalize"), sharedConditions},
	{"canonicalize-shared-conditions-40k", 40_000, true, pass("--canonicalize"), sharedConditions},
	{"cse-shared-conditions-40k", 40_000, true, pass("--cse"), sharedConditions},
	{"canonicalize-one-constant-1M", 1_000_000, true, pass("--canonicalize"), oneConstant},
	{"canonicalize-equal-constants-100k", 100_000, false, pass("--canonicalize"), equalConstants},
	{"canonicalize-identities-100k", 100_000, false, pass("--canonicalize"), identities},
	{"canonicalize-identities-bottom-up-100k", 100_000, false, pass("--canonicalize=top-down=false"), identities},
	{"canonicalize-dead-chain-100k", 100_000, false, pass("--canonicalize"), deadChain},
	{"canonicalize-fan-out-100k", 100_000, false, pass("--canonicalize"), fanOut},
	{"canonicalize-blocks-10k", 10_000, false, pass("--canonicalize"), blocks},
	{"cse-blocks-10k", 10_000, false, pass("--cse"), blocks},
	{"sccp-blocks-10k", 10_000, false, pass("--sccp"), blocks},
	{"canonicalize-deep-regions-1k", 1_000, false, pass("--canonicalize"), deep},
	{"cse-deep-regions-1k", 1_000, false, pass("--cse"), deep},
	{"scf-to-cf-flat-ifs-10k", 10_000, false, pass("--convert-scf-to-cf"), flatIfs},
}

// sharedConditions is units of eight nested conditionals; all units branch on the same eight conditions.
func sharedConditions(w *bufio.Writer, n int) {
	const depth = 8
	w.WriteString("\"func.func\"() <{function_type = (i1, i1, i1, i1, i1, i1, i1, i1, i32) -> i32, sym_name = " +
		"\"shared\"}> ({\n" +
		"^bb0(%c0: i1, %c1: i1, %c2: i1, %c3: i1, %c4: i1, %c5: i1, %c6: i1, %c7: i1, %arg0: i32):\n")
	last, id := "%arg0", 0
	for id < n/4 {
		for d := range depth {
			fmt.Fprintf(w, "%%r%d = \"scf.if\"(%%c%d) ({\n", id+d, d)
			fmt.Fprintf(w, "%%a%d = \"arith.addi\"(%s, %s)%s : (i32, i32) -> i32\n", id+d, last, last, noOverflow)
			last = fmt.Sprintf("%%a%d", id+d)
		}
		for d := depth - 1; d >= 0; d-- {
			fmt.Fprintf(w, "\"scf.yield\"(%s) : (i32) -> ()\n}, {\n\"scf.yield\"(%%arg0) : (i32) -> ()\n}) : (i1) -> i32\n",
				last)
			last = fmt.Sprintf("%%r%d", id+d)
		}
		id += depth
	}
	closeFunction(w, last)
}

// oneConstant is n operations that all use one constant.
func oneConstant(w *bufio.Writer, n int) {
	openFunction(w, "constant")
	w.WriteString("  %c = \"arith.constant\"() <{value = 7 : i32}> : () -> i32\n")
	last := "%arg0"
	for i := range n {
		last = binary(w, i, last, "%c")
	}
	closeFunction(w, last)
}

// equalConstants is operations that each use a constant of their own. All constants are equal.
func equalConstants(w *bufio.Writer, n int) {
	openFunction(w, "equal")
	last := "%arg0"
	for i := range n / 2 {
		fmt.Fprintf(w, "  %%c%d = \"arith.constant\"() <{value = 7 : i32}> : () -> i32\n", i)
		last = binary(w, i, last, fmt.Sprintf("%%c%d", i))
	}
	closeFunction(w, last)
}

// identities is a chain of operations that all fold to the first value. That value then has many uses.
func identities(w *bufio.Writer, n int) {
	openFunction(w, "identities")
	w.WriteString("  %c = \"arith.constant\"() <{value = 0 : i32}> : () -> i32\n")
	last, sum := "%arg0", "%arg1"
	for i := range n / 2 {
		fmt.Fprintf(w, "  %%z%d = \"arith.addi\"(%s, %%c)%s : (i32, i32) -> i32\n", i, last, noOverflow)
		last = fmt.Sprintf("%%z%d", i)
		fmt.Fprintf(w, "  %%s%d = \"arith.xori\"(%s, %s) : (i32, i32) -> i32\n", i, sum, last)
		sum = fmt.Sprintf("%%s%d", i)
	}
	closeFunction(w, sum)
}

// deadChain is a chain of operations with an unused result.
func deadChain(w *bufio.Writer, n int) {
	openFunction(w, "dead")
	last := "%arg0"
	for i := range n {
		last = binary(w, i, last, "%arg1")
	}
	closeFunction(w, "%arg0")
}

// fanOut is one value that all other operations use and that folds.
func fanOut(w *bufio.Writer, n int) {
	openFunction(w, "fan")
	w.WriteString("  %c = \"arith.constant\"() <{value = 0 : i32}> : () -> i32\n")
	fmt.Fprintf(w, "  %%z = \"arith.addi\"(%%arg0, %%c)%s : (i32, i32) -> i32\n", noOverflow)
	last := "%arg1"
	for i := range n {
		last = binary(w, i, last, "%z")
	}
	closeFunction(w, last)
}

// blocks is a function of n conditional branches, where each block has an argument.
func blocks(w *bufio.Writer, n int) {
	openFunction(w, "blocks")
	w.WriteString("  %c = \"arith.cmpi\"(%arg0, %arg1) <{predicate = 2 : i64}> : (i32, i32) -> i1\n")
	w.WriteString("  \"cf.br\"(%arg0)[^bb1] : (i32) -> ()\n")
	for i := 1; i < n; i++ {
		next := min(i+2, n)
		fmt.Fprintf(w, "^bb%d(%%a%d: i32):\n", i, i)
		fmt.Fprintf(w, "  %%b%d = \"arith.addi\"(%%a%d, %%arg1)%s : (i32, i32) -> i32\n", i, i, noOverflow)
		fmt.Fprintf(w, "  \"cf.cond_br\"(%%c, %%b%d, %%a%d)[^bb%d, ^bb%d] <{operandSegmentSizes = array<i32: 1, 1, "+
			"1>}> : (i1, i32, i32) -> ()\n",
			i, i, i+1, next)
	}
	fmt.Fprintf(w, "^bb%d(%%a%d: i32):\n", n, n)
	closeFunction(w, fmt.Sprintf("%%a%d", n))
}

// flatIfs is one block of conditionals, none of them nested.
func flatIfs(w *bufio.Writer, n int) {
	openFunction(w, "flat_ifs")
	last := "%arg0"
	for i := range n / 4 {
		fmt.Fprintf(w, "%%c%d = \"arith.cmpi\"(%s, %%arg1) <{predicate = 2 : i64}> : (i32, i32) -> i1\n", i, last)
		fmt.Fprintf(w, "%%r%d = \"scf.if\"(%%c%d) ({\n\"scf.yield\"(%s) : (i32) -> ()\n}, {\n\"scf.yield\"(%%arg1) : "+
			"(i32) -> ()\n}) : (i1) -> i32\n",
			i, i, last)
		last = fmt.Sprintf("%%r%d", i)
	}
	closeFunction(w, last)
}

// calls is n small functions. Each calls the next two of a few private functions that call nothing.
func calls(w *bufio.Writer, n int) {
	const leaves = 16
	w.WriteString("module {\n")
	for i := range leaves {
		fmt.Fprintf(w, "\"func.func\"() <{function_type = (i32, i32) -> i32, sym_name = \"leaf%d\", sym_visibility = "+
			"\"private\"}> ({\n^bb0(%%arg0: i32, %%arg1: i32):\n", i)
		closeFunction(w, binary(w, i, "%arg0", "%arg1"))
	}
	for i := range n {
		openFunction(w, fmt.Sprintf("f%d", i))
		last := "%arg0"
		for k := range 2 {
			fmt.Fprintf(w, "  %%r%d = \"func.call\"(%s, %%arg1) <{callee = @leaf%d}> : (i32, i32) -> i32\n", k, last,
				(i+k)%leaves)
			last = fmt.Sprintf("%%r%d", k)
			last = binary(w, k, last, "%arg0")
		}
		closeFunction(w, last)
	}
	w.WriteString("}\n")
}

// callChain is n functions that each call the next one. Only the first is public.
func callChain(w *bufio.Writer, n int) {
	w.WriteString("module {\n")
	visibility := ""
	for i := range n {
		fmt.Fprintf(w, "\"func.func\"() <{function_type = (i32, i32) -> i32, sym_name = \"f%d\"%s}> ({\n^bb0(%%arg0: "+
			"i32, %%arg1: i32):\n", i, visibility)
		last := binary(w, 0, "%arg0", "%arg1")
		if i < n-1 {
			fmt.Fprintf(w, "  %%r = \"func.call\"(%s, %%arg1) <{callee = @f%d}> : (i32, i32) -> i32\n", last, i+1)
			last = binary(w, 3, "%r", last)
		}
		closeFunction(w, last)
		visibility = ", sym_visibility = \"private\""
	}
	w.WriteString("}\n")
}
