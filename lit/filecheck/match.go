package filecheck

import (
	"bytes"
	"errors"
	"math/big"

	"github.com/girih-ir/girih/lit/filecheck/internal/ere"
)

// match is the place of a match, relative to the start of the search.
type match struct{ pos, length int }

func (m match) end() int { return m.pos + m.length }

// errNotFound is the error for a pattern that does not match. Other errors are errors in the pattern.
var errNotFound = errors.New("not found")

// match finds the first match of a pattern in text and sets the variables that it defines.
func (r *run) match(p *pattern, text Range) (match, error) {
	switch {
	case p.kind == EndOfFile:
		return match{text.len(), 0}, nil
	case p.kind == Empty:
		return matchEmpty(text.bytes())
	case p.finder != nil:
		pos := p.finder.Index(text.bytes())
		if pos < 0 {
			return match{}, errNotFound
		}
		return match{pos, len(p.fixed)}, nil
	}
	m, err := r.matcher(p)
	if err != nil {
		return match{}, err
	}
	if m == nil {
		return match{}, errNotFound
	}
	loc, err := m.Match(r.ctx, text.bytes(), len(p.strings)+len(p.numbers) > 0)
	switch {
	case errors.Is(err, ere.ErrTooComplex):
		return match{}, p.at.error(err.Error())
	case err != nil:
		r.broken = err
		return match{}, errNotFound
	case loc == nil:
		return match{}, errNotFound
	}
	r.capture(p, text, loc)
	return match{loc[0], loc[1] - loc[0]}, nil
}

// matchEmpty finds an empty line after the current one. The match is the empty line without the newline before it.
func matchEmpty(text []byte) (match, error) {
	for at := 0; ; {
		i := bytes.IndexByte(text[at:], '\n')
		if i < 0 {
			return match{}, errNotFound
		}
		at += i + 1
		if at == len(text) || text[at] == '\n' {
			return match{at, 0}, nil
		}
	}
}

// matcher returns the matcher of an expression, or nil for an expression that never matches.
func (r *run) matcher(p *pattern) (*ere.Matcher, error) {
	if m := r.matchers[p.number]; m != nil {
		return m, nil
	}
	source, err := r.expand(p)
	if err != nil {
		return nil, err
	}
	re, err := ere.Compile(string(source), r.options.IgnoreCase)
	switch {
	case errors.Is(err, ere.ErrSpace):
		return nil, p.at.error("invalid regex: ", err.Error())
	case err != nil:
		return nil, nil // An expression that does not compile as a whole, although its parts do, never matches.
	}
	m := re.NewMatcher()
	if len(p.substs) == 0 {
		r.matchers[p.number] = m
	}
	return m, nil
}

// expand returns the source of an expression with all substitutions. The error joins the errors of all that fail.
func (r *run) expand(p *pattern) ([]byte, error) {
	if len(p.substs) == 0 {
		return p.source, nil
	}
	if p.line != 0 { // An implicit pattern has no line: it uses the last value of @LINE.
		r.numbers[r.checks.vars.line.number].value = big.NewInt(int64(p.line))
	}
	var source []byte
	var errs []error
	done := 0
	for _, s := range p.substs {
		value, err := r.substitute(s)
		if err != nil {
			errs = append(errs, located(s, err))
			continue
		}
		if s.value == nil {
			value = ere.Escape(value)
		}
		source = append(append(source, p.source[done:s.at]...), value...)
		done = s.at
	}
	return append(source, p.source[done:]...), errors.Join(errs...)
}

// substitute returns the text that replaces a variable or an expression.
func (r *run) substitute(s substitution) ([]byte, error) {
	if s.value == nil {
		text, ok := r.strings[s.from.String()]
		if !ok {
			return nil, &undefinedError{s.from}
		}
		return text.bytes(), nil
	}
	n, err := s.value.eval(func(v *numericVariable) *big.Int { return r.numbers[v.number].value })
	if err != nil {
		return nil, err
	}
	text, err := s.form.show(n)
	return []byte(text), err
}

// located converts the errors of a substitution to diagnostics.
func located(s substitution, err error) error {
	var undefined *undefinedError
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var errs []error
		for _, e := range joined.Unwrap() {
			errs = append(errs, located(s, e))
		}
		return errors.Join(errs...)
	}
	if errors.As(err, &undefined) {
		return undefined.at.error(undefined.Error())
	}
	return s.from.error("unable to substitute variable or numeric expression: ", err.Error())
}

// capture sets the variables that a pattern defines.
func (r *run) capture(p *pattern, text Range, loc []int) {
	group := func(n int) Range {
		if 2*n+1 >= len(loc) || loc[2*n] < 0 || loc[2*n+1] < loc[2*n] {
			return text.at()
		}
		return text.slice(loc[2*n], loc[2*n+1])
	}
	for name, n := range p.strings {
		r.strings[name] = group(n)
	}
	for _, d := range p.numbers {
		value := group(d.group)
		r.numbers[d.variable.number] = number{d.variable.form.value(value.String()), value}
	}
}
