package timing

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteTreeJSON writes the nested parts in mlir-opt's JSON: an array of objects with the time, the name and the parts
// of each part, which ends with an empty object.
func (t *Timer) WriteTreeJSON(w io.Writer) error {
	return t.writeJSON(w, func(b *strings.Builder, r *report) {
		for _, c := range t.Children {
			r.treeJSON(b, 0, c)
		}
	})
}

// WriteListJSON writes the parts of each name together in JSON, the longest first.
func (t *Timer) WriteListJSON(w io.Writer) error {
	return t.writeJSON(w, func(b *strings.Builder, r *report) {
		for _, line := range t.rows(r) {
			b.WriteString(r.object(line) + "},\n")
		}
	})
}

func (t *Timer) writeJSON(w io.Writer, body func(*strings.Builder, *report)) error {
	r := newReport(t)
	var b strings.Builder
	b.WriteString("[\n")
	body(&b, r)
	b.WriteString(r.object(r.rest(t)) + "},\n" + r.object(r.total) + "}\n]\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *report) treeJSON(b *strings.Builder, indent int, t *Timer) {
	fmt.Fprintf(b, "%*s%s, \"passes\": [\n", indent, "", r.object(row{t.Name, t.Wall, t.User}))
	for _, c := range t.Children {
		r.treeJSON(b, indent+2, c)
	}
	fmt.Fprintf(b, "%*s{}]},\n", indent, "")
}

// object returns the object of a line, without its closing brace.
func (r *report) object(line row) string {
	var user string
	if r.user {
		user = fmt.Sprintf("\"user\": {\"duration\": %8.4f, \"percentage\": %5.1f}, ", line.user.Seconds(),
			percent(line.user, r.total.user))
	}
	return fmt.Sprintf("{%s\"wall\": {\"duration\": %8.4f, \"percentage\": %5.1f}, \"name\": %s", user,
		line.wall.Seconds(),
		percent(line.wall, r.total.wall), strconv.Quote(line.name))
}
