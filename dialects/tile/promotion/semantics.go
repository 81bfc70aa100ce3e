package promotion

import (
	"fmt"
	"slices"
)

// Semantics are a front end's rules.
type Semantics uint8

const (
	Triton Semantics = iota
	CuTile
	Torch
)

var semanticsNames = []string{"triton", "cutile", "torch"}

// String returns the name of the semantics in text.
func (s Semantics) String() string { return semanticsNames[s] }

// ParseSemantics returns the semantics of a name.
func ParseSemantics(name string) (s Semantics, ok bool) {
	i := slices.Index(semanticsNames, name)
	return Semantics(max(i, 0)), i >= 0
}

// Check returns an error that wraps ErrUnsupported when there are no rules for the semantics.
func (s Semantics) Check() error {
	if s == Torch {
		return fmt.Errorf("%w: %s; use triton or cutile", ErrUnsupported, s)
	}
	return nil
}
