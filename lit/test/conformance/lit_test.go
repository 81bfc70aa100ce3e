package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/tile/promotion"
)

// TestLitTestsOfEachClassAreUpToDate writes a lit test for each class. It has every pair of types for the first
// operation of the class, in all semantics. Only this package checks errors and the other kinds of operands.
func TestLitTestsOfEachClassAreUpToDate(t *testing.T) {
	for _, c := range operations {
		text := "// RUN: tile-opt %s --allow-unregistered-dialect --split-input-file --tile-promote | filecheck %s\n\n" +
			"// Every pair of types in " + strings.ReplaceAll(c.class, "-", " ") +
			". Written by `go test ./lit/test/conformance -update`.\n"
		var parts []string
		for _, name := range semantics {
			s, _ := promotion.ParseSemantics(name)
			table := tableOfRules(t, newContext(), s, c.class, "scalar", "scalar")
			parts = append(parts, "\n"+module(name, litKernels(c.names[0], table)))
		}
		golden(t, c.class+".mlir", text+strings.Join(parts, "\n// -----\n"))
	}
}

// litKernels returns a kernel for each left operand. Its right operands are those from the left one on.
func litKernels(op string, table *table) string {
	var b strings.Builder
	for i, l := range table.rows {
		rights := slices.DeleteFunc(slices.Clone(table.columns[i:]), func(r string) bool {
			return table.cells[[2]string{l, r}] == "."
		})
		if len(rights) > 0 {
			b.WriteString(litKernel(op, table, l, rights))
		}
	}
	return b.String()
}

func litKernel(op string, table *table, l string, rights []string) string {
	name, _, _ := strings.Cut(op, " ")
	condition, conditionType := "", ""
	args := []string{"%l: " + mlirNames[l]}
	if name == "where" {
		args, condition, conditionType = append(args, "%c: i1"), "%c, ", "i1, "
	}
	var body strings.Builder
	var values, used []string
	for i, r := range rights {
		c := cell{op, operand{"scalar", l}, operand{"scalar", r}, table.cells[[2]string{l, r}]}
		result, computed, differ := strings.Cut(c.want, "@")
		if !differ {
			computed = result
		}
		takes, gives := mlirNames[computed], mlirNames[computed]
		if name == "cmp" {
			gives = "i1"
		}
		args = append(args, fmt.Sprintf("%%r%d: %s", i, mlirNames[r]))
		fmt.Fprintf(&body, "    // CHECK: tile.%s {{.*}} : %s%s, %s -> %s\n", name, conditionType, takes, takes, gives)
		fmt.Fprintf(&body, "    %%%d = tile.%s %s%%l, %%r%d : %s%s, %s -> %s\n", i, op, condition, i, conditionType,
			mlirNames[l], mlirNames[r], c.result())
		values, used = append(values, fmt.Sprint("%", i)), append(used, c.result())
	}
	return fmt.Sprintf("  // CHECK-LABEL: @%s\n  tile.kernel @%s(%s) {\n%s    // CHECK: \"test.use\"({{.*}}) : "+
		"(%s) -> ()\n"+
		"    \"test.use\"(%s) : (%s) -> ()\n    tile.return\n  }\n", l, l, strings.Join(args, ", "), body.String(),
		strings.Join(used, ", "),
		strings.Join(values, ", "), strings.Join(used, ", "))
}
