// Package foreign runs another project's lit tests, such as those of MLIR's mlir/test, with tools of our own under the
// names of theirs, and says how far ours go: it cuts each test into pieces, keeps the pieces that their own tools pass,
// and counts those that ours pass, those that need something ours lack, and those where ours differ.
//
// It is no test runner for a project's own suite; that is package runner, which it calls. Start with [Run] and
// [Report.Write].
package foreign
