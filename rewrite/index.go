package rewrite

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/girih-ir/girih/ir"
)

// Index finds the patterns for an operation, best first. P is the type of patterns, of this package or of package
// conversion.
type Index[P any] struct {
	byRoot map[*ir.OpDef][]P // each list is sorted by benefit and includes the patterns for any operation
	any    []P
}

// Head has the properties of a pattern that an index needs.
type Head struct {
	Name    string
	Root    *ir.OpDef // nil for any operation
	Benefit int
	Rewrite bool // whether the pattern's function Rewrite is set
}

// NewIndex returns an index of patterns. Patterns of equal benefit keep the given order. The error wraps [ErrPattern]:
// names must be distinct.
func NewIndex[P any](patterns []P, head func(P) Head) (*Index[P], error) {
	x := &Index[P]{byRoot: make(map[*ir.OpDef][]P)}
	names := make(map[string]bool)
	for _, p := range patterns {
		switch h := head(p); {
		case h.Name == "" || !h.Rewrite:
			return nil, fmt.Errorf("%w: %q has no name or no Rewrite", ErrPattern, h.Name)
		case names[h.Name]:
			return nil, fmt.Errorf("%w: two patterns are named %q", ErrPattern, h.Name)
		case h.Root == nil:
			x.any = append(x.any, p)
		default:
			x.byRoot[h.Root] = append(x.byRoot[h.Root], p)
		}
		names[head(p).Name] = true
	}
	byBenefit := func(a, b P) int { return cmp.Compare(head(b).Benefit, head(a).Benefit) }
	for root, list := range x.byRoot {
		list = append(list, x.any...)
		slices.SortStableFunc(list, byBenefit)
		x.byRoot[root] = list
	}
	slices.SortStableFunc(x.any, byBenefit)
	return x, nil
}

// Of returns the patterns to try on operations of a definition, best first; nil stands for unregistered ones. The
// caller must not change the slice.
func (x *Index[P]) Of(def *ir.OpDef) []P {
	if list, ok := x.byRoot[def]; ok {
		return list
	}
	return x.any
}
