// Package pass runs transformations in order. A [Pass] changes the operations that it is anchored on, a [Pipeline] says
// which passes run where, and [Registry.Parse] reads a pipeline in mlir-opt's syntax, such as
// `builtin.module(canonicalize,func.func(cse))`.
//
// The operations that a nested pipeline matches are isolated from each other, so they are processed in parallel. The
// resulting IR, the diagnostics and the output do not depend on the number of threads ([ir.Context.Threads]):
// diagnostics and the output of observers come in the order of the operations.
//
// Start reading at [Pass] and [Pipeline.Run]. parse.go reads pipelines, plan.go prepares a pipeline for a run, run.go
// and parallel.go execute it, ordered.go puts diagnostics and output in order, and analysis.go caches analyses. Three
// packages observe runs: timing measures them, irprint prints the IR between passes, and reproducer records a failure
// so that it can be repeated.
//
// Rewriting is in package rewrite, the passes themselves are in packages under lowering and dialects, analyses are in
// packages under pass/analysis.
package pass
