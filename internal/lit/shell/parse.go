package shell

import "fmt"

// SyntaxError is a syntax error in a line.
type SyntaxError struct {
	Line    string
	Offset  int // in bytes, where the error is
	Message string
}

// Error returns the message with the column, counted in bytes from 1.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("column %d: %s", e.Offset+1, e.Message)
}

func errorAt(offset int, format string, args ...any) error {
	return &SyntaxError{Offset: offset, Message: fmt.Sprintf(format, args...)}
}

// Parse reads a command line. Its errors are of type [*SyntaxError].
func Parse(line string) (Node, error) {
	p := &parser{lex: newLexer(line)}
	n, err := p.line()
	if e, ok := err.(*SyntaxError); ok {
		e.Line = line
	}
	return n, err
}

// parser reads tokens with one token of look-ahead.
type parser struct {
	lex  *lexer
	tok  token
	more bool // tok is valid
}

func (p *parser) advance() (err error) {
	p.tok, p.more, err = p.lex.next()
	return err
}

func (p *parser) line() (Node, error) {
	if err := p.advance(); err != nil {
		return nil, err
	}
	var n Node
	n, err := p.pipeline()
	for err == nil && p.more {
		op := p.tok
		if err = p.advance(); err != nil {
			return nil, err
		}
		if !p.more {
			return nil, errorAt(op.offset, "a command is missing after %s", op.op)
		}
		var right *Pipeline
		if right, err = p.pipeline(); err == nil {
			n = &Sequence{Left: n, Op: op.op, Right: right}
		}
	}
	if err != nil {
		return nil, err
	}
	return n, nil
}

func (p *parser) pipeline() (*Pipeline, error) {
	pipe := &Pipeline{}
	for {
		c, err := p.command()
		if err != nil {
			return nil, err
		}
		pipe.Commands = append(pipe.Commands, c)
		if !p.more || p.tok.op != "|" {
			return pipe, nil
		}
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
}

func (p *parser) command() (*Command, error) {
	if !p.more {
		return nil, errorAt(p.tok.offset, "a command is missing")
	}
	if p.tok.op != "" {
		return nil, errorAt(p.tok.offset, "unexpected %s", p.tok.op)
	}
	c := &Command{}
	for p.more {
		t := p.tok
		switch t.op {
		case "":
			c.Words = append(c.Words, t.word)
		case "|", ";", "&", "||", "&&":
			return c, nil
		default:
			if err := p.advance(); err != nil {
				return nil, err
			}
			if !p.more || p.tok.op != "" || p.tok.word.Text == "" {
				return nil, errorAt(t.offset, "a file is missing after %s", t.op)
			}
			c.Redirects = append(c.Redirects, Redirect{Op: t.op, FD: t.fd, Target: p.tok.word})
		}
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
	return c, nil
}
