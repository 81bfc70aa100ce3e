package irgen

import (
	"bytes"
	"math/rand/v2"
	"regexp"
)

// Mutate returns a text that is nearly s: one to four times a few bytes or tokens are changed, some to those of other.
// The same state of rng makes the same text.
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

// tokenPattern splits a text into pieces that mutations move around: names, numbers, strings, spaces, punctuation.
var tokenPattern = regexp.MustCompile(`[#!%^@]?[A-Za-z_0-9.$]+|"[^"\n]*"|\s+|->|::|.`)

// MutateTokens removes, repeats, swaps or replaces tokens; new ones come from another module.
func MutateTokens(rng *rand.Rand, s, other []byte) []byte {
	tokens, donors := tokenPattern.FindAll(s, -1), tokenPattern.FindAll(other, -1)
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
