package irgen

import (
	"bytes"
	"regexp"
	"slices"
	"testing"
)

// tokens matches a token. The pattern takes ten times as long as tokensOf.
var tokens = regexp.MustCompile(`[#!%^@]?[A-Za-z_0-9.$]+|"[^"\n]*"|\s+|->|::|.`)

func TestTokensOfModulesAreThoseOfThePattern(t *testing.T) {
	texts := [][]byte{[]byte("a \"open\n\" b -> :: - : # ! #a %1#0 @\"x\" \u00e9\xff \t\f\r\n<\"\">"), nil}
	for seed := range uint64(8) {
		texts = append(texts, Module(seed, Everything()))
	}
	for _, text := range texts {
		got, want := tokensOf(text), tokens.FindAll(text, -1)
		if !slices.EqualFunc(got, want, bytes.Equal) {
			t.Errorf("tokens %q, want %q", got, want)
		}
		if !bytes.Equal(bytes.Join(got, nil), text) {
			t.Errorf("the tokens of %q are not the text", text)
		}
	}
}
