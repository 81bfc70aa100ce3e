// Package rewrite changes IR by patterns: a [Pattern] matches an operation and rewrites it through a [Rewriter], and
// [Greedy] folds operations and applies a [Set] of patterns until none matches.
//
// Start reading at [Pattern] and [Greedy]. [Rule] is the declarative form of patterns. The greedy driver is in
// driver.go (one iteration), collect.go (the worklist and what puts operations on it), constants.go, fold.go and
// simplify.go with liveness.go and merge.go (control flow). [Instrumentation] traces, counts, bisects and checks
// rewrites. Dialect conversion is package rewrite/conversion.
//
// The driver does the same as upstream's (mlir/lib/Transforms/Utils/GreedyPatternRewriteDriver.cpp), in the same order,
// so that results are the same down to the order of constants. No cost is quadratic. The worklist is a list of
// pointers, and operations know their places in it. The uses of a value are moved as one list. Of the operations around
// a change, a bounded number is visited again. Another iteration visits only the units in which something changed.
//
// The patterns themselves are in packages under lowering and, for a dialect's own operations, under dialects. Package
// pass runs sets of them in order.
package rewrite
