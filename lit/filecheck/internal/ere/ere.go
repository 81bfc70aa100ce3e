// Package ere matches POSIX extended regular expressions over bytes with the meaning that LLVM's FileCheck gives them:
// the syntax and the errors of Henry Spencer's engine, the leftmost match and of those the longest, and the same choice
// of what each group captures. Lines are always separated by '\n': ^ and $ match at line ends, and neither . nor a
// negated set matches a newline.
//
// Start at [Compile] and [Matcher.Match]. Expressions without back-references take time linear in the text; those with
// them, and the search for captures, work within a step limit and then fail with [ErrTooComplex].
//
// It is not a replacement for package regexp, whose syntax and captures differ.
package ere

import (
	"errors"

	"github.com/girih-ir/girih/lit/filecheck/internal/substring"
)

// Error is why an expression does not compile; its text is the one LLVM prints.
type Error string

// Error returns the text of the error.
func (e Error) Error() string { return string(e) }

// The errors of [Compile].
const (
	ErrCollate    Error = "invalid collating element"
	ErrClass      Error = "invalid character class"
	ErrEscape     Error = `trailing backslash (\)`
	ErrBackref    Error = "invalid backreference number"
	ErrBracket    Error = "brackets ([ ]) not balanced"
	ErrParen      Error = "parentheses not balanced"
	ErrBrace      Error = "braces not balanced"
	ErrCount      Error = "invalid repetition count(s)"
	ErrRange      Error = "invalid character range"
	ErrSpace      Error = "out of memory"
	ErrRepetition Error = "repetition-operator operand invalid"
	ErrEmpty      Error = "empty (sub)expression"
)

// ErrTooComplex is the error of a match that was given up: the expression has back-references, or captures over a very
// long match, and the step limit was reached.
var ErrTooComplex = errors.New("regular expression takes too many steps on this input")

// maxProgram bounds the instructions of an expression: nested counts multiply.
const maxProgram = 1 << 18

// maxNesting bounds the depth of parentheses.
const maxNesting = 5000

// Regexp is a compiled expression. It is immutable and safe for concurrent use; each goroutine needs its own [Matcher].
type Regexp struct {
	prog    []instr
	sets    []byteSet
	top     sequence
	groups  int
	backref bool // an opBack is in the program
	asserts bool // an assertion is in the program
	loops   bool // an opLoop is in the program
	plus    int  // deepest nesting of opPlus
	// bols and eols are the numbers of ^ and $ in the expression; size is that of Spencer's program for it.
	bols, eols, size int
	// oneLine says that no match contains a newline.
	oneLine bool
	// literals are texts that every match contains, prefix is what every match starts with.
	literals []*substring.Finder
	prefix   []byte
	// fresh has the instructions that are reached at the start of every match, by instruction.
	fresh []bool
}

// Validate parses an expression and returns the number of its groups. The error is an [Error].
func Validate(expr string) (groups int, err error) {
	p := parser{in: expr}
	_, err = p.parse()
	return p.groups, err
}

// Compile parses an expression. Letters match both cases if ignoreCase is set. The error is an [Error].
func Compile(expr string, ignoreCase bool) (*Regexp, error) {
	p := parser{in: expr, ignoreCase: ignoreCase}
	root, err := p.parse()
	if err != nil {
		return nil, err
	}
	re := &Regexp{groups: p.groups, bols: p.bols, eols: p.eols}
	if err := emit(re, root, p.group); err != nil {
		return nil, err
	}
	re.findLiterals()
	re.findFresh()
	return re, nil
}

// Escape returns the expression that matches text literally.
func Escape(text []byte) []byte {
	out := make([]byte, 0, len(text)+8)
	for _, c := range text {
		// The NUL is here because LLVM looks for the character in a C string, which ends with one.
		switch c {
		case '(', ')', '^', '$', '|', '*', '+', '?', '.', '[', ']', '\\', '{', '}', 0:
			out = append(out, '\\')
		}
		out = append(out, c)
	}
	return out
}
