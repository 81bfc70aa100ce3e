package rewrite

import (
	"errors"
	"fmt"
	"slices"

	"github.com/girih-ir/girih/ir"
)

// Pattern rewrites operations of one kind, or of any.
type Pattern struct {
	// Name is unique in a set. It appears in traces and in messages about patterns that undo each other.
	Name string
	// Root is the kind of operation that the pattern matches; nil for any.
	Root *ir.OpDef
	// Benefit orders patterns, highest first. With equal benefit, patterns with a Root come before those for any
	// operation, then the order of the set decides.
	Benefit int
	// Rewrite either changes op through rw and returns true, or changes nothing and returns false.
	Rewrite func(rw *Rewriter, op *ir.Operation) bool
}

// String describes a pattern for traces.
func (p *Pattern) String() string {
	root := "any operation"
	if p.Root != nil {
		root = p.Root.Name
	}
	return fmt.Sprintf("%s (on %s, benefit %d)", p.Name, root, p.Benefit)
}

// ErrPattern is wrapped by errors about sets of patterns that are not valid.
var ErrPattern = errors.New("invalid pattern")

// Set is an immutable group of patterns, indexed by root. It may be shared by goroutines.
type Set struct {
	patterns []*Pattern
	index    *Index[*Pattern]
}

// NewSet returns a set of patterns; their names must be distinct.
func NewSet(patterns ...*Pattern) (*Set, error) {
	patterns = slices.Clone(patterns)
	x, err := NewIndex(patterns, func(p *Pattern) Head { return Head{p.Name, p.Root, p.Benefit, p.Rewrite != nil} })
	if err != nil {
		return nil, err
	}
	return &Set{patterns, x}, nil
}

// MustSet is [NewSet] for sets that are written down in code; it panics on an error.
func MustSet(patterns ...*Pattern) *Set {
	s, err := NewSet(patterns...)
	if err != nil {
		panic(err)
	}
	return s
}

// Filter returns the set of those patterns for which keep returns true.
func (s *Set) Filter(keep func(*Pattern) bool) *Set {
	var kept []*Pattern
	for _, p := range s.patterns {
		if keep(p) {
			kept = append(kept, p)
		}
	}
	return MustSet(kept...)
}

// Patterns returns the patterns in the order in which they were given. The caller must not change the slice.
func (s *Set) Patterns() []*Pattern { return s.patterns }

// of returns the patterns to try on operations of a definition, best first; nil stands for unregistered ones.
func (s *Set) of(def *ir.OpDef) []*Pattern { return s.index.Of(def) }
