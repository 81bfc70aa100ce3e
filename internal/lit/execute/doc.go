// Package execute runs the command lines of a test as LLVM lit's internal shell does: pipelines of programs, in the
// process where there is a Go function for the name and as child processes otherwise, with the builtins cd, pushd,
// popd, export, echo, mkdir, rm, umask, ulimit, :, env, not and !.
//
// Nothing that a test starts outlives it: when its context is done, when it writes too much, and when it ends, its
// process groups are killed, and on Linux all other processes that it left behind.
//
// Where LLVM's lit fails by accident, or does what nobody means, this shell differs:
//
//   - env without a command feeds the pipeline; lit prints the environment and skips the rest of the pipeline
//   - rm of a directory without -r fails and removes nothing; lit fails after removing it
//   - a redirection without a file is a syntax error, wherever it stands; lit finds some of them when it runs the
//     command
//   - a process that a test leaves running is killed; lit waits for it if it holds an output open, and forgets it
//     otherwise
//   - a test that is stopped at its time limit has timed out, also where not --crash or the exit code of a process that
//     had ended before would make lit let it pass
//   - output without end stops the test
//   - patterns are Go's regular expressions, in conditions, substitutions and the flag -I of diff
//
// Start with [Shell.Run]. The syntax is package shell's; which tests run, how often and with what verdict is package
// runner's.
package execute
