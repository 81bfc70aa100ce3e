package manual_test

import (
	"fmt"
	"strings"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

// implements reports whether one of an operation's interfaces is a T.
func implements[T any](op *ir.OpDef) bool {
	for _, i := range op.Interfaces {
		if _, ok := i.(T); ok {
			return true
		}
	}
	return false
}

// interfaces are the interfaces that are worth mentioning to a reader.
var interfaces = []struct {
	has  func(op *ir.OpDef) bool
	does string
}{
	{implements[ir.Branch], "branches to its successors"},
	{implements[ir.RegionBranch], "control passes through its regions"},
	{implements[ir.LoopLike], "is a loop"},
	{implements[ir.Call], "is a call"},
	{implements[ir.Callable], "can be called"},
	{implements[ir.MemoryEffects], "reads or writes memory as its operands and attributes say"},
	{implements[ir.Speculation], "can be executed early if its operands allow"},
	{implements[ir.SymbolUser], "checks the symbols that it refers to"},
	{implements[ir.SlotAllocation], "allocates memory that may become values"},
	{implements[ir.SlotAccess], "accesses memory that may become values"},
	{implements[ir.View], "is a view of its operand"},
	{implements[tile.Loose], "promotes and broadcasts its operands as the semantics in force say"},
}

// behaviour lists what transformations can use: folds, patterns, interfaces.
func behaviour(op *ir.OpDef) []string {
	var out []string
	if op.Fold != nil {
		out = append(out, "folds")
	}
	var patterns []string
	for _, i := range op.Interfaces {
		if c, ok := i.(rewrite.Canonicalization); ok {
			for _, p := range c {
				patterns = append(patterns, "`"+p.Name+"`")
			}
		}
	}
	if len(patterns) > 0 {
		out = append(out, fmt.Sprintf("canonicalizes (%s)", strings.Join(patterns, ", ")))
	}
	for _, i := range interfaces {
		if i.has(op) {
			out = append(out, i.does)
		}
	}
	return out
}
