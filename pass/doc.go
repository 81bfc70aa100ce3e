// Package pass runs transformations in order: a [Pass] changes the operations that it is anchored on, a [Pipeline]
// says which passes run where, and [ParsePipeline] reads one from mlir-opt's text, such as
// `builtin.module(canonicalize,func.func(cse))`.
//
// What is not here: rewriting (package rewrite) and the passes themselves (packages under lowering).
package pass
