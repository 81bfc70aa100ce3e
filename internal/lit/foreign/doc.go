// Package foreign runs another project's lit tests, such as those in mlir/test, with our tools in place of theirs, and
// reports how many pass. It splits each test into pieces and keeps the pieces that the project's own tools pass. Of
// these, it counts the pieces that our tools pass, those that need something our tools lack, and those where our tools
// differ.
//
// To run a project's own suite, use package runner, which this package calls. Start with [Run] and [Report.Write].
package foreign
