package tune_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/kernel/tune"
)

// declared is a declaration with a comment that says nothing.
const declared = `// A product.
//
// configurations: warps 8 4, TM 128 64
// grid: c[0] / {TM} * 2, {PARTS}, c[1]
// setting: PARTS 3
module {}
// configurations: TM 1
`

func parseSpace(t testing.TB, text string) *tune.Space {
	t.Helper()
	s, err := tune.ParseSpace(girih.NewContext(), "k.mlir", text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEveryCombinationIsAConfigurationInTheOrderOfTheDeclaration(t *testing.T) {
	s := parseSpace(t, declared)
	var got []string
	for _, c := range s.All() {
		got = append(got, s.Text(c))
	}
	want := "warps=8 TM=128, warps=8 TM=64, warps=4 TM=128, warps=4 TM=64"
	if strings.Join(got, ", ") != want || s.String() != "warps 8 4, TM 128 64" {
		t.Errorf("%s: %s", s, got)
	}
	if s := parseSpace(t, "// nothing\n"); s.String() != "warps 4" {
		t.Errorf("without a declaration: %s", s)
	}
}

func TestGridCountsTilesOfArrays(t *testing.T) {
	s := parseSpace(t, declared)
	grid, err := s.GridOf(tune.Configuration{"warps": 8, "TM": 64}, tune.Shapes{"c": {130, 7}})
	if err != nil || grid != [3]int64{6, 3, 7} {
		t.Errorf("%v, %v", grid, err)
	}
	for text, want := range map[string]string{
		"":                         "say no grid",
		"// grid: d[0]":            "depends on d[0]",
		"// grid: c[2]":            "depends on c[2]",
		"// grid: c[0] / {BOGUS}":  "but got \"c[0] / {BOGUS}\"",
		"// grid: c[0] / {TM/TM2}": "but got",
	} {
		_, err := parseSpace(t, text).GridOf(tune.Configuration{"TM": 64}, tune.Shapes{"c": {1, 1}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestDeclarationsThatAreNoneAreRefusedWhereTheyStand(t *testing.T) {
	for text, want := range map[string]string{
		"//\n// configurations: TM":        "k.mlir:2:20: error: expected a name and the numbers",
		"// configurations: TM 64, TM 128": "k.mlir:1:27: error: TM has values already",
		"// configurations: TM 64 x":       `k.mlir:1:26: error: TM may be numbers from 1 to 1073741824, but got "x"`,
		"// configurations: TM 0":          "k.mlir:1:23: error: TM may be numbers from 1 to 1073741824",
		"// configurations: TM 64 64":      "k.mlir:1:26: error: TM has the value 64 already",
		"// configurations: warps 3":       "k.mlir:1:26: error: a block has a power of two of warps",
		"// configurations: warps 64":      "k.mlir:1:26: error: a block has a power of two of warps",
		"// grid: c[0] + 1":                "k.mlir:1:10: error: the grid has factors",
		"// grid: 1, 1, 1, 1":              "k.mlir:1:10: error: a grid has at most 3 axes",
		"// grid: c[0] / 0":                "k.mlir:1:10: error: the grid has tiles of 0 elements",
		"// setting: T":                    "k.mlir:1:13: error: a setting is a name and the text",
		"// configurations: A 1 2 3 4 5 6 7 8, B 1 2 3 4 5 6 7 8, C 1 2 3 4 5 6 7 8, D 1 2 3 4 5 6 7 8, E 1 2": "" +
			"k.mlir:1:96: error: these are 8192 configurations",
		"// configurations: TM 99999999999999999": "k.mlir:1:23: error: TM may be numbers from 1 to 1073741824",
	} {
		_, err := tune.ParseSpace(girih.NewContext(), "k.mlir", text)
		var d *ir.Diagnostic
		if !errors.As(err, &d) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestConfigurationsAreReadFromTheirText(t *testing.T) {
	s := parseSpace(t, declared)
	c, err := s.Read("TM=64  warps=8")
	if err != nil || s.Text(c) != "warps=8 TM=64" {
		t.Errorf("%v, %v", c, err)
	}
	for text, want := range map[string]string{
		"warps=8":             "TM is one of 128 64",
		"warps=8 TM=32":       "TM is one of 128 64",
		"warps=8 TM=x":        `expected NAME=NUMBER, but got "TM=x"`,
		"warps=8 TM=64 TN=64": "the kernel's parameters are warps 8 4, TM 128 64",
	} {
		if _, err := s.Read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestSomeValuesCanBeFixed(t *testing.T) {
	s := parseSpace(t, declared)
	all, err := s.With(tune.Configuration{"TM": 64})
	if err != nil || len(all) != 2 || s.Text(all[0]) != "warps=8 TM=64" || s.Text(all[1]) != "warps=4 TM=64" {
		t.Errorf("%v, %v", all, err)
	}
	for name, want := range map[string]string{
		"TN": "the kernel has no parameter TN; it declares warps 8 4, TM 128 64",
		"TM": "TM may be 128 64, but is 7",
	} {
		_, err := s.With(tune.Configuration{name: 7})
		if !errors.Is(err, tune.ErrNone) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPlaceholdersStandForValues(t *testing.T) {
	text, err := tune.NewText(girih.NewContext(), "k.mlir", `// configurations: TM 12
// setting: T f16
tensor<{TM}x{TM*2}x{TM/4}x{TM*TM}x{T}> {other = 1} {}
`, map[string]string{"T": "bf16"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := text.Filled(text.Space().All()[0])
	if err != nil || !strings.Contains(got, "tensor<12x24x3x144xbf16> {other = 1} {}\n") {
		t.Errorf("%s, %v", got, err)
	}
	for source, want := range map[string]string{"{TM/5}": "{TM/5} is not an integer: 12 / 5", "{TM/0}": "12 / 0"} {
		text, err := tune.NewText(girih.NewContext(), "k.mlir", "// configurations: TM 12\n"+source, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := text.Filled(text.Space().All()[0]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", source, err)
		}
	}
	_, err = tune.NewText(girih.NewContext(), "k.mlir", "// setting: T f16\n// setting: U f32\n",
		map[string]string{"V": "1"})
	if err == nil || err.Error() != `k.mlir has no setting "V": it has T, U` {
		t.Error(err)
	}
}

// FuzzParseSpace checks that any text is a space, or a diagnostic at one of its lines.
func FuzzParseSpace(f *testing.F) {
	f.Add(declared)
	f.Add("// configurations: TM 64, ,\n// grid: c[0] / {TM*TM}\n// setting:  T f16")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := tune.ParseSpace(girih.NewContext(), "k.mlir", text)
		var d *ir.Diagnostic
		if err != nil {
			if !errors.As(err, &d) || d.Loc == nil {
				t.Errorf("%T: %v", err, err)
			}
			return
		}
		for _, c := range s.All() {
			again, err := s.Read(s.Text(c))
			if err != nil || fmt.Sprint(again) != fmt.Sprint(c) {
				t.Fatalf("%q is read as %v, %v", s.Text(c), again, err)
			}
			s.GridOf(c, tune.Shapes{"c": {3, 5}})
		}
	})
}
