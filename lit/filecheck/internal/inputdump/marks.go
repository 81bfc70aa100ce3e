package inputdump

import (
	"fmt"
	"math"
	"slices"

	"github.com/girih-ir/girih/lit/filecheck"
)

// style is the appearance of annotations of a type.
type style struct {
	lead    byte
	color   string
	note    string
	isError bool
}

const (
	green   = "\x1b[0;1;32m"
	red     = "\x1b[0;1;31m"
	cyan    = "\x1b[0;1;36m"
	magenta = "\x1b[0;1;35m"
)

func styleOf(t filecheck.MatchType) style {
	switch t {
	case filecheck.FoundExpected:
		return style{'^', green, "", false}
	case filecheck.FoundExcluded:
		return style{'!', red, "error: no match expected", true}
	case filecheck.FoundWrongLine:
		return style{'!', red, "error: match on wrong line", true}
	case filecheck.FoundDiscarded:
		return style{'!', cyan, "discard: overlaps earlier match", false}
	case filecheck.NoneExcluded:
		return style{'X', green, "", false}
	case filecheck.NoneExpected:
		return style{'X', red, "error: no match found", true}
	case filecheck.NoneInvalid:
		return style{'X', red, "error: match failed for invalid pattern", true}
	default:
		return style{'?', magenta, "possible intended match", true}
	}
}

// mark is the part of an annotation that is on one line.
type mark struct {
	label      string
	style      style
	note       string
	first      bool // whether it does not continue a mark of the line before
	good       bool // whether it is a match of a positive directive
	line       int
	start, end int // columns, counted from 1; the mark ends before end
	index      int // of the annotation
}

var kindNames = map[filecheck.Kind]string{
	filecheck.Plain: "check", filecheck.Next: "next", filecheck.Same: "same", filecheck.Not: "not", filecheck.Dag: "dag",
	filecheck.Label: "label", filecheck.Empty: "empty", filecheck.EndOfFile: "eof",
}

// marksOf returns the marks of annotations in the order of the lines, and the width of the longest label.
func marksOf(checks *filecheck.Checks, annotations []filecheck.Annotation) (marks []mark, width int) {
	type place struct {
		source *filecheck.Source
		offset int
	}
	total, seen := map[place]int{}, map[place]int{}
	for _, a := range annotations {
		total[place{a.Check.Source, a.Check.Start}]++
	}
	for i, a := range annotations {
		at := place{a.Check.Source, a.Check.Start}
		label := labelOf(checks, a)
		if total[at] > 1 {
			label += fmt.Sprintf("'%d", seen[at])
			seen[at]++
		}
		width = max(width, len(label))
		marks = append(marks, split(a, label, i)...)
	}
	slices.SortStableFunc(marks, func(a, b mark) int {
		if a.line != b.line {
			return a.line - b.line
		}
		return a.index - b.index
	})
	return marks, width
}

// labelOf returns the label for the pattern of an annotation.
func labelOf(checks *filecheck.Checks, a filecheck.Annotation) string {
	kind := kindNames[a.Kind]
	if a.Kind == filecheck.Plain && a.Count > 1 {
		kind = "count"
	}
	if n := checks.Implicit(a.Check); n > 0 {
		return fmt.Sprintf("%s:imp%d", kind, n)
	}
	line, _ := a.Check.Source.Position(a.Check.Start)
	return fmt.Sprintf("%s:%d", kind, line)
}

// split divides an annotation into lines. If a range ends before the first column of a line, it has no mark on that
// line.
func split(a filecheck.Annotation, label string, index int) []mark {
	startLine, startColumn := a.Input.Source.Position(a.Input.Start)
	endLine, endColumn := a.Input.Source.Position(a.Input.End)
	m := mark{label: label, style: styleOf(a.Type), first: true, good: a.Type == filecheck.FoundExpected, index: index}
	m.note, m.line, m.start, m.end = m.style.note, startLine, startColumn, math.MaxInt
	if a.Note != "" {
		m.note = a.Note
		if startLine == endLine && startColumn == endColumn {
			m.style.lead = ' '
		}
	}
	if startLine == endLine {
		m.end = max(startColumn+1, endColumn)
		return []mark{m}
	}
	marks := []mark{m}
	m.style.lead, m.note, m.first, m.start = '~', "", false, 1
	for m.line = startLine + 1; m.line <= endLine; m.line++ {
		if m.line == endLine {
			if m.end = endColumn; endColumn == 1 {
				break
			}
		}
		marks = append(marks, m)
	}
	return marks
}
