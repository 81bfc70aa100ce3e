// Package execute runs the command lines of a test as LLVM lit's internal shell does: pipelines of programs, in the
// process where there is a Go function for the name and as child processes otherwise, with the builtins cd, pushd, popd,
// export, echo, mkdir, rm, umask, ulimit, :, env, not and !.
//
// Nothing that a test starts outlives it: when its context is done, when it writes without end, and when it is over, its
// process groups and (on Linux) whatever else its processes left behind are killed.
//
// Start with [Shell.Run]. The syntax is package shell's; which tests run, how often and with what verdict is package
// runner's.
package execute
