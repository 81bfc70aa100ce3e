// Package substring finds a text in other texts, fast where that text is some characters long and is looked for often.
//
// Start at [New]. For a single search, [bytes.Index] is as good.
package substring

import (
	"bytes"
	"strings"
)

// Finder finds one text. It is immutable and safe for concurrent use.
type Finder struct {
	needle []byte // in lower case if fold is set
	fold   bool
	// skip is how far the needle can be moved, by the hash of the three bytes below its end: 0 for its own last three.
	// This is Horspool's algorithm on groups of bytes (Wu and Manber).
	skip [tableSize]uint8
	// again is how far it can be moved after its last three bytes were met in vain.
	again int
	// rare is the offset of the byte that is likely to be the rarest one, or -1 if that has two cases.
	rare int
}

const (
	// group is the number of bytes that are looked at together.
	group = 3
	// shortNeedle is the length below which there is not enough to skip.
	shortNeedle = 5
	// shortText is the length of texts in which skipping does not pay.
	shortText = 64
	// maxSkip is what fits into the table.
	maxSkip   = 255
	tableSize = 256
)

// hash returns the index of three bytes in the table. It is the same for both cases of a letter.
func hash(a, b, c byte) uint8 { return (a|0x20)<<5 ^ (b|0x20)<<3 ^ (c | 0x20) }

// New returns a finder for a text. With fold, ASCII letters match in both cases.
func New(needle []byte, fold bool) *Finder {
	f := &Finder{needle: needle, fold: fold}
	if fold {
		f.needle = lower(needle)
	}
	n := len(needle)
	f.rare = rarest(f.needle)
	if fold && f.rare >= 0 && isLower(f.needle[f.rare]) {
		f.rare = -1
	}
	if n < group {
		return f
	}
	f.again = n - group + 1
	for h := range f.skip {
		f.skip[h] = uint8(min(f.again, maxSkip))
	}
	last := f.hashAt(n - 1)
	for i := group - 1; i < n; i++ {
		distance := n - 1 - i
		if distance > 0 && f.hashAt(i) == last {
			f.again = distance
		}
		f.skip[f.hashAt(i)] = uint8(min(distance, maxSkip))
	}
	return f
}

// hashAt returns the hash of the bytes of the needle that end at i.
func (f *Finder) hashAt(i int) uint8 { return hash(f.needle[i-2], f.needle[i-1], f.needle[i]) }

// Index returns the offset of the first occurrence in text, or -1.
func (f *Finder) Index(text []byte) int {
	n := len(f.needle)
	switch {
	case n < shortNeedle || len(text) < shortText:
		return f.rest(text, 0)
	}
	end, found := n-1, -1
	if f.rare >= 0 {
		if end, found = f.indexRare(text); found >= 0 || end >= len(text) {
			return found
		}
	}
	work := 0
	for end < len(text) {
		if skip := f.skip[hash(text[end-2], text[end-1], text[end])]; skip != 0 {
			end += int(skip)
			continue
		}
		start := end + 1 - n
		if f.at(text[start : end+1]) {
			return start
		}
		// A needle that keeps nearly matching would take time proportional to its length at each byte.
		if work += n; work > 8*end+1024 {
			return f.rest(text, start)
		}
		end += f.again
	}
	return -1
}

// common are bytes that texts of compilers have many of, the more frequent ones first.
const common = " \n0123456789etainrosldcufpmhgvbxy%,=():_.-+;*&<>[]{}\"#/kw"

// rarest returns the offset of the byte of a text that is likely to be the rarest, or -1 in an empty text.
func rarest(text []byte) int {
	best, rank := -1, -1
	for i, c := range text {
		r := strings.IndexByte(common, c)
		if r < 0 {
			r = len(common)
		}
		if r > rank {
			best, rank = i, r
		}
	}
	return best
}

// worthwhile is the number of bytes that one occurrence of the rare byte has to leave out.
const worthwhile = 64

// indexRare looks for the rare byte as long as that is rare indeed. It returns the offset of the needle, or else where
// the needle ends at the earliest.
func (f *Finder) indexRare(text []byte) (end, found int) {
	n, c := len(f.needle), f.needle[f.rare]
	credit := 8 * worthwhile
	for start := 0; start+n <= len(text); start++ {
		i := bytes.IndexByte(text[start+f.rare:len(text)-n+1+f.rare], c)
		if i < 0 {
			return len(text), -1
		}
		start += i
		if f.at(text[start : start+n]) {
			return start + n - 1, start
		}
		if credit += i - worthwhile; credit < 0 {
			return start + n, -1
		}
	}
	return len(text), -1
}

// at tells whether a text of the same length is the needle.
func (f *Finder) at(text []byte) bool {
	if !f.fold {
		return bytes.Equal(text, f.needle)
	}
	for i, c := range text {
		if c != f.needle[i] && (!isLower(f.needle[i]) || c|0x20 != f.needle[i]) {
			return false
		}
	}
	return true
}

// rest searches from an offset on in time linear in the text.
func (f *Finder) rest(text []byte, from int) int {
	text = text[from:]
	if f.fold {
		text = lower(text)
	}
	i := bytes.Index(text, f.needle)
	if i < 0 {
		return -1
	}
	return from + i
}

func isLower(c byte) bool { return c >= 'a' && c <= 'z' }

// lower returns a copy in which ASCII letters are in lower case.
func lower(text []byte) []byte {
	out := make([]byte, len(text))
	for i, c := range text {
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		out[i] = c
	}
	return out
}
