// Package conformance checks the promotion of element types against tables. They have the result type for each pair of
// types and each class of operations. People transcribed the tables in byhand from the three documents that define the
// rules; Python wrote literals.txt. Code of this project never writes them. The tables in rules are the results of
// package promotion. The tests compare both with the results of the parser, the verifier and the passes for programs,
// and with each other:
//
//	go test ./lit/test/conformance -update
//
// This command writes the tables in rules, and the lit tests in this directory, one for each class. This file reads and
// writes tables. program_test.go makes and runs programs for their cells. conformance_test.go has the tests.
package conformance

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// mlirNames are the names of element types in MLIR, by the abbreviations that the tables use.
var mlirNames = map[string]string{
	"b1": "i1", "u8": "ui8", "u16": "ui16", "u32": "ui32", "u64": "ui64", "i8": "i8", "i16": "i16", "i32": "i32",
	"i64": "i64",
	"f16": "f16", "f32": "f32", "f64": "f64", "bf": "bf16", "tf32": "tf32", "e4m3": "f8E4M3FN", "e5m2": "f8E5M2",
	"e8m0": "f8E8M0FNU", "e2m1": "f4E2M1FN",
}

// types are the abbreviations, in the order of the tables.
var types = strings.Fields("b1 u8 u16 u32 u64 i8 i16 i32 i64 f16 f32 f64 bf tf32 e4m3 e5m2 e8m0 e2m1")

// literals are the columns in tables for tensors with literals.
var literals = strings.Fields("true 1 -1 255 256 -129 65536 2147483647 2147483648 -2147483649 4294967296 " +
	"9223372036854775808 18446744073709551616 1.5 1e300 1e-40")

// table has the result type of an operation for each left operand (row) and right operand (column). A cell is an
// abbreviation; `result@computed` if the operation is computed in another type than the result's; or `.` for an error.
type table struct {
	name          string // class, left and right operand: "arithmetic tensor scalar"
	rows, columns []string
	cells         map[[2]string]string
}

func (t *table) clone(name string) *table {
	out := &table{name: name, rows: t.rows, columns: t.columns, cells: make(map[[2]string]string)}
	for k, v := range t.cells {
		out.cells[k] = v
	}
	return out
}

// String returns the table in the form that readTables reads.
func (t *table) String() string {
	widths := make([]int, len(t.columns))
	for i, c := range t.columns {
		widths[i] = len(c)
		for _, r := range t.rows {
			widths[i] = max(widths[i], len(t.cells[[2]string{r, c}]))
		}
	}
	var b strings.Builder
	line := func(first string, cell func(i int) string) {
		text := fmt.Sprintf("%-5s", first)
		for i, w := range widths {
			text += fmt.Sprintf(" %-*s", w, cell(i))
		}
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
	fmt.Fprintf(&b, "table %s\n", t.name)
	line("", func(i int) string { return t.columns[i] })
	for _, r := range t.rows {
		line(r, func(i int) string { return t.cells[[2]string{r, t.columns[i]}] })
	}
	return b.String()
}

// like returns the text of a table. If an earlier table has the same cells, the text only refers to it.
func (t *table) like(earlier []*table) string {
	for _, e := range earlier {
		if slices.Equal(e.rows, t.rows) && slices.Equal(e.columns, t.columns) && maps.Equal(e.cells, t.cells) {
			return fmt.Sprintf("table %s = %s\n", t.name, e.name)
		}
	}
	return "\n" + t.String()
}

// readTables reads the tables of a file. Some are written in full; others are equal to another table except for some
// cells.
func readTables(t *testing.T, path string) []*table {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := &tableReader{t: t, path: path}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		r.line++
		if text, _, _ := strings.Cut(lines.Text(), "#"); strings.TrimSpace(text) != "" {
			r.read(strings.Fields(text))
		}
	}
	return r.tables
}

type tableReader struct {
	t      *testing.T
	path   string
	line   int
	tables []*table
}

func (r *tableReader) read(fields []string) {
	r.t.Helper()
	switch {
	case fields[0] == "table":
		r.begin(fields[1:])
	case len(r.tables) == 0:
		r.t.Fatalf("%s:%d: expected a table", r.path, r.line)
	case fields[0] == "but":
		r.replace(fields[1:])
	case fields[0] == "map":
		r.rename(fields[1:])
	default:
		r.row(fields)
	}
}

// begin reads `NAME` or `NAME = NAME`.
func (r *tableReader) begin(fields []string) {
	r.t.Helper()
	name, like, copied := strings.Cut(strings.Join(fields, " "), " = ")
	if !copied {
		r.tables = append(r.tables, &table{name: name, cells: make(map[[2]string]string)})
		return
	}
	i := slices.IndexFunc(r.tables, func(t *table) bool { return t.name == like })
	if i < 0 {
		r.t.Fatalf("%s:%d: there is no table %q", r.path, r.line, like)
	}
	r.tables = append(r.tables, r.tables[i].clone(name))
}

// row reads the first row, which has the names of the columns, or another row.
func (r *tableReader) row(fields []string) {
	r.t.Helper()
	t := r.tables[len(r.tables)-1]
	if t.columns == nil {
		t.columns = fields
		return
	}
	if len(fields) != 1+len(t.columns) {
		r.t.Fatalf("%s:%d: %d cells in %d columns", r.path, r.line, len(fields)-1, len(t.columns))
	}
	t.rows = append(t.rows, fields[0])
	for i, c := range t.columns {
		t.cells[[2]string{fields[0], c}] = fields[1+i]
	}
}

// replace reads `ROWS with COLUMNS -> CELL`, where `*` stands for all of them.
func (r *tableReader) replace(fields []string) {
	r.t.Helper()
	t := r.tables[len(r.tables)-1]
	with, arrow := slices.Index(fields, "with"), slices.Index(fields, "->")
	if with < 0 || arrow != len(fields)-2 {
		r.t.Fatalf("%s:%d: expected `but ROWS with COLUMNS -> CELL`", r.path, r.line)
	}
	for _, row := range all(fields[:with], t.rows) {
		for _, c := range all(fields[with+1:arrow], t.columns) {
			if _, ok := t.cells[[2]string{row, c}]; !ok {
				r.t.Fatalf("%s:%d: no cell of %s with %s", r.path, r.line, row, c)
			}
			t.cells[[2]string{row, c}] = fields[arrow+1]
		}
	}
}

func all(names, every []string) []string {
	if slices.Equal(names, []string{"*"}) {
		return every
	}
	return names
}

// rename reads `CELLS -> CELL`.
func (r *tableReader) rename(fields []string) {
	r.t.Helper()
	t := r.tables[len(r.tables)-1]
	arrow := slices.Index(fields, "->")
	if arrow != len(fields)-2 {
		r.t.Fatalf("%s:%d: expected `map CELLS -> CELL`", r.path, r.line)
	}
	for k, v := range t.cells {
		if slices.Contains(fields[:arrow], v) {
			t.cells[k] = fields[arrow+1]
		}
	}
}
