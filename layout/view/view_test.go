package view

import (
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/girih-ir/girih/layout"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func must(t *testing.T) func(layout.Layout, error) layout.Layout {
	return func(l layout.Layout, err error) layout.Layout {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
}

// views are one of each kind: a vector, a matrix whose elements have copies, a batch, a fragment, and shared memory.
func views(t *testing.T) []View {
	blocked := func(shape []int, perThread int, order ...int) layout.Layout {
		spec, err := layout.DefaultBlocked(shape, perThread, order, 32, 2)
		if err != nil {
			t.Fatal(err)
		}
		return must(t)(layout.Blocked(spec, shape))
	}
	at := Holder{What: "tile.load", Where: "kernel.mlir:3:5"}
	return []View{
		{Title: "vector", Layout: blocked([]int{128}, 2, 0), Holders: []Holder{at, {What: "arith.addf"}},
			Accesses: []Access{{at, 16}}, Notes: []string{"a note"}},
		{Title: "columns", Layout: blocked([]int{8, 4}, 4, 0, 1), Accesses: []Access{{at, 32}}},
		{Title: "batch", Layout: blocked([]int{4, 2, 2}, 1, 2, 1, 0)},
		{Title: "accumulator", Layout: must(t)(layout.MMA(layout.MMASpec{Version: 2, WarpsPerCTA: []int{1, 2}, N: 8},
			[]int{16, 16}))},
		{Title: "shared", ElementBits: 16, Layout: must(t)(layout.NVMMAShared(
			layout.NVMMASpec{SwizzleBytes: 32, ElementBits: 16}, []int{8, 16}))},
	}
}

func TestTextShowsWhoHoldsWhat(t *testing.T) {
	var got strings.Builder
	if err := Text(&got, views(t)); err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "views.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Error(diff)
	}
}

func TestDrawingsAreWellFormedAndHaveACellForEveryElement(t *testing.T) {
	var page strings.Builder
	if err := HTML(&page, "kernel <&>", views(t)); err != nil {
		t.Fatal(err)
	}
	drawings := regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(page.String(), -1)
	wantCells := []int{128, 32, 4, 4, 4, 4, 256, 128}
	if len(drawings) != len(wantCells) {
		t.Fatalf("%d drawings, want %d", len(drawings), len(wantCells))
	}
	for i, svg := range drawings {
		cells := 0
		d := xml.NewDecoder(strings.NewReader(svg))
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("drawing %d: %v", i, err)
			}
			if start, ok := token.(xml.StartElement); ok && start.Name.Local == "rect" {
				cells++
			}
		}
		if cells != wantCells[i] {
			t.Errorf("drawing %d has %d cells, want %d", i, cells, wantCells[i])
		}
	}
	if strings.Contains(page.String(), "<&>") {
		t.Error("the title is not escaped")
	}
}

func TestLargeTensorsAreCutAndSaySo(t *testing.T) {
	spec, err := layout.DefaultBlocked([]int{256, 512}, 4, []int{1, 0}, 32, 4)
	if err != nil {
		t.Fatal(err)
	}
	large := []View{{Title: "large", Layout: must(t)(layout.Blocked(spec, []int{256, 512}))}}
	var text, page strings.Builder
	if err := errors.Join(Text(&text, large), HTML(&page, "large", large)); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), "256 rows of 512 in all") ||
		!strings.Contains(page.String(), "64 of 256 rows and 128 of 512 columns") {
		t.Errorf("nothing says that there is more:\n%s", text.String())
	}
	if n := strings.Count(page.String(), "<rect"); n != 64*128 {
		t.Errorf("%d cells are drawn", n)
	}
}
