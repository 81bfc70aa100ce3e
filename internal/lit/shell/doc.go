// Package shell parses the command language of RUN lines: pipelines of simple commands with redirections, joined by &&,
// ||, ; and &. It is the language of LLVM lit's internal shell, which is smaller than a POSIX shell: there are no
// variables, subshells, here-documents or loops, and the operators && and || and ; have equal precedence and associate
// to the left.
//
// Start with [Parse]. The package does not run anything (package execute does), and knows nothing of test files and
// substitutions (package script does).
package shell
