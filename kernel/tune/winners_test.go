package tune_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/kernel/tune"
)

func newText(t testing.TB, text string) *tune.Text {
	t.Helper()
	s, err := tune.NewText(girih.NewContext(), "k.mlir", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSizesOfAClassRoundUpToTheSamePowersOfTwo(t *testing.T) {
	s := newText(t, declared)
	key := func(rows, columns int64) tune.Key {
		return tune.KeyOf(s, "k", tune.Problem{Target: "sm_90a", Shapes: tune.Shapes{"y": {1, 0}, "a": {rows, columns}}})
	}
	if got := key(4000, 129); got.Class != "a=4096x256,y=1x0" || got != key(2049, 256) || got == key(2048, 256) {
		t.Errorf("%+v", got)
	}
}

func TestFilesOfWinnersThatAreNoneAreRefusedWhereTheyStand(t *testing.T) {
	for text, want := range map[string]string{
		"# a remark\nk sm_90a a=4":                         "w:2:1: error: expected kernel, target, sizes, hash",
		"k sm_90a a=4 12 warps=4\nk sm_90a a=4 13 warps=8": "w:2:1: error: there is a winner for k sm_90a a=4 already",
		"\x00\xff garbage":                                 "w:1:1: error: expected kernel",
	} {
		_, err := tune.ParseWinners(girih.NewContext(), "w", []byte(text))
		var d *ir.Diagnostic
		if !errors.As(err, &d) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestWinnersOfOtherVersionsAreNotTakenAndWarnedOf(t *testing.T) {
	s := newText(t, declared)
	key := tune.KeyOf(s, "k", tune.Problem{Target: "sm_90a", Shapes: tune.Shapes{"c": {64, 64}}})
	for text, want := range map[string]string{
		"k sm_90a c=64x64 " + key.Hash + " warps=4 TM=64 # 3 us": "",
		"k sm_90a c=64x64 123456 warps=4 TM=64":                  "w:1:1: warning: the winner for k sm_90a c=64x64",
		"k sm_90a c=64x64 " + key.Hash + " warps=4 TM=63":        "is not a configuration of the kernel: TM is one of 128 64",
		"k sm_90a c=64x128 " + key.Hash + " warps=4 TM=64":       "none",
		"k sm_80 c=64x64 " + key.Hash + " warps=4 TM=64":         "none",
		"j sm_90a c=64x64 " + key.Hash + " warps=4 TM=64":        "none",
	} {
		w, err := tune.ParseWinners(girih.NewContext(), "w", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		c, warning := w.Choose(s, key)
		switch {
		case want == "" && (warning != nil || s.Space().Text(c) != "warps=4 TM=64"):
			t.Errorf("%s: %v, %v", text, c, warning)
		case want != "" && c != nil:
			t.Errorf("%s: chose %v", text, c)
		case want == "none" && warning != nil:
			t.Errorf("%s: %v", text, warning)
		case want != "" && want != "none" && (warning == nil || !strings.Contains(warning.Error(), want)):
			t.Errorf("%s: %v", text, warning)
		}
	}
}

// FuzzParseWinners checks that any bytes are winners, whose text can be parsed again, or a diagnostic at one of the
// lines.
func FuzzParseWinners(f *testing.F) {
	f.Add([]byte("# winners\nk sm_90a a=4 12 warps=4 TM=64 # 3 us\n\n"))
	f.Add([]byte("k sm_90a a=4 12 warps=4#x#y\nj sm_90a a=4 12 warps=4"))
	s := newText(f, declared)
	f.Fuzz(func(t *testing.T, text []byte) {
		w, err := tune.ParseWinners(girih.NewContext(), "w", text)
		if err != nil {
			if d := (*ir.Diagnostic)(nil); !errors.As(err, &d) || d.Loc == nil {
				t.Errorf("%T: %v", err, err)
			}
			return
		}
		printed := w.Text()
		again, err := tune.ParseWinners(girih.NewContext(), "w", printed)
		if err != nil || string(again.Text()) != string(printed) {
			t.Errorf("%q: %v\n%s", text, err, printed)
		}
		w.Choose(s, tune.Key{Kernel: "k", Target: "sm_90a", Class: "a=4", Hash: "12"})
	})
}
