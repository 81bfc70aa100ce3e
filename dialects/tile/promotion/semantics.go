package promotion

import (
	"slices"

	"github.com/girih-ir/girih/ir"
)

// Semantics is the set of rules of a front end.
type Semantics uint8

const (
	Triton Semantics = iota
	CuTile
	Torch
)

var semanticsNames = []string{"triton", "cutile", "torch"}

// String returns the name of the semantics.
func (s Semantics) String() string { return semanticsNames[s] }

// ParseSemantics returns the semantics of a name.
func ParseSemantics(name string) (s Semantics, ok bool) {
	i := slices.Index(semanticsNames, name)
	return Semantics(max(i, 0)), i >= 0
}

// PythonDivision reports whether integer division rounds down and remainders have the sign of the divisor, as in
// Python. In Triton, tensors are divided as in C: quotients are truncated, and remainders have the sign of the
// dividend.
func (s Semantics) PythonDivision() bool { return s != Triton }

// knows reports whether the semantics have an element type.
func (s Semantics) knows(t ir.Type) bool {
	switch s {
	case Triton:
		return tritonKnows(t)
	case Torch:
		return torchKnows(t)
	}
	return true
}
