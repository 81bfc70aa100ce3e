package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// located is an error about IR of a context, which knows the source's text.
type located struct {
	error
	ctx *ir.Context
}

func (e *located) Unwrap() error { return e.error }

// Locate prepares err, which may join several errors, so that [Report] shows the lines of source for its diagnostics.
// ctx is the context that they come from.
func Locate(ctx *ir.Context, err error) error {
	if err == nil {
		return nil
	}
	var all []error
	for _, e := range split(err) {
		all = append(all, &located{e, ctx})
	}
	return errors.Join(all...)
}

// ExitCode reports err, with which a tool ends, and returns its exit code: 0 for nil and for --help, which is no error
// to report, and 1 otherwise.
func ExitCode(stderr io.Writer, tool string, err error) int {
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return 0
	}
	Report(stderr, tool, err)
	return 1
}

// Report writes err, and each of several joined errors, for the user of a tool: a diagnostic with its line of source
// and a caret, anything else behind the tool's name.
func Report(w io.Writer, tool string, err error) {
	for _, e := range split(err) {
		var l *located
		var d *ir.Diagnostic
		if errors.As(e, &l) && errors.As(e, &d) {
			io.WriteString(w, d.Render(l.ctx))
			continue
		}
		fmt.Fprintf(w, "%s: error: %v\n", tool, e)
	}
}

// split returns the errors that err joins, or err alone. An error that wraps several but has a message of its own is
// one.
func split(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	parts := joined.Unwrap()
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = p.Error()
	}
	if strings.Join(texts, "\n") != err.Error() {
		return []error{err}
	}
	return parts
}
