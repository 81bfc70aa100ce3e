package conversion

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

// Pattern converts operations of one kind, or of any.
type Pattern struct {
	// Name is unique in a set. It appears in traces and in the messages about operations that cannot be legalized.
	Name string
	// Root is the operation that the pattern converts; nil for any.
	Root *ir.OpDef
	// Benefit orders patterns: higher first.
	Benefit int
	// Converter determines the types of the operands that Rewrite receives. If it is nil, Rewrite receives the latest
	// replacements of the operands, of whatever type.
	Converter *TypeConverter
	// Recursive permits the pattern to match operations that it created itself. It must terminate.
	Recursive bool
	// Rewrite converts op through rw, or returns an error with the reason why it cannot. The driver then undoes all
	// changes of the call and tries the next pattern.
	Rewrite func(rw *Rewriter, op *ir.Operation, operands Operands) error
}

// ErrPattern is wrapped by errors about sets of patterns that are not valid.
var ErrPattern = rewrite.ErrPattern

// Set is an immutable group of patterns, indexed by root. It may be shared by goroutines.
type Set struct{ index *rewrite.Index[*Pattern] }

// NewSet returns a set of patterns; their names must be distinct.
func NewSet(patterns ...*Pattern) (*Set, error) {
	x, err := rewrite.NewIndex(patterns, func(p *Pattern) rewrite.Head {
		return rewrite.Head{Name: p.Name, Root: p.Root, Benefit: p.Benefit, Rewrite: p.Rewrite != nil}
	})
	if err != nil {
		return nil, err
	}
	return &Set{x}, nil
}

// MustSet is [NewSet] for sets that are written down in code; it panics on an error.
func MustSet(patterns ...*Pattern) *Set {
	s, err := NewSet(patterns...)
	if err != nil {
		panic(err)
	}
	return s
}

func (s *Set) of(op *ir.Operation) []*Pattern { return s.index.Of(op.Def()) }

// Operands are the operands of an operation as a pattern receives them: for each operand, the list of values that
// replace it.
type Operands struct {
	flat []*ir.Value
	ends []int // ends[i] is the end of operand i's values in flat; nil if every operand has one value
}

// Len returns the number of operands of the operation.
func (o Operands) Len() int {
	if o.ends == nil {
		return len(o.flat)
	}
	return len(o.ends)
}

// All returns the values of operand i.
func (o Operands) All(i int) []*ir.Value { return o.Range(i, i+1) }

// One returns the value of operand i, or nil unless exactly one value replaces it.
func (o Operands) One(i int) *ir.Value {
	if values := o.All(i); len(values) == 1 {
		return values[0]
	}
	return nil
}

// Values returns the values of all operands, in order. The caller must not change the slice.
func (o Operands) Values() []*ir.Value { return o.flat }

// Range returns the values of operands from to to-1, in order. The caller must not change the slice.
func (o Operands) Range(from, to int) []*ir.Value {
	return o.flat[o.start(from):o.start(to):o.start(to)]
}

func (o Operands) start(i int) int {
	switch {
	case o.ends == nil:
		return i
	case i == 0:
		return 0
	}
	return o.ends[i-1]
}
