// Package filecheck decides whether a text contains what a check file expects of it, as LLVM's FileCheck does: same
// directives, same patterns, same verdict, and messages in the same words.
//
// Start at [Parse], which compiles a check file once, and [Checks.Run], which checks a text. Both report values
// ([Diagnostic], [Annotation]); [WriteDiagnostics] prints the former, package inputdump the latter. Package command is
// the tool with its flags, for the command line and for callers in the same process.
//
// The reference is llvm/docs/CommandGuide/FileCheck.rst and the behaviour of FileCheck 22.
package filecheck
