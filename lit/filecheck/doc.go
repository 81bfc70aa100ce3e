// Package filecheck decides whether a text contains what a check file expects, as LLVM's FileCheck does. It has the
// same directives, the same patterns, the same verdicts, and messages with the same words.
//
// Start with [Parse], which compiles a check file once, and [Checks.Run], which checks a text. They return values of
// the types [Diagnostic] and [Annotation]. [WriteDiagnostics] prints diagnostics, and package inputdump prints
// annotations. Package command is the tool with its flags, for the command line and for callers in the same process.
//
// The reference is llvm/docs/CommandGuide/FileCheck.rst and the behavior of FileCheck 22.
package filecheck
