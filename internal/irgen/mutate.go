package irgen

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"unicode/utf8"
)

// Mutate returns a text that is nearly s: one to four times it changes a few bytes or tokens; some tokens are taken
// from other. The same state of rng gives the same text.
func Mutate(rng *rand.Rand, s, other []byte) []byte {
	for range 1 + rng.IntN(4) {
		if rng.IntN(3) == 0 {
			s = mutateBytes(rng, s)
		} else {
			s = MutateTokens(rng, s, other)
		}
	}
	return s
}

// mutateBytes changes, removes, inserts or cuts bytes.
func mutateBytes(rng *rand.Rand, s []byte) []byte {
	if len(s) == 0 {
		return []byte{byte(rng.Uint32())}
	}
	i := rng.IntN(len(s))
	switch rng.IntN(4) {
	case 0:
		out := bytes.Clone(s)
		out[i] = byte(rng.Uint32())
		return out
	case 1:
		return bytes.Join([][]byte{s[:i], s[min(len(s), i+1+rng.IntN(4)):]}, nil)
	case 2:
		return bytes.Join([][]byte{s[:i], {byte(rng.Uint32())}, s[i:]}, nil)
	}
	return s[:i]
}

// tokensOf splits a text into the pieces that mutations move around: names, numbers, strings, spaces, punctuation.
// Joined, they are the text.
func tokensOf(s []byte) [][]byte {
	tokens := make([][]byte, 0, len(s)/3)
	for len(s) > 0 {
		n := tokenLength(s)
		tokens = append(tokens, s[:n:n])
		s = s[n:]
	}
	return tokens
}

// tokenLength returns the length of the token at the start of a text. A string ends in its line.
func tokenLength(s []byte) int {
	switch c := s[0]; {
	case isWord(c), len(s) > 1 && strings.IndexByte("#!%^@", c) >= 0 && isWord(s[1]):
		return 1 + spanOf(s[1:], isWord)
	case c == '"':
		if end := bytes.IndexAny(s[1:], "\"\n"); end >= 0 && s[1+end] == '"' {
			return end + 2
		}
	case isSpace(c):
		return spanOf(s, isSpace)
	case bytes.HasPrefix(s, []byte("->")), bytes.HasPrefix(s, []byte("::")):
		return 2
	}
	_, n := utf8.DecodeRune(s)
	return n
}

func spanOf(s []byte, is func(c byte) bool) int {
	n := 0
	for n < len(s) && is(s[n]) {
		n++
	}
	return n
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '.' || c == '$'
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' }

// MutateTokens removes, repeats, swaps or replaces tokens. New tokens come from another module.
func MutateTokens(rng *rand.Rand, s, other []byte) []byte {
	tokens, donors := tokensOf(s), tokensOf(other)
	if len(tokens) == 0 || len(donors) == 0 {
		return s
	}
	i, k := rng.IntN(len(tokens)), rng.IntN(len(tokens))
	switch rng.IntN(6) {
	case 0:
		tokens[i] = nil
	case 1:
		tokens[i] = append(bytes.Clone(tokens[i]), tokens[i]...)
	case 2:
		tokens[i], tokens[k] = tokens[k], tokens[i]
	case 3:
		tokens[i] = tokens[k]
	case 4:
		tokens[i] = donors[rng.IntN(len(donors))]
	case 5:
		from := rng.IntN(len(donors))
		tokens[i] = bytes.Join(donors[from:min(len(donors), from+1+rng.IntN(20))], nil)
	}
	return bytes.Join(tokens, nil)
}
