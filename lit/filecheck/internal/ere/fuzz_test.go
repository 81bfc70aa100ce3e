package ere

import (
	"context"
	"errors"
	"testing"
	"time"
)

// FuzzMatch compiles expressions and matches texts with them. It must not panic and must end. Captures must be inside
// the match where this can be checked.
func FuzzMatch(f *testing.F) {
	for _, expr := range []string{
		"a", "a*b+c?", "(a|ab)(c|bcd)(d*)", "[[:alpha:]]+[^b-d]", "^x$", "(a)(b)\\1\\2", "(a*)*", "((a|b)*\\1)+",
		"[[:<:]]a[[:>:]]",
		"(a{2,3}){1,4}", "[a-", "(((", "a**", "x{3", "\\", "[[.space.]]", "(.|\n)*",
	} {
		f.Add(expr, []byte("abcd aab\nabcdabcd\n"), false)
	}
	f.Fuzz(func(t *testing.T, expr string, text []byte, ignoreCase bool) {
		start := time.Now()
		re, err := Compile(expr, ignoreCase)
		if err != nil {
			return
		}
		m := re.NewMatcher()
		loc, err := m.Match(context.Background(), text, true)
		if err != nil && !errors.Is(err, ErrTooComplex) {
			t.Fatal(err)
		}
		if took := time.Since(start); took > 20*time.Second {
			t.Fatalf("%q takes %v", expr, took)
		}
		for i := 0; i+1 < len(loc); i += 2 {
			if loc[i] > len(text) || loc[i+1] > len(text) {
				t.Fatalf("%q: group %d is %v in a text of %d bytes", expr, i/2, loc[i:i+2], len(text))
			}
		}
		if loc != nil && loc[0] > loc[1] {
			t.Fatalf("%q: match %v", expr, loc[:2])
		}
		again, err2 := m.Match(context.Background(), text, false)
		if err == nil && err2 == nil && (again == nil) != (loc == nil) {
			t.Fatalf("%q: the second match is %v, the first %v", expr, again, loc)
		}
	})
}
