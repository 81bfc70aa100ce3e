package pass

import (
	"fmt"
	"strings"

	"github.com/girih-ir/girih/internal/spelling"
	"github.com/girih-ir/girih/ir"
)

// ParseError is an error in a pipeline's text at a byte offset. It wraps [ErrPipeline].
type ParseError struct {
	Text    string
	Offset  int
	Message string
}

// Error returns the message, and the line of the text with a caret under the offset.
func (e *ParseError) Error() string {
	start := strings.LastIndexByte(e.Text[:e.Offset], '\n') + 1
	line, _, _ := strings.Cut(e.Text[start:], "\n")
	return fmt.Sprintf("%s\n%s\n%s^", e.Message, line, strings.Repeat(" ", e.Offset-start))
}

// Unwrap returns [ErrPipeline].
func (e *ParseError) Unwrap() error { return ErrPipeline }

// pipelineParser reads the text of one pipeline.
type pipelineParser struct {
	text     string
	pos      int
	registry *Registry
	ctx      *ir.Context // nil if anchors are not checked
	implicit bool        // whether passes for other operations are nested
	err      *ParseError
}

func (p *pipelineParser) fail(at int, format string, args ...any) {
	if p.err == nil {
		p.err = &ParseError{p.text, at, fmt.Sprintf(format, args...)}
	}
	p.pos = len(p.text)
}

// check fails at an offset if err is an error.
func (p *pipelineParser) check(at int, err error) {
	if err != nil {
		p.fail(at, "%s", strings.TrimPrefix(err.Error(), ErrPipeline.Error()+": "))
	}
}

func (p *pipelineParser) parse() (*Pipeline, error) {
	pipeline := p.anchored()
	p.end()
	if p.err != nil {
		return nil, p.err
	}
	return pipeline, nil
}

// append reads one step and adds it to a pipeline.
func (p *pipelineParser) append(to *Pipeline) error {
	p.step(to)
	p.end()
	if p.err != nil {
		return p.err
	}
	return nil
}

func (p *pipelineParser) end() {
	p.blanks()
	if p.err != nil || p.pos == len(p.text) {
		return
	}
	if p.text[p.pos] == ')' {
		p.fail(p.pos, "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline")
	}
	p.fail(p.pos, "expected the end of the pipeline")
}

func (p *pipelineParser) blanks() {
	for p.pos < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.pos]) >= 0 {
		p.pos++
	}
}

func (p *pipelineParser) try(c byte) bool {
	p.blanks()
	if p.pos < len(p.text) && p.text[p.pos] == c {
		p.pos++
		return true
	}
	return false
}

func (p *pipelineParser) name() (string, int) {
	p.blanks()
	start := p.pos
	for p.pos < len(p.text) && strings.IndexByte(" \t\r\n,(){}", p.text[p.pos]) < 0 {
		p.pos++
	}
	return p.text[start:p.pos], start
}

// anchored reads `anchor(steps)`.
func (p *pipelineParser) anchored() *Pipeline {
	name, at := p.name()
	if name == "" || !p.try('(') {
		p.fail(at, "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'")
		return nil
	}
	return p.nested(name, at)
}

// nested reads the steps of a pipeline up to the closing parenthesis.
func (p *pipelineParser) nested(anchor string, at int) *Pipeline {
	if p.ctx != nil {
		p.check(at, checkAnchor(p.ctx, anchor))
	}
	out := &Pipeline{Anchor: anchor}
	if p.try(')') {
		return out
	}
	for p.err == nil {
		p.step(out)
		if p.try(',') {
			continue
		}
		if p.try(')') {
			break
		}
		if p.pos == len(p.text) {
			p.fail(p.pos, "encountered unbalanced parentheses while parsing pipeline: expected ',' or ')'")
		}
		p.fail(p.pos, "expected ',' or ')' after a pass")
	}
	return out
}

// step reads a pass, a named pipeline or a nested pipeline and adds it to a pipeline.
func (p *pipelineParser) step(to *Pipeline) {
	name, at := p.name()
	if p.try('(') {
		if name == "" {
			p.fail(at, "expected the name of an operation before '('")
			return
		}
		to.Steps = append(to.Steps, Step{Nested: p.nested(name, at)})
		return
	}
	one, named := p.registry.Pass(name), p.registry.Pipeline(name)
	switch {
	case one != nil:
		p.pass(to, one, at)
	case named != nil:
		p.named(to, named, at)
	default:
		p.fail(at, "'%s' does not refer to a registered pass or pass pipeline%s", name,
			spelling.Suggestion(name, p.registry.Names()))
	}
}

// pass reads the options of a pass and adds it.
func (p *pipelineParser) pass(to *Pipeline, one *Pass, at int) {
	var options any
	if one.Options != nil {
		options = one.Options()
	}
	p.options("pass '"+one.Name+"'", options)
	if p.implicit {
		to.addNested(one, options)
		return
	}
	p.check(at, checkPass(p.ctx, one, to.Anchor))
	to.AddWith(one, options)
}

// named reads the options of a named pipeline and adds its passes.
func (p *pipelineParser) named(to *Pipeline, n *Named, at int) {
	var options any
	if n.Options != nil {
		options = n.Options()
	}
	p.options("pipeline '"+n.Name+"'", options)
	if p.err != nil {
		return
	}
	steps, err := n.build(to.Anchor, options)
	p.check(at, err)
	for _, s := range steps {
		switch {
		case s.Pass == nil:
			to.Steps = append(to.Steps, s)
		case p.implicit:
			to.addNested(s.Pass, s.Options)
		default:
			p.check(at, checkPass(p.ctx, s.Pass, to.Anchor))
			to.AddWith(s.Pass, s.Options)
		}
	}
}

// options reads `{name=value ...}`, if present, into an options struct. Pairs are separated by blanks.
func (p *pipelineParser) options(of string, options any) {
	p.blanks()
	open := p.pos
	if !p.try('{') {
		return
	}
	for p.err == nil && !p.try('}') {
		at := p.pos
		for p.pos < len(p.text) && strings.IndexByte(" \t\r\n={}", p.text[p.pos]) < 0 {
			p.pos++
		}
		name := p.text[at:p.pos]
		if p.pos == len(p.text) {
			p.fail(open, "missing closing '}' while processing pass options")
			return
		}
		value := "true"
		if p.text[p.pos] == '=' {
			p.pos++
			value = p.optionValue(open)
		}
		if p.err != nil {
			return
		}
		if name == "" {
			p.fail(at, "expected the name of an option")
			return
		}
		if err := setOption(options, name, value); err != nil {
			p.fail(at, "%s: %v", of, err)
		}
	}
}

// optionValue reads a value: either up to a blank or brace that is not inside brackets, or the text between quotes or
// braces.
func (p *pipelineParser) optionValue(open int) string {
	start := p.pos
	if start < len(p.text) && (p.text[start] == '"' || p.text[start] == '\'') {
		end := strings.IndexByte(p.text[start+1:], p.text[start])
		if end < 0 {
			p.fail(start, "missing closing quote")
			return ""
		}
		p.pos = start + end + 2
		return p.text[start+1 : p.pos-1]
	}
	depth := 0
	for ; p.pos < len(p.text); p.pos++ {
		switch c := p.text[p.pos]; {
		case c == '{':
			depth++
		case depth == 0 && strings.IndexByte("} \t\r\n", c) >= 0:
			return p.text[start:p.pos]
		case c == '}':
			if depth--; depth == 0 && p.text[start] == '{' {
				p.pos++
				return p.text[start+1 : p.pos-1]
			}
		}
	}
	p.fail(open, "missing closing '}' while processing pass options")
	return ""
}
