package conformance_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadReadsCases(t *testing.T) {
	dir := t.TempDir()
	text := "# comment\n== first case\n--flag\n\"--flag with space\"\ncheck:\n| a\n|\n|\"b\\t\"\ninput:\n| c\n== " +
		"second\ncheck:\ninput:\n"
	if err := os.WriteFile(filepath.Join(dir, "topic.cases"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := readCases(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []fileCase{
		{Name: "topic/first_case", Flags: []string{"--flag", "--flag with space"}, Check: "a\n\nb\t", Input: "c\n"},
		{Name: "topic/second"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestReadRefusesWhatIsNoCase(t *testing.T) {
	for _, text := range []string{"text\n", "== a\n\"unfinished\n", "== a\ncheck:\ntext\n",
		"== a\ncheck:\n|\"unfinished\n"} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "topic.cases"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if cases, err := readCases(dir); err == nil {
			t.Errorf("%q: no error, %v", text, cases)
		}
	}
}

func TestCasesDependOnlyOnTheirSeeds(t *testing.T) {
	distinct := map[string]bool{}
	for seed := uint64(1); seed <= 50; seed++ {
		for _, make := range []func(uint64) fileCase{
			generate, generateRegex,
			func(seed uint64) fileCase { return mutate(seed, generate(7)) },
		} {
			c := make(seed)
			if diff := cmp.Diff(c, make(seed)); diff != "" {
				t.Fatalf("%s: differs:\n%s", c.Name, diff)
			}
			distinct[c.Check+c.Input] = true
		}
	}
	if len(distinct) < 140 {
		t.Errorf("only %d of 150 cases are distinct", len(distinct))
	}
}
