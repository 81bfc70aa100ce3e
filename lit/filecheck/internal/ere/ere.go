// Package ere matches POSIX extended regular expressions over bytes in the same way as LLVM's FileCheck. It has the
// syntax and the errors of Henry Spencer's engine. It finds the leftmost match, and the longest one of these, and it
// chooses the same texts for groups. Lines are always separated by '\n': ^ and $ match at line ends. Neither . nor a
// negated set matches a newline.
//
// Start with [Compile] and [Matcher.Match]. Expressions without back-references take time linear in the text.
// Expressions with back-references, and the search for captures, have a limit of steps. When it is reached, they fail
// with [ErrTooComplex].
//
// It does not replace package regexp, which has a different syntax and different captures.
package ere

import (
	"errors"

	"github.com/girih-ir/girih/lit/filecheck/internal/substring"
)

// Error is the reason why an expression does not compile. Its text is the same as LLVM's.
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

// ErrTooComplex is the error for a match that reached the limit of steps. The expression has back-references, or the
// captures of a very long match were searched.
var ErrTooComplex = errors.New("regular expression takes too many steps on this input")

// maxProgram limits the instructions of an expression, because nested counts multiply.
const maxProgram = 1 << 18

// maxNesting limits the depth of parentheses.
const maxNesting = 5000

// Regexp is a compiled expression. It is immutable and safe for concurrent use; each goroutine needs its own [Matcher].
type Regexp struct {
	prog    []instr
	sets    []byteSet
	top     sequence
	groups  int
	backref bool // whether the program has an opBack
	asserts bool // whether the program has an assertion
	loops   bool // whether the program has an opLoop
	plus    int  // the deepest nesting of opPlus
	// bols and eols are the numbers of ^ and $ in the expression. size is the size of Spencer's program for it.
	bols, eols, size int
	// oneLine means that no match contains a newline.
	oneLine bool
	// literals are texts that every match contains. prefix is the text with which every match starts.
	literals []*substring.Finder
	prefix   []byte
	// fresh marks the instructions that are reached at the start of every match, by instruction.
	fresh []bool
}

// Validate parses an expression and returns the number of its groups. The error is an [Error].
func Validate(expr string) (groups int, err error) {
	p := parser{in: expr}
	_, err = p.parse()
	return p.groups, err
}

// Compile parses an expression. If ignoreCase is set, letters match both cases. The error is an [Error].
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

// Escape returns an expression that matches text literally.
func Escape(text []byte) []byte {
	out := make([]byte, 0, len(text)+8)
	for _, c := range text {
		// NUL is included because LLVM searches for the character in a C string, which ends with NUL.
		switch c {
		case '(', ')', '^', '$', '|', '*', '+', '?', '.', '[', ']', '\\', '{', '}', 0:
			out = append(out, '\\')
		}
		out = append(out, c)
	}
	return out
}
