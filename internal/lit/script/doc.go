// Package script reads the directives of a test file. The keywords may be anywhere in a line:
//
//	RUN: COMMAND              a command line; \ at the end continues it on the next RUN line
//	DEFINE: %{NAME} = VALUE   a new substitution for the RUN lines below
//	REDEFINE: %{NAME} = VALUE a new value for one
//	REQUIRES: CONDITION, ...  features without which the test is unsupported
//	UNSUPPORTED: CONDITION, ...
//	XFAIL: CONDITION, ...     when the test is expected to fail; * for always
//	ALLOW_RETRIES: N          a failing test is run up to N more times
//	END.                      nothing below is read
//
// The rules are those of LLVM 22's lit (lit/TestRunner.py). Start with [Parse], then [Script.Expand] to replace
// substitutions and %if. The package neither parses command lines (package shell) nor runs them (package execute).
package script
