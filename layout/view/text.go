package view

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/girih-ir/girih/layout"
)

// The numbers of rows and columns that are written at most. The basis vectors of the layout show how a larger matrix
// goes on.
const (
	textRows    = 32
	textColumns = 16
)

// Text writes views one after the other. A cell of a distributed layout reads `T5:2`, register 2 of thread 5 of the
// block. A cell of shared memory reads `17 b4`, offset 17 in bank 4.
func Text(w io.Writer, views []View) error {
	out := bufio.NewWriter(w)
	for i := range views {
		if i > 0 {
			fmt.Fprintln(out)
		}
		text(out, &views[i])
	}
	return out.Flush()
}

func text(w *bufio.Writer, v *View) {
	fmt.Fprintln(w, v.Title)
	fmt.Fprintf(w, "  %v\n", v.Layout)
	for _, line := range append(v.facts(), v.Notes...) {
		fmt.Fprintf(w, "  %s\n", line)
	}
	for _, h := range v.Holders {
		fmt.Fprintf(w, "  %s\n", h)
	}
	inverse, err := v.Layout.Invert()
	if err != nil {
		fmt.Fprintln(w, "  some elements are nowhere")
		return
	}
	slices := 0
	v.slices(textColumns, func(before []int, rows, columns int, at func(row, column int) []int) {
		if slices++; slices > 2 {
			return
		}
		if len(before) > 0 {
			fmt.Fprintf(w, "  [%s, :, :]\n", strings.Trim(strings.ReplaceAll(fmt.Sprint(before), " ", ", "), "[]"))
		}
		cell := func(row, column int) string { return v.cell(v.place(inverse, at(row, column))) }
		table(w, min(rows, textRows), min(columns, textColumns), cell)
		if rows > textRows || columns > textColumns {
			fmt.Fprintf(w, "  ... %d rows of %d in all\n", rows, columns)
		}
	})
	if slices > 2 {
		fmt.Fprintf(w, "  ... %d such matrices\n", slices)
	}
}

func (v *View) cell(p Place) string {
	if v.shared() {
		return fmt.Sprintf("%d b%d", p.Offset, v.bankOf(p.Offset))
	}
	return fmt.Sprintf("T%d:%d", p.Warp*v.lanes()+p.Lane, p.Register)
}

func (v *View) lanes() int { return v.Layout.InSize(layout.Lane) }

// table writes cells in columns of the same width.
func table(w *bufio.Writer, rows, columns int, cell func(row, column int) string) {
	cells := make([][]string, rows)
	width := make([]int, columns)
	for r := range cells {
		cells[r] = make([]string, columns)
		for c := range columns {
			cells[r][c] = cell(r, c)
			width[c] = max(width[c], len(cells[r][c]))
		}
	}
	for _, row := range cells {
		var line strings.Builder
		for c, s := range row {
			fmt.Fprintf(&line, " %-*s", width[c], s)
		}
		fmt.Fprintf(w, " %s\n", strings.TrimRight(line.String(), " "))
	}
}
