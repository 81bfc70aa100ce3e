package pass

import (
	"errors"
	"fmt"
	"strings"
)

const anyAnchor = "any"

// ErrPipeline is wrapped by errors about the text of pipelines.
var ErrPipeline = errors.New("invalid pipeline")

// PipelineError is an error in a pipeline's text at a byte offset.
type PipelineError struct {
	Text    string
	Offset  int
	Message string
}

// Error returns the message with the text and a caret under the offset.
func (e *PipelineError) Error() string {
	return fmt.Sprintf("%s\n%s\n%s^", e.Message, e.Text, strings.Repeat(" ", e.Offset))
}

// Unwrap returns [ErrPipeline].
func (e *PipelineError) Unwrap() error { return ErrPipeline }

// ParsePipeline reads a pipeline such as `builtin.module(canonicalize{max-iterations=2},func.func(cse))`: an anchor
// operation, or `any`, around passes and nested pipelines. Names of passes are looked up in passes. The error is a
// *PipelineError.
func ParsePipeline(text string, passes []*Pass) (*Pipeline, error) {
	p := &pipelineParser{text: text, passes: passes}
	pipeline := p.anchored()
	p.blanks()
	if p.err == nil && p.pos != len(text) {
		p.fail(p.pos, "expected the end of the pipeline")
	}
	if p.err != nil {
		return nil, p.err
	}
	return pipeline, nil
}

type pipelineParser struct {
	text   string
	pos    int
	passes []*Pass
	err    error
}

func (p *pipelineParser) fail(at int, format string, args ...any) {
	if p.err == nil {
		p.err = &PipelineError{p.text, at, fmt.Sprintf(format, args...)}
	}
	p.pos = len(p.text)
}

func (p *pipelineParser) blanks() {
	for p.pos < len(p.text) && strings.IndexByte(" \t\n", p.text[p.pos]) >= 0 {
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
	for p.pos < len(p.text) && strings.IndexByte(" \t\n,(){}", p.text[p.pos]) < 0 {
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
	return &Pipeline{Anchor: name, Steps: p.steps(name)}
}

// steps reads passes and pipelines up to the closing parenthesis.
func (p *pipelineParser) steps(anchor string) []Step {
	var steps []Step
	if p.try(')') {
		return nil
	}
	for p.err == nil {
		steps = append(steps, p.step(anchor))
		if p.try(',') {
			continue
		}
		if !p.try(')') {
			p.fail(p.pos, "expected ',' or ')' after a pass")
		}
		break
	}
	return steps
}

func (p *pipelineParser) step(anchor string) Step {
	name, at := p.name()
	if name == "" {
		p.fail(at, "expected the name of a pass or of an operation")
		return Step{}
	}
	if p.try('(') {
		return Step{Nested: &Pipeline{Anchor: name, Steps: p.steps(name)}}
	}
	found := p.find(name)
	if found == nil {
		p.fail(at, "'%s' does not refer to a registered pass%s", name, p.suggestion(name))
		return Step{}
	}
	if found.Anchor != "" && anchor != anyAnchor && found.Anchor != anchor {
		p.fail(at, "pass '%s' runs on '%s', not on '%s': write %s(%s)", name, found.Anchor, anchor, found.Anchor, name)
		return Step{}
	}
	step := Step{Pass: found}
	if found.Options != nil {
		step.Options = found.Options()
	}
	if p.try('{') {
		p.options(&step)
	}
	return step
}

func (p *pipelineParser) find(name string) *Pass {
	for _, x := range p.passes {
		if x.Name == name {
			return x
		}
	}
	return nil
}

// suggestion names the pass closest to a misspelt name.
func (p *pipelineParser) suggestion(name string) string {
	best, least := "", 1+len(name)/3
	for _, x := range p.passes {
		if d := editDistance(name, x.Name); d <= least {
			best, least = x.Name, d-1
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean '" + best + "'?"
}

// editDistance is the number of insertions, deletions and substitutions between two names.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// options reads `name=value` pairs separated by blanks, up to the closing brace.
func (p *pipelineParser) options(step *Step) {
	for p.err == nil && !p.try('}') {
		p.blanks()
		at := p.pos
		for p.pos < len(p.text) && strings.IndexByte(" \t\n={}", p.text[p.pos]) < 0 {
			p.pos++
		}
		name := p.text[at:p.pos]
		value := "true"
		if p.try('=') {
			value = p.optionValue()
		}
		if p.err != nil {
			return
		}
		if name == "" {
			p.fail(at, "expected the name of an option")
			return
		}
		if err := setOption(step.Options, name, value); err != nil {
			p.fail(at, "pass '%s': %v", step.Pass.Name, err)
		}
	}
}

// optionValue reads a value: up to a blank or brace, or what stands between balanced braces or quotes.
func (p *pipelineParser) optionValue() string {
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
		case c == '}' && depth == 0, depth == 0 && (c == ' ' || c == '\t' || c == '\n'):
			return p.text[start:p.pos]
		case c == '}':
			if depth--; depth == 0 && p.text[start] == '{' {
				p.pos++
				return p.text[start+1 : p.pos-1]
			}
		}
	}
	p.fail(start, "missing closing '}' of the options")
	return ""
}
