// Package execute runs the command lines of a test as LLVM lit's internal shell does: pipelines of programs, with the
// builtins cd, pushd, popd, export, echo, mkdir, rm, umask, ulimit, :, env, not and !. A program for which there is a
// Go function runs in this process, others as child processes.
//
// No process that a test starts outlives it. When its context is done, when it writes too much, and when it ends, its
// process groups are killed, and on Linux also all other processes that it left.
//
// Where LLVM's lit fails by accident, or does something that is hardly intended, this shell differs:
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
// Start with [Shell.Run]. Package shell parses the syntax. Package runner decides which tests run, how often, and with
// what verdict.
package execute
