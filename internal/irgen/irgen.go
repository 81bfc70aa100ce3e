// Package irgen writes random valid MLIR modules as text, reproducibly from a seed: over the builtin, func, arith,
// math, scf and cf dialects and over operations that no dialect registers. Parsers, printers, passes and executors are
// tested on what it writes; mlir-opt of LLVM 22 accepts all of it.
//
// Start with [Module]. [Everything] mixes all features, for tests of text; [Executable] writes programs that terminate
// and have no undefined behaviour on any argument, for tests that run them before and after a pass. The package knows
// the rules of the dialects only as far as it takes to write valid text; it depends on no IR of this project, so that a
// bug there cannot hide here.
package irgen

import (
	"math/rand/v2"
)

// Feature is a set of things that a module may contain.
type Feature uint32

// The features. Integers of common widths, index, f16 to f64, constants and arith are always there.
const (
	OddWidths       Feature = 1 << iota // integers such as i1000, i7 and i0 in attributes
	SmallFloats                         // the formats of eight bits and fewer, tf32, f80 and f128
	Vectors                             // vectors of fixed length
	ScalableVectors                     // vectors with scalable dimensions
	Tensors                             // tensors of static shape
	DynamicTensors                      // dynamic, unranked and encoded tensors; they have no constants
	// memrefs, tuples, complex, functions and types of unknown dialects, only passed on
	OpaqueTypes
	Math                 // the math dialect
	Structured           // scf.if, for, while, index_switch and execute_region
	Parallel             // scf.parallel and scf.forall
	Branches             // several blocks with cf.br, cond_br and switch
	Calls                // func.call, func.constant and func.call_indirect
	Flags                // overflow, exact, fast-math flags and rounding modes
	Attributes           // discardable attributes of every kind
	Locations            // trailing locations of every kind
	Aliases              // attribute, type and location aliases
	Symbols              // nested modules, declarations, visibilities, quoted names
	Unregistered         // operations, regions and graphs of unknown dialects
	GenericForm          // some registered operations in generic form
	allFeatures  Feature = 1<<iota - 1

	// Redundant has programs repeat themselves: operations that were there before, neutral constants, shared, constant
	// and negated conditions. It makes work for optimizations and adds nothing to the text.
	Redundant Feature = allFeatures + 1
)

// Options says how large a module is and what it may contain. The zero value of a number means its default.
type Options struct {
	Functions int     // functions with a body, at most (default 4); there is at least one
	Ops       int     // operations of a function body, about (default 30)
	Depth     int     // nesting of regions (default 3)
	Features  Feature // what may occur; the zero value is the plainest mix
	// Defined leaves out everything that may trap, diverge or give poison: divisors and shift amounts are masked, loops
	// count, calls do not recurse, flags that promise something are absent. Functions are @f0, @f1, ... and @f0 is
	// public.
	Defined bool
	// Stable leaves out what mlir-opt itself does not print twice the same way: sums nested in affine expressions,
	// locations inside attributes, unknown locations inside fused ones. What it prints of the rest it reads and prints
	// again byte for byte, in every printing mode.
	Stable bool
}

// Everything returns options with all features.
func Everything() Options { return Options{Features: allFeatures} }

// Executable returns options for programs that an executor can run: defined on every argument, on scalars, vectors and
// static tensors, without operations whose result depends on a libm.
func Executable() Options {
	return Options{Defined: true, Features: OddWidths | Vectors | Tensors | Structured | Branches | Calls}
}

// Module returns the text of a module. The same seed and options give the same bytes on every machine.
func Module(seed uint64, opts Options) []byte {
	opts.Functions = positive(opts.Functions, 4)
	opts.Ops = positive(opts.Ops, 30)
	opts.Depth = positive(opts.Depth, 3)
	g := &generator{opts: opts, Rand: rand.New(rand.NewPCG(seed, 0x6769726968))}
	g.module()
	return g.out
}

func positive(n, otherwise int) int {
	if n > 0 {
		return n
	}
	return otherwise
}

// generator holds the text so far and what is visible at its end.
type generator struct {
	*rand.Rand
	opts   Options
	out    []byte
	indent int

	values  scope
	names   int // of values, blocks and symbols made so far: part of every name, so that names differ
	budget  int // operations still to write in this function
	depth   int // of regions below the function or module
	inFunc  bool
	inLoop  bool // below a loop of a function
	calls   int  // still allowed in this function
	funcs   []signature
	current int // index in funcs of the function being written

	palette     []typ // types that the module prefers
	attrAliases []string
	typeAliases []typ
	locAliases  []string // defined behind the module
	distinct    int
}

// has reports whether a feature is in the options.
func (g *generator) has(f Feature) bool { return g.opts.Features&f != 0 }

// chance is true in n of 100 cases.
func (g *generator) chance(n int) bool { return g.IntN(100) < n }

// pick returns one of the choices.
func pick[T any](g *generator, choices ...T) T { return choices[g.IntN(len(choices))] }

// write appends to the text.
func (g *generator) write(parts ...string) {
	for _, p := range parts {
		g.out = append(g.out, p...)
	}
}

// begin writes the indentation of a line.
func (g *generator) begin() {
	for range g.indent {
		g.out = append(g.out, "  "...)
	}
}

// line writes a whole operation that has no regions, and perhaps a location.
func (g *generator) line(parts ...string) {
	g.begin()
	g.write(parts...)
	g.end()
}

// end writes the location of an operation, if it gets one, and ends its line.
func (g *generator) end() {
	g.write(g.trailingLocation(), "\n")
	g.budget--
}

// open ends a line that begins a region; the region's operations are indented.
func (g *generator) open(parts ...string) {
	g.write(parts...)
	g.write("{\n")
	g.indent++
	g.depth++
}

// close writes the line on which a region ends, up to its closing brace.
func (g *generator) close() {
	g.indent--
	g.depth--
	g.begin()
	g.write("}")
}

// module writes the whole text.
func (g *generator) module() {
	g.preferTypes()
	g.aliases()
	explicit := g.has(Symbols) && g.chance(30)
	if explicit {
		g.write("module ", g.moduleName(), g.moduleAttributes())
		g.open()
		g.depth--
	}
	g.moduleBody(g.opts.Functions)
	if explicit {
		g.indent--
		g.write("}", g.trailingLocation(), "\n")
	}
	for i, l := range g.locAliases {
		g.write("#where", itoa(i), " = ", l, "\n")
	}
}

// moduleBody writes functions and, with the features for them, other operations and nested modules between them.
func (g *generator) moduleBody(functions int) {
	g.signatures(functions)
	outer := g.values
	g.values = scope{}
	for i := range g.funcs {
		if g.has(Unregistered) && g.chance(20) {
			g.budget = 6
			g.graph()
		}
		g.function(i)
	}
	if g.has(Symbols) && g.chance(25) {
		g.nestedModule()
	}
	g.values = outer
}

// nestedModule writes a module with functions of its own, which see no outer symbols.
func (g *generator) nestedModule() {
	outer := g.funcs
	g.begin()
	g.write("module ", g.moduleName(), g.moduleAttributes())
	g.open()
	g.depth--
	g.moduleBody(1 + g.IntN(2))
	g.indent--
	g.begin()
	g.write("}", g.trailingLocation(), "\n")
	g.funcs = outer
}

func (g *generator) moduleName() string { return g.symbol("m") + " " }

func (g *generator) moduleAttributes() string {
	if !g.has(Attributes) || g.chance(60) {
		return ""
	}
	return "attributes {" + g.namedAttributes() + "} "
}
