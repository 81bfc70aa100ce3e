// Package runner runs tests and says how each ended: the scheduling, the conditions, the retries and the timeouts of
// LLVM's lit, with its result codes.
//
// A project that wants its suite to run under go test calls [Test] with its own tools; for a command, see package
// tools/lit, which takes other programs. Otherwise start with [Run], on the tests that package suite finds. Package
// report shows results; package execute runs the commands of a test.
package runner
