package llvmir

import (
	"fmt"
	"strings"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// functionName returns the name of a function in LLVM IR. Names in PTX have letters, digits, `_` and `$` (PTX ISA,
// "Identifiers"). libNVVM refuses other names, and llc leaves them to the assembler. Private functions are renamed. The
// name of a kernel must stay, since launchers use it, and so must that of a declaration.
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

// isPTXName reports whether a string is a valid PTX identifier.
func isPTXName(name string) bool {
	for i, r := range name {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '_' || r == '$'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return len(name) > 1 || len(name) == 1 && name != "_" && name != "$"
}
