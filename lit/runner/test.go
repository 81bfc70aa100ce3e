package runner

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/girih-ir/girih/internal/lit/boolexpr"
	"github.com/girih-ir/girih/internal/lit/execute"
	"github.com/girih-ir/girih/internal/lit/script"
	"github.com/girih-ir/girih/lit/program"
	"github.com/girih-ir/girih/lit/suite"
)

// attempt is a test during its run.
type attempt struct {
	*Options
	test   *suite.Test
	script *script.Script
	// forceXFail and denyXFail are whether the caller's lists XFail and XFailNot contain the test.
	forceXFail, denyXFail bool
}

// run runs a test with its retries, and returns its result without times.
func (a *attempt) run(ctx context.Context) Result {
	r := a.verdict(ctx)
	r.Test = a.test
	expected, err := a.expectedToFail()
	switch {
	case err != nil:
		r.Code, r.Output = Unresolved, err.Error()+"\n"
	case expected && r.Code == Pass:
		r.Code = XPass
	case expected && r.Code == Fail:
		r.Code = XFail
	}
	return r
}

func unresolved(err error) Result { return Result{Code: Unresolved, Output: err.Error() + "\n"} }

// verdict is run without the handling of expected failures.
func (a *attempt) verdict(ctx context.Context) Result {
	if c := a.test.Config; c.Unsupported {
		reason := "Test is unsupported"
		if c.Why() != "" {
			reason += ": " + c.Why()
		}
		return Result{Code: Unsupported, Output: reason}
	}
	data, err := os.ReadFile(a.test.Source())
	if err != nil {
		return unresolved(err)
	}
	if a.script, err = script.Parse(data); err != nil {
		a.script = nil
		return unresolved(fmt.Errorf("%s: %w", a.test.Source(), err))
	}
	if expected, err := a.expectedToFail(); err == nil && expected && a.ExcludeXFail {
		return Result{Code: Excluded, Output: "excluding XFAIL tests"}
	}
	if r, ok := a.conditions(); !ok {
		return r
	}
	if a.NoExecute {
		return Result{Code: Pass}
	}
	lines, err := a.lines()
	if err != nil {
		return unresolved(err)
	}
	return a.attempts(ctx, lines)
}

// conditions evaluates REQUIRES, UNSUPPORTED and limit-to-features. ok means that the test should run.
func (a *attempt) conditions() (r Result, ok bool) {
	features := a.test.Config.Features
	missing, err := failing(a.script.Requires, features)
	if err != nil {
		return unresolved(err), false
	}
	if len(missing) > 0 {
		reason := "Test requires the following unavailable features: " + strings.Join(missing, ", ")
		return Result{Code: Unsupported, Output: reason, Missing: missing}, false
	}
	for _, text := range a.script.Unsupported {
		holds, err := boolexpr.Eval(text, features)
		if err != nil {
			return unresolved(err), false
		}
		if holds {
			reason := "Test does not support the following features and/or targets: " + text
			return Result{Code: Unsupported, Output: reason}, false
		}
	}
	if limit := a.test.Config.LimitToFeatures; len(limit) > 0 {
		without := map[string]bool{}
		for f := range features {
			without[f] = true
		}
		for _, f := range limit {
			delete(without, f)
		}
		if missing, err := failing(a.script.Requires, without); err == nil && len(missing) == 0 {
			reason := "Test does not require any of the features specified in limit-to-features: " + strings.Join(limit, ", ")
			return Result{Code: Unsupported, Output: reason}, false
		}
	}
	return Result{}, true
}

// failing returns the conditions that are false.
func failing(conditions []string, features map[string]bool) (no []string, err error) {
	for _, text := range conditions {
		holds, err := boolexpr.Eval(text, features)
		if err != nil {
			return nil, err
		}
		if !holds {
			no = append(no, text)
		}
	}
	return no, nil
}

// expectedToFail reports whether XFAIL or the caller's list says that the test fails.
func (a *attempt) expectedToFail() (bool, error) {
	if a.denyXFail {
		return false, nil
	}
	if a.forceXFail {
		return true, nil
	}
	if a.script == nil {
		return false, nil
	}
	for _, text := range a.script.XFail {
		if text == "*" {
			return true, nil
		}
		holds, err := boolexpr.Eval(text, a.test.Config.Features)
		if err != nil || holds {
			return holds, err
		}
	}
	return false, nil
}

// lines returns the command lines of the test.
func (a *attempt) lines() ([]execute.Line, error) {
	config := a.test.Config
	commands, err := a.script.Expand(a.substitutions(), config.Features, config.ExpansionLimit)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.test.Source(), err)
	}
	var lines []execute.Line
	for _, c := range commands {
		l, err := execute.ParseLine(c.Location(), c.Text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.test.Source(), err)
		}
		lines = append(lines, l)
	}
	return lines, nil
}

// temporary returns the beginning of the names of the test's temporary files.
func (a *attempt) temporary() string {
	dir, base := filepath.Split(a.test.Exec())
	return filepath.Join(dir, "Output", base)
}

// attempts runs the lines until they pass, or as often as it is allowed.
func (a *attempt) attempts(ctx context.Context, lines []execute.Line) Result {
	if err := os.MkdirAll(filepath.Dir(a.temporary()), 0o777); err != nil {
		return unresolved(err)
	}
	r := Result{MaxAttempts: a.allowed() + 1}
	if r.MaxAttempts < 1 {
		return unresolved(fmt.Errorf("%s: ALLOW_RETRIES: must not be negative", a.test.Source()))
	}
	for r.Attempts < r.MaxAttempts {
		r.Attempts++
		if a.once(ctx, lines, &r); r.Code != Fail || ctx.Err() != nil {
			break
		}
	}
	if r.Attempts > 1 && r.Code == Pass {
		r.Code = FlakyPass
	}
	return r
}

// allowed returns how often the test may be run again: the number of the test, or else its suite's or the caller's.
func (a *attempt) allowed() int {
	switch {
	case a.script.Retries != nil:
		return *a.script.Retries
	case a.test.Config.RetriesSet:
		return a.test.Config.Retries
	}
	return a.MaxRetries
}

func (a *attempt) once(ctx context.Context, lines []execute.Line, r *Result) {
	timeout := a.test.Config.Timeout
	if a.Timeout != nil {
		timeout = *a.Timeout
	}
	if timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	sh := &execute.Shell{
		Test: a.test.Name(), Dir: filepath.Dir(a.test.Exec()), Env: a.environment(), Programs: a.programs,
		Child: a.Child, Isolate: a.Isolate, PipeFail: a.test.Config.PipeFail, MaxOutput: a.MaxOutput, MaxFile: a.MaxFile,
	}
	o := sh.Run(ctx, lines)
	switch {
	case o.Err != nil:
		r.Code = Unresolved
	case o.TimedOut:
		r.Code = Timeout
	case o.Failed():
		r.Code = Fail
	default:
		r.Code = Pass
	}
	r.Output = execute.Log(o, timeout)
}

// environment returns the test's variables.
func (a *attempt) environment() map[string]string {
	env := map[string]string{}
	for name, value := range a.test.Config.Env {
		env[name] = value
	}
	for _, name := range []string{"TMP", "TMPDIR", "TEMP", "TEMPDIR"} {
		if a.tmp != "" {
			env[name] = a.tmp
		}
	}
	return env
}

// merged returns the standard programs and the caller's.
func merged(own map[string]program.Func) map[string]program.Func {
	all := program.Standard()
	for name, f := range own {
		all[name] = f
	}
	return all
}
