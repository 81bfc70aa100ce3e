// Package runner runs tests and says how each ended: the scheduling, the conditions, the retries and the timeouts of
// LLVM's lit, with its result codes.
//
// A project that wants its suite to run under go test calls [Test] with its own tools; a command of its own is package
// tools/lit with other programs. Otherwise start with [Run], on the tests that package suite finds. How results are
// shown is package report's; how a test's commands run is package execute's.
package runner
