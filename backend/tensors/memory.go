package tensors

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/girih-ir/girih/ir"
)

// ErrMemory is wrapped where a program needs more memory than there is. The error names the largest buffers.
var ErrMemory = errors.New("not enough memory")

// uncleared returns the slice of n elements of a type for a step that sets them all. Go's runtime would clear it first,
// on one core: for a sum of two tensors, that takes as long as the sum.
func uncleared(elem ir.Type, n int) any {
	const small = 64 << 10
	kind := reflect.TypeOf(storage(elem, 0))
	bytes := n * int(kind.Elem().Size())
	if bytes < small {
		return storage(elem, n)
	}
	// A Builder is the one allocation of the standard library that is not cleared. Nobody else has its memory.
	var b strings.Builder
	b.Grow(bytes)
	b.WriteByte(0)
	return reflect.SliceAt(kind.Elem(), unsafe.Pointer(unsafe.StringData(b.String())), n).Interface()
}

// countable checks that the bytes of a step's results can be counted.
func (s *step) countable() error {
	for _, t := range s.out {
		bytes := float64(elementSize(t.elem))
		for _, n := range t.shape {
			bytes *= float64(n)
		}
		if bytes > math.MaxInt64/4 {
			return located(s.op, fmt.Errorf("%w: a result of shape %v with elements of type %s", ErrMemory, t.shape,
				ir.Quote(t.elem)))
		}
	}
	return nil
}

// admits checks that the program's buffers and results fit in some bytes, if these are more than 0.
func (p *plan) admits(limit int64) error {
	need := int64(p.size)
	for _, r := range p.roots {
		if r.leaves && r.argument == 0 && r.constant == nil {
			need += int64(r.n) * int64(elementSize(r.elem))
		}
	}
	if limit > 0 && need > limit {
		return fmt.Errorf("%w: the program needs %d bytes, and may have %d; %s", ErrMemory, need, limit, p.largest())
	}
	return nil
}

// largest names the largest buffers, for messages about memory.
func (p *plan) largest() string {
	const most = 5
	roots := slices.Clone(p.roots)
	size := func(r *root) int {
		if r.argument > 0 && r.n == 0 {
			return p.arguments[r.argument-1]
		}
		return r.n * elementSize(r.elem)
	}
	slices.SortStableFunc(roots, func(a, b *root) int { return cmp.Compare(size(b), size(a)) })
	var names []string
	for _, r := range roots[:min(most, len(roots))] {
		names = append(names, fmt.Sprintf("%d bytes of %s", size(r), p.nameOf(r)))
	}
	return "the largest buffers are " + strings.Join(names, ", ")
}

// nameOf says which tensor a root is for.
func (p *plan) nameOf(r *root) string {
	if r.argument > 0 {
		return fmt.Sprintf("argument %d", r.argument-1)
	}
	for _, s := range p.steps {
		for _, t := range s.out {
			if t.data != any(r) {
				continue
			}
			if at := ir.FileLocation(s.op.Loc()); at != nil {
				return fmt.Sprintf("a result of %s at %s:%d", s.name, at.File, at.StartLine)
			}
			return "a result of " + s.name
		}
	}
	return "a constant"
}
