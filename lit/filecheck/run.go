package filecheck

import (
	"context"
	"fmt"
	"io"
	"math/big"

	"github.com/girih-ir/girih/lit/filecheck/internal/ere"
)

// Result is the verdict about an input.
type Result struct {
	// OK is true if the input is as the check file expects.
	OK bool
	// Diagnostics are the errors. Depending on the verbosity they include remarks.
	Diagnostics []Diagnostic
	// Annotations are set if the options ask for them.
	Annotations []Annotation
	// Input is the canonicalized input, to which the diagnostics refer.
	Input *Source
}

// EmptyInputError is the error for an input without any text, unless the options allow it.
type EmptyInputError struct{ Name string }

// Error returns the message of FileCheck.
func (e EmptyInputError) Error() string {
	return fmt.Sprintf("FileCheck error: '%s' is empty.", e.Name)
}

// Run checks an input. name is its name in messages. The error is an [EmptyInputError] or the error of the context;
// errors in the input are in the result.
func (c *Checks) Run(ctx context.Context, name string, input []byte) (*Result, error) {
	return c.run(ctx, name, canonicalize(input, c.options.StrictWhitespace))
}

// pieceSize is the number of bytes to read at once. It is so small that they are still in the cache when they are
// canonicalized.
const pieceSize = 1 << 17

// RunReader is [Checks.Run] for the content of a reader. size is its length, if it is known. It also returns errors of
// the reader.
func (c *Checks) RunReader(ctx context.Context, name string, input io.Reader, size int64) (*Result, error) {
	text := canonicalizer{strict: c.options.StrictWhitespace, out: make([]byte, 0, size+1)}
	piece := make([]byte, min(max(size+1, 1<<12), pieceSize))
	for {
		n, err := input.Read(piece)
		text.write(piece[:n])
		if err == io.EOF {
			return c.run(ctx, name, text.finish())
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
	}
}

// run checks a canonicalized input.
func (c *Checks) run(ctx context.Context, name string, text []byte) (*Result, error) {
	if len(text) == 0 && !c.options.AllowEmpty {
		return nil, EmptyInputError{name}
	}
	r := run{
		ctx: ctx, checks: c, options: &c.options,
		input:    &Source{Name: name, Text: text},
		strings:  map[string]Range{},
		numbers:  make([]number, len(c.vars.order)),
		matchers: make([]*ere.Matcher, c.patterns),
	}
	for name, value := range c.vars.initial {
		r.strings[name] = Range{&Source{Text: value}, 0, len(value)}
	}
	for i, v := range c.vars.order {
		r.numbers[i].value = v.initial
	}
	ok := r.checkAll()
	if r.broken != nil {
		return nil, r.broken
	}
	return &Result{OK: ok, Diagnostics: r.diagnostics, Annotations: r.annotations, Input: r.input}, nil
}

// number is the value of a numeric variable. If the value was matched, it has the place of the match.
type number struct {
	value *big.Int
	text  Range
}

// run is the state of the check of one input.
type run struct {
	ctx         context.Context
	checks      *Checks
	options     *Options
	input       *Source
	strings     map[string]Range
	numbers     []number
	matchers    []*ere.Matcher // by pattern, for those without substitutions
	diagnostics []Diagnostic
	annotations []Annotation
	broken      error // the error of the context
}

// checkAll checks the input block by block. Labels separate the blocks, and each is checked on its own.
func (r *run) checkAll() bool {
	ok := true
	rest := Range{r.input, 0, len(r.input.Text)}
	list := r.checks.list
	for done := 0; ; {
		block, n := rest, done
		for n < len(list) && list[n].pattern.kind != Label {
			n++
		}
		if n < len(list) {
			m, found := r.findLabel(list[n].pattern, rest)
			if !found {
				return false
			}
			block, rest = rest.first(m.end()), rest.from(m.end())
			n++
		}
		if done > 0 && r.options.VarScope {
			r.forgetLocals()
		}
		for ; done < n && r.alive(); done++ {
			m, good := r.check(&list[done], block)
			if !good {
				ok, done = false, n
				break
			}
			block = block.from(m.end())
			r.release(&list[done])
		}
		if n == len(list) || r.broken != nil {
			return ok && r.broken == nil
		}
	}
}

// alive returns whether the run continues: its context is not done.
func (r *run) alive() bool {
	if r.broken == nil {
		r.broken = r.ctx.Err()
	}
	return r.broken == nil
}

// release drops matchers that are no longer needed. Those of implicit patterns are still needed.
func (r *run) release(c *check) {
	r.matchers[c.pattern.number] = nil
	for _, p := range c.before {
		if p.line != 0 {
			r.matchers[p.number] = nil
		}
	}
}

// findLabel finds the end of a block.
func (r *run) findLabel(p *pattern, rest Range) (match, bool) {
	m, err := r.match(p, rest)
	return m, r.report(true, p, 1, rest, m, err)
}

// forgetLocals deletes the values of variables whose names do not start with a dollar sign.
func (r *run) forgetLocals() {
	for name := range r.strings {
		if name[0] != '$' {
			delete(r.strings, name)
		}
	}
	for i, v := range r.checks.vars.order {
		if v.name[0] != '$' {
			r.numbers[i] = number{}
		}
	}
}
