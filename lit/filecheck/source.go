package filecheck

import (
	"bytes"
	"sort"
	"strings"
	"sync"
)

// Source is a text with positions: a check file, an input, or flags.
type Source struct {
	// Name is the source's name in messages; "-" is the standard input.
	Name string
	// Text is the text of the source after canonicalization.
	Text []byte

	once     sync.Once
	newlines []int
}

// Position returns the line and the column of an offset. Both are counted from 1, columns in bytes. A carriage return
// starts a new column but not a new line.
func (s *Source) Position(offset int) (line, column int) {
	s.once.Do(func() {
		for at := 0; ; at++ {
			i := bytes.IndexByte(s.Text[at:], '\n')
			if i < 0 {
				return
			}
			at += i
			s.newlines = append(s.newlines, at)
		}
	})
	start, _ := s.line(offset)
	return sort.SearchInts(s.newlines, offset) + 1, offset - start + 1
}

// line returns the bounds of the line that messages show for an offset. Here a carriage return also ends a line.
func (s *Source) line(offset int) (start, end int) {
	start = bytes.LastIndexAny(s.Text[:offset], "\n\r") + 1
	end = len(s.Text)
	if i := bytes.IndexAny(s.Text[offset:], "\n\r"); i >= 0 {
		end = offset + i
	}
	return start, end
}

// Range is a part of a source. The zero value is no part.
type Range struct {
	Source     *Source
	Start, End int
}

// String returns the text of the range.
func (r Range) String() string {
	if r.Source == nil {
		return ""
	}
	return string(r.Source.Text[r.Start:r.End])
}

func (r Range) bytes() []byte { return r.Source.Text[r.Start:r.End] }
func (r Range) len() int      { return r.End - r.Start }
func (r Range) empty() bool   { return r.End <= r.Start }

// from returns the range without its first n bytes.
func (r Range) from(n int) Range { return Range{r.Source, min(r.Start+n, r.End), r.End} }

// first returns the first n bytes of the range.
func (r Range) first(n int) Range { return Range{r.Source, r.Start, min(r.Start+n, r.End)} }

// slice returns the part of the range from offset i to offset j.
func (r Range) slice(i, j int) Range { return r.first(j).from(i) }

// at returns the empty range at the start of r.
func (r Range) at() Range { return r.first(0) }

func (r Range) has(prefix string) bool { return bytes.HasPrefix(r.bytes(), []byte(prefix)) }

// index returns the offset of text in the range, or -1.
func (r Range) index(text string) int { return bytes.Index(r.bytes(), []byte(text)) }

// eat removes a prefix, if it is there.
func (r *Range) eat(prefix string) bool {
	if !r.has(prefix) {
		return false
	}
	r.Start += len(prefix)
	return true
}

// blanks are the characters that canonicalization replaces by a space.
const blanks = " \t"

func (r Range) trimLeft() Range {
	return r.from(r.len() - len(bytes.TrimLeft(r.bytes(), blanks)))
}

func (r Range) trimRight() Range { return r.first(len(bytes.TrimRight(r.bytes(), blanks))) }

// error returns an error at the start of the range.
func (r Range) error(message ...string) *Diagnostic {
	return &Diagnostic{Severity: Error, Message: strings.Join(message, ""), At: r}
}
