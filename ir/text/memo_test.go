package text

import (
	"math/rand/v2"
	"testing"
)

// closing is what bracketAt does, one byte at a time.
func closing(s string) (string, bool) {
	depth := 0
	for i := range min(len(s), memoMaxText) {
		switch s[i] {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return s[:i+1], true
			}
		case '\n':
			return "", false
		}
	}
	return "", false
}

func TestBracketsOfTypesAreFound(t *testing.T) {
	texts := []string{"tensor<4xf32> loc(#loc)", "tensor<2x!tt.ptr<f32>> -> f32", "tensor<4x\nf32>",
		"f32 -> tensor<4xf32>", "<", ""}
	r := rand.New(rand.NewPCG(1, 5))
	for range 20_000 {
		text := make([]byte, r.IntN(2*memoMaxText))
		for i := range text {
			text[i] = "<>ab x<>\n-"[r.IntN(9+r.IntN(2))]
		}
		texts = append(texts, string(text))
	}
	for _, s := range texts {
		got, ok := bracketAt(s)
		if want, wanted := closing(s); got != want || ok != wanted {
			t.Errorf("%q: got %q, %v, want %q, %v", s, got, ok, want, wanted)
		}
	}
}
