package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// located is an error about IR of a context, which has the source's text.
type located struct {
	error
	ctx *ir.Context
}

func (e *located) Unwrap() error { return e.error }

// Locate wraps err, which may join several errors, so that [Report] shows source lines for its diagnostics. ctx is the
// context that they come from.
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

// ExitCode reports err, the error of a tool, and returns its exit code: 0 for nil and for --help, which is not
// reported, and 1 otherwise.
func ExitCode(stderr io.Writer, tool string, err error) int {
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return 0
	}
	Report(stderr, tool, err)
	return 1
}

// Report writes err, or each of several joined errors, for the user of a tool: a diagnostic with its source line and a
// caret, any other error after the tool's name.
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

// split returns the errors that err joins, or err alone. An error that wraps several errors but has its own message is
// not split.
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
