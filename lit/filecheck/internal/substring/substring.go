// Package substring finds a text in other texts. It is fast if the text has at least a few characters and is searched
// often.
//
// Start with [New]. For a single search, use [bytes.Index].
package substring

import (
	"bytes"
	"strings"
)

// Finder finds one text. It is immutable and safe for concurrent use.
type Finder struct {
	needle []byte // in lower case if fold is set
	fold   bool
	// skip is the distance by which the needle can be moved, by the hash of the three bytes under its end. It is 0 for
	// the needle's own last three bytes. This is Horspool's algorithm on groups of bytes (Wu and Manber).
	skip [tableSize]uint8
	// again is the distance by which it can be moved after its last three bytes matched but the rest did not.
	again int
	// rare is the offset of the byte that is probably the rarest one, or -1 if that byte has two cases.
	rare int
}

const (
	// group is the number of bytes that are examined together.
	group = 3
	// shortNeedle is the length below which skipping saves too little.
	shortNeedle = 5
	// shortText is the length of the texts for which skipping is not worth its cost.
	shortText = 64
	// maxSkip is the largest value that fits into the table.
	maxSkip   = 255
	tableSize = 256
)

// hash returns the index of three bytes in the table. It is the same for both cases of a letter.
func hash(a, b, c byte) uint8 { return (a|0x20)<<5 ^ (b|0x20)<<3 ^ (c | 0x20) }

// New returns a finder for a text. With fold, it ignores the case of ASCII letters.
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
		// A needle that often almost matches could take time proportional to its length at each byte.
		if work += n; work > 8*end+1024 {
			return f.rest(text, start)
		}
		end += f.again
	}
	return -1
}

// common are bytes that are frequent in texts of compilers, the most frequent ones first.
const common = " \n0123456789etainrosldcufpmhgvbxy%,=():_.-+;*&<>[]{}\"#/kw"

// rarest returns the offset of the byte of a text that is probably the rarest, or -1 for an empty text.
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

// worthwhile is the average number of bytes that each occurrence of the rare byte must let the search skip.
const worthwhile = 64

// indexRare searches for the rare byte as long as it turns out to be rare. It returns the offset of the needle as
// found. If found is -1, end is the earliest place where the needle can end.
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

// at returns whether a text of the same length is equal to the needle.
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

// rest searches from an offset on. The time is linear in the text.
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
