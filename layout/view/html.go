package view

import (
	"bufio"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/girih-ir/girih/layout"
)

//go:embed page.html
var page string

// The part of a matrix that is drawn.
const (
	drawnRows    = 64
	drawnColumns = 128
	cellWidth    = 42
	cellHeight   = 20
)

// HTML writes a self-contained page: a list of the views, and for each a drawing. Colors stand for lanes (or banks),
// brightness for warps. Pointing at a cell shows what it holds; clicking on it marks all cells of the same thread (or
// bank).
func HTML(w io.Writer, title string, views []View) error {
	t, err := template.New("page").Parse(page)
	if err != nil {
		return err
	}
	data := struct {
		Title string
		Views []drawn
	}{Title: title}
	for i := range views {
		v := &views[i]
		data.Views = append(data.Views, drawn{ID: i, Title: v.Title, Basis: v.Layout.String(),
			Facts: append(v.facts(), v.Notes...), Holders: v.Holders, Drawings: draw(v)})
	}
	out := bufio.NewWriter(w)
	if err := t.Execute(out, data); err != nil {
		return err
	}
	return out.Flush()
}

// drawn is a view as the page shows it.
type drawn struct {
	ID           int
	Title, Basis string
	Facts        []string
	Holders      []Holder
	Drawings     []template.HTML
}

// draw returns an SVG drawing for each of the first matrices of a view.
func draw(v *View) (out []template.HTML) {
	inverse, err := v.Layout.Invert()
	if err != nil {
		return nil
	}
	v.slices(32, func(before []int, rows, columns int, at func(row, column int) []int) {
		if len(out) == 4 {
			return
		}
		out = append(out, template.HTML(v.svg(inverse, before, rows, columns, at)))
	})
	return out
}

func (v *View) svg(inverse layout.Layout, before []int, rows, columns int, at func(row, column int) []int) string {
	var s strings.Builder
	shownRows, shownColumns := min(rows, drawnRows), min(columns, drawnColumns)
	const margin = 34
	fmt.Fprintf(&s, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" class="layout">`,
		margin+shownColumns*cellWidth+2, margin+shownRows*cellHeight+2)
	for c := 0; c < shownColumns; c += 4 {
		fmt.Fprintf(&s, `<text class="axis" x="%d" y="%d">%d</text>`, margin+c*cellWidth+cellWidth/2, margin-6, c)
	}
	for r := 0; r < shownRows; r++ {
		fmt.Fprintf(&s, `<text class="axis" x="%d" y="%d">%d</text>`, margin/2, margin+r*cellHeight+14, r)
		for c := range shownColumns {
			coords := at(r, c)
			p := v.place(inverse, coords)
			group, fill, tip := v.describe(p)
			x, y := margin+c*cellWidth, margin+r*cellHeight
			fmt.Fprintf(&s, `<g data-g="%s"><title>%v: %s</title><rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+
				`<text x="%d" y="%d">%s</text></g>`, group, coords, tip, x, y, cellWidth, cellHeight, fill, x+cellWidth/2, y+14,
				v.cell(p))
		}
	}
	s.WriteString("</svg>")
	if shownRows < rows || shownColumns < columns {
		fmt.Fprintf(&s, "<p>the first %d of %d rows and %d of %d columns", shownRows, rows, shownColumns, columns)
	}
	if len(before) > 0 {
		fmt.Fprintf(&s, "<p>at %v", before)
	}
	return s.String()
}

// describe returns the group of cells that are marked together, the color of a cell, and its text.
func (v *View) describe(p Place) (group, fill, tip string) {
	if v.shared() {
		bank := v.bankOf(p.Offset)
		return fmt.Sprint(bank), fmt.Sprintf("hsl(%d 70%% 82%%)", bank*360/32),
			fmt.Sprintf("offset %d, byte %d, bank %d", p.Offset, p.Offset*bytesOf(v.ElementBits), bank)
	}
	lanes := max(1, v.lanes())
	light := 88 - 6*(p.Warp%8)
	tip = fmt.Sprintf("thread %d (warp %d, lane %d), register %d", p.Warp*lanes+p.Lane, p.Warp, p.Lane, p.Register)
	if p.Copies > 0 {
		tip += fmt.Sprintf(", and %d copies", p.Copies)
	}
	return fmt.Sprint(p.Warp*lanes + p.Lane), fmt.Sprintf("hsl(%d 75%% %d%%)", p.Lane*360/lanes, light), tip
}
