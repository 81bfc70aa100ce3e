// Package irgen writes random valid MLIR modules as text, reproducibly from a seed: in the dialects builtin, func,
// arith, math, scf and cf, and with operations that no dialect registers. Tests of parsers, printers, passes and
// executors use them. mlir-opt of LLVM 22 accepts all of them.
//
// Start with [Module]. [Everything] mixes all features, for tests of text. [Executable] writes programs that terminate
// and have no undefined behaviour for any arguments, for tests that run them before and after a pass. The package knows
// only the rules of the dialects that it needs to write valid text. It does not use this project's IR, so that a bug
// there cannot hide here.
package irgen

import (
	"math/rand/v2"
)

// Feature is a set of things that a module may contain.
type Feature uint32

// The features. Integers of common widths, index, f16 to f64, constants and arith are always included.
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

	// Redundant makes programs repeat themselves: repeated operations, neutral constants, shared, constant and negated
	// conditions. It gives optimizations something to do, and adds nothing new to the text.
	Redundant Feature = allFeatures + 1
)

// Options give the size of a module and what it may contain. The zero value of a number means its default.
type Options struct {
	Functions int     // greatest number of functions with a body (default 4); there is at least one
	Ops       int     // approximate number of operations in a function body (default 30)
	Depth     int     // nesting of regions (default 3)
	Features  Feature // what may occur; the zero value is the plainest mix
	// Defined leaves out everything that may trap, diverge or be poison: divisors and shift amounts are masked, loops
	// have a bounded number of iterations, calls do not recurse, and flags such as nsw are absent. Functions are @f0,
	// @f1, ... and @f0 is public.
	Defined bool
	// Stable leaves out text that mlir-opt itself prints differently after reading it back: nested sums in affine
	// expressions, locations inside attributes, unknown locations inside fused ones. mlir-opt prints the rest the same
	// again, byte for byte, in every printing mode.
	Stable bool
}

// Everything returns options with all features.
func Everything() Options { return Options{Features: allFeatures} }

// Executable returns options for programs that an executor can run: defined for all arguments, on scalars, vectors and
// static tensors, without operations whose result depends on a math library.
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

// generator holds the text so far and the values that are visible at its end.
type generator struct {
	*rand.Rand
	opts   Options
	out    []byte
	indent int

	values  scope
	names   int // number of values, blocks and symbols so far: it is part of every name
	budget  int // number of operations still to write in this function
	depth   int // nesting of regions in the function or module
	inFunc  bool
	inLoop  bool // inside a loop of a function
	calls   int  // number of calls still allowed in this function
	funcs   []signature
	current int // index in funcs of the function being written

	palette     []typ // types that this module prefers
	attrAliases []string
	typeAliases []typ
	locAliases  []string // defined after the module
	distinct    int
}

// has reports whether a feature is in the options.
func (g *generator) has(f Feature) bool { return g.opts.Features&f != 0 }

// chance is true with a probability of n percent.
func (g *generator) chance(n int) bool { return g.IntN(100) < n }

// pick returns a random one of the choices.
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

// line writes a complete operation without regions, and possibly a location.
func (g *generator) line(parts ...string) {
	g.begin()
	g.write(parts...)
	g.end()
}

// end writes the location of an operation, if it gets one, and ends the line.
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

// moduleBody writes functions and, if the features allow them, other operations and nested modules between them.
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

// nestedModule writes a module with functions of its own, which do not see outer symbols.
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
