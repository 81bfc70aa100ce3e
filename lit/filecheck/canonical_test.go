package filecheck

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// plainCanonicalize canonicalizes byte by byte.
func plainCanonicalize(text string, strict bool) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if strict {
		return text
	}
	var out []byte
	for i := 0; i < len(text); i++ {
		switch {
		case !isBlank(text[i]):
			out = append(out, text[i])
		case i == 0 || !isBlank(text[i-1]):
			out = append(out, ' ')
		}
	}
	return string(out)
}

func TestCanonicalizeMakesOneSpaceOfEachRun(t *testing.T) {
	for _, test := range []struct{ name, text, want, strict string }{
		{"nothing to do", "a b\nc\n", "a b\nc\n", "a b\nc\n"},
		{"spaces", "a  b", "a b", "a  b"},
		{"tab", "a\tb", "a b", "a\tb"},
		{"space and tab", "a \tb\t c", "a b c", "a \tb\t c"},
		{"carriage return", "a\r\nb\rc\r", "a\nb\rc\r", "a\nb\rc\r"},
		{"two carriage returns", "a\r\r\n", "a\r\n", "a\r\n"},
		{"blanks at the ends", "  a  ", " a ", "  a  "},
		{"empty", "", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := string(canonicalize([]byte(test.text), false)); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if got := string(canonicalize([]byte(test.text), true)); got != test.strict {
				t.Errorf("strict: got %q, want %q", got, test.strict)
			}
		})
	}
}

func TestTextWithoutChangesIsNotCopied(t *testing.T) {
	text := []byte("a b\nc d\n")
	if got := canonicalize(text, false); &got[0] != &text[0] {
		t.Error("the text was copied")
	}
}

func TestCanonicalizingInPiecesIsTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 5000 {
		text := make([]byte, r.IntN(60))
		for i := range text {
			text[i] = "ab \t\r\n "[r.IntN(7)]
		}
		for _, strict := range []bool{false, true} {
			want := plainCanonicalize(string(text), strict)
			if got := canonicalize(text, strict); string(got) != want {
				t.Fatalf("%q, strict %v: %q, want %q", text, strict, got, want)
			}
			c := canonicalizer{strict: strict}
			for rest := text; len(rest) > 0; {
				n := 1 + r.IntN(len(rest))
				c.write(rest[:n])
				rest = rest[n:]
			}
			if got := c.finish(); string(got) != want {
				t.Fatalf("%q, strict %v, in pieces: %q, want %q", text, strict, got, want)
			}
		}
	}
}

func BenchmarkCanonicalize(b *testing.B) {
	text := bytes.Repeat([]byte("    %v17 = add i64 %v16, 123456  ; comment\n"), 20000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		canonicalize(text, false)
	}
}
