// Package rewrite changes IR by patterns: a [Pattern] matches an operation and rewrites it through a [Rewriter], and
// [Greedy] applies a [Set] of patterns until none matches.
//
// What is not here: the patterns themselves (packages under lowering, and dialects for their own operations) and the
// order in which sets of them run (package pass).
package rewrite
