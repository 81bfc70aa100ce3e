package docs_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/tile/contract"
)

var update = flag.Bool("update", false, "write what pages show of the project anew: IR after a pass, lists")

const contractions = "contractions.md"

// opt runs tile-opt on a text.
func opt(t *testing.T, source, flags string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "x.mlir")
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	return run(t, "", "tile-opt "+flags+" "+file)
}

// afterBlock is which block of the page has the IR after the pass; the one before it has the IR before.
const afterBlock = 2

func TestContractionsOfThePageBecomeWhatItShows(t *testing.T) {
	text := blocks(t, contractions, "mlir")
	for i, b := range text {
		if i != afterBlock {
			opt(t, b, "--tile-lower-contractions")
		}
	}
	got := strings.TrimRight(opt(t, text[afterBlock-1], "--tile-lower-contractions --canonicalize --cse"), "\n") + "\n"
	if got == text[afterBlock] {
		return
	}
	if !*update {
		t.Fatalf("the IR after the pass is (run with -update)\n%s", got)
	}
	page, err := os.ReadFile(contractions)
	if err == nil {
		err = os.WriteFile(contractions, []byte(strings.Replace(string(page), text[afterBlock], got, 1)), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestEquationsOfThePageAreWhatItSays(t *testing.T) {
	page, err := os.ReadFile(contractions)
	if err != nil {
		t.Fatal(err)
	}
	_, refused := contract.Parse("nc(h*r)(w+s),ckrs->nkhw")
	want := strings.Join(strings.Fields(blocks(t, contractions, "text")[0]), " ")
	if refused == nil || !strings.Contains(want, strings.SplitN(strings.SplitN(refused.Error(), ": ", 2)[1], "\n", 2)[0]) {
		t.Errorf("the page says %q, but the error is %v", want, refused)
	}
	rows := regexp.MustCompile("(?m)^\\| `([^`]+->[^`]+)` \\|(.*)$").FindAllStringSubmatch(string(page), -1)
	if len(rows) < 12 {
		t.Fatalf("the page has %d equations in tables", len(rows))
	}
	tables := map[string]contract.Table{"t": {Shape: []int64{3}, Data: []int64{0, 1, 2}}}
	gradients := 0
	for _, row := range rows {
		eq, err := contract.Parse(row[1])
		if err != nil {
			t.Error(err)
			continue
		}
		_, said, ok := strings.Cut(row[2], "`")
		if said, _, _ = strings.Cut(said, "`"); !ok || !strings.Contains(said, "->") {
			continue
		}
		gradients++
		e := &contract.Extents{Of: map[contract.Letter]int64{}}
		parts, err := eq.GradientA(e, tables, nil)
		if err != nil || len(parts) != 1 || parts[0].Equation.String() != said {
			t.Errorf("the page says that the gradient of %s is %s; got %v, %v", row[1], said, parts, err)
		}
	}
	if gradients != 3 {
		t.Errorf("the page has %d gradients", gradients)
	}
}
