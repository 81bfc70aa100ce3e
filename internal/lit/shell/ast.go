package shell

import (
	"strconv"
	"strings"
)

// Node is a command line: a [*Sequence] or a [*Pipeline].
type Node interface {
	// String returns text that parses to the same node and that a POSIX shell reads the same way.
	String() string
	node()
}

// Sequence is two command lines with an operator between them. Operators associate to the left and have equal
// precedence.
type Sequence struct {
	Left  Node
	Op    string // "&&", "||", ";" or "&"
	Right *Pipeline
}

// Pipeline is a list of commands that run at the same time; each reads what the previous one writes.
type Pipeline struct {
	Commands []*Command // at least one
}

// Command is one program with its arguments.
type Command struct {
	Words     []Word // the program's name first; at least one
	Redirects []Redirect
}

// Word is an argument after quote removal.
type Word struct {
	Text string
	// Glob says that an unquoted * or ? makes the word a pattern of file names.
	Glob bool
}

// Redirect redirects a stream to or from a file, or to another stream.
type Redirect struct {
	Op     string // ">", ">>", "<", ">&", "&>", "<&" or "<>"
	FD     int    // the number in front of the operator, or -1
	Target Word
}

func (*Sequence) node() {}
func (*Pipeline) node() {}

// String returns the sequence as a command line.
func (s *Sequence) String() string {
	return s.Left.String() + " " + s.Op + " " + s.Right.String()
}

// String returns the pipeline as a command line.
func (p *Pipeline) String() string {
	parts := make([]string, len(p.Commands))
	for i, c := range p.Commands {
		parts[i] = c.String()
	}
	return strings.Join(parts, " | ")
}

// String returns the command as it would be typed.
func (c *Command) String() string {
	var b strings.Builder
	for i, w := range c.Words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.String())
	}
	for _, r := range c.Redirects {
		b.WriteByte(' ')
		b.WriteString(r.String())
	}
	return b.String()
}

// String returns the redirection as it would be typed.
func (r Redirect) String() string {
	target := r.Target.String()
	if r.FD >= 0 {
		return strconv.Itoa(r.FD) + r.Op + target
	}
	return r.Op + " " + target
}

// String returns the word with the quotes that it needs. A pattern stays a pattern.
func (w Word) String() string {
	if w.Glob {
		return quoteGlob(w.Text)
	}
	return Quote(w.Text)
}
