package conformance

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

var semantics = []string{"triton", "cutile", "torch"}

// cellsOf returns the cells of a table, for one operation of the table's class.
func cellsOf(t *table, op string) []cell {
	kinds := strings.Fields(t.name)
	var out []cell
	for _, r := range t.rows {
		for _, c := range t.columns {
			out = append(out, cell{op, operand{kinds[1], r}, operand{kinds[2], c}, t.cells[[2]string{r, c}]})
		}
	}
	return out
}

func namesOf(t *testing.T, class string) []string {
	t.Helper()
	for _, c := range operations {
		if c.class == class {
			return c.names
		}
	}
	t.Fatalf("no operations are %s", class)
	return nil
}

// checkCells compiles the programs of all cells. Those that should compile are in one module, the others in one module
// each.
func checkCells(t *testing.T, semantics string, cells []cell) {
	t.Helper()
	ctx := newContext()
	var kernels strings.Builder
	byName := make(map[string]cell)
	for i, c := range cells {
		if !longtest.IncludesName(fmt.Sprint(semantics, c), 10) {
			continue
		}
		if c.want == "." {
			if err := c.checkError(ctx, semantics); err != nil {
				t.Errorf("%s: %v: %v", semantics, c, err)
			}
			continue
		}
		name := fmt.Sprint("k", i)
		byName[name] = c
		kernels.WriteString(c.kernel(name))
	}
	m, err := compile(ctx, module(semantics, kernels.String()))
	if err != nil {
		t.Errorf("%s: %v\n%s", semantics, err, lineOf(err, module(semantics, kernels.String())))
		return
	}
	for k := range m.Region(0).Entry().Ops() {
		c := byName[ir.SymbolNameOf(k)]
		if err := c.check(k); err != nil {
			t.Errorf("%s: %v: %v\n%v", semantics, c, err, k)
		}
	}
}

// lineOf returns the line of a source to which an error points.
func lineOf(err error, source string) string {
	var d *ir.Diagnostic
	if errors.As(err, &d) {
		if at := ir.FileLocation(d.Loc); at != nil {
			return strings.Split(source, "\n")[at.StartLine-1]
		}
	}
	return ""
}

// checkError compiles a program that must be rejected with one message. The message must be at the operation, name both
// operands, and say what to change.
func (c cell) checkError(ctx *ir.Context, semantics string) error {
	source := module(semantics, c.kernel("k"))
	if n := diagnostics(ctx, source); n != 1 {
		return fmt.Errorf("there are %d messages", n)
	}
	m, err := compile(ctx, source)
	if err == nil {
		return fmt.Errorf("it is accepted:\n%v", m)
	}
	var d *ir.Diagnostic
	if !errors.As(err, &d) || !strings.Contains(lineOf(err, source), " = tile."+c.op) {
		return fmt.Errorf("error %q is not located at the operation, but at %q", err, lineOf(err, source))
	}
	message := d.Message
	if !strings.Contains(message, "tile.cast") && !strings.Contains(message, ", which holds ") &&
		!strings.Contains(message, "write it as") &&
		!strings.Contains(message, "the widest type") {
		return fmt.Errorf("error %q does not say what to do", message)
	}
	if strings.Contains(message, "no common type") && (!c.l.namedIn(message) || !c.r.namedIn(message)) {
		return fmt.Errorf("error %q does not name both operands", message)
	}
	return nil
}

// diagnostics returns the number of messages of the verifier about a module that can be parsed.
func diagnostics(ctx *ir.Context, source string) (n int) {
	if m, err := text.ParseString(ctx, source); err == nil {
		_ = ir.Verify(m, func(*ir.Diagnostic) { n++ })
	}
	return n
}

func (o operand) namedIn(message string) bool {
	if o.kind == "literal" {
		return strings.Contains(message, o.name) || strings.Contains(message, "literal")
	}
	return strings.Contains(message, "'"+mlirNames[o.name]+"'")
}

func TestTablesThatAreWrittenByHandHoldForEveryOperation(t *testing.T) {
	for _, s := range semantics {
		tables := readTables(t, filepath.Join("byhand", s+".txt"))
		if len(tables) != 3*len(operations) {
			t.Errorf("%s: %d tables, but there are %d classes and 3 kinds of right operands", s, len(tables), len(operations))
		}
		for _, table := range tables {
			class, _, _ := strings.Cut(table.name, " ")
			for _, op := range namesOf(t, class) {
				if longtest.IncludesName(s+table.name+op, 3) {
					checkCells(t, s, cellsOf(table, op))
				}
			}
		}
	}
}

func TestTablesByHandAreComplete(t *testing.T) {
	for _, s := range semantics {
		for _, table := range readTables(t, filepath.Join("byhand", s+".txt")) {
			columns := types
			if strings.HasSuffix(table.name, "literal") {
				columns = literals
			}
			if strings.Join(table.rows, " ") != strings.Join(types, " ") ||
				strings.Join(table.columns, " ") != strings.Join(columns, " ") {
				t.Errorf("%s: %s: rows %v, columns %v", s, table.name, table.rows, table.columns)
			}
		}
	}
}
