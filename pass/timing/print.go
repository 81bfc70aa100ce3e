package timing

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// Header returns the three lines above a report, with its title.
func Header(title string) string {
	const width = 80
	line := "===" + strings.Repeat("-", 73) + "===\n"
	title = "... " + title + " ..."
	return line + strings.Repeat(" ", (width-len(title))/2) + title + "\n" + line
}

// row is a line of a report.
type row struct {
	name       string
	wall, user time.Duration
}

// report is the data of a printed tree.
type report struct {
	total row
	user  bool // whether the column of user time is printed
}

// newReport sums up the root: its user time is that of its parts plus its own rest.
func newReport(root *Timer) *report {
	total := row{"Total", root.Wall, root.User}
	for _, c := range root.Children {
		total.user += c.User - c.Wall
	}
	return &report{total: total, user: total.user != total.wall}
}

// rest is the time of the root that is not in any part.
func (r *report) rest(root *Timer) row {
	rest := row{"Rest", r.total.wall, r.total.user}
	for _, c := range root.Children {
		rest.wall -= c.Wall
		rest.user -= c.User
	}
	return rest
}

func (r *report) write(b *strings.Builder, indent int, line row) {
	if r.user {
		column(b, line.user, r.total.user)
	}
	column(b, line.wall, r.total.wall)
	fmt.Fprintf(b, "%*s%s\n", indent, "", line.name)
}

func column(b *strings.Builder, d, total time.Duration) {
	fmt.Fprintf(b, "  %8.4f (%5.1f%%)", d.Seconds(), percent(d, total))
}

func percent(d, total time.Duration) float64 {
	if total == 0 {
		return 0
	}
	return 100 * d.Seconds() / total.Seconds()
}

func (r *report) head(b *strings.Builder) {
	b.WriteString(Header("Execution time report"))
	fmt.Fprintf(b, "  Total Execution Time: %.4f seconds\n\n", r.total.wall.Seconds())
	if r.user {
		b.WriteString("  ----User Time----")
	}
	b.WriteString("  ----Wall Time----  ----Name----\n")
}

// WriteTree writes the parts as they are nested.
func (t *Timer) WriteTree(w io.Writer) error {
	r := newReport(t)
	var b strings.Builder
	r.head(&b)
	for _, c := range t.Children {
		r.tree(&b, 2, c)
	}
	r.write(&b, 2, r.rest(t))
	r.write(&b, 2, r.total)
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *report) tree(b *strings.Builder, indent int, t *Timer) {
	r.write(b, indent, row{t.Name, t.Wall, t.User})
	for _, c := range t.Children {
		r.tree(b, indent+2, c)
	}
}

// WriteList writes the parts of each name together, the longest first.
func (t *Timer) WriteList(w io.Writer) error {
	r := newReport(t)
	var b strings.Builder
	r.head(&b)
	for _, line := range append(t.rows(r), r.rest(t), r.total) {
		r.write(&b, 2, line)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// rows returns a row for each name, the longest first, and one for the root.
func (t *Timer) rows(r *report) []row {
	rows := []row{{"root", r.total.wall, r.total.user}}
	index := map[string]int{"root": 0}
	for _, c := range t.Children {
		rows = collect(rows, index, c)
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(b.wall, a.wall) })
	return rows
}

// collect adds the timers of a tree to the rows of their names.
func collect(rows []row, index map[string]int, t *Timer) []row {
	at, ok := index[t.Name]
	if !ok {
		at = len(rows)
		index[t.Name] = at
		rows = append(rows, row{name: t.Name})
	}
	rows[at].wall += t.Wall
	rows[at].user += t.User
	for _, c := range t.Children {
		rows = collect(rows, index, c)
	}
	return rows
}
