package filecheck

import (
	"errors"
	"slices"
)

// errOverflow is the error for a value that its format cannot represent, and for a division by zero.
var errOverflow = errors.New("overflow error")

// undefinedError is the error for the use of a variable without a value.
type undefinedError struct{ at Range }

func (e *undefinedError) Error() string { return "undefined variable: " + e.at.String() }

// unbalancedError is the error for which FileCheck exits with 1.
type unbalancedError struct{ *Diagnostic }

func (e unbalancedError) Unwrap() error { return e.Diagnostic }

// exitCode returns the exit code of FileCheck for an error in the check file.
func exitCode(err error) int {
	if errors.As(err, new(unbalancedError)) {
		return 1
	}
	return 2
}

// diagnosticsOf returns the diagnostics in an error.
func diagnosticsOf(err error) []Diagnostic {
	switch err := err.(type) {
	case *Diagnostic:
		return []Diagnostic{*err}
	case unbalancedError:
		return []Diagnostic{*err.Diagnostic}
	case interface{ Unwrap() []error }:
		var all []Diagnostic
		for _, e := range err.Unwrap() {
			all = append(all, diagnosticsOf(e)...)
		}
		return all
	}
	return []Diagnostic{{Severity: Bare, Message: err.Error()}}
}

// spaced returns an error whose diagnostics each have an empty line after them.
func spaced(err error) error {
	if err == nil {
		return nil
	}
	var errs []error
	for _, d := range diagnosticsOf(err) {
		d.Spaced = d.At.Source != nil
		errs = append(errs, &d)
	}
	return errors.Join(errs...)
}

func syntaxError(err error) *SyntaxError {
	return &SyntaxError{Diagnostics: diagnosticsOf(err), ExitCode: exitCode(err)}
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
