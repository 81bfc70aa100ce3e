package substring_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/girih-ir/girih/lit/filecheck/internal/substring"
)

func TestFinderFindsWhatBytesIndexFinds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func(n int, alphabet string) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = alphabet[r.IntN(len(alphabet))]
		}
		return b
	}
	for range 20000 {
		alphabet := []string{"ab", "aAbB", "abcdefgh \n", "a@`z{Z["}[r.IntN(4)]
		needle := random(r.IntN(12), alphabet)
		text := random(r.IntN(300), alphabet)
		if got, want := substring.New(needle, false).Index(text), bytes.Index(text, needle); got != want {
			t.Fatalf("%q in %q: %d, not %d", needle, text, got, want)
		}
		folded := bytes.Index(lower(text), lower(needle))
		if got := substring.New(needle, true).Index(text); got != folded {
			t.Fatalf("%q in %q in either case: %d, not %d", needle, text, got, folded)
		}
	}
}

func TestLongNeedlesAreFound(t *testing.T) {
	for _, n := range []int{254, 255, 256, 300, 5000} {
		needle := bytes.Repeat([]byte("a"), n)
		needle[0] = 'b'
		text := append(bytes.Repeat([]byte("a"), 20000), needle...)
		for _, fold := range []bool{false, true} {
			if got := substring.New(needle, fold).Index(text); got != 20000 {
				t.Errorf("needle of %d bytes: %d", n, got)
			}
			if got := substring.New(needle, fold).Index(text[:20000]); got != -1 {
				t.Errorf("needle of %d bytes that is not there: %d", n, got)
			}
		}
	}
}

func FuzzFinder(f *testing.F) {
	f.Add([]byte("aab"), []byte("aaaaaab"))
	f.Add([]byte("Stra\xdfe"), []byte("STRA\xdfE"))
	f.Fuzz(func(t *testing.T, needle, text []byte) {
		if got, want := substring.New(needle, false).Index(text), bytes.Index(text, needle); got != want {
			t.Fatalf("%q in %q: %d, not %d", needle, text, got, want)
		}
		if got, want := substring.New(needle, true).Index(text), bytes.Index(lower(text), lower(needle)); got != want {
			t.Fatalf("%q in %q in either case: %d, not %d", needle, text, got, want)
		}
	})
}

// lower returns a copy with ASCII letters in lower case.
func lower(text []byte) []byte {
	text = bytes.Clone(text)
	for i, c := range text {
		if c >= 'A' && c <= 'Z' {
			text[i] = c | 0x20
		}
	}
	return text
}

func ExampleFinder() {
	f := substring.New([]byte("Label"), true)
	fmt.Println(f.Index([]byte("no such thing")), f.Index([]byte("the LABEL here")))
	// Output: -1 4
}

func BenchmarkIndex(b *testing.B) {
	var text bytes.Buffer
	for i := range 100_000 {
		fmt.Fprintf(&text, "    %%v%d = add i64 %%v%d, %d\n", i%1500, (i+1499)%1500, i)
	}
	needle := []byte("%v1 = add i64 %v0, 777777")
	for name, index := range map[string]func([]byte) int{
		"bytes":  func(text []byte) int { return bytes.Index(text, needle) },
		"finder": substring.New(needle, false).Index,
		"fold":   substring.New(needle, true).Index,
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			for b.Loop() {
				if index(text.Bytes()) >= 0 {
					b.Fatal("found")
				}
			}
		})
	}
}
