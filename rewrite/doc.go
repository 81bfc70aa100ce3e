// Package rewrite changes IR by patterns: a [Pattern] matches an operation and rewrites it through a [Rewriter], and
// [Greedy] folds operations and applies a [Set] of patterns until none matches.
//
// Start reading at [Pattern] and [Greedy]. [Rule] is the declarative form of patterns. The greedy driver is in
// driver.go (one iteration), collect.go (the worklist and what puts operations on it), constants.go, fold.go and
// simplify.go with liveness.go and merge.go (control flow). [Instrumentation] traces, counts, bisects and checks
// rewrites. Dialect conversion is package rewrite/conversion.
//
// The driver does what upstream's does (mlir/lib/Transforms/Utils/GreedyPatternRewriteDriver.cpp), in the same order,
// so that results are the same down to the order of constants. What it costs does not grow with the square of anything:
// the worklist is a list of pointers whose places the operations know, uses of a value are moved as one list, what
// encloses a change is looked at again up to a bounded depth, and everything is looked at once more only where
// something changed.
//
// What is not here: the patterns themselves (packages under lowering, and dialects for their own operations) and the
// order in which sets of them run (package pass).
package rewrite
