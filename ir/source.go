package ir

import (
	"bytes"
	"sort"
	"sync"
)

// Source is a text that locations refer to by byte offset.
type Source struct {
	Name string
	Text []byte

	id    uint32
	once  sync.Once
	lines []int // offsets at which lines start
	// FirstLine and FirstCol are the position of the text's first character in its file, from 1 (0 means 1). They are
	// greater for the parts of a split file.
	FirstLine, FirstCol int
}

// Position returns the line and column (from 1, in bytes) of an offset.
func (s *Source) Position(offset int) (line, col int) {
	s.once.Do(s.findLines)
	i := sort.SearchInts(s.lines, offset+1) - 1
	col = offset - s.lines[i] + 1
	if i == 0 && s.FirstCol > 1 {
		col += s.FirstCol - 1
	}
	return i + max(1, s.FirstLine), col
}

// Line returns the text of the line that holds an offset, without its end.
func (s *Source) Line(offset int) string {
	s.once.Do(s.findLines)
	i := sort.SearchInts(s.lines, offset+1) - 1
	line := s.Text[s.lines[i]:]
	if end := bytes.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	}
	return string(bytes.TrimSuffix(line, []byte("\r")))
}

func (s *Source) findLines() {
	s.lines = append(make([]int, 0, 1+bytes.Count(s.Text, []byte("\n"))), 0)
	for at := 0; ; {
		n := bytes.IndexByte(s.Text[at:], '\n')
		if n < 0 {
			return
		}
		at += n + 1
		s.lines = append(s.lines, at)
	}
}

// offsetOf returns the offset of a line and column, and whether the text has it.
func (s *Source) offsetOf(line, col int) (int, bool) {
	s.once.Do(s.findLines)
	line -= max(1, s.FirstLine)
	if line < 0 || line >= len(s.lines) || col < 1 {
		return 0, false
	}
	if line == 0 && s.FirstCol > 1 {
		if col -= s.FirstCol - 1; col < 1 {
			return 0, false
		}
	}
	off := s.lines[line] + col - 1
	return off, off <= len(s.Text)
}

// Split cuts a text into the parts between markers. A marker may be anywhere but at the beginning of the text; as for
// mlir-opt, it need not be on a line of its own. Each part knows its first line and column in the file, so that
// locations in it are right.
func (s *Source) Split(marker string) []*Source {
	var parts []*Source
	rest, line, col := s.Text, 1, 1
	for {
		end := bytes.Index(rest, []byte(marker))
		if marker == "" || end < 0 || end == 0 && parts == nil {
			return append(parts, &Source{Name: s.Name, Text: rest, FirstLine: line, FirstCol: col})
		}
		part := rest[:end]
		parts = append(parts, &Source{Name: s.Name, Text: part, FirstLine: line, FirstCol: col})
		if n := bytes.Count(part, []byte("\n")); n > 0 {
			line, col = line+n, len(part)-bytes.LastIndexByte(part, '\n')
		} else {
			col += len(part)
		}
		col += len(marker)
		rest = rest[end+len(marker):]
	}
}
