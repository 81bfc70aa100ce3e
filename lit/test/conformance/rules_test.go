package conformance

import (
	"flag"
	"math/big"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

var update = flag.Bool("update", false, "write the tables of rules, and the lit tests")

// classes are the classes of package promotion, by their names in tables.
func classes() map[string]promotion.Class {
	out := make(map[string]promotion.Class)
	for _, c := range promotion.Classes() {
		out[strings.ReplaceAll(c.String(), " ", "-")] = c
	}
	return out
}

// operandOf returns an operand of a table in the form of package promotion.
func operandOf(t *testing.T, elements map[string]ir.Type, o operand) promotion.Operand {
	t.Helper()
	if o.kind == "literal" {
		return promotion.Operand{Literal: numberOf(t, o.name)}
	}
	return promotion.Operand{Type: elements[o.name], Dimensioned: o.kind == "tensor"}
}

// elementTypes returns the types of a context, by their abbreviations.
func elementTypes(t *testing.T, ctx *ir.Context) map[string]ir.Type {
	t.Helper()
	out := make(map[string]ir.Type)
	for short, long := range mlirNames {
		var err error
		if out[short], err = text.ParseType(ctx, long); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

func numberOf(t *testing.T, s string) promotion.Number {
	t.Helper()
	switch kindOfLiteral(s) {
	case "bool":
		return promotion.NewBool(s == "true")
	case "float":
		v, err := strconv.ParseFloat(s, 64)
		if err != nil && v == 0 {
			t.Fatal(err)
		}
		return promotion.NewFloat(v)
	}
	v, ok := new(big.Int).SetString(s, 10)
	if !ok {
		t.Fatalf("%q is no literal", s)
	}
	return promotion.NewInt(v)
}

// abbreviation returns the name of a type in tables.
func abbreviation(typ ir.Type) string {
	name := typ.String()
	for short, long := range mlirNames {
		if long == name {
			return short
		}
	}
	return "?" + name
}

// tableOfRules makes a table with the results of package promotion for all cells.
func tableOfRules(t *testing.T, ctx *ir.Context, s promotion.Semantics, class, left, right string) *table {
	t.Helper()
	names := map[string][]string{"tensor": types, "scalar": types, "literal": literals}
	is, elements := classes()[class], elementTypes(t, ctx)
	out := &table{name: strings.Join([]string{class, left, right}, " "), rows: names[left], columns: names[right],
		cells: make(map[[2]string]string)}
	for _, r := range out.rows {
		for _, c := range out.columns {
			a, b := operandOf(t, elements, operand{left, r}), operandOf(t, elements, operand{right, c})
			types, err := promotion.Resolve(ctx, s, is, a, b)
			cell := "."
			switch {
			case err == nil && class == "comparison":
				cell = abbreviation(types.Operand)
			case err == nil:
				cell = abbreviation(types.Result)
				if types.Operand != types.Result {
					cell += "@" + abbreviation(types.Operand)
				}
			}
			out.cells[[2]string{r, c}] = cell
		}
	}
	return out
}

// rightOperands are the kinds of right operands in the tables, by the kind of the left operand.
var rightOperands = []struct {
	left   string
	rights []string
}{
	{"tensor", []string{"tensor", "scalar", "literal"}},
	{"scalar", []string{"tensor", "scalar", "literal"}},
	{"literal", []string{"tensor"}},
}

func TestTablesOfRulesAreUpToDateAndHold(t *testing.T) {
	for _, name := range semantics {
		s, _ := promotion.ParseSemantics(name)
		ctx := newContext()
		var all strings.Builder
		var written []*table
		for _, c := range operations {
			for _, k := range rightOperands {
				for _, right := range k.rights {
					table := tableOfRules(t, ctx, s, c.class, k.left, right)
					all.WriteString(table.like(written))
					written = append(written, table)
					if longtest.IncludesName(name+table.name, 3) {
						checkCells(t, name, cellsOf(table, c.names[0]))
					}
				}
			}
		}
		golden(t, filepath.Join("rules", name+".txt"),
			"# What the rules of package promotion give; written by `go test ./lit/test/"+
				"conformance -update`.\n"+all.String())
	}
}

// golden compares a file with its expected contents, or writes it.
func golden(t *testing.T, path, want string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%s is out of date (%v): run go test ./lit/test/conformance -update", path, err)
	}
}

// The handwritten tables find mistakes in the rules. Tables that are made from the rules cannot find these.
func TestRulesAgreeWithTheTablesThatAreWrittenByHand(t *testing.T) {
	for _, name := range semantics {
		s, _ := promotion.ParseSemantics(name)
		ctx := newContext()
		for _, hand := range readTables(t, filepath.Join("byhand", name+".txt")) {
			kinds := strings.Fields(hand.name)
			rules := tableOfRules(t, ctx, s, kinds[0], kinds[1], kinds[2])
			for at, want := range hand.cells {
				got := rules.cells[at]
				if kinds[0] == "comparison" {
					if _, computed, ok := strings.Cut(want, "@"); ok {
						want = computed
					}
				}
				if got != want {
					t.Errorf("%s: %s: %s with %s is %s by the rules, %s by hand", name, hand.name, at[0], at[1], got, want)
				}
			}
		}
	}
}
