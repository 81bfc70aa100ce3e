package foreign_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/girih-ir/girih/internal/lit/foreign"
	"github.com/girih-ir/girih/lit/program"
	"github.com/girih-ir/girih/tools/lit"
)

// programs are our tools under the names of MLIR's.
func programs() map[string]program.Func {
	ours := lit.Programs()
	return map[string]program.Func{"mlir-opt": ours["tile-opt"], "mlir-translate": ours["tile-translate"],
		"FileCheck": ours["FileCheck"]}
}

// The tree has a test for each outcome; its files say which outcome a function has.
func TestPiecesPassLackSomethingOrDiffer(t *testing.T) {
	report, err := foreign.Run(context.Background(), "testdata", foreign.Options{Programs: programs()})
	if err != nil {
		t.Fatal(err)
	}
	check(t, report, map[string]foreign.Counts{
		"Dialect/Arith": {Pass: 3, Differs: 1},
		"Transforms":    {Pass: 1, Missing: 4},
	}, "Dialect/Arith/ops.mlir:18")
}

func TestOnlyPiecesThatTheirToolsPassCount(t *testing.T) {
	path, err := exec.LookPath("mlir-opt")
	if err != nil {
		if os.Getenv("GIRIH_REQUIRE_LLVM") != "" {
			t.Fatal(err)
		}
		t.Skip("no mlir-opt on PATH")
	}
	report, err := foreign.Run(context.Background(), "testdata",
		foreign.Options{Programs: programs(), Theirs: filepath.Dir(path)})
	if err != nil {
		t.Fatal(err)
	}
	check(t, report, map[string]foreign.Counts{
		"Dialect/Arith": {Pass: 3, NotCounted: 1},
		"Transforms":    {Pass: 1, Missing: 2, NotCounted: 2},
	})
}

// Under --allow-unregistered-dialect, the tools accept operations of a dialect that they lack, but do nothing with
// them.
func TestPiecesThatNameALackingDialectAreMissing(t *testing.T) {
	for _, dialects := range [][]string{nil, {"affine", "test"}} {
		dir := t.TempDir()
		text := "// RUN: mlir-opt %s --allow-unregistered-dialect | FileCheck %s\n// CHECK: %[[A:.*]] = test.op\n" +
			"%0 = \"test.op\"() : () -> i32 // of dialect test.\n"
		if err := os.WriteFile(filepath.Join(dir, "a.mlir"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		report, err := foreign.Run(context.Background(), dir, foreign.Options{Programs: programs(), Lacking: dialects})
		if err != nil {
			t.Fatal(err)
		}
		want := foreign.Counts{Differs: 1}
		if dialects != nil {
			want = foreign.Counts{Missing: 1}
		}
		if got := report.Areas["."]; *got != want {
			t.Errorf("%v: %+v, not %+v", dialects, got, want)
		}
	}
}

func check(t *testing.T, report *foreign.Report, want map[string]foreign.Counts, differences ...string) {
	t.Helper()
	if len(report.Areas) != len(want) {
		t.Errorf("%d areas, not %d", len(report.Areas), len(want))
	}
	for name, counts := range want {
		if got := report.Areas[name]; got == nil || *got != counts {
			t.Errorf("%s: %+v, not %+v", name, got, counts)
		}
	}
	if len(report.Differences) != len(differences) {
		var b bytes.Buffer
		if err := report.Write(&b, true); err != nil {
			t.Fatal(err)
		}
		t.Fatalf("%d differences, not %d:\n%s", len(report.Differences), len(differences), &b)
	}
	for i, d := range report.Differences {
		if d.Name != differences[i] {
			t.Errorf("difference %s, not %s", d.Name, differences[i])
		}
	}
}

func TestATreeWithoutTestsIsAnError(t *testing.T) {
	for _, o := range []struct {
		dir     string
		options foreign.Options
	}{
		{t.TempDir(), foreign.Options{}},
		{"testdata", foreign.Options{Filter: regexp.MustCompile("nothing has this name")}},
	} {
		if _, err := foreign.Run(context.Background(), o.dir, o.options); !errors.Is(err, foreign.ErrNoTests) {
			t.Errorf("%s: %v", o.dir, err)
		}
	}
	_, err := foreign.Run(context.Background(), "no such directory", foreign.Options{})
	if !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}
