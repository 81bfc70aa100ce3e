package ere_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/girih-ir/girih/lit/filecheck/internal/ere"
)

func TestCompileRefusesWhatSpencersEngineRefuses(t *testing.T) {
	for _, test := range []struct {
		expr string
		want error
	}{
		{"", ere.ErrEmpty}, {"a|", ere.ErrEmpty}, {"|a", ere.ErrEmpty}, {"(|a)", ere.ErrEmpty}, {"a||b", ere.ErrEmpty},
		{"(a{0})", ere.ErrEmpty}, {"()", nil}, {"a{0}b", nil},
		{"(", ere.ErrParen}, {"(a", ere.ErrParen}, {"a)", ere.ErrParen},
		{"*", ere.ErrRepetition}, {"a**", ere.ErrRepetition}, {"^*", ere.ErrRepetition}, {"$*", nil},
		{"a{2}{3}", ere.ErrRepetition},
		{"{1}", ere.ErrRepetition}, {"{", nil}, {"a{", nil}, {"a{,3}", nil},
		{"a{2", ere.ErrBrace}, {"a{2,", ere.ErrBrace}, {"a{2x}", ere.ErrCount}, {"a{3,2}", ere.ErrCount},
		{"a{256}", ere.ErrCount},
		{"a{255}", nil}, {`\`, ere.ErrEscape}, {`a\1`, ere.ErrBackref}, {`(a)\1`, nil}, {`(a\1)`, ere.ErrBackref},
		{`\0`, nil},
		{"[a", ere.ErrBracket}, {"[", ere.ErrBracket}, {"[]", ere.ErrBracket}, {"[]a]", nil}, {"[^]a]", nil}, {"[a-]", nil},
		{"[z-a]", ere.ErrRange}, {"[a-z-9]", ere.ErrRange}, {"[a-\xff]", ere.ErrRange}, {"[\x80-a]", nil},
		{"[[:alpha:]]", nil}, {"[[:foo:]]", ere.ErrClass}, {"[[:alpha]]", ere.ErrClass}, {"[[:", ere.ErrBracket},
		{"[[.hyphen.]]", nil}, {"[[.foo.]]", ere.ErrCollate}, {"[[=a=]]", nil}, {"[[=ab=]]", ere.ErrCollate},
		{"[[.a", ere.ErrBracket},
		{"((a{255}){255}){255}", ere.ErrSpace},
	} {
		if _, err := ere.Compile(test.expr, false); !errors.Is(err, test.want) {
			t.Errorf("%q: error %v, want %v", test.expr, err, test.want)
		}
	}
	if _, err := ere.Compile(string(bytes.Repeat([]byte("("), 1_000_000)), false); !errors.Is(err, ere.ErrSpace) {
		t.Errorf("deep nesting: error %v", err)
	}
}

// match returns the match and the captures of an expression in a text.
func match(t *testing.T, expr, text string, ignoreCase bool) []int {
	t.Helper()
	re, err := ere.Compile(expr, ignoreCase)
	if err != nil {
		t.Fatalf("%q: %v", expr, err)
	}
	loc, err := re.NewMatcher().Match(context.Background(), []byte(text), true)
	if err != nil {
		t.Fatalf("%q: %v", expr, err)
	}
	return loc
}

func TestMatchIsLeftmostAndLongestWithSpencersCaptures(t *testing.T) {
	for _, test := range []struct {
		expr, text string
		want       []int
	}{
		{"a", "ba", []int{1, 2}},
		{"a|ab", "xab", []int{1, 3}},
		{"a", "b", nil},
		{"x*", "a", []int{0, 0}},
		{"(a|ab)(c|bcd)(d*)", "abcd", []int{0, 4, 0, 2, 2, 3, 3, 4}},
		{"(a*)(ab)*(b*)", "abb", []int{0, 3, 0, 1, -1, -1, 1, 3}},
		{"(a*)*", "aa", []int{0, 2, 2, 2}},
		{"(a*)+", "aa", []int{0, 2, 2, 2}},
		{"(ab|aba)+", "abab", []int{0, 4, 0, 3}},
		{"(a){2,3}b", "aaab", []int{0, 4, 2, 3}},
		{"(a)?b", "b", []int{0, 1, -1, -1}},
		{"((a)|(b))*", "ab", []int{0, 2, 1, 2, -1, -1, 1, 2}},
		{".", "\na", []int{1, 2}},
		{"a[^b]*", "ac\nd", []int{0, 2}},
		{"a(.|\n)*c", "a\nbc", []int{0, 4, 2, 3}},
		{"^b", "a\nb", []int{2, 3}},
		{"a$", "aa\na", []int{1, 2}},
		{"$", "ab", []int{2, 2}},
		{"[[:<:]]b", "ab b", []int{3, 4}},
		{"a[[:>:]]", "ab a", []int{3, 4}},
		{"[[:>:]]$", "a", nil},
		{"$[[:>:]]", "a", []int{1, 1}},
		{`(a+)b\1`, "aabab", []int{1, 4, 1, 2}},
		{`(a|ab)\1`, "abab", []int{0, 4, 0, 2}},
		{`(a*)\1\1`, "aaaa", []int{0, 3, 0, 1}},
		{`((a)b)\2`, "aba", []int{0, 3, 0, 2, 0, 1}},
		{"\x80", "a\x80", []int{1, 2}},
		{"[\x80-\xff]+", "a\xc3\xa9b", []int{1, 3}},
	} {
		if got := match(t, test.expr, test.text, false); !slices.Equal(got, test.want) {
			t.Errorf("%q in %q: %v, want %v", test.expr, test.text, got, test.want)
		}
	}
}

func TestIgnoringCaseIsForLettersAndNotForReferences(t *testing.T) {
	for _, test := range []struct {
		expr, text string
		want       bool
	}{
		{"aB", "Ab", true}, {"[a-c]", "B", true}, {"[^a]", "A", false}, {"é", "É", false}, {`(a)\1`, "aA", false},
		{`(a)\1`, "AA", true},
	} {
		if got := match(t, test.expr, test.text, true) != nil; got != test.want {
			t.Errorf("%q in %q: %v, want %v", test.expr, test.text, got, test.want)
		}
	}
}

// The match of FileCheck is not always the leftmost one; see threads.cold.
func TestEarlierMatchThatLooksLikeANewOneIsNotSeen(t *testing.T) {
	if got, want := match(t, "((c)?|1)a", "1a", false)[:2], []int{1, 2}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestLongSearchesInEveryMode(t *testing.T) {
	noise := bytes.Repeat([]byte("alpha = beta\n"), 3000)
	for _, test := range []struct{ expr, needle string }{
		{"beta[0-9]+", "x beta7 y\n"},              // a literal that occurs in many lines without a match
		{"[0-9]+ (= )?[a-c]+;", "17 = abc;\n"},     // no literal
		{"[[:space:]]zeta[[:space:]]", "\nzeta\n"}, // across lines
		{"[[:<:]]beta[[:>:]];", "beta;"},           // word assertions, in the automaton
		{"^zeta$", "zeta\n"},                       // line assertions
		{`(z+)=\1`, "zz=zz"},                       // a reference
	} {
		text := slices.Concat(noise, []byte(test.needle), noise)
		loc := match(t, test.expr, string(text), false)
		if loc == nil || loc[0] < len(noise)-1 || loc[0] > len(noise)+4 {
			t.Errorf("%q: %v, want a match near %d", test.expr, loc, len(noise))
		}
		if loc := match(t, test.expr, string(noise), false); loc != nil {
			t.Errorf("%q: %v in a text without it", test.expr, loc)
		}
	}
}

func TestCatastrophicExpressionsAreLinearWithoutReferences(t *testing.T) {
	text := append(bytes.Repeat([]byte("a"), 20_000), "b c"...)
	for _, expr := range []string{"(a*)*c", "(a|aa)+$", "((a+)+)+c", "(a|a|a|a)*(a|a|a|a)*c", "(a?){200} b",
		"((a*)*b)*b"} {
		re, err := ere.Compile(expr, false)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := re.NewMatcher().Match(context.Background(), text, true); err != nil {
			t.Errorf("%q: %v", expr, err)
		}
	}
}

// hopeless returns a matcher and a text. Finding out that there is no match takes exponential time.
func hopeless(t *testing.T) (*ere.Matcher, []byte) {
	t.Helper()
	re, err := ere.Compile(`((a|aa)+)b\1c`, false)
	if err != nil {
		t.Fatal(err)
	}
	text := append(bytes.Repeat([]byte("a"), 60), 'b')
	return re.NewMatcher(), append(append(text, bytes.Repeat([]byte("a"), 61)...), 'c')
}

func TestHopelessReferencesEndAtTheStepLimit(t *testing.T) {
	m, text := hopeless(t)
	if loc, err := m.Match(context.Background(), text, true); !errors.Is(err, ere.ErrTooComplex) {
		t.Errorf("%v, error %v", loc, err)
	}
}

func TestMatchEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m, text := hopeless(t)
	if _, err := m.Match(ctx, text, true); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestEscapedTextMatchesItself(t *testing.T) {
	var text []byte
	for c := range 256 {
		if c != '\n' {
			text = append(text, byte(c))
		}
	}
	re, err := ere.Compile(string(ere.Escape(text)), false)
	if err != nil {
		t.Fatal(err)
	}
	loc, err := re.NewMatcher().Match(context.Background(), text, false)
	if err != nil || !slices.Equal(loc, []int{0, len(text)}) {
		t.Errorf("%v, %v", loc, err)
	}
}

func ExampleCompile() {
	re, err := ere.Compile("([a-z]+)=([0-9]+|[a-z]+)", false)
	if err != nil {
		fmt.Println(err)
		return
	}
	text := []byte("  width=17;")
	loc, err := re.NewMatcher().Match(context.Background(), text, true)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s %s\n", text[loc[2]:loc[3]], text[loc[4]:loc[5]])
	_, err = ere.Compile("[z-a]", false)
	fmt.Println(err)
	// Output:
	// width 17
	// invalid character range
}
