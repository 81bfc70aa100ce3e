// Package pass runs transformations in order: a [Pass] changes the operations that it is anchored on, a [Pipeline] says
// which passes run where, and [Registry.Parse] reads one from mlir-opt's text, such as
// `builtin.module(canonicalize,func.func(cse))`.
//
// The operations that a nested pipeline matches are isolated from each other, so they are worked on in parallel. What a
// run leaves, reports and prints does not depend on the number of threads ([ir.Context.Threads]): diagnostics and the
// output of observers come in the order of the operations.
//
// Start reading at [Pass] and [Pipeline.Run]. parse.go reads pipelines, plan.go prepares one for a run, run.go and
// parallel.go execute it, ordered.go keeps what is reported in order, analysis.go caches what passes want to know.
// Packages beside this one observe a run: timing measures it, irprint prints the IR between passes, reproducer writes
// down what failed.
//
// What is not here: rewriting (package rewrite), the passes themselves (packages under lowering and dialects) and
// analyses (package pass/analysis).
package pass
