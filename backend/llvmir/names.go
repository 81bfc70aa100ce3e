package llvmir

import (
	"fmt"
	"strings"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// functionName returns the name of a function in LLVM IR. PTX has letters, digits, `_` and `$` in names (PTX ISA,
// "Identifiers"), libNVVM refuses others, and llc leaves them to the assembler. Functions that nobody outside calls by
// name take another one; a kernel is what its launcher asks for, and a declaration names what is elsewhere.
func (t *translator) functionName(f llvm.Func) (string, error) {
	name := ir.SymbolNameOf(f.Operation)
	if isPTXName(name) {
		return name, nil
	}
	if nvvm.IsKernel(f.Operation) || f.Region(0).IsEmpty() && !strings.HasPrefix(name, "llvm.") {
		return "", f.Errorf("'%s' cannot be a name in PTX: expected letters, digits, '_' and '$', and no digit first", name)
	}
	if f.Region(0).IsEmpty() {
		return name, nil
	}
	plain := strings.Map(func(r rune) rune {
		if r < 0x80 && isPTXName("a"+string(r)) {
			return r
		}
		return '_'
	}, name)
	for n := 0; ; n++ {
		candidate := plain
		if n > 0 || !isPTXName(plain) {
			candidate = fmt.Sprintf("f_%s_%d", plain, n)
		}
		if ir.LookupSymbol(f.Parent(), candidate) == nil && !t.taken[candidate] {
			t.taken[candidate] = true
			return candidate, nil
		}
	}
}

// isPTXName reports whether PTX can have an identifier.
func isPTXName(name string) bool {
	for i, r := range name {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '_' || r == '$'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return len(name) > 1 || len(name) == 1 && name != "_" && name != "$"
}
