// Package runner runs tests and returns their results. It has the scheduling, the conditions, the retries, the timeouts
// and the result codes of LLVM's lit.
//
// A project that wants to run its suite under go test calls [Test] with its own tools. For a command to which other
// programs can be added, see package tools/lit. Otherwise start with [Run], with the tests that package suite finds.
// Package report shows results. Package execute runs the commands of a test.
package runner
